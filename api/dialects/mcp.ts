import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidValues, lineOf } from '../../lib/errors.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { toApiError } from '../plugins/errors.ts';
import type { Services } from '../services.ts';
import { dialectContext } from './dialect.ts';
import { findTool, readArguments, toolFailure, toolResult } from './mcp-call.ts';
import type { CallAsJson } from './mcp-http.ts';
import type { Arguments, Tool } from './mcp-tools.ts';
import { memoizedReading } from './memoized-reading.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** A call of a known tool with the endpoint's parameters. */
type GoodCall = { tool: Tool; args: Arguments; params: unknown };
/** A call of a known tool, or what is wrong with its arguments. */
type ToolCall = GoodCall | { tool: Tool; problem: ApiError };

/** The Model Context Protocol: the API as tools for language models. */
export function mcp(app: FastifyInstance, services: Services): void {
  let protocol: typeof import('./mcp-http.ts');
  let whyForeign: ReturnType<typeof protocol.foreignCheck> | undefined;
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
      if (whyForeign) return done(whyForeign(request));
      // The package of the protocol takes 9 MB, and many instances never need it, so the first message loads it.
      import('./mcp-http.ts').then((loaded) => {
        protocol = loaded;
        whyForeign = protocol.foreignCheck(services.config);
        done(whyForeign(request));
      }, done);
    },
    preValidation(request, _reply, done) {
      request.invalid = protocol.notOneMessage(request);
      request.dialectParams = readCall(request);
      done();
    },
    async handler(request, reply) {
      // A call counts if its tool succeeds. Other messages and protocol errors have the status 200 as well.
      request.hasFailed = true;
      const { status, body } = await protocol.answerMessage(
        request.body,
        request.headers,
        callTool(request, reply, services),
      );
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
