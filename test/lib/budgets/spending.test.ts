import { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldOf } from '../../../lib/budgets/budget.ts';
import { Deadline } from '../../../lib/deadline.ts';
import { freshDatabase } from '../../harness/redis.ts';
import { DAY_MS, isTaken, Spending, soon, spentKey, testSpendingAgainstModel } from '../../harness/spending.ts';

const redis = new Redis(await freshDatabase());
afterAll(() => redis.disconnect());

testSpendingAgainstModel(redis);

let spending: Spending;
beforeEach(async () => {
  await redis.flushdb();
  spending = new Spending(redis);
});

describe('units of a budget', () => {
  it('begin anew with the day and with the month; what nobody reads is removed', async () => {
    const permits = spending.permitsOf({ day: 1 });
    expect(isTaken(await permits.take(soon(), 1))).toBe(true);
    expect(await permits.take(soon(), 1)).toBe('spent');
    spending.now += 60_000;
    expect(isTaken(await permits.take(soon(), 1))).toBe(true);
    spending.now += 60 * DAY_MS;
    expect(isTaken(await permits.take(soon(), 1))).toBe(true);
    expect((await redis.hkeys(spentKey)).sort()).toEqual([
      fieldOf('day', spending.now),
      fieldOf('month', spending.now),
    ]);
  });

  it('are not taken while no permit is free, and further ones need none', async () => {
    const permits = spending.permitsOf({ month: 3 }, 1);
    const lease = await permits.take(soon(), 1);
    expect(await permits.take(Deadline.in(300), 1)).toBe('overloaded');
    expect(await spending.used()).toBe(1);
    expect(await permits.takeMore(soon(), 2)).toBeNull();
    expect(await permits.takeMore(soon(), 1)).toBe('spent');
    expect(isTaken(lease)).toBe(true);
  });

  it('leave the permits of others free when a call takes more of them', async () => {
    const permits = spending.permitsOf({ month: 9 }, 2);
    const lease = await permits.take(soon(), 1);
    expect(await permits.takeMore(soon(), 1)).toBeNull();
    expect([lease, await permits.take(soon(), 1)].every(isTaken)).toBe(true);
    expect(await spending.used()).toBe(3);
    expect(await permits.take(Deadline.in(300), 1)).toBe('overloaded');
  });
});
