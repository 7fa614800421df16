import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { searchIn } from '../../lib/limits/cost.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { MAX_URLS } from '../contract/page-params.ts';
import { queryField, REQUIRED } from '../contract/params.ts';
import { web } from '../endpoints/web.ts';
import { readingCost } from '../lookups/pages.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { cutIfLong } from './long-query.ts';
import { addNotOffered } from './not-offered.ts';
import { costOfReading, partialField, readFor } from './page-reading.ts';

const DEFAULT_COUNT = 10;

const params = z.object({
  query: cutIfLong(queryField),
  count: z.int('A valid integer is required.').min(1, 'Use a number from 1.').default(DEFAULT_COUNT),
});

const loadParams = z.object({
  urls: z
    .array(z.string('Not a valid string.'), 'Give a list of addresses.')
    .min(1, REQUIRED)
    .max(MAX_URLS, `Give at most ${MAX_URLS} addresses.`),
});

/** Open WebUI's "external" web search and web loader: it posts to one address each, and reads a bare list. */
export function openwebui(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/openwebui/load'],
    params: loadParams,
    credentials: anyHeader,
    cost: ({ urls }) => costOfReading(urls.length, services.config),
    errorBody: ({ body }) => body,
    handle: load,
  });
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/openwebui', '/compat/openwebui/search'],
    params,
    credentials: anyHeader,
    cost: () => searchIn('web'),
    errorBody: ({ body }) => body,
    handle(context) {
      const { query, count } = context.params;
      return answerWith(context, 'openwebui', async () => {
        const found = await web.searchFor(context, { q: query });
        const results = found.body.results.slice(0, count);
        const list = results.map(({ url, title, description }) => ({ link: url, title, snippet: description }));
        return { ...found, body: list };
      });
    },
  });
  addNotOffered(app, services, ['/compat/openwebui'], { credentials: anyHeader, errorBody: ({ body }) => body });
}

/** The pages that could be read. An error would lose all of them, so the others are left out. */
async function load(context: RequestContext<z.infer<typeof loadParams>>): Promise<unknown> {
  const { params, request } = context;
  const urls = params.urls.filter((url) => parseHttpUrl(url) !== null);
  const read = (await readFor(context, urls, {})).map(refuseErrorPage);
  const documents = read.flatMap((result) => {
    if (!('page' in result)) return [];
    const { title, description, lang, author, published, content } = result.page;
    return [
      {
        page_content: content,
        metadata: {
          source: result.url,
          title,
          description,
          language: lang,
          author,
          published,
          ...partialField(result.page),
        },
      },
    ];
  });
  request.charge?.settle(readingCost(read));
  return documents;
}
