import type { GetOptions, Reply, TestSystem } from './test-system.ts';

/** The generation of the protocol before 2026 and the one since, which says its version in every message. */
export type Generation = '2025-11-25' | '2026-07-28';

export const GENERATIONS: readonly Generation[] = ['2025-11-25', '2026-07-28'];

export interface McpOptions extends GetOptions {
  generation?: Generation;
}

/** Sends a message as it is. */
export function postMcp(system: TestSystem, body: string, options: GetOptions = {}): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...options.headers };
  return system.get('/mcp', { ...options, method: 'POST', body, headers });
}

/** Sends a request of the protocol. */
export function sendMcp(
  system: TestSystem,
  method: string,
  params: Record<string, unknown> = {},
  { generation = '2025-11-25', ...options }: McpOptions = {},
): Promise<Reply> {
  const isNew = generation === '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': generation,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers: Record<string, string> = { 'mcp-protocol-version': generation };
  if (isNew) headers['mcp-method'] = method;
  if (isNew && typeof params.name === 'string') headers['mcp-name'] = params.name;
  Object.assign(headers, options.headers);
  const message = { jsonrpc: '2.0', id: 7, method, params: isNew ? { ...params, _meta } : params };
  return postMcp(system, JSON.stringify(message), { ...options, headers });
}

/** Calls a tool. */
export function callTool(
  system: TestSystem,
  name: string,
  args: Record<string, unknown>,
  options: McpOptions = {},
): Promise<Reply> {
  return sendMcp(system, 'tools/call', { name, arguments: args }, options);
}

/** The text of a tool's result. */
export function textOf(reply: Reply): string {
  return reply.body.result.content[0].text;
}
