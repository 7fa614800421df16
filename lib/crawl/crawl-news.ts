import { createHash } from 'node:crypto';
import { type CrawlHappening, firecrawlEvent, firecrawlType } from '../firecrawl/event.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import { cursorAt } from '../list-cursor.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { enqueueDelivery } from '../webhooks/enqueue-delivery.ts';
import { type Crawl, type CrawledPage, type CrawlSummary, crawlIn, endedPages, fetchedPages } from './read-crawl.ts';

/** What telling of crawls works with. */
export interface CrawlNewsServices {
  redis: Redis;
  secret: Pick<InstanceSecret, 'load' | 'loadAll'>;
  config: { publicUrl: string };
}

const PAGES_AT_A_TIME = 20;

/**
 * Enqueues for its webhook what has happened in a crawl. The events of a crawl are a list that only grows: the start, the
 * pages in the order in which they were read, those that have failed, where they are told, and the end. Each is enqueued at its place in that list or not at all, so that
 * all workers may tell at once, and one that dies leaves no gap. Returns whether all is told that ever will be.
 */
export async function tellCrawl(services: CrawlNewsServices, id: string): Promise<boolean> {
  const { redis, secret } = services;
  const seals = await secret.loadAll();
  const fields = await redis.hgetall(redisKeys.crawl(id));
  const crawl = crawlIn(fields, id, fields.account ?? '', seals);
  if (!crawl?.request.webhook) return true;
  const { events } = crawl.request.webhook;
  const told = Number((await redis.hget(redisKeys.webhookStream(id), 'sequence')) ?? 0);
  const before = events.includes('started') ? 1 : 0;
  const pages = events.includes('page') ? crawl.fetched : 0;
  const tell = (sequence: number, news: CrawlHappening, data: object) => enqueue(services, crawl, sequence, news, data);
  if (told < before && !(await tell(1, { type: 'started' }, startOf(crawl)))) return false;
  for (let at = Math.max(0, told - before); at < pages; ) {
    const limit = Math.min(PAGES_AT_A_TIME, pages - at);
    const { items } = await fetchedPages(redis, crawl, { limit, cursor: cursorAt([String(at)]) }, seals);
    if (items.length === 0) return false;
    for (const page of items) {
      const data = { ...pageNews(page, at), page: pageAddress(services, id, at) };
      if (!(await tell(before + at + 1, { type: 'page', url: page.url, page: page.page }, data))) return false;
      at += 1;
    }
  }
  if (crawl.state === 'running') return false;
  // Firecrawl's receivers are told of them, too. While a crawl runs, their places in the list are not known.
  const failed = crawl.request.dialect && events.includes('page') ? crawl.failed.total : 0;
  for (let at = Math.max(0, told - before - pages); at < failed; ) {
    const limit = Math.min(PAGES_AT_A_TIME, failed - at);
    const { items } = await endedPages(redis, crawl, 'failed', { limit, cursor: cursorAt([String(at)]) }, seals);
    if (items.length === 0) return false;
    for (const { url, reason } of items) {
      if (!(await tell(before + pages + at + 1, { type: 'page', url, reason }, {}))) return false;
      at += 1;
    }
  }
  const end = { ...crawlData(crawl), pages: `${services.config.publicUrl}/api/v1/crawl/${id}/pages/` };
  return (
    !events.includes(crawl.state) ||
    (await tell(before + pages + failed + 1, { type: crawl.state, reason: crawl.reason }, end))
  );
}

/**
 * Returns false if it must be told later: too much waits, or what comes before it is not told yet. One that was given up is in
 * the log of the crawl.
 */
async function enqueue(
  { redis, secret }: CrawlNewsServices,
  { id, request: { webhook, dialect } }: Crawl,
  sequence: number,
  news: CrawlHappening,
  data: object,
): Promise<boolean> {
  const endpoint = webhook?.endpoint ?? '';
  const digest = createHash('sha256').update(`${endpoint} ${sequence}`).digest('hex').slice(0, 32);
  const webhookId = `msg_${digest}`;
  const told = dialect
    ? { type: firecrawlType(news, dialect), data: firecrawlEvent(news, { id, webhookId, dialect }) }
    : { type: `crawl.${news.type}`, data: { ...data, id } };
  const delivery = { endpoint, stream: id, ...told, id: webhookId, sequence };
  const enqueued = await enqueueDelivery(redis, secret, delivery);
  return enqueued !== 'full' && enqueued !== 'early';
}

function startOf(crawl: Crawl): object {
  const { url, limit, created_at } = crawlData(crawl);
  return { url, limit, created_at };
}

/** A page as it is told of: its text is where `page` leads, because a webhook is small. */
function pageNews({ url, depth, page }: CrawledPage, at: number): object {
  return { url, final_url: page.finalUrl, title: page.title, depth, number: at + 1 };
}

function pageAddress({ config }: CrawlNewsServices, id: string, at: number): string {
  return `${config.publicUrl}/api/v1/crawl/${id}/pages/?cursor=${cursorAt([String(at)])}&limit=1`;
}

/** A crawl in the shape of the API, and of its webhook. */
export function crawlData(crawl: CrawlSummary) {
  const { id, state, reason, about, limit, found, fetched, failed, skipped, queued, createdAt, endedAt } = crawl;
  const iso = (ms: number) => new Date(ms).toISOString();
  const times = { created_at: iso(createdAt), ended_at: endedAt === null ? null : iso(endedAt) };
  return { id, state, reason, url: about.url, limit, found, fetched, failed, skipped, queued, ...times };
}
