import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { runningCrawlsOf } from '../../lib/crawl/crawl-list.ts';
import { type CrawlDialect, type CrawlEvent, crawlEvents } from '../../lib/crawl/crawl-request.ts';
import { type CrawlSummary, crawlsIn, ownCrawl } from '../../lib/crawl/read-crawl.ts';
import { ApiError } from '../../lib/errors.ts';
import { idOf, uuidOf } from '../../lib/firecrawl/uuid.ts';
import { type Cost, MESSAGE, searchIn } from '../../lib/limits/cost.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { MAX_CHARS } from '../contract/page-params.ts';
import { cancelCrawl } from '../crawl/await-crawl.ts';
import { type OwnRequest, startCrawl } from '../crawl/start-crawl.ts';
import { ownAddress } from '../plugins/base-path.ts';
import type { Services } from '../services.ts';
import { addDialectRoute, type DialectRoute } from './dialect.ts';
import {
  type BatchParams,
  batchParams,
  crawlParams,
  type FirecrawlCrawlParams,
  ignoredOf,
  refuseUnsupported,
  rulesOf,
  sitemapOf,
} from './firecrawl-crawl-params.ts';
import { errorsOf, statusOf } from './firecrawl-crawl-status.ts';
import { ignoredLine, type ScrapeOptions, textsIn, type Version } from './firecrawl-params.ts';
import { renderingBy } from './page-reading.ts';

type Common = Pick<DialectRoute<z.ZodObject>, 'credentials' | 'errorBody'>;

/** As long as the service itself works on a crawl. */
const MAX_S = 86_400;
const MAX_DEPTH = 100;
const MAX_BODY_BYTES = 1024 * 1024;

/** Looking at a crawl is no search: its clients do so every two seconds, and take a 429 for its end. */
const LOOK: Cost = { ...MESSAGE, endpoint: 'crawl' };

/** Its clients follow addresses that we made. Of any other, the beginning is shown. */
const place = z.object({
  skip: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  limit: z.coerce.number().int().min(1).max(1_000).catch(100),
});

/** Firecrawl's crawls and batches: start, status, errors, cancel, active. */
export function firecrawlCrawls(
  app: FastifyInstance,
  services: Services,
  { version, at, common }: { version: Version; at: (path: string) => string[]; common: Common },
): void {
  const start = { ...common, methods: ['POST' as const], cost: () => searchIn('crawl', 0), bodyLimit: MAX_BODY_BYTES };
  addDialectRoute(app, services, {
    ...start,
    urls: at('crawl'),
    params: crawlParams,
    handle: (context) => startSite(context),
  });
  addDialectRoute(app, services, {
    ...start,
    urls: at('batch/scrape'),
    params: batchParams,
    maxValues: 5_000,
    handle: (context) => startBatch(context, version),
  });
  const look = { ...common, methods: ['GET' as const], params: z.object({}), cost: () => LOOK };
  addDialectRoute(app, services, { ...look, urls: [...at('crawl/active'), ...at('crawl/ongoing')], handle: active });
  const one = [...at('crawl/:id'), ...at('batch/scrape/:id')];
  addDialectRoute(app, services, {
    ...look,
    urls: one,
    params: place,
    async handle(context) {
      const { crawl, seals } = await crawlOf(context);
      return statusOf(context, crawl, seals, { version, ...context.params });
    },
  });
  addDialectRoute(app, services, { ...look, methods: ['DELETE'], urls: one, handle: cancel });
  addDialectRoute(app, services, {
    ...look,
    // Its client of version 1 sends DELETE, and means GET.
    methods: ['GET', 'DELETE'],
    urls: one.map((url) => `${url}/errors`),
    async handle(context) {
      const { crawl, seals } = await crawlOf(context);
      return errorsOf(context, crawl, seals);
    },
  });
}

async function startSite(context: RequestContext<FirecrawlCrawlParams>): Promise<unknown> {
  const { params, services } = context;
  refuseUnsupported(params);
  const { url, limit, scrapeOptions: options, webhook } = params;
  const { maxPages } = services.config.crawl;
  const lines = [
    limit > maxPages ? `Limited to ${maxPages} pages (CRAWL_MAX_PAGES).` : '',
    ignoredLine(options, ignoredOf(params)),
  ];
  return start(
    context,
    options,
    { kind: 'crawl', warning: lines.filter(Boolean).join(' '), webhook },
    {
      url,
      limit: Math.min(limit, maxPages),
      depth: params.maxDiscoveryDepth ?? MAX_DEPTH,
      subdomains: params.allowSubdomains,
      sitemap: sitemapOf({ ...params, skip: params.ignoreSitemap }),
      rules: rulesOf(params),
      ignoresQuery: params.ignoreQueryParameters,
      delayMs: Math.round((params.delay ?? 0) * 1_000),
    },
  );
}

async function startBatch(context: RequestContext<BatchParams>, version: Version): Promise<unknown> {
  refuseUnsupported(context.params);
  const { urls, ignoreInvalidURLs = version === 'v2', webhook, ...options } = context.params;
  const [valid, invalidURLs] = [urls.filter(isAddress), urls.filter((url) => !isAddress(url))];
  if (invalidURLs.length > 0 && (!ignoreInvalidURLs || valid.length === 0)) {
    throw new ApiError(400, { urls: [`Use http:// or https:// addresses: ${invalidURLs[0]?.slice(0, 100)}`] });
  }
  const warning = ignoredLine(options);
  const started = await start(context, options, { kind: 'batch_scrape', warning, webhook }, { urls: valid });
  return { ...started, ...(ignoreInvalidURLs && { invalidURLs }) };
}

const isAddress = (url: string) => parseHttpUrl(url) !== null;

/** What the parameters of a crawl or batch come to. */
interface Asked extends Pick<OwnRequest, 'rules' | 'ignoresQuery' | 'delayMs'> {
  url?: string;
  urls?: string[];
  limit?: number;
  depth?: number;
  subdomains?: boolean;
  sitemap?: 'use' | 'only' | 'skip';
}

async function start(
  { services, caller, request }: RequestContext<unknown>,
  options: ScrapeOptions,
  about: Pick<CrawlDialect, 'kind' | 'warning'> & { webhook: FirecrawlCrawlParams['webhook'] },
  { rules, ignoresQuery = false, delayMs = 0, ...asked }: Asked,
): Promise<Record<string, unknown>> {
  const { names, format, whole, also, links, images } = textsIn(options);
  const { kind, warning, webhook } = about;
  const metadata = webhook && 'metadata' in webhook ? webhook.metadata : undefined;
  const dialect = { kind, texts: names, warning, ...(metadata && { metadata }) } as const;
  const told = webhook && { url: webhook.url, events: eventsOf('events' in webhook ? webhook.events : undefined) };
  const render = renderingBy(services.config);
  const params = { ...asked, max_s: MAX_S, max_chars: MAX_CHARS, format, links, images, render, webhook: told };
  const crawl = await startCrawl(services, caller, params, {
    ...(rules && { rules }),
    ignoresQuery,
    ...(delayMs > 0 && { delayMs }),
    dialect,
    whole,
    also,
  });
  const id = uuidOf(crawl.id);
  const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  const url = `${ownAddress(request, services.config.publicUrl)}${path}/${id}`;
  // Its service signs with a secret of the account; here each crawl has its own.
  return { success: true, id, url, ...(crawl.webhookSecret && { webhookSecret: crawl.webhookSecret }) };
}

/** Firecrawl's events in the words of the API: what it calls completed may have met a limit. */
function eventsOf(given: readonly ('started' | 'page' | 'completed' | 'failed')[] | undefined): CrawlEvent[] {
  const words = {
    started: ['started'],
    page: ['page'],
    completed: ['completed', 'partial'],
    failed: ['failed', 'cancelled'],
  } as const;
  return given === undefined || given.length === 0 ? [...crawlEvents] : given.flatMap((event) => [...words[event]]);
}

/** The crawl of an address. Another account's is a 404, as one that does not exist. */
async function crawlOf({ request, caller, services }: RequestContext<unknown>) {
  const own = await ownCrawl(services, idOf((request.params as { id: string }).id), caller.username);
  if (own === null) throw new ApiError(404, 'Job not found');
  return own;
}

async function cancel(context: RequestContext<unknown>): Promise<unknown> {
  const { crawl, seals } = await crawlOf(context);
  const { state } = await cancelCrawl(context.services, crawl, seals);
  return { success: true, status: state === 'partial' ? 'completed' : state };
}

async function active({ caller: { username }, services }: RequestContext<unknown>): Promise<unknown> {
  const crawls = await crawlsIn(services, await runningCrawlsOf(services.redis, username), username);
  const running = crawls.filter(({ state }) => state === 'running');
  return { success: true, crawls: running.sort((one, other) => other.createdAt - one.createdAt).map(shown) };
}

function shown({ id, account, limit, createdAt, about }: CrawlSummary): Record<string, unknown> {
  return {
    id: uuidOf(id),
    teamId: account,
    url: about.url,
    created_at: new Date(createdAt).toISOString(),
    options: { limit, maxDiscoveryDepth: about.depth, scrapeOptions: { formats: about.texts } },
  };
}
