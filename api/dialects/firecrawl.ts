import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ApiError, lineOf } from '../../lib/errors.ts';
import { NO_SEARCH, searchesOf, searchInAll } from '../../lib/limits/cost.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { withReading } from '../lookups/pages.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { servedTabs } from '../search/engines.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { firecrawlCrawls } from './firecrawl-crawl.ts';
import { firecrawlMap } from './firecrawl-map.ts';
import { scrape, unreadable } from './firecrawl-pages.ts';
import {
  type ScrapeParams,
  type SearchParams,
  type Source,
  scrapeParams,
  searchParams,
  sourcesIn,
  type Version,
} from './firecrawl-params.ts';
import { firecrawlSearch, pagesWanted } from './firecrawl-search.ts';
import { concurrency, creditUsage } from './firecrawl-usage.ts';
import { addNotOffered } from './not-offered.ts';
import { costOfReading, readFor } from './page-reading.ts';

/** The versions of the API, and how many results each returns by default. */
const VERSIONS = { v1: 5, v2: 10 } as const satisfies Record<Version, number>;

/** Where each version is. An address without a version is of the newest, as LiteLLM takes it. */
const BASES: Readonly<Record<Version, readonly string[]>> = {
  v1: ['/compat/firecrawl/v1'],
  v2: ['/compat/firecrawl/v2', '/compat/firecrawl'],
};

const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'SCRAPE_TIMEOUT',
  422: 'SCRAPE_FAILED',
  429: 'RATE_LIMITED',
  501: 'NOT_OFFERED',
  503: 'UNAVAILABLE',
};

const common = {
  methods: ['POST' as const],
  credentials: anyHeader,
  errorBody: (error: ApiError) => ({ success: false, error: lineOf(error), code: CODES[error.status] ?? 'ERROR' }),
};

/** Firecrawl's search, scrape, crawl, batch and map, in both versions of its API, and what its clients ask about the key. */
export function firecrawl(app: FastifyInstance, services: Services): void {
  for (const version of Object.keys(VERSIONS) as Version[]) {
    const at = (path: string) => BASES[version].map((base) => `${base}/${path}`);
    const sourcesOf = ({ sources }: SearchParams) =>
      version === 'v1' ? ['web' as const] : servedTabs(sourcesIn(sources), services.providers.roster.slots);
    addDialectRoute(app, services, {
      ...common,
      urls: at('search'),
      params: searchParams(VERSIONS[version]),
      cost: (params) => withReading(searchInAll(sourcesOf(params)), pagesWanted(params)),
      handle: (context) => search(context, version, sourcesOf(context.params)),
    });
    addDialectRoute(app, services, {
      ...common,
      urls: at('scrape'),
      params: scrapeParams,
      cost: () => costOfReading(1, services.config),
      handle: scrapeOne,
    });
    const about = { ...common, methods: ['GET' as const], params: z.object({}), cost: () => NO_SEARCH };
    addDialectRoute(app, services, {
      ...about,
      urls: at('team/credit-usage'),
      handle: async (context) => ({ success: true, data: creditUsage(context, version) }),
    });
    addDialectRoute(app, services, {
      ...about,
      urls: at('concurrency-check'),
      handle: async (context) => ({ success: true, ...concurrency(context) }),
    });
    firecrawlCrawls(app, services, { version, at, common });
    firecrawlMap(app, services, { version, at, common });
    addNotOffered(app, services, BASES[version], common);
  }
}

async function search(
  context: RequestContext<SearchParams>,
  version: Version,
  sources: readonly Source[],
): Promise<unknown> {
  const { request } = context;
  let creditsUsed = searchesOf(searchInAll(sources));
  const found = await answerWith(context, `firecrawl-${version}`, async () => {
    const { body, ...rest } = await firecrawlSearch(context, sources);
    creditsUsed = rest.searches;
    const data = version === 'v1' ? (body.data.web ?? []) : body.data;
    return { ...rest, body: { success: true, data, warning: body.warning } };
  });
  const own = { id: request.id, creditsUsed };
  return found instanceof RenderedReply ? found.with(own) : { ...found, ...own };
}

async function scrapeOne(context: RequestContext<ScrapeParams>): Promise<unknown> {
  const { url, timeout } = context.params;
  const [page] = await scrape([url], context.params, (urls, wanted) => readFor(context, urls, wanted, timeout));
  if (page && 'document' in page) return { success: true, data: page.document };
  if (page?.fetched) context.request.charge?.settle();
  throw unreadable('page', 'read', page?.reason ?? 'it could not be read');
}
