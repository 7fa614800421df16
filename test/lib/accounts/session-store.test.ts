import { beforeEach, describe, expect, it } from 'vitest';
import { readSession } from '../../../lib/accounts/session-store.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createUser, startSession } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 14 * 24 * HOUR_MS;

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

describe('a visit', () => {
  /** Visits when this much of the session's time is left; returns how much is left then. */
  async function leftAfterVisit(leftMs: number): Promise<number> {
    const token = await startSession(redis, await createUser(redis, 'ada'));
    const key = redisKeys.session((await readSession(redis, token))?.id ?? '');
    await redis.pexpire(key, leftMs);
    expect((await readSession(redis, token))?.username).toBe('ada');
    return redis.pttl(key);
  }

  it('extends the session to two weeks', async () => {
    expect(await leftAfterVisit(KEPT_MS - 2 * HOUR_MS)).toBeGreaterThan(KEPT_MS - HOUR_MS);
  });

  it('writes nothing within an hour of the last extension', async () => {
    expect(await leftAfterVisit(KEPT_MS - HOUR_MS / 2)).toBeLessThanOrEqual(KEPT_MS - HOUR_MS / 2);
  });
});
