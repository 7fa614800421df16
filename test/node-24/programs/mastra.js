// Mastra's client, which turns the tools of a server into those of an agent. Prints what one of them found.
import { MCPClient } from '@mastra/mcp';

const { TRIBUTARY_URL, TRIBUTARY_API_KEY } = process.env;
const requestInit = { headers: { Authorization: `Bearer ${TRIBUTARY_API_KEY}` } };
const client = new MCPClient({ servers: { tributary: { url: new URL(`${TRIBUTARY_URL}/mcp`), requestInit } } });
const tools = await client.listTools();
const output = await tools.tributary_web_search.execute({ query: 'rivers', limit: 1 });
await client.disconnect();
process.stdout.write(JSON.stringify({ tools: Object.keys(tools).length, output }));
