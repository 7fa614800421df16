import { contextTool } from './mcp-context.ts';
import { lookupTools } from './mcp-lookup-tools.ts';
import { readPage } from './mcp-read-page.ts';
import { searchTools } from './mcp-search-tools.ts';
import { siteTools } from './mcp-site-tools.ts';
import type { Tool } from './mcp-tool.ts';

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [...searchTools, contextTool, readPage, ...siteTools, ...lookupTools];
