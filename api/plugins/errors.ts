import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, unavailable } from '../../lib/errors.ts';
import { isRedisOutage } from '../../lib/redis/redis.ts';
import type { RedisOutages } from '../../lib/redis/redis-outages.ts';
import { setCommonHeaders } from './request-context.ts';
import { noteFailure } from './request-notes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Hears of requests that failed because Redis is away. */
    redisOutages: RedisOutages;
  }
  interface FastifyContextConfig {
    /** Turns an error into the reply of a route with another error format. */
    errorReply?: (error: ApiError, request: FastifyRequest) => { status: number; body: unknown };
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const FRAMEWORK_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not supported.',
};

/** What the replies to errors need. */
interface ErrorsOptions {
  outages: RedisOutages;
  /** Sends a page to a browser that asked for an unknown address. */
  noPage(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/**
 * Error replies are JSON that names the problem. They never contain a stack trace, an upstream address or a key. A
 * browser that requests an unknown address gets a page. The pages handle their own errors.
 */
export const errors = fp(
  async (app: FastifyInstance, { outages, noPage }: ErrorsOptions) => {
    app.decorate('redisOutages', outages);
    const allowed: AllowedMethods = [];
    app.addHook('onRoute', ({ url, method }) => {
      // Whether the address exists that follows a prefix is known only to the route's handler.
      if (!url.includes('*')) allowed.push({ parts: partsOf(url), methods: [method].flat() });
    });
    app.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const known = toApiError(error, request);
      return isLostPerson(request) ? noPage(known, request, reply) : send(known, request, reply);
    });
    // Runs before the body is read, because the body does not matter here.
    app.addHook('onRequest', (request, _reply, done) => {
      done(request.is404 ? notFoundOrNotAllowed(allowed, request) : undefined);
    });
    app.setNotFoundHandler((request, reply) => send(notFoundOrNotAllowed(allowed, request), request, reply));
  },
  { name: 'errors' },
);

/** Answers a request for an address that cannot be decoded, which never reaches a route, with the usual 400. */
export function unreadableAddress(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  setCommonHeaders(request, reply, publicUrl);
  void reply.code(400).send({ detail: FRAMEWORK_MESSAGES[400] });
}

/** How long a client may keep a connection open that the server has ended. */
const LINGER_MS = 1_000;

/**
 * Answers bytes that are not HTTP, headers that are too large, and requests that come too slowly. There is no request
 * yet, only a socket. A client that neither reads the answer nor closes the connection must not hold it.
 */
export function unreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // Browsers open connections before they need them. One that waited in vain would take this for the reply to its next
  // request; if it is closed, the browser opens another.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ detail: tooLarge ? 'The headers are too large.' : FRAMEWORK_MESSAGES[400] });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function isLostPerson({ is404, url, headers }: FastifyRequest): boolean {
  return is404 && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}

function send(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = request.routeOptions.config.errorReply?.(error, request) ?? error;
  return reply.code(status).headers(error.headers).send(body);
}

/** The reply to an error, which is noted. What is not an intended error is logged, and the caller learns nothing of it. */
export function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  const known = knownError(error, request);
  noteFailure(request, known);
  return known;
}

function knownError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (isRedisOutage(error)) {
    request.server.redisOutages.notice(error);
    return unavailable('The service is temporarily unavailable.', 1, 'redis');
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError(status, FRAMEWORK_MESSAGES[status] ?? 'The request was refused.');
  }
  request.log.error({ reqId: request.id, trace_id: request.span?.traceId, err: error }, 'unexpected error');
  return new ApiError(500, { detail: 'Internal server error.', request_id: request.id });
}

/** The parts of every route's path, with the methods that it takes. */
type AllowedMethods = { parts: string[]; methods: string[] }[];

function notFoundOrNotAllowed(allowed: AllowedMethods, { method, url }: FastifyRequest): ApiError {
  const parts = partsOf(url.split('?', 1)[0] ?? '');
  const known = new Set(allowed.filter((route) => fits(route.parts, parts)).flatMap(({ methods }) => methods));
  if (known.size === 0) return new ApiError(404, 'Not found.');
  const allow = METHODS.filter((name) => known.has(name)).join(', ');
  return new ApiError(405, `Method "${method}" not allowed.`, { allow });
}

/** The parts between slashes. The one at the end does not count. */
function partsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
}

/** Whether a path is that of a route, in which `:name` stands for any part. */
function fits(route: readonly string[], parts: readonly string[]): boolean {
  const isSame = (part: string, at: number) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]);
  return route.length === parts.length && route.every(isSame);
}
