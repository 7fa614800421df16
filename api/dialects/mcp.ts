import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidValues, lineOf } from '../../lib/errors.ts';
import { type Cost, KEY_CHECK, MESSAGE, NO_SEARCH } from '../../lib/limits/cost.ts';
import { oauthServer } from '../../lib/oauth/oauth-server.ts';
import { tellTiming } from '../ask/timing.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { contextOf, costOf } from '../contract/endpoint.ts';
import { translationBytes } from '../lookups/translation.ts';
import { headerOrPath, keyOrToken } from '../plugins/credentials.ts';
import { toApiError } from '../plugins/errors.ts';
import { noteFailure } from '../plugins/request-notes.ts';
import type { Services } from '../services.ts';
import { dialectContext } from './dialect.ts';
import { findTool, readArguments, toolFailure, toolResult } from './mcp-call.ts';
import type { CallAsJson } from './mcp-http.ts';
import type { Tool } from './mcp-tool.ts';
import { memoizedReading } from './memoized-reading.ts';

/** A call of a known tool with the endpoint's parameters. */
type GoodCall = { tool: Tool; params: unknown };
/** A call of a known tool, or what is wrong with its arguments. */
type ToolCall = GoodCall | { tool: Tool; problem: ApiError };
/** What a message asks for: a call, or null for anything else. An error if the body is not one message. */
type Reading = ToolCall | ApiError | null;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Also with the key in the path, for clients of which only an address can be set. */
const URLS = ['/mcp', '/mcp/:key'];

/** The Model Context Protocol: the API as tools for language models. */
export function mcp(app: FastifyInstance, services: Services): void {
  let protocol: typeof import('./mcp-http.ts');
  let refusalOf: ReturnType<typeof protocol.foreignCheck> | undefined;
  const server = oauthServer(services.config);
  const credentials = server ? keyOrToken(server) : headerOrPath;
  for (const url of URLS) {
    app.route({
      method: 'POST',
      url,
      // A call may have a text to translate.
      bodyLimit: Math.max(app.initialConfig.bodyLimit ?? 0, translationBytes(services.config)),
      schema: { hide: true },
      config: {
        credentials,
        cost: costOfMessage,
        errorReply,
      },
      onRequest(request, _reply, done) {
        if (refusalOf) return done(refusalOf(request));
        // The package of the protocol takes 9 MB, and many instances never need it, so the first message loads it.
        import('./mcp-http.ts').then((loaded) => {
          protocol = loaded;
          refusalOf = protocol.foreignCheck(services.config);
          done(refusalOf(request));
        }, done);
      },
      preValidation(request, _reply, done) {
        request.dialectParams = protocol.notOneMessage(request) ?? readCall(request);
        done();
      },
      async handler(request, reply) {
        const reading = readingOf(request);
        if (reading instanceof ApiError) throw reading;
        let hasSucceeded = false;
        const call = callTool(request, reply, services, () => {
          hasSucceeded = true;
        });
        const scopes = request.admitted?.caller.scopes;
        const answer = await protocol.answerMessage(request.body, request.headers, call, scopes);
        const { status, body, type = JSON_TYPE } = answer;
        // Failures of tools and of the protocol have the status 200 as well.
        if (!hasSucceeded) request.charge?.refund();
        return body === undefined ? reply.code(status).send() : reply.code(status).type(type).send(body);
      },
    });
  }
  // Programs learn where to sign in by a 401, and some ask with another method first.
  if (server) {
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: '/mcp',
      schema: { hide: true },
      config: { credentials, cost: () => KEY_CHECK },
      handler: onlyPost,
    });
  }
}

/** As without this route: clients go on without a stream after a 405. */
async function onlyPost({ method }: FastifyRequest): Promise<never> {
  throw new ApiError(405, `Method "${method}" not allowed.`, { allow: 'POST' });
}

/** Answers the call that the request was admitted for. */
function callTool(request: FastifyRequest, reply: FastifyReply, services: Services, onSuccess: () => void): CallAsJson {
  return async (tool) => {
    const call = readingOf(request);
    if (request.notes) request.notes.endpoint = `mcp/${tool.name}`;
    const failed = (error: ApiError) => {
      noteFailure(request, error);
      return Buffer.from(JSON.stringify(toolFailure(error, tool)));
    };
    if (!call || call instanceof ApiError) return failed(call ?? new ApiError(400, 'Bad arguments.'));
    if ('problem' in call) return failed(call.problem);
    try {
      const contextFor = tool.hasOwnDeadline ? contextOf : dialectContext;
      const answer = await tool.endpoint.handle(contextFor(request, reply, services, call.params));
      const result =
        answer instanceof RenderedReply ? cachedResult(answer, call, reply) : resultOf(answer, call, reply);
      onSuccess();
      return result;
    } catch (error) {
      return failed(toApiError(error as Error, request));
    }
  };
}

/** The results of cached replies, by the call. To make one takes longer than a cached search. */
const results = new WeakMap<RenderedReply, WeakMap<GoodCall, Buffer>>();

function cachedResult(answer: RenderedReply, call: GoodCall, reply: FastifyReply): Buffer {
  tellTiming(reply, answer.timing);
  const known = results.get(answer) ?? new WeakMap<GoodCall, Buffer>();
  results.set(answer, known);
  const result = known.get(call) ?? resultOf(JSON.parse(answer.json.toString()), call, reply);
  known.set(call, result);
  return result;
}

function resultOf(body: unknown, { tool }: GoodCall, reply: FastifyReply): Buffer {
  const serverTiming = String(reply.getHeader('server-timing') ?? '');
  return Buffer.from(JSON.stringify(toolResult(tool, { body, serverTiming })));
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
    const { success, data, error } = tool.endpoint.query.safeParse(readArguments(tool, values));
    return success ? { tool, params: data } : { tool, problem: invalidValues(error.issues) };
  } catch (problem) {
    return { tool, problem: problem as ApiError };
  }
});

function readingOf({ dialectParams }: FastifyRequest): Reading {
  return dialectParams as Reading;
}

/** A call of a tool costs what a request to its endpoint does. Other messages have a limit of their own. */
function costOfMessage(request: FastifyRequest): Cost {
  if (!isToolCall(request)) return MESSAGE;
  const call = readingOf(request);
  if (!call || call instanceof ApiError) return NO_SEARCH;
  return costOf(call.tool.endpoint, 'params' in call ? call.params : undefined);
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
