import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { type Budget, fieldOf, type Used } from '../../lib/budgets/budget.ts';
import { Deadline } from '../../lib/deadline.ts';
import { type Lease, type Purse, SharedPermits } from '../../lib/limits/shared-permits.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { bareEnvironment } from './command-line.ts';
import { testErrors } from './health.ts';
import { eventually } from './processes.ts';

const { errors } = testErrors();
const NOW = Date.UTC(2026, 10, 18, 23, 59);
export const DAY_MS = 86_400_000;
export const spentKey = redisKeys.providerSpent('brave');
const callsKey = redisKeys.providerCalls('brave');
export const soon = () => Deadline.in(60_000);
export const isTaken = (lease: Lease | string): lease is Lease => typeof lease === 'object';

/** A budget that processes spend together, at a time that passes when told to. */
export class Spending {
  readonly redis: Redis;
  now = NOW;
  /** What was said to be spent. */
  readonly spent: { used: Used; units: number }[] = [];

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** The permits of one process. */
  permitsOf(limits: Partial<Budget>, maxConcurrent: number | null = null): SharedPermits {
    const budget = { day: null, month: null, price: null, currency: 'EUR', ...limits };
    const onSpent: Purse['onSpent'] = (used, units) => this.spent.push({ used, units });
    const purse = { budget, spentKey, now: () => this.now, onSpent, onGivenBack() {} };
    return new SharedPermits(this.redis, { callsKey, maxConcurrent, purse }, errors);
  }

  async used(): Promise<number> {
    return Number((await this.redis.hget(spentKey, fieldOf('month', this.now))) ?? 0);
  }
}

/** The same numbers for the same seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Takes units in processes of their own, all at once. Returns how many each got, and how often the last one was told. */
async function spendInProcesses(url: string, month: number, counts: readonly number[]) {
  const children = counts.map((takes) => {
    const env = {
      ...bareEnvironment({ REDIS_URL: url }),
      MONTH: String(month),
      TAKES: String(takes),
      NOW: String(NOW),
    };
    const child = fork(path.resolve('test/harness/spending-process.js'), { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  const answers = children.map((child) => once(child, 'message'));
  for (const child of children) child.send('go');
  return (await Promise.all(answers)).map(([answer]) => answer as { taken: number; last: number });
}

/** Tests that processes of their own take no unit twice, on the Redis at `url`. */
export function testSpendingInProcesses(redis: Redis, url: string): void {
  test('units of a budget are taken exactly, by several processes at once', { timeout: 60_000 }, async () => {
    await redis.del(spentKey, callsKey);
    const answers = await spendInProcesses(url, 100, [250, 250, 250, 250]);
    expect(answers).toEqual(answers.map(() => ({ taken: expect.any(Number), last: expect.any(Number) })));
    expect(answers.reduce((sum, { taken }) => sum + taken, 0)).toBe(100);
    expect(await new Spending(redis).used()).toBe(100);
    // Exactly one call hears that it took the last one.
    expect(answers.reduce((sum, { last }) => sum + last, 0)).toBe(1);
  });
}

/** Tests that units are taken exactly as a plain model says. */
export function testSpendingAgainstModel(redis: Redis): void {
  let spending: Spending;
  beforeEach(async () => {
    await redis.del(spentKey, callsKey);
    spending = new Spending(redis);
  });

  describe('units of a budget', () => {
    it.each([1, 2, 3, 4, 5])(
      'are what a plain model says, whatever is taken and given back (seed %i)',
      { timeout: 60_000 },
      async (seed) => {
        const chance = random(seed);
        const budget = { day: 5 + Math.floor(chance() * 10), month: 10 + Math.floor(chance() * 20) };
        const processes = [spending.permitsOf(budget), spending.permitsOf(budget), spending.permitsOf(budget)];
        const model = new Map<string, number>();
        const held: Lease[] = [];
        for (let step = 0; step < 120; step++) {
          const permits = processes[Math.floor(chance() * 3)] as SharedPermits;
          if (chance() < 0.05) spending.now += DAY_MS;
          if (chance() < 0.7) {
            const units = 1 + Math.floor(chance() * 3);
            const fields = [fieldOf('day', spending.now), fieldOf('month', spending.now)] as const;
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
          expect(await spending.used(), `step ${step}`).toBe(model.get(fieldOf('month', spending.now)) ?? 0);
        }
      },
    );
  });
}
