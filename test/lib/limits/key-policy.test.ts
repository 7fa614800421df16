import { beforeEach, describe, expect, it } from 'vitest';
import { type KeyChanges, keyChanges } from '../../../lib/keys/key-fields.ts';
import { type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { getKey } from '../../../lib/keys/key-store.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { type Cost, MESSAGE, NO_SEARCH, searchIn } from '../../../lib/limits/cost.ts';
import type { Limits } from '../../../lib/limits/limits.ts';
import { originOf } from '../../../lib/limits/origin.ts';
import { type Place, Places, placeOf } from '../../../lib/limits/places.ts';
import { readUsage, usagePeriod } from '../../../lib/limits/usage.ts';
import type { Admission } from '../../../lib/limits/verdict.ts';
import { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import { createLog } from '../../../lib/log/log.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { changeKey, createKey, createUser, rotateKey } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const NOW = new Date();
const life = { maxDays: null };
const off = { burst: null, sustained: null, monthly: null };
const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });

let key: PresentedKey;
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada');
  key = presented((await createKey(redis, 'ada')).key);
});

const presented = (text: string) => parseKey(text) as PresentedKey;
const set = (changes: unknown) => changeKey(redis, key.prefix, keyChanges.parse(changes) as KeyChanges, life);
let requests = 0;
const ask = (limits: Limits = off, cost: Cost = searchIn('web'), address = '203.0.113.7', id = `r${++requests}`) =>
  admit(redis, key, limits, cost, NOW, id, originOf(address, 'curl/8.5.0 (x)'));
const verdicts = async (count: number, ...how: Parameters<typeof ask>) => {
  const all: string[] = [];
  for (let at = 0; at < count; at++) all.push((await ask(...how)).verdict);
  return all;
};
const used = async () => (await readUsage(redis, { key: key.prefix }, usagePeriod(NOW).month)).searches;

describe('the end of a key', () => {
  it('is at most KEY_MAX_DAYS after its secret was made, however often it is changed', async () => {
    const DAY_MS = 86_400_000;
    const inDays = (days: number) => ({ expires_at: new Date(NOW.getTime() + days * DAY_MS).toISOString() });
    const end = (days: number, now: number) =>
      changeKey(redis, key.prefix, keyChanges.parse(inDays(days)) as KeyChanges, {
        maxDays: 90,
        now: new Date(NOW.getTime() + now * DAY_MS),
      });
    await end(89, 0);
    await expect(end(100, 60)).rejects.toThrow(/at most 90 days/);
    await expect(end(100, 95)).rejects.toThrow(/give it a new one/);
    await rotateKey(redis, key.prefix, NOW, { maxDays: 90, now: new Date(NOW.getTime() + 60 * DAY_MS) });
    await end(100, 60);
  });
});

describe('a key with limits of its own', () => {
  it('keeps to them in place of those of the instance, higher or lower, until it inherits again', async () => {
    const instance = { ...off, burst: perMinute(2) };
    await set({ limits: { burst: '3/min' } });
    expect(await verdicts(4, instance)).toEqual(['admitted', 'admitted', 'admitted', 'throttled']);
    await set({ limits: { burst: '1/min' } });
    expect(await ask(instance)).toMatchObject({ verdict: 'throttled', by: 'key', standings: { burst: { limit: 1 } } });
    await set({ limits: { burst: 'off' } });
    expect(await ask(instance)).toMatchObject({ verdict: 'admitted', standings: { burst: null } });
    await set({ limits: { burst: null } });
    expect(await ask(instance)).toMatchObject({ standings: { burst: { limit: 2 } } });
  });

  it('has a month of its own, exactly, for concurrent requests', async () => {
    await set({ limits: { monthly: 7 } });
    const all = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(all.filter(({ verdict }) => verdict === 'admitted')).toHaveLength(7);
    expect(all.find(({ verdict }) => verdict !== 'admitted')).toMatchObject({ verdict: 'month-used-up', by: 'key' });
    expect(await used()).toBe(7);
  });

  it('is capped by its account, whatever it has itself', async () => {
    await set({ limits: { burst: 'off', monthly: 100 } });
    await redis.hset(redisKeys.user('ada'), { burst: '2/60000', monthly: '1' });
    expect(await ask()).toMatchObject({ verdict: 'admitted' });
    expect(await ask()).toMatchObject({ verdict: 'month-used-up', by: 'account' });
    expect(await ask(off, NO_SEARCH)).toMatchObject({ verdict: 'admitted' });
    expect(await ask(off, NO_SEARCH)).toMatchObject({ verdict: 'throttled', by: 'account' });
  });

  it('may send ten times as many messages as searches', async () => {
    await set({ limits: { burst: '1/min' } });
    expect((await verdicts(11, off, MESSAGE)).lastIndexOf('admitted')).toBe(9);
  });

  it('says which limit binds', async () => {
    const instance = {
      ...off,
      burst: perMinute(10),
      sustained: perMinute(50),
      account: { ...off, sustained: perMinute(20) },
    };
    await set({ limits: { burst: '5/min', monthly: 9 } });
    const { caller } = (await ask(instance)) as Admission & { verdict: 'admitted' };
    expect(caller.limits()).toMatchObject({
      burst: { limit: 5, remaining: 4, binds: 'key' },
      sustained: { limit: 50, remaining: 49, left: 19, binds: 'account' },
      parallel: null,
    });
    expect(caller.limits().monthly).toMatchObject({ limit: 9, binds: 'key' });
  });
});

describe('the most requests at a time', () => {
  const log = createLog('test', 'silent');
  const places = new Places(redis, new ErrorReporter(log));
  const begin = async (id: string): Promise<Place | null> => {
    const admission = await ask(off, searchIn('web'), undefined, id);
    if (admission.verdict !== 'admitted') return null;
    const place = placeOf(id, admission);
    if (place) places.taken(place);
    return place;
  };

  it('are never exceeded, and a request that ends makes room', async () => {
    await set({ limits: { max_parallel: 2 } });
    const [first, , third] = [await begin('a'), await begin('b'), await begin('c')];
    expect(third).toBeNull();
    expect(await ask()).toMatchObject({ verdict: 'too-many-at-once', by: 'key', waitS: 1 });
    places.free(first as Place);
    expect(await begin('d')).not.toBeNull();
    expect(await begin('e')).toBeNull();
    expect(await used()).toBe(3);
  });

  it('are counted for the account as well', async () => {
    await redis.hset(redisKeys.user('ada'), { max_parallel: '1' });
    const other = presented((await createKey(redis, 'ada')).key);
    expect(await begin('a')).not.toBeNull();
    key = other;
    expect(await ask()).toMatchObject({ verdict: 'too-many-at-once', by: 'account' });
  });

  it('of a process that died are forgotten', async () => {
    await set({ limits: { max_parallel: 1 } });
    expect((await ask()).verdict).toBe('admitted');
    expect((await ask()).verdict).toBe('too-many-at-once');
    // As if its time were over: nobody renewed it.
    const [member = ''] = await redis.zrange(redisKeys.keyPlaces(key.prefix), '0', '-1');
    await redis.zadd(redisKeys.keyPlaces(key.prefix), '1', member);
    expect((await ask()).verdict).toBe('admitted');
  });
});

describe('scopes', () => {
  it('name the endpoints that a key may use, and refuse others before any charge', async () => {
    await set({ scopes: ['search', 'maps'] });
    expect(await ask()).toMatchObject({ verdict: 'admitted' });
    expect(await ask(off, searchIn('extract'))).toMatchObject({ verdict: 'outside-scope', scope: 'read' });
    expect(await ask(off, { ...NO_SEARCH, endpoint: 'status' })).toMatchObject({
      verdict: 'outside-scope',
      scope: 'status',
    });
    expect(await used()).toBe(1);
    expect(await redis.hget(redisKeys.keyUsage(key.prefix, usagePeriod(NOW).month), 'refused_scope')).toBe('2');
  });

  it('of several endpoints are all needed', async () => {
    await set({ scopes: ['search'] });
    expect(await ask(off, { entries: 2, searches: { web: 1, extract: 1 } })).toMatchObject({ scope: 'read' });
  });

  it('that are not given mean everything but to manage, which stands alone', async () => {
    const manage: Cost = { ...NO_SEARCH, endpoint: 'admin' };
    expect(await ask(off, searchIn('translate'))).toMatchObject({ verdict: 'admitted' });
    expect(await ask(off, manage)).toMatchObject({ verdict: 'outside-scope', scope: 'manage' });
    await set({ scopes: ['manage'] });
    expect(await ask(off, manage)).toMatchObject({ verdict: 'admitted' });
    expect(await ask()).toMatchObject({ verdict: 'outside-scope', scope: 'search' });
    expect(keyChanges.safeParse({ scopes: ['manage', 'search'] }).success).toBe(false);
  });
});

describe('allowed addresses', () => {
  it.each([
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.0', false],
    [['203.0.113.4/30'], '203.0.113.7', true],
    [['203.0.113.4/30'], '203.0.113.8', false],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['2001:db8::/33', '10.0.0.0/8'], '2001:db8:7fff::1', true],
    [['2001:db8::/33', '10.0.0.0/8'], '2001:db8:8000::1', false],
    [['2001:db8::/33', '10.0.0.0/8'], '10.255.0.1', true],
    [['0.0.0.0/0'], '198.51.100.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '2001:db8::1', true],
  ])('%j and %s: %s', async (addresses, address, isAllowed) => {
    await set({ addresses });
    expect((await getKey(redis, key.prefix))?.addresses).toEqual(addresses);
    const { verdict } = await ask(off, searchIn('web'), address);
    expect(verdict).toBe(isAllowed ? 'admitted' : 'outside-addresses');
    expect(await used()).toBe(isAllowed ? 1 : 0);
  });
});

describe('a key', () => {
  it('remembers where it was last used, by whom', async () => {
    await ask(off, searchIn('web'), '203.0.113.77');
    expect(await getKey(redis, key.prefix)).toMatchObject({ lastAddress: '203.0.113.0/24', lastProgram: 'curl/8.5.0' });
    await ask(off, searchIn('web'), '2001:db8:1:2::3');
    expect(await getKey(redis, key.prefix)).toMatchObject({ lastAddress: '2001:db8:1::/48' });
  });

  it('can be switched off and on', async () => {
    await set({ disabled: true });
    expect(await ask()).toMatchObject({ verdict: 'switched-off' });
    await set({ disabled: false });
    expect((await ask()).verdict).toBe('admitted');
  });

  it('with a new secret takes the old one until its end, and never three', async () => {
    const first = key;
    const soon = new Date(Date.now() + 60_000);
    const second = presented((await rotateKey(redis, key.prefix, soon, life)).key);
    expect(second.prefix).toBe(first.prefix);
    const works = async (secret: PresentedKey) => {
      key = secret;
      return (await ask()).verdict === 'admitted';
    };
    expect([await works(first), await works(second)]).toEqual([true, true]);
    const third = presented((await rotateKey(redis, key.prefix, soon, life)).key);
    expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true]);
    const fourth = presented((await rotateKey(redis, key.prefix, new Date(), life)).key);
    expect([await works(third), await works(fourth)]).toEqual([false, true]);
    expect(await used()).toBe(5);
  });
});
