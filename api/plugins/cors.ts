import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { addVary } from './vary.ts';

/** What scripts of other origins may send: `GET` and `POST` are the methods of the API. */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Authorization, Content-Type, X-Request-Id, Traceparent, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
  // Two hours, the longest time that Chromium accepts.
  'access-control-max-age': '7200',
};

/** What scripts of other origins may read, besides what browsers always show. */
const EXPOSED = [
  'Age',
  'Allow',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'Warning',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Tributary-Ignored',
].join(', ');

/**
 * Lets scripts of other origins call the API and MCP (CORS), and nothing else: pages have sessions, and these two take a
 * key alone. No reply allows credentials that a browser adds itself. Runs before the checks of addresses and keys, so that scripts can read every refusal.
 */
export const cors = fp(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    if (origins.length === 0) return;
    app.addHook('onRequest', (request, reply, done) => {
      if (!takesKeys(request)) return done();
      addVary(reply, 'origin');
      const allowed = allowedOrigin(origins, request.headers.origin);
      if (allowed === undefined) return done();
      reply.header('access-control-allow-origin', allowed);
      if (isPreflight(request)) return void reply.code(204).headers(PREFLIGHT_HEADERS).send();
      reply.header('access-control-expose-headers', EXPOSED);
      done();
    });
  },
  { name: 'cors', dependencies: ['request-context'] },
);

function takesKeys({ url }: FastifyRequest): boolean {
  return /^\/(api\/v1|mcp)(?=[/?]|$)/.test(url);
}

/** What `Access-Control-Allow-Origin` says to an origin; undefined if the setting does not allow it. */
export function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  return ['*', origin].find((allowed) => origins.includes(allowed));
}

/** Whether a browser asks what it may send. It sends no key with that. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
