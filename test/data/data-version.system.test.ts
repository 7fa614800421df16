import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkPassword, listUsers } from '../../lib/accounts/account-store.ts';
import { readConfig } from '../../lib/config/config.ts';
import { DATA_VERSION, migrateData } from '../../lib/data/data-version.ts';
import { personActor } from '../../lib/keys/authority.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { listKeys, readKeys } from '../../lib/keys/key-store.ts';
import { editKey, renewSecret } from '../../lib/keys/manage-keys.ts';
import { admit } from '../../lib/limits/admission.ts';
import { type Cost, NO_SEARCH, searchIn } from '../../lib/limits/cost.ts';
import type { Limits } from '../../lib/limits/limits.ts';
import { originOf } from '../../lib/limits/origin.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { onPage } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { TestProcess } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

/** What the first version of Tributary wrote: its commands made three accounts and five keys, and a search was made. */
const FIRST: { key: string; type: string; value: never }[] = JSON.parse(
  readFileSync(new URL('./first-version.json', import.meta.url), 'utf8'),
);
const KEYS = {
  used: 'trib_RzUJlkPy.KCD7ibdYdlwoqYbBbwmCOH4yneGVEUUl1RCUty',
  expiring: 'trib_oUrk37ge.pXcAp38Q0LBYXBnYci3lys07GsnyfbaF3z3UxY',
  revoked: 'trib_1n4h96yu.xeWEZsgCyZX38QlNaZMPHBJFRYkoxBSt1251HF',
  disabled: 'trib_nEBEYqnX.l7Ae2XyVabXyHP2XOUHuZ3fzD6MHDDxE1DQs5Z',
};
const NO_LIMITS = { burst: null, sustained: null, monthly: null };
const NOW = new Date('2026-11-17T12:00:00Z');

const url = await freshDatabase();
const redis = new Redis(url);
const operator = new Operator({ REDIS_URL: url });
afterAll(() => redis.disconnect());
beforeEach(async () => {
  await redis.flushdb();
});

async function writeFirstVersion(): Promise<void> {
  for (const { key, type, value } of FIRST) {
    if (type === 'hash') await redis.hset(key, value);
    else if (type === 'set') await redis.sadd(key, ...(value as string[]));
    else await redis.zadd(key, ...(value as string[]).toReversed());
  }
}

test('data of the first version is migrated once, and everything in it works', async () => {
  await writeFirstVersion();
  expect(await migrateData(redis)).toEqual(['The keys of each account are indexed by age and by expiry.']);
  expect(await redis.get(redisKeys.dataVersion)).toBe(String(DATA_VERSION));
  expect(await migrateData(redis)).toEqual([]);
  expect((await listUsers(redis)).map(({ username, disabled }) => [username, disabled])).toEqual([
    ['ada', false],
    ['bob', false],
    ['carl', true],
  ]);
  expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
  expect((await listKeys(redis, 'ada')).length).toBe(2);
  expect(await redis.zcard(redisKeys.userKeysByAge('bob'))).toBe(2);
  expect(await redis.zrange(redisKeys.userLiveKeys('bob'), '0', '-1')).toEqual(['oUrk37ge']);
  const outcomes = Object.entries(KEYS).map(async ([name, key]) => {
    const { verdict } = await admit(redis, parseKey(key) ?? expect.unreachable(), NO_LIMITS, searchIn('web'), NOW);
    return [name, verdict];
  });
  expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
    used: 'admitted',
    expiring: 'admitted',
    revoked: 'unknown',
    disabled: 'disabled',
  });
});

test('a key of version 0.1 may do what it did, keeps to the limits of the instance, and can be given what keys have now', async () => {
  await writeFirstVersion();
  await migrateData(redis);
  const key = parseKey(KEYS.used) ?? expect.unreachable();
  const [before] = await readKeys(redis, [key.prefix]);
  expect(before).toMatchObject({
    username: 'ada',
    name: 'agent',
    scopes: [],
    addresses: [],
    engines: [],
    labels: {},
    limits: {},
    disabled: false,
    madeBy: '',
    version: 0,
  });
  const ask = (cost: Cost, limits: Limits = NO_LIMITS, address = '203.0.113.7') =>
    admit(redis, key, limits, cost, NOW, undefined, originOf(address));
  for (const endpoint of ['web', 'extract', 'instant', 'maps', 'translate']) {
    expect((await ask(searchIn(endpoint))).verdict, endpoint).toBe('admitted');
  }
  expect((await ask({ ...NO_SEARCH, endpoint: 'status' })).verdict).toBe('admitted');
  expect(await ask({ ...NO_SEARCH, endpoint: 'admin' })).toMatchObject({ verdict: 'outside-scope', scope: 'manage' });
  expect(await ask(searchIn('web'), { ...NO_LIMITS, monthly: 5 })).toMatchObject({
    verdict: 'month-used-up',
    by: 'key',
  });
  const config = readConfig({});
  const ada = await personActor(redis, 'ada', onPage('ada'));
  const changes = { scopes: ['search' as const], addresses: ['198.51.100.0/24'], labels: { app: 'bot' } };
  expect(await editKey(redis, ada, key.prefix, changes, config, 0)).toMatchObject({ ...changes, version: 1 });
  expect((await ask(searchIn('web'))).verdict).toBe('outside-addresses');
  expect((await ask(searchIn('web'), NO_LIMITS, '198.51.100.7')).verdict).toBe('admitted');
  const { key: fresh } = await renewSecret(redis, ada, key.prefix, new Date(), config);
  expect((await ask(searchIn('web'), NO_LIMITS, '198.51.100.7')).verdict).toBe('unknown');
  expect(parseKey(fresh)?.prefix).toBe(key.prefix);
  expect(await operator.works(['key', 'list', '--user', 'ada'])).toContain(key.prefix);
});

test('processes that migrate at the same time do not disturb each other, and the version never goes back', async () => {
  await writeFirstVersion();
  await Promise.all(Array.from({ length: 5 }, () => migrateData(redis)));
  expect(await redis.get(redisKeys.dataVersion)).toBe(String(DATA_VERSION));
  expect(await redis.zcard(redisKeys.userKeysByAge('ada'))).toBe(2);
});

test('data of a newer version is refused by every command, and by a web process before it listens or as soon as it reaches Redis', async () => {
  await redis.set(redisKeys.dataVersion, DATA_VERSION + 1);
  const text = `The data in Redis is of version ${DATA_VERSION + 1}, and this Tributary knows versions up to ${DATA_VERSION}.`;
  expect(await operator.refused(['user', 'list'])).toContain(text);
  const web = new TestProcess('web', ['dist/web.js'], { REDIS_URL: url, PORT: '0', HOST: '127.0.0.1' });
  onTestFinished(() => void web.stop());
  await once(web.child, 'close');
  expect(web.child.exitCode).toBe(1);
  const last = web.lines.at(-1);
  expect(last).toMatchObject({ err: { message: expect.stringContaining(text) } });
  // A process that does not reach Redis for two seconds, on a busy machine, listens before it knows.
  const knew = last?.msg === 'cannot start';
  expect(last?.msg).toBe(knew ? 'cannot start' : 'cannot use the data in Redis');
  if (knew) expect(web.output).not.toContain('web started');
  expect(await redis.get(redisKeys.dataVersion)).toBe(String(DATA_VERSION + 1));
});
