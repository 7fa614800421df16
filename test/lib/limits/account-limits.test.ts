import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { AdmissionBatcher } from '../../../lib/limits/admission-batcher.ts';
import { type Cost, NO_SEARCH, searchIn } from '../../../lib/limits/cost.ts';
import type { Limits, OwnerLimits } from '../../../lib/limits/limits.ts';
import { readUsage, refund } from '../../../lib/limits/usage.ts';
import type { Admission } from '../../../lib/limits/verdict.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { runs } from '../../harness/fuzz.ts';
import { redisForSuite } from '../../harness/redis.ts';

const MINUTE = 60_000;
/** A log lives a tenth longer than its window, so that most requests do not have to prolong it. */
const KEPT = 1.1;
const DAY = 86_400_000;
const NOW = new Date('2026-11-15T12:00:00Z');
const off: OwnerLimits = { burst: null, sustained: null, monthly: null };
const search = searchIn('web');

const redis = await redisForSuite();

let keys: PresentedKey[] = [];
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada');
  keys = await Promise.all(Array.from({ length: 10 }, () => issue('ada')));
});

async function issue(username: string): Promise<PresentedKey> {
  const key = parseKey((await createKey(redis, username)).key);
  if (!key) throw new Error('a key of our own was refused');
  return key;
}

const perMinute = (limit: number) => ({ limit, windowMs: MINUTE });
const perDay = (limit: number) => ({ limit, windowMs: DAY });
const withAccount = (account: Partial<OwnerLimits>, key: Partial<OwnerLimits> = {}): Limits => ({
  ...off,
  ...key,
  account: { ...off, ...account },
});
const ask = (key: PresentedKey | undefined, limits: Limits, request: Cost = search) =>
  admit(redis, key as PresentedKey, limits, request, NOW);
const entries = (limit: 'burst' | 'sustained') => redis.llen(redisKeys.accountRateLog('ada', limit));
const keyEntries = async () => {
  const counts = await Promise.all(keys.map(({ prefix }) => redis.llen(redisKeys.rateLog(prefix, 'burst'))));
  return counts.reduce((sum, count) => sum + count, 0);
};
const admitted = (admissions: readonly Admission[]) => admissions.filter(({ verdict }) => verdict === 'admitted');

describe('the limits of an account', () => {
  it('hold for all of its keys together, also for concurrent requests', async () => {
    const limits = withAccount({ burst: perMinute(30) }, { burst: perMinute(10) });
    const admissions = await Promise.all(keys.flatMap((key) => Array.from({ length: 10 }, () => ask(key, limits))));
    expect(admitted(admissions)).toHaveLength(30);
    for (const admission of admissions) {
      if (admission.verdict !== 'admitted') expect(admission).toMatchObject({ verdict: 'throttled' });
    }
    expect(await entries('burst')).toBe(30);
    expect(await keyEntries()).toBe(30);
  });

  it('say that they refused, and leave the standing of the key as it is', async () => {
    const limits = withAccount({ burst: perMinute(1) }, { burst: perMinute(5) });
    await ask(keys[0], limits);
    const refused = await ask(keys[1], limits);
    expect(refused).toMatchObject({
      verdict: 'throttled',
      by: 'account',
      standings: { burst: { limit: 5, remaining: 5, resetS: 0 } },
    });
    if (refused.verdict !== 'throttled') throw new Error(refused.verdict);
    expect(refused.waitS).toBeGreaterThan(0);
    expect(refused.waitS).toBeLessThanOrEqual(60);
  });

  it('yield to the limit of the key, unless their wait is longer', async () => {
    const sameWindow = withAccount({ burst: perMinute(1) }, { burst: perMinute(1) });
    await ask(keys[0], sameWindow);
    expect(await ask(keys[0], sameWindow)).toMatchObject({ verdict: 'throttled', by: 'key' });

    await redis.flushdb();
    await createUser(redis, 'ada');
    const key = await issue('ada');
    const longer = withAccount({ sustained: perDay(1) }, { burst: perMinute(1) });
    await ask(key, longer);
    const refused = await ask(key, longer);
    expect(refused).toMatchObject({ verdict: 'throttled', by: 'account' });
    if (refused.verdict !== 'throttled') throw new Error(refused.verdict);
    expect(refused.waitS).toBeGreaterThan(3_600);
  });

  it('and those of the key are taken together or not at all', async () => {
    const limits = withAccount({ burst: perMinute(100), sustained: perDay(2) }, { burst: perMinute(1) });
    await ask(keys[0], limits);
    // Refused by the key: no entry in the logs of the account.
    for (let i = 0; i < 3; i++) expect((await ask(keys[0], limits)).verdict).toBe('throttled');
    expect([await entries('burst'), await entries('sustained')]).toEqual([1, 1]);
    await ask(keys[1], limits);
    // Refused by the account: no entry in any log, and no usage.
    for (const key of keys.slice(2)) expect(await ask(key, limits)).toMatchObject({ by: 'account' });
    expect([await entries('burst'), await entries('sustained'), await keyEntries()]).toEqual([2, 2, 2]);
    expect((await readUsage(redis, { username: 'ada' }, '2026-11')).searches).toBe(2);
  });

  it('do not concern another account', async () => {
    await createUser(redis, 'grace');
    const hers = await issue('grace');
    const limits = withAccount({ burst: perMinute(1), monthly: 1 });
    await ask(keys[0], limits);
    expect((await ask(keys[1], limits)).verdict).toBe('throttled');
    expect((await ask(hers, limits)).verdict).toBe('admitted');
  });

  it('write nothing if they are off', async () => {
    await ask(keys[0], { ...off });
    await ask(keys[0], withAccount({}));
    expect(await redis.keys('*account-rate*')).toEqual([]);
  });

  it('leave nothing behind: a log expires soon after its window', async () => {
    await ask(keys[0], withAccount({ burst: perMinute(5), sustained: perDay(5) }));
    const left = (limit: 'burst' | 'sustained') => redis.pttl(redisKeys.accountRateLog('ada', limit));
    expect(await left('burst')).toBeGreaterThan(MINUTE / 2);
    expect(await left('burst')).toBeLessThanOrEqual(MINUTE * KEPT);
    expect(await left('sustained')).toBeLessThanOrEqual(DAY * KEPT);
  });

  it('count searches on the search page together with those of the keys', async () => {
    const limits = withAccount({ burst: perMinute(3) }, { burst: perMinute(10) });
    const onPage = () => admit(redis, { person: 'ada' }, limits, searchIn('web'), NOW);
    for (let i = 0; i < 2; i++) expect((await onPage()).verdict).toBe('admitted');
    expect((await ask(keys[0], limits)).verdict).toBe('admitted');
    expect(await ask(keys[1], limits)).toMatchObject({ verdict: 'throttled', by: 'account' });
    expect(await onPage()).toMatchObject({ verdict: 'throttled', by: 'account' });
    expect(await redis.llen(redisKeys.userRateLog('ada', 'burst'))).toBe(2);
  });
});

describe('the monthly cap of an account', () => {
  it('is exact for concurrent searches of all of its keys', async () => {
    const limits = withAccount({ monthly: 12 }, { burst: perMinute(100) });
    const admissions = await Promise.all(keys.flatMap((key) => [1, 2, 3].map(() => ask(key, limits))));
    expect(admitted(admissions)).toHaveLength(12);
    expect((await readUsage(redis, { username: 'ada' }, '2026-11')).searches).toBe(12);
    expect(await keyEntries()).toBe(12);
  });

  it('counts searches on the search page, where no other monthly limit holds', async () => {
    const limits = withAccount({ monthly: 3 }, { monthly: 1 });
    const onPage = () => admit(redis, { person: 'ada' }, limits, searchIn('web'), NOW);
    for (let i = 0; i < 2; i++) expect((await onPage()).verdict).toBe('admitted');
    expect((await ask(keys[0], limits)).verdict).toBe('admitted');
    expect(await onPage()).toMatchObject({ verdict: 'month-used-up', by: 'account' });
    expect((await readUsage(redis, { person: 'ada' }, '2026-11')).searches).toBe(2);
    expect((await readUsage(redis, { username: 'ada' }, '2026-11')).searches).toBe(3);
  });

  it('says that it refused, until the next month, and reports the usage of the key', async () => {
    const limits = withAccount({ monthly: 2 });
    await ask(keys[0], limits);
    await ask(keys[1], limits);
    expect(await ask(keys[1], limits)).toMatchObject({
      verdict: 'month-used-up',
      by: 'account',
      waitS: (Date.UTC(2026, 11, 1) - NOW.getTime()) / 1_000,
      caller: { searchesThisMonth: 1 },
    });
    expect(await ask(keys[1], limits, NO_SEARCH)).toMatchObject({ verdict: 'admitted' });
  });

  it('yields to the cap of the key', async () => {
    const limits = withAccount({ monthly: 1 }, { monthly: 1 });
    await ask(keys[0], limits);
    expect(await ask(keys[0], limits)).toMatchObject({ verdict: 'month-used-up', by: 'key' });
    expect(await ask(keys[1], limits)).toMatchObject({ verdict: 'month-used-up', by: 'account' });
  });

  it('is free again by the refunded number', async () => {
    const limits = withAccount({ monthly: 1 });
    const admission = await ask(keys[0], limits);
    if (admission.verdict !== 'admitted' || !admission.charge) throw new Error(admission.verdict);
    expect((await ask(keys[1], limits)).verdict).toBe('month-used-up');
    await refund(redis, [admission.charge]);
    expect((await ask(keys[1], limits)).verdict).toBe('admitted');
  });
});

it('requests that arrive together get the same result as one after the other', async () => {
  const most = (limit: number) => fc.option(fc.integer({ min: 1, max: limit }));
  const requests = fc.constantFrom<Cost>(
    search,
    searchIn('web', 0),
    NO_SEARCH,
    { entries: 3, searches: { web: 2, images: 1 } },
    { entries: 2, searches: { web: 0 } },
  );
  let accounts = 0;
  const newKey = async () => {
    accounts += 1;
    await createUser(redis, `user-${accounts}`);
    return issue(`user-${accounts}`);
  };
  const told = (admission: Admission) => {
    if (!('standings' in admission)) return admission.verdict;
    const by = 'by' in admission ? admission.by : '';
    return [admission.verdict, by, admission.standings.burst?.remaining, admission.caller.searchesThisMonth];
  };
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(most(8), most(8), most(8), most(6), most(6)),
      requests,
      fc.integer({ min: 1, max: 12 }),
      async ([burst, accountBurst, accountSustained, monthly, accountMonthly], request, count) => {
        const limits = withAccount(
          {
            burst: accountBurst && perDay(accountBurst),
            sustained: accountSustained && { limit: accountSustained, windowMs: 2 * DAY },
            monthly: accountMonthly,
          } as OwnerLimits,
          { burst: burst && perDay(burst), monthly } as Partial<OwnerLimits>,
        );
        const [alone, together] = [await newKey(), await newKey()];
        const expected: Admission[] = [];
        for (let i = 0; i < count; i++) expected.push(await ask(alone, limits, request));
        const batcher = new AdmissionBatcher(redis, limits);
        const got = await Promise.all(Array.from({ length: count }, () => batcher.admit(together, request, NOW)));
        expect(got.map(told)).toEqual(expected.map(told));
      },
    ),
    { numRuns: runs(0.5) },
  );
});
