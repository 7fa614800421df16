import { afterEach, describe, expect, it, vi } from 'vitest';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const HOUR_MS = 3_600_000;

async function redisNow(): Promise<number> {
  const [seconds, microseconds] = (await redis.time()).map(Number) as [number, number];
  return seconds * 1_000 + microseconds / 1_000;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the clock of Redis', () => {
  it('is the time of Redis, whatever this machine believes', async () => {
    const clock = new RedisClock(redis);
    await clock.read();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
    const before = await redisNow();
    await clock.read();
    const now = clock.now();
    const after = await redisNow();
    expect(Date.now() - now).toBeGreaterThan(HOUR_MS / 2);
    // A reading is exact to half of the time that it took.
    const slackMs = after - before + 1;
    expect(now).toBeGreaterThan(before - slackMs);
    expect(now).toBeLessThan(after + slackMs);
  });

  it('runs on between readings', async () => {
    const clock = new RedisClock(redis);
    await clock.read();
    const first = clock.now();
    await redisNow();
    expect(clock.now()).toBeGreaterThan(first);
  });

  it('is the time of this machine until it was read', () => {
    const clock = new RedisClock(redis);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(HOUR_MS);
  });
});
