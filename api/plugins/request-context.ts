import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import { type AddressDetail, loggedAddress } from '../../lib/net/logged-address.ts';
import type { Requester } from '../ask/call-context.ts';
import type { Metrics } from '../metrics.ts';
import { noteOuter } from './inner-requests.ts';
import { CLIENT_LEFT, endStatus, leftSignal } from './left-clients.ts';

const SANE_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** The caller's `X-Request-Id` if it is well-formed, or else a new one. */
export function requestId(raw: IncomingMessage | { headers: IncomingMessage['headers'] }): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

/** The requester of the provider calls of a request. */
export function requesterOf(request: FastifyRequest, reply: FastifyReply, account: string): Requester {
  return {
    requestId: request.id,
    span: request.span,
    account,
    signal: () => leftSignal(reply),
    elapsedMs: () => reply.elapsedTime,
    onQueued: () => request.charge?.keep(),
    rules: rulesOf(request),
  };
}

/** The rules for sites of a key and its account, or of a visitor's account. */
function rulesOf({ admitted, session }: FastifyRequest): Requester['rules'] {
  if (admitted) return admitted.caller.rules;
  return session?.rules ? [{ owner: 'account', name: session.username, version: session.rules }] : undefined;
}

/** Half a year: how long browsers insist on HTTPS for this host after a reply over HTTPS. */
const HTTPS_ONLY = 'max-age=15552000';

/** Adds the request ID and the safety headers to a reply. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  if (publicUrl.startsWith('https:') || request.protocol === 'https') {
    reply.header('strict-transport-security', HTTPS_ONLY);
  }
}

/** What the plugin needs. */
export interface RequestContextOptions {
  metrics: Metrics;
  publicUrl: string;
  logAddresses: AddressDetail;
  /** Aborted when the process is told to stop. */
  stopping: AbortSignal;
}

/** Adds the common headers to every reply, logs one line per request, and counts it in the metrics. */
export const requestContext = fp(
  async (app: FastifyInstance, { metrics, publicUrl, logAddresses, stopping }: RequestContextOptions) => {
    app.decorateRequest('notes', null);
    app.addHook('onRequest', (request, reply, done) => {
      noteOuter(request);
      if (request.routeOptions.config.cost !== undefined) request.notes = { engines: [] };
      setCommonHeaders(request, reply, publicUrl);
      done();
    });
    // A client that would reuse its connection could send the next request just when the server closes it.
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (stopping.aborted) reply.header('connection', 'close');
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const status = endStatus(reply);
      logRequest(request, status, reply.elapsedTime, logAddresses);
      metrics.countRequest(routeOf(request), request.method, status, reply.elapsedTime);
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      // The onResponse hook does not run for these requests.
      logRequest(request, CLIENT_LEFT, undefined, logAddresses);
      metrics.countAborted(routeOf(request), request.method);
      done();
    });
  },
  { name: 'request-context' },
);

/** Logs the route instead of the URL, so that queries stay out of the log. */
function logRequest(
  request: FastifyRequest,
  status: number,
  ms: number | undefined,
  logAddresses: AddressDetail,
): void {
  const key = request.admitted ? displayPrefix(request.admitted.caller.prefix) : undefined;
  // Routes without a key log at debug level, because load balancers request /healthz every few seconds.
  const level = request.routeOptions.config.cost === undefined && status < 400 ? 'debug' : 'info';
  request.log[level](
    {
      reqId: request.id,
      method: request.method,
      route: routeOf(request),
      status,
      ms: ms === undefined ? undefined : Math.round(ms * 10) / 10,
      key,
      // Whoever guesses keys or sends too much can be blocked in front of this process.
      address: status === 401 || status === 429 ? loggedAddress(request.ip, logAddresses) : undefined,
      engines: enginesIn(request),
      q: request.loggedQuery,
      trace_id: request.span?.traceId,
    },
    'request',
  );
}

/** The providers of a search, each with its outcome and time; undefined if there are none. */
function enginesIn({ notes }: FastifyRequest): Record<string, string> | undefined {
  if (!notes || notes.engines.length === 0) return undefined;
  return Object.fromEntries(notes.engines.map(({ engine, outcome, ms }) => [engine, `${outcome} ${ms ?? 0} ms`]));
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
