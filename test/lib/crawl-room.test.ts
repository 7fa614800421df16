import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import type { CrawlConfig } from '../../lib/config/config-crawl.ts';
import { beginInList, reserveBytes } from '../../lib/crawl/crawl-list.ts';
import { roomForCrawls } from '../../lib/crawl/crawl-room.ts';
import { roomForDeliveries } from '../../lib/webhooks/delivery-room.ts';
import { NOTHING_KEPT, TestRedis } from '../harness/test-redis.ts';

const MIB = 1024 * 1024;
const server = await TestRedis.start(NOTHING_KEPT);
const clients: Redis[] = [];
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await server.dispose();
});

/** A connection that has not looked at the memory yet, after a limit was set. */
async function withLimit(maxmemory: string): Promise<Redis> {
  const client = new Redis(server.url);
  clients.push(client);
  await client.config('SET', 'maxmemory', maxmemory);
  return client;
}

const config: CrawlConfig = {
  ...{ maxPages: 10, gapMs: 0, maxRunning: 2, keepMs: 60_000, accountBytes: 900 * MIB, maxBytes: 500 * MIB },
};

const begun = { maxMs: 1_000, bytes: 0, endpointBytes: 0 };

test('crawls hold no more than the setting, nor than a quarter of a Redis with a limit', async () => {
  expect(await roomForCrawls(await withLimit('0'), config)).toBe(500 * MIB);
  expect(await roomForCrawls(await withLimit('8gb'), config)).toBe(500 * MIB);
  const small = await withLimit('512mb');
  expect(await roomForCrawls(small, config)).toBe(128 * MIB);
  const crawl = { id: '1', account: 'ann' };
  expect(await beginInList(small, crawl, begun, config)).toBe('ok');
  expect(await reserveBytes(small, crawl, 128 * MIB + 1, config)).toBe('instance');
  expect(await reserveBytes(small, crawl, 128 * MIB, config)).toBe('ok');
});

test('while Redis is nearly full, whoever filled it, no crawl begins or goes on, and alerts alone are told at length', async () => {
  const client = await withLimit('32mb');
  await client.flushall();
  const crawl = { id: '2', account: 'ben' };
  expect(await beginInList(client, crawl, begun, config)).toBe('ok');
  // Redis rounds up what it allocates: to 24 MB here.
  for (let at = 0; at < 24; at += 1) await client.set(`other-${at}`, Buffer.alloc(MIB - 1_000));
  const later = await withLimit('32mb');
  expect(await reserveBytes(later, crawl, 1, config)).toBe('instance');
  expect(await beginInList(later, { id: '3', account: 'cem' }, begun, config)).toBe('full');
  expect(await roomForDeliveries(later, 'patient')).toEqual({ most: 0.9 * 3.2 * MIB, behindOthers: 0, ended: 0 });
  expect((await roomForDeliveries(later, 'urgent')).most).toBe(3.2 * MIB);
});
