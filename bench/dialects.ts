import type { HttpLanes } from './load.ts';

/** A web search in the format of another service. */
export interface BenchedDialect {
  name: string;
  /** The least share of the API's searches per second. */
  target: number;
  /** True if the search succeeds. */
  search(lanes: HttpLanes, query: string, headers: Record<string, string>): Promise<boolean>;
}

const TOOL_CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

/** Every dialect, each measured with cached and with new searches. A new one needs an entry here. */
export const dialects: readonly BenchedDialect[] = [
  {
    name: 'SearXNG',
    target: 0.8,
    search: (lanes, q, headers) =>
      lanes.get(`/compat/searxng/search?${new URLSearchParams({ q, format: 'json' })}`, headers),
  },
  {
    name: 'Tavily',
    target: 0.8,
    search: (lanes, query, headers) => lanes.post('/compat/tavily/search', { query }, headers, '"results":[{'),
  },
  {
    name: 'Open WebUI',
    target: 0.8,
    search: (lanes, query, headers) => lanes.post('/compat/openwebui/search', { query }, headers, '"link"'),
  },
  {
    name: 'MCP',
    target: 0.8,
    search: (lanes, query, headers) => {
      const params = { name: 'web_search', arguments: { query } };
      return lanes.post('/mcp', { ...TOOL_CALL, params }, headers, '"structuredContent"');
    },
  },
];
