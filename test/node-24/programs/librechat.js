// LibreChat's web search, with both settings of docs/clients.md: it searches, reads the pages and ranks their passages.
// The file itself, because the package as a whole loads the clients of every vendor of models.
import { createSearchTool } from '../node_modules/@librechat/agents/dist/esm/tools/search/tool.mjs';

const { TRIBUTARY_URL, TRIBUTARY_API_KEY } = process.env;
const SETTINGS = [
  {
    searchProvider: 'searxng',
    searxngInstanceUrl: `${TRIBUTARY_URL}/compat/searxng`,
    searxngApiKey: TRIBUTARY_API_KEY,
    scraperProvider: 'firecrawl',
    firecrawlApiUrl: `${TRIBUTARY_URL}/compat/firecrawl`,
    firecrawlApiKey: TRIBUTARY_API_KEY,
  },
  {
    searchProvider: 'tavily',
    tavilySearchUrl: `${TRIBUTARY_URL}/compat/tavily/search`,
    scraperProvider: 'tavily',
    tavilyExtractUrl: `${TRIBUTARY_URL}/compat/tavily/extract`,
    tavilyApiKey: TRIBUTARY_API_KEY,
  },
];
const reranker = {
  rerankerType: 'jina',
  jinaApiUrl: `${TRIBUTARY_URL}/compat/jina/v1/rerank`,
  jinaApiKey: TRIBUTARY_API_KEY,
};
// Its other lines tell how long things took.
const logger = { ...console, debug() {} };
const call = { type: 'tool_call', id: 'call-1', name: 'web_search', args: { query: 'rivers' } };
const searches = SETTINGS.map((settings) => createSearchTool({ ...settings, ...reranker, logger }).invoke(call));
const replies = await Promise.all(searches);
process.stdout.write(JSON.stringify(replies.map(({ content }) => content)));
