import { beforeEach, describe, expect, it } from 'vitest';
import { admitPerson } from '../../../lib/limits/person-admission.ts';
import { redisKeys } from '../../../lib/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });
const perDay = (limit: number) => ({ limit, windowMs: 86_400_000 });
const log = (name: 'burst' | 'sustained') => redisKeys.userRateLog('ada', name);
const ask = (burst: ReturnType<typeof perMinute> | null, sustained: ReturnType<typeof perDay> | null) =>
  admitPerson(redis, 'ada', { burst, sustained });

describe('a user’s search', () => {
  it('is admitted up to the limit, also for concurrent searches', async () => {
    const waits = await Promise.all(Array.from({ length: 40 }, () => ask(perMinute(10), perDay(1_000))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    for (const wait of waits.filter((seconds) => seconds !== 0)) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    expect(await redis.llen(log('burst'))).toBe(10);
    expect(await redis.llen(log('sustained'))).toBe(10);
  });

  it('counts towards both limits or neither, and reports the longer wait', async () => {
    for (let i = 0; i < 3; i++) expect(await ask(perMinute(100), perDay(3))).toBe(0);
    expect(await ask(perMinute(100), perDay(3))).toBeGreaterThan(60);
    expect(await redis.llen(log('burst'))).toBe(3);
  });

  it('is admitted again after the oldest one has left the window', async () => {
    const now = Number((await redis.time())[0]) * 1_000;
    await redis.rpush(log('burst'), String(now - 61_000), String(now - 20_000));
    expect(await ask(perMinute(2), null)).toBe(0);
    const wait = await ask(perMinute(2), null);
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(41);
  });

  it('is logged for no longer than its window', async () => {
    await ask(perMinute(5), perDay(5));
    expect(await redis.pttl(log('burst'))).toBeLessThanOrEqual(60_000);
    expect(await redis.pttl(log('burst'))).toBeGreaterThan(0);
    expect(await redis.pttl(log('sustained'))).toBeLessThanOrEqual(86_400_000);
  });

  it('is counted per user, and writes nothing if both limits are off', async () => {
    await ask(perMinute(1), null);
    expect(await admitPerson(redis, 'eve', { burst: perMinute(1), sustained: null })).toBe(0);
    await redis.flushdb();
    expect(await ask(null, null)).toBe(0);
    expect(await redis.dbsize()).toBe(0);
  });
});
