import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { generateKey, type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { getKey } from '../../../lib/keys/key-store.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { type Cost, NO_SEARCH, searchIn } from '../../../lib/limits/cost.ts';
import type { Limits } from '../../../lib/limits/limits.ts';
import { readUsage, refund } from '../../../lib/limits/usage.ts';
import type { Admission } from '../../../lib/limits/verdict.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser, revokeKey, setDisabled } from '../../harness/as-tester.ts';
import { runs } from '../../harness/fuzz.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const MINUTE = 60_000;
/** A log lives a tenth longer than its window, so that most requests do not have to prolong it. */
const KEPT = 1.1;
const DAY = 86_400_000;
const NOW = new Date('2026-11-15T12:00:00Z');
const off: Limits = { burst: null, sustained: null, monthly: null };
const search = searchIn('web');

const redis = await redisForSuite({ ownServer: true });

let key: PresentedKey;
let began = 0;
beforeEach(async () => {
  began = Date.now();
  await redis.flushdb();
  await createUser(redis, 'ada');
  key = await issue();
});

async function issue(options: Parameters<typeof createKey>[2] = {}): Promise<PresentedKey> {
  const presented = parseKey((await createKey(redis, 'ada', options)).key);
  if (!presented) throw new Error('a key of our own was refused');
  return presented;
}

const ask = (limits: Limits, request: Cost = search) => admit(redis, key, limits, request, NOW);

const verdicts = (admissions: readonly Admission[]) =>
  admissions.reduce<Record<string, number>>((counts, { verdict }) => {
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    return counts;
  }, {});

const entries = async (limit: 'burst' | 'sustained', prefix = key.prefix) =>
  redis.llen(redisKeys.rateLog(prefix, limit));

const searches = async (month = '2026-11') => (await readUsage(redis, { key: key.prefix }, month)).searches;

/** Milliseconds since the epoch on Redis' clock, which the limits use. */
async function redisNow(): Promise<number> {
  const [seconds, micros] = (await redis.time()) as unknown as [string, string];
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/** Fills a log with requests that were admitted this many milliseconds ago. */
async function admitted(limit: 'burst' | 'sustained', agesMs: readonly number[]): Promise<void> {
  const now = await redisNow();
  const times = [...agesMs].sort((a, b) => b - a).map((age) => now - age);
  if (times.length > 0) await redis.rpush(redisKeys.rateLog(key.prefix, limit), ...times);
}

/** Checks a wait that has shrunk by at most the time since the test began. */
function expectAbout(seconds: number, expected: number): void {
  expect(seconds).toBeLessThanOrEqual(expected);
  expect(seconds).toBeGreaterThanOrEqual(expected - Math.ceil((Date.now() - began) / 1_000));
}

describe('admission', () => {
  it('accepts a known key, and returns its details and its account', async () => {
    key = await issue({ name: 'laptop', now: NOW, expiresAt: new Date('2999-01-01T00:00:00Z') });
    const admission = await ask(off);
    expect(admission).toEqual({
      verdict: 'admitted',
      placedIn: [],
      caller: expect.objectContaining({
        prefix: key.prefix,
        username: 'ada',
        labels: {},
        keyName: 'laptop',
        createdAt: NOW.toISOString(),
        expiresAt: '2999-01-01T00:00:00.000Z',
        expiresAtMs: Date.parse('2999-01-01T00:00:00Z'),
        lastUsedAt: '',
        searchesThisMonth: 1,
        scopes: [],
        engines: [],
        monthlyLimit: null,
        limits: expect.any(Function),
      }),
      standings: { burst: null, sustained: null },
      charge: {
        id: expect.any(String),
        owner: { key: key.prefix },
        searches: { web: 1 },
        period: { month: '2026-11', day: '15' },
      },
    });
  });

  it('refuses an unknown prefix, even if the key is well formed', async () => {
    key = generateKey();
    expect(await ask(off)).toEqual({ verdict: 'unknown' });
  });

  it('refuses a known prefix with a wrong secret', async () => {
    key = { prefix: key.prefix, digest: generateKey().digest };
    expect(await ask(off)).toEqual({ verdict: 'unknown' });
  });

  it('refuses a digest that only starts like the stored one, or is a hash’s padding', async () => {
    for (const digest of [key.digest.slice(0, 63).padEnd(64, 'x'), '0'.repeat(64), ' '.repeat(64)]) {
      expect(await admit(redis, { prefix: key.prefix, digest }, off, search, NOW)).toEqual({ verdict: 'unknown' });
      expect(await admit(redis, { prefix: 'zzzzzzzz', digest }, off, search, NOW)).toEqual({ verdict: 'unknown' });
    }
  });

  it('refuses a revoked key from the next request on', async () => {
    expect((await ask(off)).verdict).toBe('admitted');
    await revokeKey(redis, key.prefix);
    expect(await ask(off)).toEqual({ verdict: 'unknown' });
  });

  it('refuses an expired key', async () => {
    key = await issue({ now: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2020-01-02T00:00:00Z') });
    expect(await ask(off)).toEqual({ verdict: 'unknown' });
  });

  it('uses Redis’ clock for the moment of expiry', async () => {
    const expiresAt = (await redisNow()) + 100;
    key = await issue({ now: new Date(0), expiresAt: new Date(expiresAt) });
    await eventually('the key has expired', async () => (await ask(off)).verdict === 'unknown');
    expect(await redisNow()).toBeGreaterThanOrEqual(expiresAt);
  });

  it('refuses a disabled account until it is enabled again', async () => {
    await setDisabled(redis, 'ada', true);
    expect(await ask(off)).toEqual({ verdict: 'disabled', owner: { username: 'ada', labels: {} } });
    await setDisabled(redis, 'ada', false);
    expect((await ask(off)).verdict).toBe('admitted');
  });

  it('reports a revoked key as unknown even if the account is disabled', async () => {
    await setDisabled(redis, 'ada', true);
    await revokeKey(redis, key.prefix);
    expect(await ask(off)).toEqual({ verdict: 'unknown' });
  });

  it('checks the key before the limits: a refused key is not counted and leaves no trace', async () => {
    const limits: Limits = {
      burst: { limit: 5, windowMs: MINUTE },
      sustained: { limit: 5, windowMs: DAY },
      monthly: null,
    };
    const revoked = await issue();
    const expired = await issue({ now: new Date(0), expiresAt: new Date(1) });
    await revokeKey(redis, revoked.prefix);
    const before = await redis.keys('*');
    for (const refused of [generateKey(), { ...key, digest: generateKey().digest }, revoked, expired]) {
      expect((await admit(redis, refused, limits, search, NOW)).verdict).toBe('unknown');
    }
    await setDisabled(redis, 'ada', true);
    expect((await admit(redis, key, limits, search, NOW)).verdict).toBe('disabled');

    expect((await redis.keys('*')).sort()).toEqual(before.sort());
    for (const { prefix } of [key, revoked, expired]) expect((await getKey(redis, prefix))?.lastUsedAt).toBe('');
  });
});

describe('one round trip', () => {
  const limits: Limits = { burst: { limit: 2, windowMs: MINUTE }, sustained: { limit: 9, windowMs: DAY }, monthly: 9 };

  it('decides every outcome', async () => {
    await ask(limits);
    const outcomes: [string, () => Promise<Admission>][] = [
      ['admitted', () => ask(limits)],
      ['throttled', () => ask(limits)],
      ['unknown', () => admit(redis, generateKey(), limits, search, NOW)],
    ];
    for (const [verdict, run] of outcomes) {
      await redis.config('RESETSTAT');
      expect((await run()).verdict).toBe(verdict);
      const stats = await redis.info('commandstats');
      expect(stats).toMatch(/^cmdstat_evalsha:calls=1,/m);
      expect(stats).not.toMatch(/^cmdstat_eval:/m);
    }
  });

  it('still decides after Redis has lost the script', async () => {
    await ask(limits);
    await redis.script('FLUSH');
    expect((await ask(limits)).verdict).toBe('admitted');
    expect(await entries('burst')).toBe(2);
  });
});

describe('the burst and sustained limits', () => {
  const limits = (burst: number, sustained: number): Limits => ({
    burst: { limit: burst, windowMs: MINUTE },
    sustained: { limit: sustained, windowMs: DAY },
    monthly: null,
  });

  it('report the remaining entries, and that one is free', async () => {
    const admission = await ask(limits(3, 10));
    expect(admission).toMatchObject({
      verdict: 'admitted',
      standings: {
        burst: { limit: 3, windowMs: MINUTE, remaining: 2, resetS: 0 },
        sustained: { limit: 10, windowMs: DAY, remaining: 9, resetS: 0 },
      },
    });
  });

  it('report when the next entry is free after the last one is taken', async () => {
    await admitted('burst', [30_000, 10_000]);
    const admission = await ask(limits(3, 10));
    if (admission.verdict !== 'admitted') throw new Error(admission.verdict);
    expect(admission.standings.burst?.remaining).toBe(0);
    expectAbout(admission.standings.burst?.resetS ?? 0, 30);
    expect(admission.standings.sustained).toMatchObject({ remaining: 9, resetS: 0 });
  });

  it('refuse by the burst limit, and count towards neither limit', async () => {
    await ask(limits(2, 10));
    await ask(limits(2, 10));
    for (let i = 0; i < 5; i++) {
      const refused = await ask(limits(2, 10));
      if (refused.verdict !== 'throttled') throw new Error(refused.verdict);
      expectAbout(refused.waitS, 60);
      expect(refused.standings.burst).toMatchObject({ limit: 2, remaining: 0 });
      expectAbout(refused.standings.burst?.resetS ?? 0, 60);
      expect(refused.standings.sustained).toMatchObject({ limit: 10, remaining: 8, resetS: 0 });
      expect(refused.caller).toMatchObject({ prefix: key.prefix, username: 'ada' });
    }
    expect(await entries('burst')).toBe(2);
    expect(await entries('sustained')).toBe(2);
    expect(await searches()).toBe(2);
  });

  it('refuse by the sustained limit, and count towards neither limit', async () => {
    await admitted('sustained', [DAY - 3_600_000, 5_000]);
    for (let i = 0; i < 5; i++) {
      const refused = await ask(limits(10, 2));
      if (refused.verdict !== 'throttled') throw new Error(refused.verdict);
      expectAbout(refused.waitS, 3_600);
      expect(refused.standings.burst).toMatchObject({ remaining: 10, resetS: 0 });
      expect(refused.standings.sustained).toMatchObject({ remaining: 0 });
    }
    expect(await entries('burst')).toBe(0);
    expect(await entries('sustained')).toBe(2);
    expect(await searches()).toBe(0);
  });

  it('report the longer wait if both refuse', async () => {
    await admitted('burst', [50_000]);
    await admitted('sustained', [DAY - 7_200_000]);
    const refused = await ask(limits(1, 1));
    if (refused.verdict !== 'throttled') throw new Error(refused.verdict);
    expectAbout(refused.waitS, 7_200);
    expectAbout(refused.standings.burst?.resetS ?? 0, 10);
    expectAbout(refused.standings.sustained?.resetS ?? 0, 7_200);

    key = await issue();
    await admitted('burst', [10_000]);
    await admitted('sustained', [DAY - 20_000]);
    const again = await ask(limits(1, 1));
    if (again.verdict !== 'throttled') throw new Error(again.verdict);
    expectAbout(again.waitS, 50);
  });

  it('never report a wait of less than a second', async () => {
    const tight: Limits = { burst: { limit: 1, windowMs: 20 }, sustained: null, monthly: null };
    const refused = await eventually('two requests within 20 ms', async () => {
      const [, second] = await Promise.all([ask(tight), ask(tight)]);
      return second?.verdict === 'throttled' && second;
    });
    expect(refused.waitS).toBe(1);
  });

  it('admit exactly 60 of 100 concurrent requests at a limit of 60', async () => {
    const admissions = await Promise.all(Array.from({ length: 100 }, () => ask(limits(60, 5_000))));
    expect(verdicts(admissions)).toEqual({ admitted: 60, throttled: 40 });
    expect(await entries('burst')).toBe(60);
    expect(await entries('sustained')).toBe(60);
    expect(await searches()).toBe(60);
    const left = admissions.flatMap((one) => (one.verdict === 'admitted' ? [one.standings.burst?.remaining] : []));
    expect(left.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  it('are separate for each key', async () => {
    await ask(limits(1, 1));
    expect((await ask(limits(1, 1))).verdict).toBe('throttled');
    key = await issue();
    expect((await ask(limits(1, 1))).verdict).toBe('admitted');
  });

  it('free an entry as soon as the oldest request leaves the window, one at a time', async () => {
    await admitted('burst', [MINUTE + 1, MINUTE - 20_000, 1_000]);
    expect((await ask(limits(3, 10))).verdict).toBe('admitted');
    expect((await ask(limits(3, 10))).verdict).toBe('throttled');
    expect(await entries('burst')).toBe(3);
  });

  it('slide: a full window opens again with time', async () => {
    const windowMs = 200;
    const one: Limits = {
      burst: { limit: 1, windowMs },
      sustained: { limit: 5, windowMs: DAY },
      monthly: null,
    };
    expect(verdicts(await Promise.all([ask(one), ask(one)]))).toEqual({ admitted: 1, throttled: 1 });
    const first = Number(await redis.lindex(redisKeys.rateLog(key.prefix, 'sustained'), 0));
    await eventually('an entry is free again', async () => (await ask(one)).verdict === 'admitted');
    const second = Number(await redis.lindex(redisKeys.rateLog(key.prefix, 'sustained'), 1));
    expect(second - first).toBeGreaterThanOrEqual(windowMs);
    expect(await entries('sustained')).toBe(2);
  });

  it('never admit more than the limit in any window', async () => {
    const [limit, windowMs] = [4, 100];
    const rate: Limits = { burst: { limit, windowMs }, sustained: null, monthly: null };
    const times: number[] = [];
    await eventually('twenty were admitted', async () => {
      while (times.length < 20) {
        // Sent together, because the log ends with its window.
        const log = redisKeys.rateLog(key.prefix, 'burst');
        const [{ verdict }, time] = await Promise.all([ask(rate), redis.lindex(log, -1)]);
        if (verdict !== 'admitted') return false;
        times.push(Number(time));
      }
      return true;
    });
    for (let i = limit; i < times.length; i++) {
      expect(Number(times[i]) - Number(times[i - limit])).toBeGreaterThanOrEqual(windowMs);
    }
  });

  it('agree with a simple model of a sliding log', async () => {
    // Ages stay 15 s away from the edge of the window, so that a slow run changes nothing.
    const edge = 15_000;
    const ages = (windowMs: number) =>
      fc.array(
        fc.oneof(
          fc.integer({ min: 0, max: windowMs - edge }),
          fc.integer({ min: windowMs + 1, max: windowMs + 600_000 }),
        ),
        { maxLength: 8 },
      );
    const model = (agesMs: readonly number[], limit: number, windowMs: number, taken: number) => {
      const inside = agesMs.filter((age) => age < windowMs).sort((a, b) => b - a);
      if (taken) inside.push(0);
      const leaver = inside.length >= limit ? inside[inside.length - limit] : undefined;
      return {
        remaining: Math.max(0, limit - inside.length),
        resetS: leaver === undefined ? 0 : Math.ceil((windowMs - leaver) / 1_000),
        entries: inside.length,
      };
    };
    await fc.assert(
      fc.asyncProperty(
        ages(MINUTE),
        ages(DAY),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        async (burstAges, sustainedAges, burst, sustained) => {
          key = await issue();
          await admitted('burst', burstAges);
          await admitted('sustained', sustainedAges);
          const before = [model(burstAges, burst, MINUTE, 0), model(sustainedAges, sustained, DAY, 0)];
          const free = before.every(({ remaining }) => remaining > 0);
          const after = [
            model(burstAges, burst, MINUTE, free ? 1 : 0),
            model(sustainedAges, sustained, DAY, free ? 1 : 0),
          ];

          const admission = await ask(limits(burst, sustained));
          expect(admission.verdict).toBe(free ? 'admitted' : 'throttled');
          if (!('standings' in admission)) return;
          const standings = [admission.standings.burst, admission.standings.sustained];
          standings.forEach((standing, i) => {
            expect(standing?.remaining).toBe(after[i]?.remaining);
            expectAbout(standing?.resetS ?? -1, after[i]?.resetS ?? -1);
          });
          if (admission.verdict === 'throttled') {
            expectAbout(admission.waitS, Math.max(...after.map(({ resetS }) => resetS)));
          }
          expect(await entries('burst')).toBe(after[0]?.entries);
          expect(await entries('sustained')).toBe(after[1]?.entries);
        },
      ),
      { numRuns: runs(0.5) },
    );
  });

  it('apply at once when lowered: the excess must leave the window first', async () => {
    await admitted('burst', [50_000, 40_000, 30_000, 20_000, 10_000]);
    const refused = await ask(limits(2, 100));
    if (refused.verdict !== 'throttled') throw new Error(refused.verdict);
    expect(refused.standings.burst?.remaining).toBe(0);
    // Five are in the window and two are allowed, so the fourth, 20 s old, must leave first.
    expectAbout(refused.waitS, 40);
    expect(await entries('burst')).toBe(5);
  });

  it('apply at once when raised', async () => {
    await ask(limits(1, 10));
    expect((await ask(limits(1, 10))).verdict).toBe('throttled');
    expect(await ask(limits(2, 10))).toMatchObject({ verdict: 'admitted', standings: { burst: { remaining: 0 } } });
  });

  it('admit every request when off, without a log or a standing', async () => {
    const admissions = await Promise.all(Array.from({ length: 100 }, () => ask(off)));
    expect(verdicts(admissions)).toEqual({ admitted: 100 });
    expect(admissions[0]).toMatchObject({ standings: { burst: null, sustained: null } });
    expect(await redis.keys('*:rate:*')).toEqual([]);
  });

  it('work independently of each other', async () => {
    const burstOnly: Limits = { ...limits(1, 1), sustained: null };
    expect((await ask(burstOnly)).verdict).toBe('admitted');
    expect(await ask(burstOnly)).toMatchObject({ verdict: 'throttled', standings: { sustained: null } });
    expect(await entries('sustained')).toBe(0);

    key = await issue();
    const sustainedOnly: Limits = { ...limits(1, 1), burst: null };
    expect((await ask(sustainedOnly)).verdict).toBe('admitted');
    expect(await ask(sustainedOnly)).toMatchObject({ verdict: 'throttled', standings: { burst: null } });
    expect(await entries('burst')).toBe(0);
  });

  it('leave nothing behind: a log expires soon after its window', async () => {
    await ask(limits(5, 5));
    const burst = await redis.pttl(redisKeys.rateLog(key.prefix, 'burst'));
    const sustained = await redis.pttl(redisKeys.rateLog(key.prefix, 'sustained'));
    expect(burst).toBeGreaterThan(MINUTE / 2);
    expect(burst).toBeLessThanOrEqual(MINUTE * KEPT);
    expect(sustained).toBeGreaterThan(DAY / 2);
    expect(sustained).toBeLessThanOrEqual(DAY * KEPT);
  });
});

describe('the monthly cap', () => {
  const capped = (monthly: number): Limits => ({ burst: { limit: 1_000, windowMs: MINUTE }, sustained: null, monthly });

  it('is exact for 50 concurrent searches', async () => {
    const admissions = await Promise.all(Array.from({ length: 50 }, () => ask(capped(20))));
    expect(verdicts(admissions)).toEqual({ admitted: 20, 'month-used-up': 30 });
    expect(await searches()).toBe(20);
    expect(await entries('burst')).toBe(20);
  });

  it('refuses searches until the next month, and reports how long that is', async () => {
    await ask(capped(1));
    expect(await ask(capped(1))).toMatchObject({
      verdict: 'month-used-up',
      waitS: (Date.UTC(2026, 11, 1) - NOW.getTime()) / 1_000,
      caller: { searchesThisMonth: 1 },
      standings: { burst: { remaining: 999, resetS: 0 } },
    });
    const nextMonth = new Date('2026-12-01T00:00:00Z');
    expect((await admit(redis, key, capped(1), search, nextMonth)).verdict).toBe('admitted');
  });

  it('does not apply to requests that are not searches', async () => {
    await ask(capped(1));
    expect((await ask(capped(1), NO_SEARCH)).verdict).toBe('admitted');
  });

  it('counts only counted searches', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await ask(capped(1), searchIn('web', 0))).verdict).toBe('admitted');
      expect((await ask(capped(1), NO_SEARCH)).verdict).toBe('admitted');
    }
    expect((await ask(capped(1))).verdict).toBe('admitted');
    expect((await ask(capped(1))).verdict).toBe('month-used-up');
  });

  it('is free again by the refunded number', async () => {
    const admission = await ask(capped(1));
    if (admission.verdict !== 'admitted' || !admission.charge) throw new Error(admission.verdict);
    await refund(redis, [admission.charge]);
    expect(verdicts([await ask(capped(1)), await ask(capped(1))])).toEqual({ admitted: 1, 'month-used-up': 1 });
  });

  it('yields to a rate limit that is also exhausted', async () => {
    const both: Limits = { burst: { limit: 1, windowMs: MINUTE }, sustained: null, monthly: 1 };
    await ask(both);
    expect((await ask(both)).verdict).toBe('throttled');
  });
});

describe('usage', () => {
  it('counts a search for the key and the account, by month, day and endpoint', async () => {
    const other = await issue();
    const at = (iso: string, endpoint: string, who = key) => admit(redis, who, off, searchIn(endpoint), new Date(iso));
    await at('2026-11-14T23:59:59Z', 'web');
    await at('2026-11-15T00:00:00Z', 'web');
    await at('2026-11-15T01:00:00Z', 'web');
    await at('2026-11-15T02:00:00Z', 'suggest');
    await at('2026-12-01T00:00:00Z', 'web');
    await at('2026-11-15T03:00:00Z', 'web', other);

    expect(await readUsage(redis, { key: key.prefix }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 4,
      days: { '2026-11-14': { web: 1 }, '2026-11-15': { web: 2, suggest: 1 } },
    });
    expect(await readUsage(redis, { key: other.prefix }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 1,
      days: { '2026-11-15': { web: 1 } },
    });
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 5,
      days: { '2026-11-14': { web: 1 }, '2026-11-15': { web: 3, suggest: 1 } },
    });
    expect(await searches('2026-12')).toBe(1);
  });

  it('returns this month’s searches to the caller, including the current one', async () => {
    await ask(off);
    expect(await ask(off)).toMatchObject({ caller: { searchesThisMonth: 2 } });
    expect(await ask(off, NO_SEARCH)).toMatchObject({ caller: { searchesThisMonth: 2 } });
  });

  it('does not count a request with bad parameters, although the rate limits do', async () => {
    const limits: Limits = {
      burst: { limit: 2, windowMs: MINUTE },
      sustained: { limit: 9, windowMs: DAY },
      monthly: null,
    };
    const invalid = searchIn('web', 0);
    expect(await ask(limits, invalid)).toMatchObject({
      verdict: 'admitted',
      charge: null,
      standings: { burst: { remaining: 1 } },
    });
    await ask(limits, invalid);
    expect((await ask(limits, invalid)).verdict).toBe('throttled');
    expect(await entries('burst')).toBe(2);
    expect(await entries('sustained')).toBe(2);
    expect(await readUsage(redis, { key: key.prefix }, '2026-11')).toMatchObject({ searches: 0, days: {} });
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toMatchObject({ searches: 0, days: {} });
  });

  it('does not count a request that is not a search, although the rate limits do', async () => {
    const limits: Limits = { burst: { limit: 2, windowMs: MINUTE }, sustained: null, monthly: null };
    expect(await ask(limits, NO_SEARCH)).toMatchObject({ verdict: 'admitted', charge: null });
    expect(await entries('burst')).toBe(1);
    expect(await redis.keys('*usage*')).toEqual([]);
  });

  it('is kept for more than a year, but not forever', async () => {
    await ask(off);
    for (const name of [redisKeys.keyUsage(key.prefix, '2026-11'), redisKeys.userUsage('ada', '2026-11')]) {
      expect(await redis.ttl(name)).toBeGreaterThan(365 * 86_400);
    }
  });
});

describe('the last use of a key', () => {
  it('is recorded with Redis’ clock and returned with the next request', async () => {
    const before = await redisNow();
    expect(await ask(off)).toMatchObject({ caller: { lastUsedAt: '' } });
    const after = await redisNow();

    const stored = (await getKey(redis, key.prefix))?.lastUsedAt ?? '';
    expect(Date.parse(stored)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(stored)).toBeLessThanOrEqual(after);
    expect(await ask(off)).toMatchObject({ caller: { lastUsedAt: stored } });
  });

  it('includes requests that are not searches', async () => {
    await ask(off, NO_SEARCH);
    expect((await getKey(redis, key.prefix))?.lastUsedAt).not.toBe('');
  });
});
