import { beforeEach, describe, expect, it } from 'vitest';
import { admitSuggestions } from '../../../lib/limits/suggest-admission.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

/** Logs this many requests at this age, as if they had been admitted. */
async function admitted(limit: 'burst' | 'sustained', count: number, ageMs: number): Promise<void> {
  const [seconds] = (await redis.time()) as unknown as [string];
  await redis.rpush(redisKeys.suggestRateLog('ada', limit), ...Array(count).fill(Number(seconds) * 1_000 - ageMs));
}

describe('requests for suggestions', () => {
  it('are not limited for a person who types fast', async () => {
    const waits = await Promise.all(Array.from({ length: 40 }, () => admitSuggestions(redis, 'ada')));
    expect(waits.every((wait) => wait === 0)).toBe(true);
    expect(await admitSuggestions(redis, 'grace')).toBe(0);
  });

  it('are refused beyond 40 in five seconds', async () => {
    await admitted('burst', 40, 0);
    const wait = await admitSuggestions(redis, 'ada');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(5);
  });

  it('are refused beyond 600 in five minutes', async () => {
    await admitted('sustained', 600, 100_000);
    const wait = await admitSuggestions(redis, 'ada');
    expect(wait).toBeGreaterThan(100);
    expect(wait).toBeLessThanOrEqual(200);
    expect(await redis.llen(redisKeys.suggestRateLog('ada', 'burst'))).toBe(0);
  });
});
