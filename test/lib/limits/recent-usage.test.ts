import { beforeEach, describe, expect, it } from 'vitest';
import { readRecentUsage } from '../../../lib/limits/recent-usage.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});
const count = (month: string, fields: Record<string, number>) => redis.hset(redisKeys.keyUsage('k', month), fields);
const read = (now: string) => readRecentUsage(redis, { key: 'k' }, new Date(now));

describe('the last 30 days', () => {
  it('are all listed, today last, without any searches', async () => {
    const { days, searches, byEndpoint, searchesThisMonth } = await read('2026-11-15T23:59:59Z');
    expect(days).toHaveLength(30);
    expect([days[0], days.at(-1)]).toEqual([
      { date: '2026-10-17', searches: 0 },
      { date: '2026-11-15', searches: 0 },
    ]);
    expect({ searches, byEndpoint, searchesThisMonth }).toEqual({ searches: 0, byEndpoint: {}, searchesThisMonth: 0 });
  });

  it('can span three months around February', async () => {
    await count('2026-01', { total: 100, '30:web': 60, '31:web': 40 });
    await count('2026-02', { total: 7, '14:news': 7 });
    await count('2026-03', { total: 3, '01:web': 2, '01:images': 1 });
    const { days, searches, byEndpoint, searchesThisMonth } = await read('2026-03-01T00:00:00Z');
    expect(days[0]).toEqual({ date: '2026-01-31', searches: 40 });
    expect(days.at(-1)).toEqual({ date: '2026-03-01', searches: 3 });
    expect({ searches, byEndpoint, searchesThisMonth }).toEqual({
      searches: 50,
      byEndpoint: { web: 42, news: 7, images: 1 },
      searchesThisMonth: 3,
    });
  });
});
