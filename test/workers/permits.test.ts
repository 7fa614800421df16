import { describe, expect, it } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { type Permit, Permits } from '../../workers/permits.ts';
import { testErrors } from '../harness/health.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const { errors } = testErrors();
const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'key', ENGINE_A_CONCURRENCY: '2' }));
const brave = { ...(roster.providers.get('brave') as Provider), callsKey: 'calls' };
const soon = () => Deadline.in(20_000);
const taken = (permit: Permit | string) => {
  if (typeof permit === 'string') throw new Error(permit);
  return permit;
};

describe('the permits of a provider', () => {
  it('are given at once while there are some, then in turn', async () => {
    const permits = new Permits(brave, redis, errors);
    const first = [taken(await permits.take('ann', soon())), taken(await permits.take('ann', soon()))];
    expect(first.map(({ waited }) => waited)).toEqual([false, false]);
    const order: number[] = [];
    const waiting = [3, 4, 5].map(async (who) => {
      const permit = taken(await permits.take('ann', soon()));
      order.push(who);
      return permit;
    });
    expect([permits.running, permits.waiting]).toEqual([2, 3]);
    first[0]?.release(10);
    const third = taken((await waiting[0]) as Permit);
    expect(third.waited).toBe(true);
    first[1]?.release(10);
    third.release(10);
    for (const permit of await Promise.all(waiting.slice(1))) taken(permit).release(10);
    expect(order).toEqual([3, 4, 5]);
    expect([permits.running, permits.waiting]).toEqual([0, 0]);
  });

  it('are given to the accounts in turn', async () => {
    const permits = new Permits(brave, redis, errors);
    const held = [taken(await permits.take('ann', soon())), taken(await permits.take('ann', soon()))];
    const order: string[] = [];
    const waiting = ['ann', 'ann', 'ann', 'bob', 'cid', 'bob'].map(async (account) => {
      const permit = taken(await permits.take(account, soon()));
      order.push(account);
      permit.release(10);
    });
    for (const permit of held) permit.release(10);
    await Promise.all(waiting);
    expect(order).toEqual(['ann', 'bob', 'cid', 'ann', 'bob', 'ann']);
  });

  it('are given to one account up to its share, and the rest stays free for others', async () => {
    const permits = new Permits({ ...brave, concurrency: 4, perAccount: 2 }, redis, errors);
    const own = [taken(await permits.take('ann', soon())), taken(await permits.take('ann', soon()))];
    const order: string[] = [];
    const waiting = [1, 2, 3].map(async (call) => {
      const permit = taken(await permits.take('ann', soon()));
      order.push(`ann ${call}`);
      return permit;
    });
    expect([permits.running, permits.waiting]).toEqual([2, 3]);
    const bob = taken(await permits.take('bob', soon()));
    expect(bob.waited).toBe(false);
    // What another gives back is not for the account that has its share.
    bob.release(10);
    expect([permits.running, permits.waiting, order]).toEqual([2, 3, []]);
    own[0]?.release(10);
    taken(await (waiting[0] as Promise<Permit>)).release(10);
    own[1]?.release(10);
    for (const permit of await Promise.all(waiting.slice(1))) permit.release(10);
    expect([permits.running, permits.waiting, order]).toEqual([0, 0, ['ann 1', 'ann 2', 'ann 3']]);
  });

  it('are given beyond a share as long as some are spare, and every other account still has its share', async () => {
    const permits = new Permits({ ...brave, concurrency: 5, perAccount: 2, spare: 1 }, redis, errors);
    const own = await Promise.all([1, 2, 3].map(async () => taken(await permits.take('ann', soon()))));
    expect(own.map(({ waited }) => waited)).toEqual([false, false, false]);
    const [fourth, third] = [
      permits.take('ann', soon()),
      ['bob', 'bob', 'bob'].map((who) => permits.take(who, soon())),
    ];
    expect([permits.running, permits.waiting]).toEqual([5, 2]);
    // The spare one goes to whoever waits, and what is of a share stays of it.
    own[0]?.release(10);
    taken(await fourth).release(10);
    const others = (await Promise.all(third)).map(taken);
    expect([permits.running, permits.waiting, others.map(({ waited }) => waited)]).toEqual([
      5,
      0,
      [false, false, true],
    ]);
    for (const permit of [...own.slice(1), ...others]) permit.release(10);
    expect([permits.running, permits.waiting]).toEqual([0, 0]);
  });

  it('are refused to an account whose own calls fill them, and not to another', async () => {
    const permits = new Permits(brave, redis, errors);
    const held = [taken(await permits.take('ann', soon())), taken(await permits.take('ann', soon()))];
    const waiting = Array.from({ length: 10 }, () => permits.take('ann', soon()));
    expect(await permits.take('ann', Deadline.in(400))).toBe('overloaded');
    const other = permits.take('bob', Deadline.in(400));
    for (const permit of held) permit.release(10);
    taken(await other).release(10);
    for (const permit of waiting) taken(await permit).release(10);
  });

  it('are refused at once when the turn would come too late', async () => {
    const permits = new Permits(brave, redis, errors);
    const held = [taken(await permits.take('ann', soon())), taken(await permits.take('ann', soon()))];
    for (const permit of held) permit.release(10_000);
    const again = [taken(await permits.take('ann', soon())), taken(await permits.take('ann', soon()))];
    expect(await permits.take('ann', Deadline.in(400))).toBe('overloaded');
    for (const permit of again) permit.release(null);
    expect(permits.running).toBe(0);
  });

  it('are refused to a call that waits, as soon as those in progress take too long for it', async () => {
    const permits = new Permits({ ...brave, concurrency: 1 }, redis, errors);
    const held = taken(await permits.take('ann', soon()));
    const late = permits.take('ann', Deadline.in(1_000));
    const next = permits.take('ann', soon());
    // The one in progress has not ended, and will not end in time for it.
    expect(await late).toBe('overloaded');
    expect(permits.waiting).toBe(1);
    held.release(10);
    taken(await next).release(10);
    expect(permits.running).toBe(0);
  });

  it('are limited across processes if there is a limit', async () => {
    const limited = { ...brave, maxConcurrent: 1 };
    const [here, there] = [new Permits(limited, redis, errors), new Permits(limited, redis, errors)];
    const held = taken(await here.take('ann', soon()));
    const other = there.take('ann', soon());
    expect(await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).toBe('waits');
    held.release(10);
    taken(await other).release(10);
    expect(await there.take('ann', Deadline.in(100))).toBe('overloaded');
    expect(there.running).toBe(0);
  });
});
