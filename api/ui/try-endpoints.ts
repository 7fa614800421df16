import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Session } from '../../lib/accounts/session-store.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import { type Cost, NO_SEARCH } from '../../lib/limits/cost.ts';
import { rateHeaders } from '../../lib/limits/rate-headers.ts';
import type { Caller } from '../../lib/limits/verdict.ts';
import { costOf, type Endpoint, type RequestContext } from '../contract/endpoint.ts';
import { sendBody } from '../contract/send-body.ts';
import { toApiError } from '../plugins/errors.ts';
import { requesterOf } from '../plugins/request-context.ts';
import { BatchParts, batch, batchBody } from '../routes/batch.ts';
import { type StreamedEndpoint, sendEvents, streamOf } from '../routes/event-route.ts';
import type { Services } from '../services.ts';
import { fieldProblems } from './field-problems.ts';
import { requireOwnOrigin } from './guard.ts';
import { setPageHeaders } from './headers.ts';
import { limitSearch } from './limit-search.ts';
import { readOwnSession } from './visitor.ts';

/** Below this path are the endpoints for signed-in people. */
export const TRY = '/docs/try';

/** What of the API is here. */
interface Tried {
  endpoints: readonly Endpoint[];
  streamed: readonly StreamedEndpoint[];
}

/**
 * The endpoints of the API for the forms of the reference, under `/docs/try/`: a session instead of a key, and the limits
 * of the search page. Each request needs the session's CSRF token in a header, which other sites cannot send.
 */
export async function tryEndpoints(
  app: FastifyInstance,
  services: Services,
  { endpoints, streamed }: Tried,
): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, body, headers } = toApiError(error, request);
    return reply.code(status).headers(headers).send(body);
  });
  app.addHook('onRequest', async (request, reply) => {
    setPageHeaders(reply);
    // Whoever has no session is told so before anything is read, also about what is not here.
    request.session = await tokenHolder(request, services);
  });
  for (const endpoint of endpoints.filter(({ needsKey }) => !needsKey)) {
    addTried(app, services, endpoint, endpoint.path, async (context) =>
      sendBody(await endpoint.handle(context), context.reply),
    );
  }
  for (const { endpoint, follow } of streamed) {
    // A stream has no form of its own to post.
    const { maxBodyBytes: _, ...byGet } = endpoint;
    addTried(app, services, byGet, streamOf(endpoint).path, (context) => sendEvents(follow, context));
  }
  addTriedBatch(app, services, endpoints);
  app.all(`${TRY}/*`, { schema: { hide: true } }, () => {
    throw new ApiError(401, 'This endpoint needs an API key.');
  });
}

type Handle = (context: RequestContext<z.infer<z.ZodType>>) => Promise<unknown>;

function addTried(app: FastifyInstance, services: Services, endpoint: Endpoint, path: string, handle: Handle): void {
  app.route({
    method: endpoint.maxBodyBytes ? ['GET', 'POST'] : ['GET'],
    url: `${TRY}${path}`,
    schema: { hide: true },
    ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes(services.config) } : {}),
    async handler(request, reply) {
      const given = endpoint.query.safeParse(request.method === 'POST' ? (request.body ?? {}) : request.query);
      const session = await charge(services, costOf(endpoint, given.data), request, reply);
      if (!given.success) throw badRequest(fieldProblems(given.error));
      return handle({
        params: given.data,
        caller: callerOf(session),
        standings: { burst: null, sustained: null },
        services,
        ...requesterOf(request, reply, session.username),
        request,
        reply,
      });
    },
  });
}

/** A batch, each request of which goes through its own route here. */
function addTriedBatch(app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void {
  const parts = new BatchParts(endpoints);
  app.post(`${TRY}${batch.path}`, { schema: { hide: true } }, async (request, reply) => {
    const given = batchBody.safeParse(request.body ?? {});
    const entries = given.success ? 1 + parts.problemsIn(given.data.requests) : 1;
    const session = await charge(services, { ...NO_SEARCH, entries }, request, reply);
    if (!given.success) throw badRequest(fieldProblems(given.error));
    const headers = { cookie: request.headers.cookie, host: request.headers.host, 'x-csrf-token': session.csrf };
    return { responses: await parts.answers(given.data.requests, reply, { below: TRY, headers }) };
  });
}

/** Counts a request towards the limits of the person, who is told what is left. */
async function charge(services: Services, cost: Cost, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  const session = request.session as Session;
  reply.headers(rateHeaders(await limitSearch(services, session, cost, { request, reply })));
  return session;
}

async function tokenHolder(request: FastifyRequest, { redis }: Services): Promise<Session> {
  requireOwnOrigin(request);
  const session = await readOwnSession(request, redis);
  if (!session) throw new ApiError(401, 'Authentication credentials were not provided.');
  if (request.headers['x-csrf-token'] !== session.csrf) {
    throw new ApiError(403, 'This page is out of date. Reload it and try again.');
  }
  return session;
}

/** The signed-in user as a caller. Endpoints that report on a key need a key. */
function callerOf({ username }: Session): Caller {
  const limits = () => ({ burst: null, sustained: null, monthly: null, parallel: null });
  const nothing = {
    keyName: '',
    labels: {},
    createdAt: '',
    expiresAt: '',
    expiresAtMs: null,
    lastUsedAt: '',
    searchesThisMonth: 0,
    limits,
  };
  return { ...nothing, scopes: [], engines: [], monthlyLimit: null, prefix: `user ${username}`, username };
}
