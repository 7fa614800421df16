import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../lib/config/config.ts';
import { guestApp } from '../guest-app.ts';
import { loadAnswers } from '../instant/answers.ts';
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

/** Where the page is served. */
const PAGE = '/docs';

/** What the document needs. */
interface OpenapiOptions extends Pick<Config, 'publicUrl'> {
  /** The page that shows it. */
  page: {
    headers: Readonly<Record<string, string>>;
    /** Loads what adds the page to an application, below an address. */
    load(): Promise<(app: FastifyInstance, prefix: string, basePath: string) => Promise<void>>;
  };
}

/** Serves the OpenAPI document, generated from the zod schemas that validate requests, and a page that shows it. */
export const openapi = fp(
  async (app: FastifyInstance, { publicUrl, page }: OpenapiOptions) => {
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
                'and signed-in users need none.',
            },
          },
        },
      },
      transform: describedRoute,
      transformObject: withNamedSchemas,
    });
    const json = (document: object) => staticDocument(JSON.stringify(document), 'application/json; charset=utf-8');
    const documents = once(async () => {
      // The document describes each kind of instant answer.
      await loadAnswers();
      const document = app.swagger();
      return { ofPage: json(document), ofApi: (url: string) => json({ ...document, servers: [{ url }] }) };
    });
    // Anyone can ask for any host, so only the last few are kept.
    const ofApi = new LRUCache<string, StaticDocument>({ max: MAX_ADDRESSES });
    const asYaml = once(async () => {
      await loadAnswers();
      return staticDocument(app.swagger({ yaml: true }), 'application/x-yaml');
    });
    const shown = guestApp(async (guest) => (await page.load())(guest, PAGE, app.basePath));
    await app.register(
      async (docs) => {
        docs.addHook('onRequest', async (_request, reply) => void reply.headers(page.headers));
        const hidden = { schema: { hide: true } };
        docs.get('/', hidden, shown);
        docs.get('/static/*', hidden, shown);
        docs.get('/json', hidden, async (request, reply) => sendStatic(request, reply, (await documents()).ofPage));
        docs.get('/yaml', hidden, async (request, reply) => sendStatic(request, reply, await asYaml()));
      },
      { prefix: PAGE },
    );
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, async (request, reply) => {
      const address = ownAddress(request, publicUrl);
      // Where the address is that of the request, caches must not keep the reply for others.
      reply.header('cache-control', `${publicUrl === '' ? 'private' : 'public'}, max-age=300`);
      const document = ofApi.get(address) ?? (await documents()).ofApi(address);
      ofApi.set(address, document);
      return sendStatic(request, reply, document);
    });
  },
  { name: 'openapi' },
);

/** Makes something at the first call and keeps it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: T | undefined;
  return async () => {
    made ??= await make();
    return made;
  };
}
