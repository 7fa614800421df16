import { expect } from 'vitest';
import { CrawlSeal } from '../../lib/crawl/crawl-request.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from './processes.ts';
import type { TestApp } from './test-app.ts';
import type { GetOptions, TestSystem } from './test-system.ts';

/** A crawl as the API replies it. */
export interface CrawlBody {
  id: string;
  state: string;
  reason: string;
  limit: number;
  found: number;
  fetched: number;
  failed: { total: number; reasons: Record<string, number> };
  skipped: { total: number; reasons: Record<string, number> };
  queued: number;
}

const PATH = '/api/v1/crawl/';

export async function startCrawl(system: TestSystem, body: object, options: GetOptions = {}): Promise<CrawlBody> {
  const headers = { 'content-type': 'application/json' };
  const reply = await system.get(PATH, { method: 'POST', body: JSON.stringify(body), ...options, headers });
  expect(reply.status, reply.text).toBe(202);
  return whole(reply.body);
}

/** The account of a crawl is whole at every moment. */
function whole(crawl: CrawlBody): CrawlBody {
  const { found, fetched, failed, skipped, queued } = crawl;
  expect(fetched + failed.total + skipped.total + queued, JSON.stringify(crawl)).toBe(found);
  for (const { total, reasons } of [failed, skipped]) {
    expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(total);
  }
  return crawl;
}

export async function crawlNow(system: TestSystem, id: string, options: GetOptions = {}): Promise<CrawlBody> {
  const reply = await system.get(`${PATH}${id}/`, options);
  expect(reply.status, reply.text).toBe(200);
  return whole(reply.body);
}

/** The crawl when it has ended; its account was whole all the time. */
export async function untilEnded(system: TestSystem, id: string, withinMs = 60_000): Promise<CrawlBody> {
  let crawl: CrawlBody | undefined;
  await eventually(
    'the crawl has ended',
    async () => {
      crawl = await crawlNow(system, id);
      return crawl.state !== 'running';
    },
    withinMs,
  );
  return crawl as CrawlBody;
}

export async function crawled(system: TestSystem, body: object, withinMs?: number): Promise<CrawlBody> {
  return untilEnded(system, (await startCrawl(system, body)).id, withinMs);
}

/** All pages of a crawl, read in parts. */
// biome-ignore lint/suspicious/noExplicitAny: tests inspect pages of every shape.
export async function pagesOf(system: TestSystem, id: string, state = 'fetched', limit = 100): Promise<any[]> {
  const pages = [];
  for (let cursor = ''; ; ) {
    const { body, text } = await system.get(`${PATH}${id}/pages/?state=${state}&limit=${limit}${cursor}`);
    expect(body.items, text).toBeDefined();
    pages.push(...body.items);
    if (body.next_cursor === null) return pages;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

/** Puts pages into a crawl that no worker reads. */
export async function putPages(
  app: TestApp,
  id: string,
  count: number,
  contentOf: (at: number) => string,
): Promise<void> {
  const { client, webs } = app;
  const seals = (await webs[0]?.running.services.secret.loadAll()) ?? [];
  const seal = CrawlSeal.open(seals, id, (await client.hget(redisKeys.crawl(id), 'request')) as string);
  for (let at = 0; at < count; at += 1) {
    const url = `http://127.0.0.1:9/${at}`;
    const page = {
      ...{ finalUrl: url, title: `Page ${at}`, description: '', lang: '', status: 200 },
      ...{ content: contentOf(at), contentType: 'text/html', links: [], images: [] },
    };
    await client.hset(redisKeys.crawlResults(id), String(at), seal.packed({ url, depth: 0, page }));
    await client.rpush(redisKeys.crawlFetched(id), String(at));
  }
  await client.hincrby(redisKeys.crawl(id), 'fetched', count);
  await client.hincrby(redisKeys.crawl(id), 'found', count);
}
