import { beforeEach, describe, expect, it } from 'vitest';
import { parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { type Charge, readUsage, refund, secondsUntilNextMonth, usagePeriod } from '../../../lib/limits/usage.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();

describe('a usage period', () => {
  it.each([
    ['2026-11-15T12:00:00Z', '2026-11', '15'],
    ['2026-10-31T23:59:59.999Z', '2026-10', '31'],
    ['2026-11-01T00:00:00.000Z', '2026-11', '01'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '31'],
    ['2027-01-01T00:00:00.000Z', '2027-01', '01'],
    ['2028-02-29T10:00:00Z', '2028-02', '29'],
    // The period is in UTC, whatever the caller's time zone.
    ['2026-11-30T23:30:00-02:00', '2026-12', '01'],
    ['2026-12-01T01:30:00+02:00', '2026-11', '30'],
  ])('of %s is month %s, day %s', (at, month, day) => {
    expect(usagePeriod(new Date(at))).toEqual({ month, day });
  });
});

describe('the next month', () => {
  it.each([
    ['2026-11-30T23:59:59.000Z', 1],
    ['2026-11-30T23:59:59.999Z', 1],
    ['2026-11-30T23:59:58.999Z', 2],
    ['2026-11-01T00:00:00.000Z', 30 * 86_400],
    ['2026-12-01T00:00:00.000Z', 31 * 86_400],
    ['2026-12-31T00:00:00.000Z', 86_400],
    ['2027-02-01T00:00:00.000Z', 28 * 86_400],
    ['2028-02-01T00:00:00.000Z', 29 * 86_400],
  ])('begins after %s in %i seconds', (at, seconds) => {
    expect(secondsUntilNextMonth(new Date(at))).toBe(seconds);
  });
});

describe('counted usage', () => {
  beforeEach(async () => {
    await redis.flushdb();
    await createUser(redis, 'ada');
  });

  const off = { burst: null, sustained: null, monthly: null };

  async function issue() {
    const { key } = await createKey(redis, 'ada');
    const presented = parseKey(key);
    if (!presented) throw new Error('a key of our own was refused');
    return presented;
  }

  async function count(key: Awaited<ReturnType<typeof issue>>, endpoint: string, at: string): Promise<Charge> {
    const admission = await admit(redis, key, off, searchIn(endpoint), new Date(at));
    if (admission.verdict !== 'admitted' || !admission.charge) throw new Error(admission.verdict);
    return admission.charge;
  }

  it('is empty for a key and an account without searches', async () => {
    expect(await readUsage(redis, { key: '1a2B3c4D' }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 0,
      days: {},
    });
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 0,
      days: {},
    });
  });

  it('is stored by day and endpoint, and never runs into another month', async () => {
    const key = await issue();
    await count(key, 'web', '2026-11-30T23:59:59.999Z');
    await count(key, 'web', '2026-11-30T00:00:00.000Z');
    await count(key, 'suggest', '2026-11-01T00:00:00.000Z');
    await count(key, 'web', '2026-12-01T00:00:00.000Z');

    expect(await readUsage(redis, { key: key.prefix }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 3,
      days: { '2026-11-30': { web: 2 }, '2026-11-01': { suggest: 1 } },
    });
    expect(await readUsage(redis, { key: key.prefix }, '2026-12')).toEqual({
      month: '2026-12',
      searches: 1,
      days: { '2026-12-01': { web: 1 } },
    });
    expect((await readUsage(redis, { key: key.prefix }, '2025-11')).searches).toBe(0);
  });

  it('of an account is the sum over its keys', async () => {
    const [one, two] = [await issue(), await issue()];
    await count(one, 'web', '2026-11-15T10:00:00Z');
    await count(two, 'web', '2026-11-15T11:00:00Z');
    await count(two, 'maps', '2026-11-15T12:00:00Z');

    expect((await readUsage(redis, { key: one.prefix }, '2026-11')).searches).toBe(1);
    expect((await readUsage(redis, { key: two.prefix }, '2026-11')).searches).toBe(2);
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 3,
      days: { '2026-11-15': { web: 2, maps: 1 } },
    });
  });

  it('is reduced by a refund for the key, the account, the day and the endpoint', async () => {
    const key = await issue();
    const charge = await count(key, 'web', '2026-11-15T10:00:00Z');
    await count(key, 'maps', '2026-11-15T10:00:01Z');
    await refund(redis, [charge]);

    const left = { month: '2026-11', searches: 1, days: { '2026-11-15': { maps: 1 } } };
    expect(await readUsage(redis, { key: key.prefix }, '2026-11')).toEqual(left);
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual(left);
  });

  it('is refunded to its original period, however late', async () => {
    const key = await issue();
    const charge = await count(key, 'web', '2026-11-30T23:59:59.900Z');
    await count(key, 'web', '2026-12-01T00:00:00.100Z');
    await refund(redis, [charge]);

    expect((await readUsage(redis, { key: key.prefix }, '2026-11')).searches).toBe(0);
    expect((await readUsage(redis, { key: key.prefix }, '2026-12')).searches).toBe(1);
  });

  it('is correct for concurrent counts and refunds', async () => {
    const key = await issue();
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const charge = await count(key, 'web', '2026-11-15T10:00:00Z');
        if (i % 4 === 0) await refund(redis, [charge]);
      }),
    );
    expect(await readUsage(redis, { username: 'ada' }, '2026-11')).toEqual({
      month: '2026-11',
      searches: 30,
      days: { '2026-11-15': { web: 30 } },
    });
  });
});
