import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  localhostAllowedHostnames,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  validateHostHeader,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../lib/config/config.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Scope } from '../../lib/keys/scopes.ts';
import { isLoopback } from '../../lib/net/loopback.ts';
import { allowedOrigin } from '../plugins/cors.ts';
import { findTool } from './mcp-call.ts';
import { mcpServer } from './mcp-server.ts';
import type { Tool } from './mcp-tool.ts';

/** The reply to a message: a status, and JSON as a value, text or bytes. Notifications get none. */
export interface McpReply {
  status: number;
  body?: unknown;
  /** The type of a body that is not JSON. */
  type?: string;
}

/** Answers a call of a tool with its result as JSON. It does not throw: a failure is a result too. */
export type CallAsJson = (tool: Tool) => Promise<Buffer>;

/** Answers one message over HTTP, of either generation of the protocol, as JSON and without a session. The tools are those of the key. */
export async function answerMessage(
  message: unknown,
  headers: IncomingHttpHeaders,
  call: CallAsJson,
  scopes: readonly Scope[] = [],
): Promise<McpReply> {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (isPlainCall(message, version)) return answerEarlier(message, call, scopes);
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
  });
  if (kind !== 'legacy') return answerPresent(message, headers, call, scopes);
  if (version !== undefined && !isInitializeRequest(message) && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    throw new ApiError(400, `Unsupported protocol version. Use one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`);
  }
  // Notifications change nothing, because there is no session.
  return isJSONRPCRequest(message) ? answerEarlier(message, call, scopes) : { status: 202 };
}

/**
 * Whether a message is a call of the generation before 2026 with nothing but a name and arguments, as most are. The
 * package classifies any message, but checks it against several schemas.
 */
export function isPlainCall(message: unknown, version: string | undefined): message is JSONRPCRequest {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false;
  const { jsonrpc, id, params } = message;
  return (
    jsonrpc === '2.0' &&
    (typeof id === 'string' || Number.isSafeInteger(id)) &&
    Object.keys(message).length === 4 &&
    Object.keys(params as object).every((name) => name === 'name' || name === 'arguments') &&
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Answers a request of the generation before 2026. The package's own transport answers these with event streams and
 * creates so many objects for each that a cached search would take twice as long.
 */
async function answerEarlier(request: JSONRPCRequest, call: CallAsJson, scopes: readonly Scope[]): Promise<McpReply> {
  const tool = request.method === 'tools/call' ? findTool(request.params?.name) : undefined;
  // The package would check every field of the result once more, and serialise it again.
  if (tool) return { status: 200, body: response(request.id, await call(tool)) };
  const exchange = new Exchange();
  await serverFor(call, scopes).connect(exchange);
  return { status: 200, body: await exchange.answer(request) };
}

/** A response whose result is JSON already. */
function response(id: unknown, result: Buffer): Buffer {
  const start = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  return Buffer.concat([start, result, END_OF_OBJECT]);
}

const END_OF_OBJECT = Buffer.from('}');

/** A connection that carries one request and its response. The server sends nothing else. */
class Exchange implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  #respond: (response: JSONRPCMessage) => void = () => {};

  answer(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.#respond = resolve;
      this.onmessage?.(request);
    });
  }

  async send(response: JSONRPCMessage): Promise<void> {
    this.#respond(response);
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {}
}

const EVENT_STREAM = 'text/event-stream';
const MCP_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Answers a message of the generation since 2026, and one that belongs to none. */
async function answerPresent(
  message: unknown,
  headers: IncomingHttpHeaders,
  call: CallAsJson,
  scopes: readonly Scope[],
): Promise<McpReply> {
  const handler = createMcpHandler(() => serverFor(call, scopes), { legacy: 'reject' });
  const given = MCP_HEADERS.flatMap((name): [string, string][] => {
    const value = headerOf(headers, name);
    return value === undefined ? [] : [[name, value]];
  });
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: given });
  const response = await handler.fetch(request, { parsedBody: message });
  const text = await response.text();
  const { status } = response;
  if (text === '') return { status };
  // A subscription is acknowledged in a stream that ends at once: there is nothing to hear, as the tools do not change.
  const isStream = response.headers.get('content-type') === EVENT_STREAM;
  return { status, body: text, ...(isStream && { type: EVENT_STREAM }) };
}

function serverFor(call: CallAsJson, scopes: readonly Scope[]): Server {
  return mcpServer(async (tool) => JSON.parse(String(await call(tool))), scopes);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** A batch is refused, because its calls together would cost what one does. */
export function notOneMessage({ body, headers }: FastifyRequest): ApiError | null {
  if (!isJsonContentType(headers['content-type'])) return new ApiError(415, 'This content type is not supported.');
  if (body === undefined) return new ApiError(400, 'The body is not JSON.');
  return Array.isArray(body) ? new ApiError(400, 'Send one message per request: batches are not supported.') : null;
}

/**
 * Refuses websites in a browser of someone who can reach this instance, unless `CORS_ORIGINS` names them. Programs send no
 * `Origin`.
 */
export function foreignCheck(config: Config): (request: FastifyRequest) => ApiError | undefined {
  const own = config.publicUrl === '' ? null : new URL(config.publicUrl);
  const local = [...localhostAllowedHostnames(), ...(own ? [own.hostname] : [])];
  // Clients ask for few hosts, and reading one takes longer than the rest of the check.
  const hosts = new LRUCache({ max: 100, memoMethod: (host: string) => validateHostHeader(host, local) });
  return ({ headers, host }) => {
    const asked = hosts.memo(host);
    // A name that leads here may be another site's. On loopback, only these are sure not to be.
    if (isLoopback(config.host) && !asked.ok) return new ApiError(403, 'This Host is not allowed.');
    if (headers.origin === undefined) return undefined;
    const isOwn = headers.origin === own?.origin || isSameHost(headers.origin, host);
    return isOwn || allowedOrigin(config.corsOrigins, headers.origin)
      ? undefined
      : new ApiError(403, 'This Origin is not allowed.');
  };
}

/** Whether a website is at this host and port. A proxy that is not trusted may speak another scheme than this process. */
function isSameHost(origin: string, host: string): boolean {
  const [scheme] = /^https?:\/\//.exec(origin) ?? [''];
  const [theirs, ours] = [origin, scheme + host];
  return scheme !== '' && URL.canParse(theirs) && URL.canParse(ours) && new URL(theirs).host === new URL(ours).host;
}
