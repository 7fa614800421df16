import { beforeEach, describe, expect, it } from 'vitest';
import { type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { type Cost, KEY_CHECK, MESSAGE, NO_SEARCH, searchesOf, searchIn } from '../../../lib/limits/cost.ts';
import type { Limits } from '../../../lib/limits/limits.ts';
import { readUsage, refund } from '../../../lib/limits/usage.ts';
import type { Admission } from '../../../lib/limits/verdict.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];
const NOW = new Date('2026-11-15T12:00:00Z');
const off = { burst: null, sustained: null, monthly: null };
/** A search of four tabs. */
const four: Cost = { entries: 4, searches: { web: 1, images: 1, news: 2 } };

const redis = await redisForSuite();
let key: PresentedKey;
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada');
  key = parseKey((await createKey(redis, 'ada')).key) as PresentedKey;
});

const ask = (limits: Limits, cost: Cost) => admit(redis, key, limits, cost, NOW);
const perMinute = (limit: number) => ({ limit, windowMs: MINUTE });
const perDay = (limit: number) => ({ limit, windowMs: DAY });
const entries = () =>
  Promise.all([
    redis.llen(redisKeys.rateLog(key.prefix, 'burst')),
    redis.llen(redisKeys.rateLog(key.prefix, 'sustained')),
    redis.llen(redisKeys.accountRateLog('ada', 'burst')),
  ]);
const usage = () => readUsage(redis, { key: key.prefix }, '2026-11');

function expectThrottled(admission: Admission): asserts admission is Extract<Admission, { verdict: 'throttled' }> {
  expect(admission.verdict).toBe('throttled');
}

describe('the number of searches', () => {
  it('is the sum over the endpoints', () => {
    expect([four, searchIn('web'), searchIn('web', 0), NO_SEARCH].map(searchesOf)).toEqual([4, 1, 0, 0]);
  });
});

describe('a request that costs several entries and searches', () => {
  const limits: Limits = {
    burst: perMinute(10),
    sustained: perDay(100),
    monthly: 10,
    account: { ...off, burst: perMinute(50) },
  };

  it('takes all of them, in every log and by endpoint', async () => {
    expect(await ask(limits, four)).toMatchObject({
      verdict: 'admitted',
      caller: { searchesThisMonth: 4 },
      standings: { burst: { remaining: 6, resetS: 0 }, sustained: { remaining: 96 } },
      charge: { searches: { web: 1, images: 1, news: 2 } },
    });
    expect(await entries()).toEqual([4, 4, 4]);
    const counted = { month: '2026-11', searches: 4, days: { '2026-11-15': { web: 1, images: 1, news: 2 } } };
    expect(await usage()).toEqual(counted);
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual(counted);
  });

  it('takes none if a rate limit has room for only some of them, and says when it has room for all', async () => {
    const now = Date.now();
    const ages = [50_000, 40_000, 30_000, 20_000, 10_000, 9_000, 8_000, 7_000];
    await redis.rpush(redisKeys.rateLog(key.prefix, 'burst'), ...ages.map((age) => now - age));
    const refused = await ask(limits, four);
    expectThrottled(refused);
    // Two entries are free, so the two oldest must leave. One is free at once.
    expect(refused).toMatchObject({ by: 'key', standings: { burst: { remaining: 2, resetS: 0 } } });
    expect(refused.waitS).toBeGreaterThan(10);
    expect(refused.waitS).toBeLessThanOrEqual(20);
    expect(await entries()).toEqual([8, 0, 0]);
    expect(await usage()).toMatchObject({ searches: 0 });
    expect((await ask(limits, searchIn('web'))).verdict).toBe('admitted');
  });

  it('takes none if the limit of the account has room for only some of them', async () => {
    const tight: Limits = { ...limits, account: { ...off, burst: perMinute(7) } };
    await ask(tight, four);
    expect(await ask(tight, four)).toMatchObject({ verdict: 'throttled', by: 'account' });
    expect(await entries()).toEqual([4, 4, 4]);
  });

  it('takes none if the month has room for only some of them', async () => {
    await ask({ ...off, monthly: 10 }, four);
    await ask({ ...off, monthly: 10 }, four);
    expect(await ask({ ...off, monthly: 10 }, four)).toMatchObject({
      verdict: 'month-used-up',
      by: 'key',
      caller: { searchesThisMonth: 8 },
    });
    const account = { ...off, account: { ...off, monthly: 10 } };
    expect(await ask(account, four)).toMatchObject({ verdict: 'month-used-up', by: 'account' });
    expect(await usage()).toMatchObject({ searches: 8 });
    expect((await ask({ ...off, monthly: 10 }, searchIn('web'))).verdict).toBe('admitted');
  });

  it('takes all of a rate limit that is lower, so that it can be admitted at all', async () => {
    const lower: Limits = { ...off, burst: perMinute(3) };
    expect(await ask(lower, four)).toMatchObject({ verdict: 'admitted', standings: { burst: { remaining: 0 } } });
    const refused = await ask(lower, four);
    expectThrottled(refused);
    expect(refused.waitS).toBeGreaterThan(50);
    expect(refused.waitS).toBeLessThanOrEqual(60);
    expect(await usage()).toMatchObject({ searches: 4 });
  });

  it('is refunded as a whole, once', async () => {
    const admission = await ask(off, four);
    await ask(off, searchIn('news'));
    if (admission.verdict !== 'admitted' || !admission.charge) throw new Error(admission.verdict);
    await refund(redis, [admission.charge, admission.charge]);
    const left = { month: '2026-11', searches: 1, days: { '2026-11-15': { news: 1 } } };
    expect(await usage()).toEqual(left);
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual(left);
  });
});

describe('a message', () => {
  const limits: Limits = {
    burst: perMinute(1),
    sustained: perDay(1),
    monthly: 1,
    account: { ...off, burst: perMinute(1) },
  };

  it('takes an entry in logs of their own, where ten times as many have room', async () => {
    await ask(limits, searchIn('web'));
    for (let i = 0; i < 10; i++) {
      expect(await ask(limits, MESSAGE)).toMatchObject({ verdict: 'admitted', standings: { burst: null } });
    }
    expectThrottled(await ask(limits, MESSAGE));
    expect(await entries()).toEqual([1, 1, 1]);
  });
});

describe('a request that only needs a valid key', () => {
  const full: Limits = { burst: perMinute(1), sustained: perDay(1), monthly: 1 };

  it('is admitted under full limits, takes nothing and has no standing', async () => {
    await ask(full, searchIn('web'));
    expect(await ask(full, KEY_CHECK)).toMatchObject({
      verdict: 'admitted',
      standings: { burst: null, sustained: null },
      charge: null,
    });
    expect(await entries()).toEqual([1, 1, 0]);
    expect(await usage()).toMatchObject({ searches: 1 });
  });

  it('is refused with another key', async () => {
    key = { prefix: key.prefix, digest: 'x'.repeat(64) };
    expect(await ask(full, KEY_CHECK)).toEqual({ verdict: 'unknown' });
  });
});
