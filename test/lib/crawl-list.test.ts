import { beforeEach, describe, expect, it } from 'vitest';
import type { CrawlConfig } from '../../lib/config/config-crawl.ts';
import {
  beginInList,
  deleteCrawls,
  endInList,
  endpointIdOf,
  payFor,
  reserveBytes,
  runningCrawlsOf,
} from '../../lib/crawl/crawl-list.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser, revokeKey, setDisabled } from '../harness/as-tester.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const config: CrawlConfig = {
  ...{ maxPages: 10, gapMs: 0, maxRunning: 2, keepMs: 60_000, accountBytes: 1_000, maxBytes: 1_500 },
};
const begin = (id: string, account = 'ann', bytes = 0, endpointBytes = 0) =>
  beginInList(redis, { id, account }, { maxMs: 1_000, bytes, endpointBytes }, config);
const reserve = (id: string, bytes: number, account = 'ann') => reserveBytes(redis, { id, account }, bytes, config);

describe('the crawls of an account', () => {
  it('run only so many at a time', async () => {
    expect([await begin('1'), await begin('2'), await begin('3'), await begin('4', 'ben')]).toEqual([
      ...['ok', 'ok', 'running', 'ok'],
    ]);
    await endInList(redis, { id: '1', account: 'ann' }, config.keepMs);
    expect(await begin('3')).toBe('ok');
    expect((await runningCrawlsOf(redis, 'ann')).sort()).toEqual(['2', '3']);
  });

  it('hold no more bytes than the account and the instance may, and give them back when they are gone', async () => {
    await begin('1');
    await begin('2', 'ben');
    expect([await reserve('1', 900), await reserve('1', 200), await reserve('1', 100)]).toEqual([
      'ok',
      'account',
      'ok',
    ]);
    expect([await reserve('2', 600, 'ben'), await reserve('2', 500, 'ben')]).toEqual(['instance', 'ok']);
    expect([await begin('3', 'ann', 1), await begin('4', 'cem', 400, 100)]).toEqual(['account', 'instance']);
    await redis.zadd(redisKeys.crawlEnds, 1, '1');
    expect(await reserve('2', 500, 'ben')).toBe('ok');
    expect(await reserve('1', 1)).toBe('gone');
    expect(await redis.hgetall(redisKeys.crawlSizes)).toMatchObject({ '*': '1000', '@ben': '1000' });
  });

  it('hold the bytes of their endpoints beside their own, for as long as those are kept', async () => {
    await begin('1', 'ann', 300, 200);
    expect(await redis.hget(redisKeys.crawlSizes, '@ann')).toBe('500');
    await redis.zadd(redisKeys.crawlEnds, 1, '1');
    await begin('2', 'ann', 1);
    expect(await redis.hget(redisKeys.crawlSizes, '@ann')).toBe('201');
  });

  it('are deleted with it, whole', async () => {
    await begin('1', 'ann', 1, 1);
    await begin('2', 'ben', 1);
    await begin('3', 'ann', 1, 1);
    for (const id of ['1', '3']) await redis.zadd(redisKeys.userWebhooks('ann'), 1, endpointIdOf(id));
    // Its results are gone, and its endpoint is not.
    await endInList(redis, { id: '3', account: 'ann' }, 1);
    await redis.zrem(redisKeys.accountCrawls('ann'), '3');
    await redis.zadd(redisKeys.crawlEnds, 1, '3');
    await reserve('1', 100);
    await redis.hset(redisKeys.crawl('1'), 'account', 'ann');
    await redis.set(redisKeys.crawlPayments('1'), 1);
    await deleteCrawls(redis, 'ann');
    const names = (await redis.keys('*')).sort();
    expect(names.filter((name) => name.includes('ann') || name.includes('crawl:1'))).toEqual([]);
    expect((await redis.hkeys(redisKeys.crawlSizes)).sort()).toEqual(['*', '2', '@ben']);
  });
});

describe('a payment for pages', () => {
  const limits = { monthly: 2, account: { burst: null, sustained: null, monthly: null } };
  const pay = (key: string, payment: number) => payFor(redis, { id: 'c', key, payment }, limits, 60_000);

  it('is counted once, however often it is made, until the month is used up', async () => {
    await createUser(redis, 'ann');
    const { prefix } = await createKey(redis, 'ann', { name: 'key' });
    const made = [];
    for (const payment of [1, 1, 2, 2, 1, 3]) made.push((await pay(prefix, payment)).paid);
    expect(made).toEqual(['now', 'before', 'now', 'before', 'before', 'month']);
    const month = new Date().toISOString().slice(0, 7);
    for (const usage of [redisKeys.keyUsage(prefix, month), redisKeys.userUsage('ann', month)]) {
      expect(await redis.hget(usage, 'total')).toBe('2');
      expect(await redis.ttl(usage)).toBeGreaterThan(0);
    }
  });

  it('is refused for a key that may no longer be used', async () => {
    await createUser(redis, 'ann');
    const { prefix } = await createKey(redis, 'ann', { name: 'key' });
    await revokeKey(redis, prefix);
    expect(await pay(prefix, 1)).toEqual({ paid: 'key' });
    const other = await createKey(redis, 'ann', { name: 'other' });
    await setDisabled(redis, 'ann', true);
    expect(await pay(other.prefix, 1)).toEqual({ paid: 'key' });
    expect(await pay('unknown', 1)).toEqual({ paid: 'key' });
  });
});
