import { readFileSync } from 'node:fs';
import path from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../lib/config.ts';
import { loadAnswers } from '../instant/answers.ts';
import { ISOLATION } from '../ui/headers.ts';
import { staticFolder } from '../ui/static-files.ts';
import { ownAddress } from './base-path.ts';
import { describedRoute, withNamedSchemas } from './openapi-route.ts';

const DESCRIPTION = `One key, one JSON shape, several search engines behind it.

Send your key with every request: \`Authorization: Api-Key <key>\`. Replies have \`RateLimit\` headers and an
\`X-Request-Id\`. Search replies also have a \`Server-Timing\` header with the outcome of each engine.

A search counts towards your usage if it ends in a 200, or if you disconnect while engines are asked for it.`;

/** Allows only this origin. It does not upgrade to HTTPS, because an instance on loopback has none. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' data:",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
].join('; ');

function themeFile(filename: string): { filename: string; content: string } {
  return { filename, content: readFileSync(path.join(staticFolder, filename), 'utf8') };
}

async function loadAnswersFirst(): Promise<void> {
  await loadAnswers();
}

/** The page's files are two megabytes and change only with a new version. */
const FILES_CACHE = 'public, max-age=86400';

const keepFiles: onSendHookHandler = (_request, reply, payload, done) => {
  reply.header('cache-control', FILES_CACHE);
  done(null, payload);
};

/** The document as the page gets it, and without servers. */
function texts(document: object): { ofPage: string; withoutServers: string } {
  return { ofPage: JSON.stringify(document), withoutServers: JSON.stringify({ ...document, servers: undefined }) };
}

/** Serves the OpenAPI document, generated from the zod schemas that validate requests, and a page that shows it. */
export const openapi = fp(
  async (app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Tributary', version: '1', description: DESCRIPTION, license: { name: 'MIT' } },
        tags: [
          { name: 'Search', description: 'Each 200 reply counts as a search.' },
          { name: 'About', description: 'Not counted as a search, but subject to the rate limits.' },
        ],
        // The page calls the host that it was loaded from, whatever that is.
        ...(app.basePath === '' ? {} : { servers: [{ url: app.basePath }] }),
        components: {
          securitySchemes: {
            ApiKey: {
              type: 'apiKey',
              in: 'header',
              name: 'Authorization',
              description:
                'The word `Api-Key`, a space, and the key: `Api-Key trib_….…`. The page at `/docs` also takes the key alone, ' +
                'and needs none from signed-in users.',
            },
          },
        },
      },
      transform: describedRoute,
      transformObject: withNamedSchemas,
    });
    // Rendered once. Only the servers depend on the request, so they are added to the text.
    let rendered: ReturnType<typeof texts> | undefined;
    const render = async () => {
      // The document describes each kind of instant answer.
      await loadAnswers();
      rendered ??= texts(app.swagger());
      return rendered;
    };
    const sendJson = (reply: FastifyReply, json: string) => reply.type('application/json; charset=utf-8').send(json);
    app.addHook('onRoute', (route) => {
      if (route.url.startsWith('/docs/static/')) route.onSend = [keepFiles, ...[route.onSend ?? []].flat()];
      // The plugin would serialise the document for every request.
      if (route.url === '/docs/json')
        route.handler = async (_request, reply) => sendJson(reply, (await render()).ofPage);
      if (route.url === '/docs/yaml') route.preHandler = loadAnswersFirst;
    });
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: app.basePath,
      uiHooks: {
        async onRequest(_request, reply) {
          reply.headers(ISOLATION);
        },
      },
      staticCSP: CONTENT_SECURITY_POLICY,
      // BaseLayout has no top bar, which would ask for the URL of another document.
      uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', defaultModelsExpandDepth: -1 },
      theme: { title: 'Tributary API', css: [themeFile('docs.css')], js: [themeFile('docs.js')] },
    });
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, async (request, reply) => {
      const { withoutServers } = await render();
      const servers = JSON.stringify([{ url: ownAddress(request, publicUrl) }]);
      reply.header('cache-control', 'public, max-age=300');
      return sendJson(reply, `${withoutServers.slice(0, -1)},"servers":${servers}}`);
    });
  },
  { name: 'openapi' },
);
