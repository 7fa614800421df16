import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../lib/config/config.ts';
import { loadAnswers } from '../instant/answers.ts';
import type { ApiDocument } from '../reference/document.ts';
import { type ReferencePage, referencePages } from '../reference/pages.ts';
import { type StaticDocument, sendStatic, staticDocument } from '../static-document.ts';
import { ownAddress } from './base-path.ts';
import { describedRoute, withNamedSchemas } from './openapi-route.ts';

const DESCRIPTION = `One key, one JSON shape, several search engines behind it.

Send your key with every request: \`Authorization: Api-Key <key>\`. Replies have \`RateLimit\` headers and an
\`X-Request-Id\`. Search replies also have a \`Server-Timing\` header with the outcome of each engine.

A search counts towards your usage if it returns a 200, or if you disconnect while engines are being asked. A search
that every engine skips does not count.

Parameters that an endpoint does not have are ignored. The header \`X-Tributary-Ignored\` lists them.`;

/** Of how many addresses of this instance the document is kept. */
const MAX_ADDRESSES = 5;

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages of the API reference, made from the OpenAPI document at the first call. */
    apiReference(): Promise<readonly ReferencePage[]>;
  }
}

/** Serves the OpenAPI document, generated from the zod schemas that validate requests, and has the reference for people. */
export const openapi = fp(
  async (app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Tributary',
          version: '1',
          description: DESCRIPTION,
          license: { name: 'MIT', identifier: 'MIT' },
        },
        tags: [
          { name: 'Search', description: 'A 200 reply counts as a search, unless every engine skipped it.' },
          { name: 'About', description: 'Not counted as a search, but subject to the rate limits.' },
          { name: 'Management', description: 'For keys with the scope `manage` alone, which cannot search.' },
        ],
        components: {
          securitySchemes: {
            ApiKey: {
              type: 'apiKey',
              in: 'header',
              name: 'Authorization',
              description:
                'The word `Api-Key`, a space, and the key: `Api-Key trib_….…`. The pages at `/docs` also take the key alone, ' +
                'and signed-in users need none for most endpoints.',
            },
          },
        },
      },
      transform: describedRoute,
      transformObject: withNamedSchemas,
    });
    const described = once(async () => {
      // The document describes each kind of instant answer.
      await loadAnswers();
      return app.swagger();
    });
    app.decorate(
      'apiReference',
      once(async () => referencePages((await described()) as unknown as ApiDocument)),
    );
    // Anyone can ask for any host, so only the last few are kept.
    const ofApi = new LRUCache<string, StaticDocument>({ max: MAX_ADDRESSES });
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, async (request, reply) => {
      const address = ownAddress(request, publicUrl);
      // Where the address is that of the request, caches must not keep the reply for others.
      reply.header('cache-control', `${publicUrl === '' ? 'private' : 'public'}, max-age=300`);
      const document = ofApi.get(address) ?? atAddress(await described(), address);
      ofApi.set(address, document);
      return sendStatic(request, reply, document);
    });
  },
  { name: 'openapi' },
);

/** The document with the address of the instance. */
function atAddress(document: object, url: string): StaticDocument {
  return staticDocument(JSON.stringify({ ...document, servers: [{ url }] }), 'application/json; charset=utf-8');
}

/** Makes something at the first call and keeps it; what has failed is tried again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}
