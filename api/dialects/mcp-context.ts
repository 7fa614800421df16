import { z } from 'zod';
import { DEFAULT_PAGES, MAX_CONTEXT_PAGES, TOKENS } from '../contract/context-params.ts';
import { context } from '../endpoints/context.ts';
import { cutQuery } from './long-query.ts';
import { passagesText } from './mcp-text.ts';
import { langArg, plainTool, sameNames, type Tool } from './mcp-tool.ts';

const hosts = z.array(z.string()).max(20).optional();
const SAME = ['max_tokens', 'pages', 'site', 'exclude_site', 'lang', 'safe'];

/** The tool that searches, reads and returns what answers a question. */
export const contextTool: Tool = {
  ...plainTool(
    {
      name: 'context',
      title: 'Context for a question',
      description:
        'Searches the web, reads the first pages, and returns the passages that answer a question, within a budget of ' +
        'tokens. Use it to answer from sources in one call, and cite the URLs.',
      // Fewer than the endpoint has: every agent pays for each of them in every conversation.
      args: z.object({
        query: z.string().transform(cutQuery).describe('The question.'),
        max_tokens: z.int().min(TOKENS.least).max(TOKENS.most).default(TOKENS.usual).describe('Of all passages.'),
        pages: z.int().min(1).max(MAX_CONTEXT_PAGES).default(DEFAULT_PAGES).describe('How many pages to read.'),
        time_range: z
          .enum(['day', 'week', 'month', 'year'])
          .transform((range) => range.charAt(0))
          .optional()
          .describe('Only results from the last day, week, month or year.'),
        site: hosts.describe('Only results from these hosts and their subdomains, such as ["example.com"].'),
        exclude_site: hosts.describe('No results from these hosts.'),
        lang: langArg,
        safe: z.boolean().default(true).describe('Leave out explicit results.'),
      }),
      params: { query: 'q', time_range: 'date', ...sameNames(...SAME) },
      text: passagesText,
    },
    context,
  ),
  hasOwnDeadline: true,
};
