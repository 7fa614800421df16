import { expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { makeSeal } from '../../../lib/seal.ts';
import { PageCache } from '../../../workers/pages/page-cache.ts';
import { PageReader } from '../../../workers/pages/page-reader.ts';
import { article } from '../../harness/page-server.ts';
import { httpSite, pageFetching } from '../../harness/page-sites.ts';
import { readInput } from '../../harness/read-input.ts';

const { redis, errors, threads, fetcherWith } = await pageFetching();

test.each([
  ['keeps pages', true, [false, true], 1],
  ['without a cache keeps none, whatever the request allows', false, [false, false], 0],
])('a worker %s', async (_, isCaching, cached, kept) => {
  await redis.flushdb();
  const site = await httpSite((_request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=60' }).end(article('A', 'A page.')),
  );
  const reader = new PageReader({
    fetcher: fetcherWith({ EXTRACT_ALLOW: '127.0.0.1' }),
    cache: isCaching ? new PageCache(redis, errors, new RedisClock(redis)) : null,
    threads,
    clock: new RedisClock(redis),
    errors,
    renderer: null,
    respectsSignals: false,
  });
  const seal = makeSeal('a secret for tests');
  for (const isCached of cached) {
    const outcome = await reader.read({ ...readInput, url: site.url }, 'ann', Deadline.in(10_000), seal);
    expect(outcome).toMatchObject({ ok: true, value: { output: { ok: true, title: 'A', cached: isCached } } });
  }
  expect(await redis.keys('trib:page:*')).toHaveLength(kept);
});

const HOUR_S = 3_600;

test('a page is kept for an hour, whatever follows `#` in its address', async () => {
  await redis.flushdb();
  const seal = makeSeal('a secret of this instance');
  const cache = new PageCache(redis, errors, new RedisClock(redis));
  const key = cache.keyOf(seal, { url: 'https://example.org/page#part', scope: '' });
  const times = { fetchedAt: 1, freshUntil: 2 };
  const page = {
    pages: {},
    finalUrl: 'https://example.org/page',
    status: 200,
    usage: {},
    etag: '"1"',
    lastModified: '',
    ...times,
  };
  await cache.keep(seal, key, page);
  expect(await cache.get(seal, cache.keyOf(seal, { url: 'https://example.org/page', scope: '' }))).toEqual(page);
  expect(await cache.get(seal, cache.keyOf(seal, { url: 'https://example.org/page', scope: 'ada' }))).toBeNull();
  const leftS = await redis.ttl(key);
  expect(leftS).toBeGreaterThan(HOUR_S - 60);
  expect(leftS).toBeLessThanOrEqual(HOUR_S);
});
