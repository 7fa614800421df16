import { beforeEach, describe, expect, it } from 'vitest';
import { parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { NO_SEARCH } from '../../../lib/limits/cost.ts';
import type { Limits } from '../../../lib/limits/limits.ts';
import { readStandings } from '../../../lib/limits/standings.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const limits: Limits = {
  burst: { limit: 3, windowMs: 60_000 },
  sustained: { limit: 10, windowMs: 86_400_000 },
  monthly: null,
};
let key = '';
let prefix = '';
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada');
  ({ key, prefix } = await createKey(redis, 'ada'));
});
const call = () => {
  const presented = parseKey(key);
  if (!presented) throw new Error('not a key');
  return admit(redis, presented, limits, NO_SEARCH);
};
const burstLog = () => redisKeys.rateLog(prefix, 'burst');

describe('the standings of the limits', () => {
  it('are full before the first call', async () => {
    expect(await readStandings(redis, { key: prefix }, limits)).toEqual({
      burst: { ...limits.burst, remaining: 3, resetS: 0 },
      sustained: { ...limits.sustained, remaining: 10, resetS: 0 },
    });
  });

  it('are those that the admission of a call returned, however often they are read', async () => {
    await call();
    const admission = await call();
    for (let i = 0; i < 5; i++) {
      expect(await readStandings(redis, { key: prefix }, limits)).toEqual(
        'standings' in admission && admission.standings,
      );
    }
    expect((await call()).verdict).toBe('admitted');
  });

  it('report when an entry is free once none is left', async () => {
    for (let i = 0; i < 3; i++) await call();
    const { burst } = await readStandings(redis, { key: prefix }, limits);
    expect(burst?.remaining).toBe(0);
    expect(burst?.resetS).toBeGreaterThan(0);
    expect(burst?.resetS).toBeLessThanOrEqual(60);
  });

  it('ignore requests that have left the window, without removing them', async () => {
    const now = Number((await redis.time())[0]) * 1_000;
    await redis.rpush(burstLog(), now - 90_000, now - 80_000, now - 70_000, now - 1_000);
    const before = await redis.lrange(burstLog(), 0, -1);
    expect((await readStandings(redis, { key: prefix }, limits)).burst?.remaining).toBe(2);
    expect(await redis.lrange(burstLog(), 0, -1)).toEqual(before);
  });

  it('are null for a limit that is off', async () => {
    expect(await readStandings(redis, { key: prefix }, { burst: null, sustained: null, monthly: null })).toEqual({
      burst: null,
      sustained: null,
    });
  });
});
