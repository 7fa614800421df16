import { beforeEach, describe, expect, it } from 'vitest';
import { admit } from '../../../lib/limits/admission.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import type { Rate } from '../../../lib/limits/rate.ts';
import { readUsage, refund, type UsageOwner, usagePeriod } from '../../../lib/limits/usage.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createUser, setDisabled } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
  for (const name of ['ada', 'eve']) await createUser(redis, name);
});

const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });
const perDay = (limit: number) => ({ limit, windowMs: 86_400_000 });
const log = (name: 'burst' | 'sustained') => redisKeys.userRateLog('ada', name);
const search = (burst: Rate | null, sustained: Rate | null, person = 'ada') =>
  admit(redis, { person }, { burst, sustained, monthly: null }, searchIn('web'));
/** The seconds to wait; 0 if the search is admitted. */
async function ask(burst: Rate | null, sustained: Rate | null, person = 'ada'): Promise<number> {
  const admission = await search(burst, sustained, person);
  return 'waitS' in admission ? admission.waitS : 0;
}
const searches = async (owner: UsageOwner) => (await readUsage(redis, owner, usagePeriod(new Date()).month)).searches;

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

  it('is logged for little longer than its window', async () => {
    await ask(perMinute(5), perDay(5));
    expect(await redis.pttl(log('burst'))).toBeLessThanOrEqual(66_000);
    expect(await redis.pttl(log('burst'))).toBeGreaterThan(0);
    expect(await redis.pttl(log('sustained'))).toBeLessThanOrEqual(95_040_000);
  });

  it('is limited per user', async () => {
    await ask(perMinute(1), null);
    expect(await ask(perMinute(1), null, 'eve')).toBe(0);
  });

  it('counts for the person and for the account, until it is refunded', async () => {
    const admission = await search(null, null);
    expect([await searches({ person: 'ada' }), await searches({ username: 'ada' })]).toEqual([1, 1]);
    if (admission.verdict !== 'admitted' || !admission.charge) throw new Error(admission.verdict);
    await refund(redis, [admission.charge, admission.charge]);
    expect([await searches({ person: 'ada' }), await searches({ username: 'ada' })]).toEqual([0, 0]);
  });

  it('is refused to a disabled account, and to one that does not exist', async () => {
    await setDisabled(redis, 'ada', true);
    expect((await search(null, null)).verdict).toBe('disabled');
    expect((await search(null, null, 'nobody')).verdict).toBe('unknown');
  });
});
