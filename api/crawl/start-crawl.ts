import { randomUUID } from 'node:crypto';
import { beginInList, deleteCrawl, endpointIdOf, endpointLifeMs, untoldCrawl } from '../../lib/crawl/crawl-list.ts';
import {
  type CrawlEvent,
  type CrawlOptions,
  type CrawlRequest,
  CrawlSeal,
  type CrawlWebhook,
  crawlEvents,
  newSalt,
} from '../../lib/crawl/crawl-request.ts';
import { createCrawl } from '../../lib/crawl/crawl-steps.ts';
import { bytesOf, firstPages } from '../../lib/crawl/found-page.ts';
import { type Crawl, readCrawl } from '../../lib/crawl/read-crawl.ts';
import { ApiError, badRequest, unavailable } from '../../lib/errors.ts';
import { firecrawlType } from '../../lib/firecrawl/event.ts';
import type { Seal } from '../../lib/seal.ts';
import { reachProblem } from '../../lib/webhooks/endpoint.ts';
import { bytesOfEndpoint, createPassingEndpoint, type NewEndpoint } from '../../lib/webhooks/endpoint-store.ts';
import { DEFAULT_CHARS, DEFAULT_CHUNKS } from '../contract/page-params.ts';
import type { Services } from '../services.ts';
import { type CrawlParams, DEFAULTS } from './crawl-params.ts';

/** A crawl that was just started. */
export interface StartedCrawl extends Crawl {
  /** What signs the requests of its webhook; empty without one. */
  webhookSecret: string;
}

/** What starting a crawl uses. */
type CrawlStarter = Pick<Services, 'config' | 'redis' | 'secret' | 'crawlQueue' | 'health' | 'cacheScope'>;

/** What the formats of other services ask for beyond the parameters of the API. */
export type OwnRequest = Pick<CrawlRequest, 'rules' | 'dialect' | 'ignoresQuery' | 'delayMs'> &
  Pick<CrawlOptions, 'whole' | 'also'>;

const REFUSALS = {
  running: (most: number) =>
    new ApiError(429, `${most} crawls of this account are running, which is the maximum (CRAWL_MAX_RUNNING).`, {
      'retry-after': '10',
    }),
  account: () => unavailable('The crawls of this account hold as much as they may (CRAWL_ACCOUNT_MB).', 3_600),
  instance: () => unavailable('The crawls of this instance hold as much as they may (CRAWL_MAX_MB).', 3_600),
  full: () => unavailable('Redis is nearly full: no crawl begins until it has room again.', 600),
} as const;

/** What is stored of a crawl beside its request and its pages, in Redis's bytes, roughly: its record and its places in lists. */
const RECORD_BYTES = 1_500;

/** Starts a crawl for a key. */
export async function startCrawl(
  services: CrawlStarter,
  { username: account, prefix: key }: { username: string; prefix: string },
  params: CrawlParams,
  own: OwnRequest = {},
): Promise<StartedCrawl> {
  const { config, redis, secret, crawlQueue, health } = services;
  if (!config.extract.enabled) throw unavailable('Reading pages is switched off on this instance (EXTRACT=off).');
  const unreachable = params.webhook ? reachProblem(params.webhook.url, config.extract) : null;
  if (unreachable !== null) throw badRequest({ webhook: [unreachable] });
  const { crawl: settings } = config;
  const owned = { id: randomUUID().replaceAll('-', ''), account };
  const endpoint = params.webhook && endpointFor(params.webhook, own.dialect, account);
  const webhook = params.webhook && { endpoint: endpointIdOf(owned.id), events: eventsIn(params.webhook) };
  const request = requestOf(params, services.cacheScope(account), { ...own, ...(webhook && { webhook }) });
  const limit = params.limit ?? (request.follows ? Math.min(DEFAULTS.limit, settings.maxPages) : request.urls.length);
  if (limit > settings.maxPages) {
    const field = params.limit === undefined ? 'urls' : 'limit';
    throw badRequest({ [field]: [`This instance reads at most ${settings.maxPages} pages (CRAWL_MAX_PAGES).`] });
  }
  const maxMs = (params.max_s ?? DEFAULTS.maxS) * 1_000;
  const seals = await secret.loadAll();
  const [instance] = seals as [Seal];
  const seal = new CrawlSeal(seals, owned.id, request);
  const found = firstPages(seal, instance);
  const sealed = { about: seal.sealedAbout(), request: seal.sealedRequest() };
  const record = { account, key, limit, keepMs: settings.keepMs, ...sealed };
  const bytes = RECORD_BYTES + sealed.about.length + sealed.request.length + bytesOf(found);
  const endpointBytes = endpoint ? bytesOfEndpoint(endpoint) : 0;
  const begun = await beginInList(redis, owned, { maxMs, bytes, endpointBytes }, settings);
  if (begun !== 'ok') throw REFUSALS[begun](settings.maxRunning);
  try {
    const passing = { id: endpointIdOf(owned.id), lifeMs: endpointLifeMs(maxMs) };
    const made = endpoint && (await createPassingEndpoint(redis, secret, endpoint, passing));
    if (endpoint) await untoldCrawl(redis, owned.id, health.clock.now());
    const plan = await createCrawl(redis, owned.id, record, maxMs, found);
    // A worker notices if this fails.
    await crawlQueue.add(owned.id, plan);
    const crawl = await readCrawl(redis, owned.id, account, seals);
    if (crawl === null) throw new Error('A crawl that was just created is gone.');
    return { ...crawl, webhookSecret: made?.secret ?? '' };
  } catch (error) {
    // One that its caller does not know of is not to run, and holds nothing.
    await deleteCrawl(redis, owned);
    throw error;
  }
}

type Webhook = NonNullable<CrawlParams['webhook']>;

const eventsIn = ({ events = [...crawlEvents] }: Webhook) => events;

/** The endpoint that is told of a crawl. */
function endpointFor(webhook: Webhook, dialect: CrawlRequest['dialect'], account: string): NewEndpoint {
  const typeOf = (event: CrawlEvent) => (dialect ? firecrawlType({ type: event }, dialect) : `crawl.${event}`);
  const form = dialect ? 'firecrawl' : 'standard';
  const events = [...new Set(eventsIn(webhook).map(typeOf))];
  return { kind: 'webhook', target: webhook.url, form, events, owner: account, madeBy: account };
}

function requestOf(
  params: CrawlParams,
  scope: string,
  { whole, also, ...own }: OwnRequest & { webhook?: CrawlWebhook },
): CrawlRequest {
  const { url, urls = [], include = [], exclude = [], sitemap = 'use', subdomains = false } = params;
  return {
    urls: (url === undefined ? urls : [url]).map(withoutPlace),
    follows: url !== undefined,
    depth: params.depth ?? DEFAULTS.depth,
    subdomains,
    include,
    exclude,
    sitemap,
    ...own,
    options: {
      format: params.format ?? 'markdown',
      maxChars: params.max_chars ?? DEFAULT_CHARS,
      links: params.links ?? false,
      images: params.images ?? false,
      query: params.query ?? '',
      chunks: params.chunks ?? DEFAULT_CHUNKS,
      render: params.render ?? 'off',
      maxAgeMs: (params.max_age ?? 0) * 1_000,
      scope,
      isFull: params.detail === 'full',
      ...(whole && { whole }),
      ...(also && { also }),
    },
    salt: newSalt(),
  };
}

/** The part after `#` is not sent to servers. */
function withoutPlace(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
