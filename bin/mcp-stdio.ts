import type { CallToolResult } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Endpoint } from '../api/contract/endpoint.ts';
import {
  type EndpointParams,
  type EndpointReply,
  readArguments,
  toolFailure,
  toolResult,
} from '../api/dialects/mcp-call.ts';
import { mcpServer } from '../api/dialects/mcp-server.ts';
import type { Tool } from '../api/dialects/mcp-tool.ts';
import type { ClientSettings } from '../lib/config/setting-sources.ts';
import { ApiError, unavailable } from '../lib/errors.ts';

/** Longer than any deadline of an instance with the default settings. */
const TIMEOUT_MS = 60_000;
/** The protocol asks for both. */
const JSON_OR_EVENTS = 'application/json, text/event-stream';

/** Serves the tools of the instance until standard input ends. Standard output belongs to the protocol. */
export async function serveTools(instance: ClientSettings): Promise<void> {
  const ended = new Promise((resolve) => process.stdin.once('close', resolve));
  const call = (tool: Tool, args: unknown, signal: AbortSignal) => callOverHttp(tool, args, signal, instance);
  const serving = serveStdio(() => mcpServer(call), { transport: new StdioServerTransport(), maxSubscriptions: 0 });
  await ended;
  await serving.close();
}

async function callOverHttp(
  tool: Tool,
  given: unknown,
  signal: AbortSignal,
  instance: ClientSettings,
): Promise<CallToolResult> {
  try {
    if (tool.isOnlyTool) return await callTool(tool, given, signal, instance);
    return toolResult(tool, await askInstance(tool.endpoint, readArguments(tool, given), signal, instance));
  } catch (error) {
    if (error instanceof ApiError) return toolFailure(error, tool);
    return toolFailure(unavailable(`Tributary did not answer at ${instance.url}.`), tool);
  }
}

/** Has the instance itself call a tool for which its API has no single request. */
async function callTool(
  { name }: Tool,
  given: unknown,
  signal: AbortSignal,
  { apiKey, url }: ClientSettings,
): Promise<CallToolResult> {
  const params = { name, arguments: given ?? {} };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: JSON_OR_EVENTS },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const { result, error } = (await response.json()) as { result?: CallToolResult; error?: { message: string } };
  if (result) return result;
  throw new ApiError(response.status, error?.message ?? `Tributary has no MCP at ${url}/mcp.`);
}

/** Sends a request to an endpoint. Throws an ApiError with the instance's own words if it refuses. */
async function askInstance(
  endpoint: Endpoint,
  params: EndpointParams,
  signal: AbortSignal,
  { apiKey, url }: ClientSettings,
): Promise<EndpointReply> {
  const query = new URLSearchParams(params);
  // Long texts go in the body.
  const [address, body] = endpoint.maxBodyBytes ? [endpoint.path, query] : [`${endpoint.path}?${query}`, null];
  const response = await fetch(`${url}${address}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Api-Key ${apiKey}` },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    body,
  });
  const reply = await response.json();
  if (response.ok) return { body: reply, serverTiming: response.headers.get('server-timing') ?? '' };
  throw new ApiError(response.status, reply as Record<string, unknown>);
}
