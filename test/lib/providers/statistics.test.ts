import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure, FailureCode } from '../../../lib/outcome.ts';
import { CallBatch } from '../../../lib/providers/call-batch.ts';
import { readFailures, readLatency, recordStatistics } from '../../../lib/providers/statistics.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

const MINUTE_MS = 60_000;
const hour = async (now: number) => (await readLatency(redis, ['brave'], now)).get('brave') ?? [];
const busy = async (now: number) => (await hour(now)).filter(({ calls }) => calls > 0);
const latencyKey = redisKeys.providerLatency('brave');
const failure = (code: FailureCode): Failure => ({ code, reason: `it was ${code}` });
/** Records calls together: how long a success took, or how a call failed. */
async function record(...calls: (number | Failure)[]): Promise<void> {
  const batch = new CallBatch();
  const at = await redisNow();
  for (const call of calls) {
    const failed = typeof call === 'number' ? null : call;
    const startedAt = typeof call === 'number' ? at - call : at;
    batch.add({ failure: failed, startedAt, endedAt: at }, { requestId: 'request-1' });
  }
  await recordStatistics(redis, 'brave', batch, at);
}
const succeeded = (...times: number[]) => record(...times);
/** Redis' clock, which determines the minutes. */
const redisNow = async () => Number((await redis.time())[0]) * 1_000;

describe('the latency of a provider', () => {
  it('is an hour of empty minutes before the first call, oldest first', async () => {
    const now = 90 * MINUTE_MS + 5;
    const minutes = await hour(now);
    expect(minutes).toHaveLength(60);
    expect(minutes[0]).toEqual({ at: 31 * MINUTE_MS, calls: 0, ms: null });
    expect(minutes.at(-1)).toEqual({ at: 90 * MINUTE_MS, calls: 0, ms: null });
  });

  it('is counted and summed per minute', async () => {
    await succeeded(100, 200);
    await succeeded(330.4);
    const minutes = await busy(await redisNow());
    const calls = minutes.reduce((sum, minute) => sum + minute.calls, 0);
    const total = minutes.reduce((sum, minute) => sum + minute.calls * (minute.ms ?? 0), 0);
    expect(calls).toBe(3);
    expect(total).toBeCloseTo(630);
  });

  it('includes only successful calls; the others are counted by code', async () => {
    await record(failure('timeout'), failure('rejected'), failure('timeout'));
    expect(await redis.exists(latencyKey)).toBe(0);
    expect(Object.fromEntries(await readFailures(redis, 'brave'))).toEqual({ timeout: 2, rejected: 1 });
  });

  it('drops a minute that is an hour old when the current minute reuses its slot', async () => {
    const now = await redisNow();
    const minute = Math.floor(now / MINUTE_MS);
    // Every slot has an old value, so that it does not matter which minute the script sees.
    for (let slot = 0; slot < 60; slot++) await redis.hset(latencyKey, String(slot), `${minute - 60} 7 700`);
    expect(await busy(now)).toEqual([]);
    await succeeded(40);
    expect(await busy(await redisNow())).toMatchObject([{ calls: 1, ms: 40 }]);
    expect(await redis.hlen(latencyKey)).toBe(60);
  });

  it('is removed from Redis when there are no more calls', async () => {
    await succeeded(40);
    expect(await redis.ttl(latencyKey)).toBeGreaterThan(3_600);
  });
});
