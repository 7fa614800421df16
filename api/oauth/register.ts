import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentPaths, resourceDocument, serverDocument } from '../../lib/oauth/metadata.ts';
import { oauthServer } from '../../lib/oauth/oauth-server.ts';
import type { Services } from '../services.ts';
import { sendStatic, staticDocument } from '../static-document.ts';
import { oauthErrorReply } from './oauth-error.ts';
import { register } from './registration.ts';
import { revoke } from './revocation.ts';
import { giveTokens } from './token.ts';

/** What programs in a browser may send. No cookie counts at these routes, so every site may ask. */
const OPEN = { 'access-control-allow-origin': '*' };
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '7200',
};
const DOCUMENT_KEPT = 'public, max-age=300';
/** Far more than a client has to say. */
const MAX_BODY_BYTES = 16 * 1024;

type Handler = (request: FastifyRequest, reply: FastifyReply, services: Services) => Promise<unknown>;

/**
 * The authorization server of this instance, for programs that connect to `/mcp`. People meet it on the page of
 * `api/ui/programs/consent.tsx`.
 */
export function registerOAuth(app: FastifyInstance, services: Services): void {
  const server = oauthServer(services.config);
  if (!server) return;
  const paths = documentPaths(server);
  addDocument(app, paths.resource, resourceDocument(server));
  addDocument(app, paths.server, serverDocument(server));
  addEndpoint(app, services, ['/oauth/token', '/token'], (request, _reply, parts) =>
    giveTokens(request, parts, server),
  );
  addEndpoint(app, services, ['/oauth/register', '/register'], register);
  addEndpoint(app, services, ['/oauth/revoke'], revoke);
  // Clients that find no metadata guess this address.
  app.get('/authorize', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/oauth/authorize${/\?.*$/s.exec(request.url)?.[0] ?? ''}`, 302),
  );
}

function addDocument(app: FastifyInstance, paths: readonly string[], content: unknown): void {
  const document = staticDocument(JSON.stringify(content), 'application/json; charset=utf-8');
  for (const url of paths) {
    app.get(url, { schema: { hide: true } }, (request, reply) =>
      sendStatic(request, reply.headers({ ...OPEN, 'cache-control': DOCUMENT_KEPT }), document),
    );
    addPreflight(app, url);
  }
}

function addEndpoint(app: FastifyInstance, services: Services, urls: readonly string[], handler: Handler): void {
  for (const url of urls) {
    app.route({
      method: 'POST',
      url,
      schema: { hide: true },
      bodyLimit: MAX_BODY_BYTES,
      config: { errorReply: oauthErrorReply },
      // Before anything can fail: errors are neither kept nor hidden from a program in a browser.
      onRequest(_request, reply, done) {
        reply.headers({ ...OPEN, 'cache-control': 'no-store', pragma: 'no-cache' });
        done();
      },
      handler: (request, reply) => handler(request, reply, services),
    });
    addPreflight(app, url);
  }
}

function addPreflight(app: FastifyInstance, url: string): void {
  app.options(url, { schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...OPEN, ...PREFLIGHT })
      .send(),
  );
}
