import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../lib/accounts/session-store.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import type { Caller } from '../../lib/limits/verdict.ts';
import { costOf, type Endpoint } from '../contract/endpoint.ts';
import { sendBody } from '../contract/send-body.ts';
import { toApiError } from '../plugins/errors.ts';
import { requesterOf } from '../plugins/request-context.ts';
import type { Services } from '../services.ts';
import { fieldProblems } from './field-problems.ts';
import { requireOwnOrigin } from './guard.ts';
import { setPageHeaders } from './headers.ts';
import { limitSearch } from './limit-search.ts';
import { readOwnSession } from './visitor.ts';

/**
 * The endpoints of the API for the playground of signed-in users, under `/docs/try/`: a session instead of a key, and
 * the limits of the search page. Each request needs the session's CSRF token in a header, which other sites cannot send.
 */
export async function tryEndpoints(
  app: FastifyInstance,
  services: Services,
  endpoints: readonly Endpoint[],
): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, body, headers } = toApiError(error, request);
    return reply.code(status).headers(headers).send(body);
  });
  app.addHook('onRequest', (_request, reply, done) => {
    setPageHeaders(reply);
    done();
  });
  app.get('/docs/session', { schema: { hide: true } }, async (request) => {
    return { csrf: (await sessionOf(request, services))?.csrf ?? null };
  });
  for (const endpoint of endpoints.filter(({ needsKey }) => !needsKey)) addEndpoint(app, services, endpoint);
  app.get('/docs/try/*', { schema: { hide: true } }, () => {
    throw new ApiError(401, 'This endpoint needs an API key.');
  });
}

function addEndpoint(app: FastifyInstance, services: Services, endpoint: Endpoint): void {
  app.route({
    method: endpoint.maxBodyBytes ? ['GET', 'POST'] : ['GET'],
    url: `/docs/try${endpoint.path}`,
    schema: { hide: true },
    ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes(services.config) } : {}),
    async onRequest(request) {
      request.session = await tokenHolder(request, services);
    },
    async handler(request, reply) {
      const session = request.session as Session;
      const given = endpoint.query.safeParse(request.method === 'POST' ? (request.body ?? {}) : request.query);
      await limitSearch(services, session, costOf(endpoint, given.data), { request, reply });
      if (!given.success) throw badRequest(fieldProblems(given.error));
      const body = await endpoint.handle({
        params: given.data,
        caller: callerOf(session),
        standings: { burst: null, sustained: null },
        services,
        ...requesterOf(request, reply, session.username),
        request,
        reply,
      });
      return sendBody(body, reply);
    },
  });
}

function sessionOf(request: FastifyRequest, { redis }: Services): Promise<Session | null> {
  return readOwnSession(request, redis);
}

async function tokenHolder(request: FastifyRequest, services: Services): Promise<Session> {
  requireOwnOrigin(request);
  const session = await sessionOf(request, services);
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
    createdAt: '',
    expiresAt: '',
    expiresAtMs: null,
    lastUsedAt: '',
    searchesThisMonth: 0,
    limits,
  };
  return { ...nothing, scopes: [], engines: [], monthlyLimit: null, prefix: `user ${username}`, username };
}
