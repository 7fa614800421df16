import { readFileSync } from 'node:fs';
import path from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { loadAnswers } from '../instant/answers.ts';
import { ISOLATION } from '../ui/headers.ts';
import { staticFolder } from '../ui/static-files.ts';

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

/** Sets each parameter's default from `x-default` in its metadata, because zod omits it for transformed parameters. */
const withDefaults: typeof jsonSchemaTransform = (document) => {
  const transformed = jsonSchemaTransform(document);
  const { properties = {} } = (transformed.schema.querystring ?? {}) as {
    properties?: Record<string, ParameterSchema>;
  };
  for (const property of Object.values(properties)) {
    if (property['x-default'] === undefined) continue;
    property.default = property['x-default'];
    delete property['x-default'];
  }
  return transformed;
};

interface ParameterSchema {
  default?: unknown;
  'x-default'?: unknown;
}

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

/** Serves the OpenAPI document, generated from the zod schemas that validate requests, and a page that shows it. */
export const openapi = fp(
  async (app: FastifyInstance) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Tributary', version: '1', description: DESCRIPTION, license: { name: 'MIT' } },
        tags: [
          { name: 'Search', description: 'Each 200 reply counts as a search.' },
          { name: 'About', description: 'Not counted as a search, but subject to the rate limits.' },
        ],
        // Without servers, clients take the root of the host.
        ...(app.basePath === '' ? {} : { servers: [{ url: app.basePath }] }),
        components: {
          securitySchemes: {
            ApiKey: {
              type: 'apiKey',
              in: 'header',
              name: 'Authorization',
              description: 'The word `Api-Key`, a space, and the key: `Api-Key trib_….…`',
            },
          },
        },
      },
      transform: withDefaults,
    });
    let document: string | undefined;
    const sendDocument = async (_request: FastifyRequest, reply: FastifyReply) => {
      // The document describes each kind of instant answer.
      await loadAnswers();
      document ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(document);
    };
    app.addHook('onRoute', (route) => {
      if (route.url.startsWith('/docs/static/')) route.onSend = [keepFiles, ...[route.onSend ?? []].flat()];
      // The plugin would serialise the document for every request.
      if (route.url === '/docs/json') route.handler = sendDocument;
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
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, (request, reply) =>
      sendDocument(request, reply.header('cache-control', 'public, max-age=300')),
    );
  },
  { name: 'openapi' },
);
