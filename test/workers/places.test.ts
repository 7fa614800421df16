import { describe, expect, it } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import { buildRoster, type Provider } from '../../lib/providers/roster.ts';
import { type Place, Places } from '../../workers/places.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'key', ENGINE_A_CONCURRENCY: '2' }));
const brave = roster.providers.get('brave') as Provider;
const soon = () => Deadline.in(20_000);
const taken = (place: Place | string) => {
  if (typeof place === 'string') throw new Error(place);
  return place;
};

describe('the places of a provider', () => {
  it('are given at once while there are some, then in turn', async () => {
    const places = new Places(brave, redis);
    const first = [taken(await places.take('ann', soon())), taken(await places.take('ann', soon()))];
    expect(first.map(({ waited }) => waited)).toEqual([false, false]);
    const order: number[] = [];
    const waiting = [3, 4, 5].map(async (who) => {
      const place = taken(await places.take('ann', soon()));
      order.push(who);
      return place;
    });
    expect([places.running, places.waiting]).toEqual([2, 3]);
    first[0]?.release(10);
    const third = taken((await waiting[0]) as Place);
    expect(third.waited).toBe(true);
    first[1]?.release(10);
    third.release(10);
    for (const place of await Promise.all(waiting.slice(1))) taken(place).release(10);
    expect(order).toEqual([3, 4, 5]);
    expect([places.running, places.waiting]).toEqual([0, 0]);
  });

  it('are given to the accounts in turn', async () => {
    const places = new Places(brave, redis);
    const held = [taken(await places.take('ann', soon())), taken(await places.take('ann', soon()))];
    const order: string[] = [];
    const waiting = ['ann', 'ann', 'ann', 'bob', 'cid', 'bob'].map(async (account) => {
      const place = taken(await places.take(account, soon()));
      order.push(account);
      place.release(10);
    });
    for (const place of held) place.release(10);
    await Promise.all(waiting);
    expect(order).toEqual(['ann', 'bob', 'cid', 'ann', 'bob', 'ann']);
  });

  it('are refused to an account whose own calls fill them, and not to another', async () => {
    const places = new Places(brave, redis);
    const held = [taken(await places.take('ann', soon())), taken(await places.take('ann', soon()))];
    const waiting = Array.from({ length: 10 }, () => places.take('ann', soon()));
    expect(await places.take('ann', Deadline.in(400))).toBe('overloaded');
    const other = places.take('bob', Deadline.in(400));
    for (const place of held) place.release(10);
    taken(await other).release(10);
    for (const place of waiting) taken(await place).release(10);
  });

  it('are refused at once when the turn would come too late', async () => {
    const places = new Places(brave, redis);
    const held = [taken(await places.take('ann', soon())), taken(await places.take('ann', soon()))];
    for (const place of held) place.release(10_000);
    const again = [taken(await places.take('ann', soon())), taken(await places.take('ann', soon()))];
    expect(await places.take('ann', Deadline.in(400))).toBe('overloaded');
    for (const place of again) place.release(null);
    expect(places.running).toBe(0);
  });

  it('are handed on by a call whose turn came too late', async () => {
    const places = new Places({ ...brave, concurrency: 1 }, redis);
    const held = taken(await places.take('ann', soon()));
    const late = places.take('ann', Deadline.in(600));
    const next = places.take('ann', soon());
    await new Promise((resolve) => setTimeout(resolve, 500));
    held.release(10);
    expect(await late).toBe('expired');
    taken(await next).release(10);
    expect(places.running).toBe(0);
  });

  it('are limited across processes if there is a limit', async () => {
    const limited = { ...brave, maxConcurrent: 1 };
    const [here, there] = [new Places(limited, redis), new Places(limited, redis)];
    const held = taken(await here.take('ann', soon()));
    const other = there.take('ann', soon());
    expect(await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).toBe('waits');
    held.release(10);
    taken(await other).release(10);
    expect(await there.take('ann', Deadline.in(100))).toBe('overloaded');
    expect(there.running).toBe(0);
  });
});
