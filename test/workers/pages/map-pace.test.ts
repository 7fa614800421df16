import { beforeEach, expect, test } from 'vitest';
import { hostMark } from '../../../lib/crawl/found-page.ts';
import { HostGate } from '../../../lib/crawl/host-gate.ts';
import { Deadline } from '../../../lib/deadline.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../../lib/seal.ts';
import type { MapReply } from '../../../lib/sites/map-operation.ts';
import { SiteMapper } from '../../../workers/pages/site-mapper.ts';
import { linking, type MadeSite } from '../../harness/made-sites.ts';
import { httpSite, pageFetching } from '../../harness/page-sites.ts';
import { SiteClock } from '../../harness/site-clock.ts';

const { redis, errors, threads, fetcherWith } = await pageFetching();
beforeEach(() => redis.flushdb());

const GAP_MS = 300;
const seal = makeSeal('a secret for tests');

/** A site of a few pages, and when it was asked for one of them. */
async function paced(robots: string) {
  const pages: MadeSite = { '/': linking('Home', ['/a', 'A'], ['/b', 'B']), '/a': linking('A'), '/b': linking('B') };
  const clock = new SiteClock();
  const refuses = { next: 0 };
  const site = await httpSite((request, reply) => {
    if (request.url === '/robots.txt') return reply.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
    clock.note();
    refuses.next -= 1;
    if (refuses.next >= 0) return reply.writeHead(429, { 'retry-after': '1' }).end();
    const page = pages[request.url ?? ''];
    return reply.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? '');
  });
  const gate = new HostGate(redis, hostMark(new URL(site.url), seal), GAP_MS);
  return { ...site, clock, refuses, gate, key: redisKeys.crawlGate(hostMark(new URL(site.url), seal)) };
}

/** Each map has a worker of its own, which knows nothing of the others. */
async function map(url: string, ms = 60_000): Promise<MapReply> {
  const fetcher = fetcherWith({ EXTRACT_ALLOW: '127.0.0.1', EXTRACT_ROBOTS: 'on' });
  const mapper = new SiteMapper({ fetcher, threads, errors, redis, gapMs: GAP_MS });
  const input = { url, q: '', limit: 100, subdomains: false, include: [], exclude: [] };
  const outcome = await mapper.map(input, 'ann', Deadline.in(ms), seal);
  if (!outcome.ok) throw new Error(outcome.failure.reason);
  return outcome.value.output as MapReply;
}

test('a site that asks for no pace has none, and leaves nothing in Redis', async () => {
  const site = await paced('');
  expect((await map(site.url)).links).toHaveLength(3);
  expect(await redis.exists(site.key)).toBe(0);
  site.clock.stop();
});

test('a Crawl-delay is kept by several maps together', async () => {
  const site = await paced('User-agent: *\nCrawl-delay: 0.3\n');
  const maps = await Promise.all([map(site.url), map(site.url), map(site.url)]);
  expect(maps.map(({ links }) => links.length)).toEqual([3, 3, 3]);
  site.clock.stop();
  // The first page, its sitemap that is not there, and the two that it links to.
  expect([site.clock.count, site.clock.closerThan(GAP_MS)]).toEqual([12, []]);
}, 30_000);

test('a map of a host that is being crawled takes turns with the crawl', async () => {
  const site = await paced('');
  expect((await site.gate.pass('crawl')).answer).toBe('pass');
  await site.gate.begin('crawl');
  site.clock.note();
  expect((await map(site.url)).links).toHaveLength(3);
  site.clock.stop();
  expect([site.clock.count, site.clock.closerThan(GAP_MS)]).toEqual([5, []]);
});

test('a site that has refused a map is left in peace by the next one', async () => {
  const site = await paced('');
  site.refuses.next = 1;
  const refused = await map(site.url, 2_000);
  expect(refused.failed).toContainEqual({ url: site.url, reason: 'it answered with status 429' });
  expect(Number(await redis.hget(site.key, 'gap'))).toBeGreaterThan(GAP_MS);
  site.clock.stop();
  expect(site.clock.closerThan(1_000)).toEqual([]);
});

test('a pace that leaves no time for all ends a map with what was found, and says that there is more', async () => {
  const site = await paced('User-agent: *\nCrawl-delay: 30\n');
  const found = await map(site.url, 3_000);
  expect(found.links.map(({ url }) => url)).toContain(`${site.url}/`);
  expect([found.hasMore, site.clock.count]).toEqual([true, 1]);
  site.clock.stop();
});
