import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkPassword, listUsers } from '../../lib/accounts/account-store.ts';
import { teamsOf } from '../../lib/accounts/team-store.ts';
import { readConfig } from '../../lib/config/config.ts';
import { DATA_VERSION, markDataVersion } from '../../lib/data/data-version.ts';
import { personActor } from '../../lib/keys/authority.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { getKey, listKeys, readKeys } from '../../lib/keys/key-store.ts';
import { editKey, renewSecret } from '../../lib/keys/manage-keys.ts';
import { admit } from '../../lib/limits/admission.ts';
import { type Cost, NO_SEARCH, searchIn } from '../../lib/limits/cost.ts';
import type { Limits } from '../../lib/limits/limits.ts';
import { originOf } from '../../lib/limits/origin.ts';
import { readUsage } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { ownRules } from '../../lib/rules/stored-rules.ts';
import { onPage } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { TestProcess } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

/**
 * What Tributary 0.6 wrote: its commands made a person with rules and a team, and two keys, which asked three questions. The
 * other three accounts and their five keys are from 0.1, and were upgraded to 0.6.
 */
const LAST_RELEASE: { key: string; type: string; value: never }[] = JSON.parse(
  readFileSync(new URL('./last-release.json', import.meta.url), 'utf8'),
);
const KEYS = {
  limited: 'trib_ctCDBg0M.QfyErlQFIIrbgQ5GyxGStRzaVJHD2XfX0qLvOR',
  ofTeam: 'trib_NIYc8Exh.rMqDK0Hiv2s3vTTTaacX5ng0RixIJlTu2AgFJe',
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

async function writeLastRelease(): Promise<void> {
  for (const { key, type, value } of LAST_RELEASE) {
    if (type === 'hash') await redis.hset(key, value);
    else if (type === 'set') await redis.sadd(key, ...(value as string[]));
    else if (type === 'zset') await redis.zadd(key, ...(value as string[]).toReversed());
    else await redis.set(key, value);
  }
}

test('data of the last release is read as it is, and everything in it works', async () => {
  await writeLastRelease();
  await markDataVersion(redis);
  expect(await redis.get(redisKeys.dataVersion)).toBe(String(DATA_VERSION));
  expect((await listUsers(redis)).map(({ username, disabled }) => [username, disabled])).toEqual([
    ['ada', false],
    ['bob', false],
    ['carl', true],
    ['crew', false],
    ['dora', false],
  ]);
  expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
  expect(await checkPassword(redis, 'dora', 'correct horse battery dora')).toBe(true);
  expect((await listKeys(redis, 'ada')).length).toBe(2);
  expect(await redis.zcard(redisKeys.userKeysByAge('bob'))).toBe(2);
  expect(await redis.zrange(redisKeys.userLiveKeys('bob'), '0', '-1')).toEqual(['oUrk37ge']);
  const outcomes = Object.entries(KEYS).map(async ([name, key]) => {
    const { verdict } = await admit(redis, parseKey(key) ?? expect.unreachable(), NO_LIMITS, searchIn('web'), NOW);
    return [name, verdict];
  });
  expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
    limited: 'outside-addresses',
    ofTeam: 'admitted',
    used: 'admitted',
    expiring: 'admitted',
    revoked: 'unknown',
    disabled: 'disabled',
  });
});

test('a key of the last release keeps its limits, networks, engines and labels, and what was counted', async () => {
  await writeLastRelease();
  const key = parseKey(KEYS.limited) ?? expect.unreachable();
  expect(await getKey(redis, key.prefix)).toMatchObject({
    username: 'dora',
    name: 'agent',
    scopes: ['search', 'answers'],
    engines: ['engine_a', 'engine_b'],
    labels: { app: 'bot' },
    limits: { monthly: 50 },
    madeBy: 'dora',
  });
  const ask = (endpoint: string) =>
    admit(redis, key, NO_LIMITS, searchIn(endpoint), NOW, undefined, originOf('198.51.100.7'));
  expect((await ask('web')).verdict).toBe('admitted');
  expect(await ask('maps')).toMatchObject({ verdict: 'outside-scope' });
  // Two before, and one now.
  expect((await readUsage(redis, { username: 'dora' }, '2026-11')).searches).toBe(3);
  expect((await ownRules(redis, { owner: 'account', name: 'dora' }))?.text).toBe('block example.com\n');
  expect(await teamsOf(redis, 'dora')).toMatchObject([{ team: 'crew', role: 'owner' }]);
});

test('a key that 0.1 made may do what it did, keeps to the limits of the instance, and can be given what keys have now', async () => {
  await writeLastRelease();
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

test('processes that start at the same time mark the data once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => markDataVersion(redis)));
  expect(await redis.get(redisKeys.dataVersion)).toBe(String(DATA_VERSION));
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
