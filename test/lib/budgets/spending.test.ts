import { beforeEach, describe, expect, it } from 'vitest';
import { type Budget, fieldOf, type Used } from '../../../lib/budgets/budget.ts';
import { Deadline } from '../../../lib/deadline.ts';
import { type Lease, type Purse, SharedPermits } from '../../../lib/limits/shared-permits.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const { errors } = testErrors();
const NOW = Date.UTC(2026, 10, 18, 23, 59);
const DAY_MS = 86_400_000;
const spentKey = redisKeys.providerSpent('brave');
const callsKey = redisKeys.providerCalls('brave');
const soon = () => Deadline.in(60_000);

let now: number;
let spent: { used: Used; units: number }[];
beforeEach(async () => {
  await redis.flushdb();
  [now, spent] = [NOW, []];
});

/** The permits of one process. */
function permitsOf(limits: Partial<Budget>, maxConcurrent: number | null = null): SharedPermits {
  const budget = { day: null, month: null, price: null, currency: 'EUR', ...limits };
  const onSpent: Purse['onSpent'] = (used, units) => spent.push({ used, units });
  const purse = { budget, spentKey, now: () => now, onSpent, onGivenBack() {} };
  return new SharedPermits(redis, { callsKey, maxConcurrent, purse }, errors);
}
const used = async () => Number((await redis.hget(spentKey, fieldOf('month', now))) ?? 0);
const isTaken = (lease: Lease | string): lease is Lease => typeof lease === 'object';

/** The same numbers for the same seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('units of a budget', () => {
  it('are taken exactly, by several processes at once', async () => {
    const processes = [1, 2, 3, 4].map(() => permitsOf({ month: 100 }));
    const takes = Array.from({ length: 1_000 }, (_, at) => processes[at % 4]?.take(soon(), 1));
    const leases = await Promise.all(takes);
    expect(leases.filter((lease) => lease === 'spent')).toHaveLength(900);
    expect(await used()).toBe(100);
    // Exactly one call hears that it took the last one.
    expect(spent.filter(({ used: { month }, units }) => month === 100 && units > 0)).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5])('are what a plain model says, whatever is taken and given back (seed %i)', async (seed) => {
    const chance = random(seed);
    const budget = { day: 5 + Math.floor(chance() * 10), month: 10 + Math.floor(chance() * 20) };
    const processes = [permitsOf(budget), permitsOf(budget), permitsOf(budget)];
    const model = new Map<string, number>();
    const held: Lease[] = [];
    for (let step = 0; step < 120; step++) {
      const permits = processes[Math.floor(chance() * 3)] as SharedPermits;
      if (chance() < 0.05) now += DAY_MS;
      if (chance() < 0.7) {
        const units = 1 + Math.floor(chance() * 3);
        const fields = [fieldOf('day', now), fieldOf('month', now)] as const;
        const mayHave = fields.every(
          (field, at) => (model.get(field) ?? 0) + units <= (at === 0 ? budget.day : budget.month),
        );
        const lease = await permits.take(soon(), units);
        expect(isTaken(lease), `step ${step}`).toBe(mayHave);
        if (!isTaken(lease)) continue;
        held.push(lease);
        for (const field of fields) model.set(field, (model.get(field) ?? 0) + units);
      } else {
        const [lease] = held.splice(Math.floor(chance() * held.length), 1);
        if (!lease) continue;
        const wasSent = chance() < 0.5;
        permits.release(lease, wasSent);
        // What is given back twice, by a command that was sent again, counts once.
        if (!wasSent) permits.release(lease, false);
        if (!wasSent) for (const field of lease.fields) model.set(field, (model.get(field) ?? 0) - lease.units);
        await eventually('it is released', async () => (await redis.zscore(callsKey, lease.id)) === null);
      }
      expect(await used(), `step ${step}`).toBe(model.get(fieldOf('month', now)) ?? 0);
    }
  });

  it('begin anew with the day and with the month; what nobody reads is removed', async () => {
    const permits = permitsOf({ day: 1 });
    expect(isTaken(await permits.take(soon(), 1))).toBe(true);
    expect(await permits.take(soon(), 1)).toBe('spent');
    now += 60_000;
    expect(isTaken(await permits.take(soon(), 1))).toBe(true);
    now += 60 * DAY_MS;
    expect(isTaken(await permits.take(soon(), 1))).toBe(true);
    expect((await redis.hkeys(spentKey)).sort()).toEqual([fieldOf('day', now), fieldOf('month', now)]);
  });

  it('are not taken while no permit is free, and further ones need none', async () => {
    const permits = permitsOf({ month: 3 }, 1);
    const lease = await permits.take(soon(), 1);
    expect(await permits.take(Deadline.in(300), 1)).toBe('overloaded');
    expect(await used()).toBe(1);
    expect(isTaken(await permits.takeMore(soon(), 2))).toBe(true);
    expect(await permits.takeMore(soon(), 1)).toBe('spent');
    expect(isTaken(lease)).toBe(true);
  });
});
