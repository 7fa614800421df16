import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { displayPrefix } from '../../lib/keys/key-format.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when the client has gone before its answer. */
    clientGone: AbortController;
  }
}

const SANE_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** The caller's `X-Request-Id` if it is a sane token, else a new one. */
export function requestId(raw: IncomingMessage | { headers: IncomingMessage['headers'] }): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

/** Gives every reply its request id, every request a signal that tells when its client has gone, and the log one line. */
export const requestContext = fp(
  async (app: FastifyInstance) => {
    // biome-ignore lint/suspicious/noExplicitAny: a placeholder; the hook below fills it before anyone looks.
    app.decorateRequest('clientGone', null as any);
    app.addHook('onRequest', async (request, reply) => {
      const gone = new AbortController();
      request.clientGone = gone;
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      reply.header('x-request-id', request.id);
    });
    app.addHook('onResponse', async (request, reply) => {
      logRequest(request, reply.statusCode, reply.elapsedTime);
    });
    app.addHook('onRequestAbort', async (request) => {
      // nginx's code for a client that did not wait; the reply hook does not run for those.
      logRequest(request, 499, undefined);
    });
  },
  { name: 'request-context' },
);

/** The route, not the address: what people search stays out of the log. */
function logRequest(request: import('fastify').FastifyRequest, status: number, ms: number | undefined): void {
  const key = request.admitted ? displayPrefix(request.admitted.caller.prefix) : undefined;
  // A load balancer asks every few seconds.
  const level = request.routeOptions.config.countsAs === undefined && status < 400 ? 'debug' : 'info';
  request.log[level](
    {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      ms: ms === undefined ? undefined : Math.round(ms * 10) / 10,
      key,
      q: request.loggedQuery,
    },
    'request',
  );
}
