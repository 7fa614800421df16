import {
  isJsonContentType,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../../lib/config.ts';
import { ApiError, invalidValues, lineOf } from '../../lib/errors.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { toApiError } from '../plugins/errors.ts';
import type { Services } from '../services.ts';
import { dialectContext } from './dialect.ts';
import { findTool, readArguments, toolFailure, toolResult } from './mcp-call.ts';
import { answerMessage, type CallAsJson } from './mcp-http.ts';
import type { Arguments, Tool } from './mcp-tools.ts';
import { memoizedReading } from './memoized-reading.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** A call of a known tool with the endpoint's parameters. */
type GoodCall = { tool: Tool; args: Arguments; params: unknown };
/** A call of a known tool, or what is wrong with its arguments. */
type ToolCall = GoodCall | { tool: Tool; problem: ApiError };

/** The Model Context Protocol: the API as tools for language models. */
export function mcp(app: FastifyInstance, services: Services): void {
  const whyForeign = foreignCheck(services.config);
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: MAX_BODY_BYTES,
    schema: { hide: true },
    config: {
      credentials: anyHeader,
      takesPlace: isToolCall,
      countsAs: (request) => {
        const call = callOf(request);
        return call && 'params' in call ? call.tool.endpoint.name : null;
      },
      errorReply,
    },
    onRequest(request, _reply, done) {
      done(whyForeign(request));
    },
    preValidation(request, _reply, done) {
      request.invalid = notOneMessage(request);
      request.dialectParams = readCall(request);
      done();
    },
    async handler(request, reply) {
      // A call counts if its tool succeeds. Other messages and protocol errors have the status 200 as well.
      request.hasFailed = true;
      const { status, body } = await answerMessage(request.body, request.headers, callTool(request, reply, services));
      return body === undefined
        ? reply.code(status).send()
        : reply.code(status).type('application/json; charset=utf-8').send(body);
    },
  });
}

/** Answers the call that the request was admitted for. */
function callTool(request: FastifyRequest, reply: FastifyReply, services: Services): CallAsJson {
  return async (tool) => {
    const call = callOf(request);
    const failed = (error: ApiError) => Buffer.from(JSON.stringify(toolFailure(error, tool)));
    if (!call || 'problem' in call) return failed(call?.problem ?? new ApiError(400, 'Bad arguments.'));
    try {
      const answer = await tool.endpoint.handle(dialectContext(request, reply, services, call.params));
      const result =
        answer instanceof RenderedReply ? cachedResult(answer, call, reply) : resultOf(answer, call, reply);
      request.hasFailed = false;
      return result;
    } catch (error) {
      return failed(toApiError(error as Error, request));
    }
  };
}

/** The results of cached replies, by the call. To make one takes longer than a cached search. */
const results = new WeakMap<RenderedReply, WeakMap<GoodCall, Buffer>>();

function cachedResult(answer: RenderedReply, call: GoodCall, reply: FastifyReply): Buffer {
  if (answer.serverTiming !== '') reply.header('server-timing', answer.serverTiming);
  const known = results.get(answer) ?? new WeakMap<GoodCall, Buffer>();
  results.set(answer, known);
  const result = known.get(call) ?? resultOf(JSON.parse(answer.json.toString()), call, reply);
  known.set(call, result);
  return result;
}

function resultOf(body: unknown, { tool, args }: GoodCall, reply: FastifyReply): Buffer {
  const serverTiming = String(reply.getHeader('server-timing') ?? '');
  return Buffer.from(JSON.stringify(toolResult(tool, args, { body, serverTiming })));
}

/** Reads the call in the body. Null if it is another message, or calls an unknown tool. */
function readCall(request: FastifyRequest): ToolCall | null {
  const { params } = (request.body ?? {}) as { params?: { name?: unknown } };
  return isToolCall(request) && findTool(params?.name) ? toolCall(params) : null;
}

/** Checks the parameters of a call. Equal ones give the same call, by which its result is found. */
const toolCall = memoizedReading((given): ToolCall => {
  const { name, arguments: values } = given as { name: unknown; arguments?: unknown };
  const tool = findTool(name) as Tool;
  try {
    const { args, params } = readArguments(tool, values);
    const { success, data, error } = tool.endpoint.query.safeParse(params);
    return success ? { tool, args, params: data } : { tool, problem: invalidValues(error.issues) };
  } catch (problem) {
    return { tool, problem: problem as ApiError };
  }
});

function callOf({ dialectParams }: FastifyRequest): ToolCall | null {
  return dialectParams as ToolCall | null;
}

function isToolCall({ body }: FastifyRequest): boolean {
  return (body as { method?: unknown } | null | undefined)?.method === 'tools/call';
}

/** Several calls in one request would take one place under the limits, so batches are refused. */
function notOneMessage({ body, headers }: FastifyRequest): ApiError | null {
  if (!isJsonContentType(headers['content-type'])) return new ApiError(415, 'This content type is not supported.');
  if (body === undefined) return new ApiError(400, 'The body is not JSON.');
  return Array.isArray(body) ? new ApiError(400, 'Send one message per request: batches are not supported.') : null;
}

/** Refuses websites in a browser of someone who can reach this instance. Programs send no `Origin`. */
function foreignCheck(config: Config): (request: FastifyRequest) => ApiError | undefined {
  const own = config.publicUrl === '' ? [] : [new URL(config.publicUrl).hostname];
  const local = [...localhostAllowedHostnames(), ...own];
  return ({ headers, host }) => {
    const asked = validateHostHeader(host, local);
    // A name that leads here may be another site's. On loopback, only these are sure not to be.
    if (isLoopback(config.host) && !asked.ok) return new ApiError(403, 'This Host is not allowed.');
    if (headers.origin === undefined) return undefined;
    const origin = validateOriginHeader(headers.origin, [...own, asked.hostname ?? '']);
    return origin.ok ? undefined : new ApiError(403, 'This Origin is not allowed.');
  };
}

const [PARSE_ERROR, INVALID_REQUEST, SERVER_ERROR] = [-32700, -32600, -32000];

/**
 * Errors as JSON-RPC, so that clients show their words. A limit is a result of the tool, so that the model can read how
 * long to wait. The newer generation of the protocol requires `resultType`, and the older one ignores it.
 */
function errorReply(error: ApiError, request: FastifyRequest): { status: number; body: unknown } {
  const { status } = error;
  if (status === 429 && isToolCall(request)) {
    const { id } = request.body as { id?: unknown };
    return { status: 200, body: { jsonrpc: '2.0', id, result: { ...toolFailure(error), resultType: 'complete' } } };
  }
  const unreadable = request.body === undefined ? PARSE_ERROR : INVALID_REQUEST;
  const code = status === 400 ? unreadable : SERVER_ERROR;
  return { status, body: { jsonrpc: '2.0', id: null, error: { code, message: lineOf(error) } } };
}
