import { expect, test } from 'vitest';
import { makeSeal } from '../../../lib/seal.ts';
import { PageCache } from '../../../workers/pages/page-cache.ts';
import { testErrors } from '../../harness/health.ts';
import { redisForSuite } from '../../harness/redis.ts';

const HOUR_S = 3_600;

test('a page is kept for an hour, whatever follows `#` in its address', async () => {
  const redis = await redisForSuite();
  const seal = makeSeal('a secret of this instance');
  const cache = new PageCache(redis, testErrors().errors);
  const key = cache.keyOf(seal, { url: 'https://example.org/page#part', scope: '' });
  const times = { fetchedAt: 1, freshUntil: 2 };
  const page = {
    pages: {},
    finalUrl: 'https://example.org/page',
    status: 200,
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
