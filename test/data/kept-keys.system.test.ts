import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { changeAccount } from '../../lib/accounts/account-changes.ts';
import { listUsers } from '../../lib/accounts/account-store.ts';
import { addFactor, listFactors, readFactorFields } from '../../lib/accounts/factors/factor-store.ts';
import { teamsFor } from '../../lib/accounts/manage-teams.ts';
import { readConfig } from '../../lib/config/config.ts';
import { type KeyChanges, keyChanges } from '../../lib/keys/key-fields.ts';
import { type PresentedKey, parseKey } from '../../lib/keys/key-format.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { editKey, makeKey, renewSecret } from '../../lib/keys/manage-keys.ts';
import { admit } from '../../lib/limits/admission.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import { limitChanges } from '../../lib/limits/limit-changes.ts';
import { originOf } from '../../lib/limits/origin.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createTeam, createUser, OPERATOR, TESTER } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { freshDatabase } from '../harness/redis.ts';

const PASSPHRASE = 'a passphrase of some length';
const config = readConfig({});
const off = { burst: null, sustained: null, monthly: null };
const here = originOf('203.0.113.7', 'curl/8.5.0');

const everything = {
  name: 'bot',
  note: 'for the nightly run',
  labels: { app: 'bot', env: 'ci' },
  scopes: ['search', 'status'],
  addresses: ['203.0.113.0/24', '2001:db8::/32'],
  engines: ['engine_a'],
  limits: { burst: '10/min', sustained: 'off', monthly: 2_000, max_parallel: 4 },
  expires_at: '2099-01-31T00:00:00.000Z',
};

async function elsewhere(): Promise<{ redis: Redis; operator: Operator }> {
  const url = await freshDatabase();
  const redis = new Redis(url);
  onTestFinished(() => redis.disconnect());
  return { redis, operator: new Operator({ REDIS_URL: url }, [PASSPHRASE]) };
}

test('a backup has teams, members, limits and everything that a key may do, and the restored keys keep to it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'today.backup');
  const [from, to] = [await elsewhere(), await elsewhere()];
  await createUser(from.redis, 'ada', { admin: true });
  await createTeam(from.redis, 'blue');
  await addMember(from.redis, 'blue', 'ada', 'owner');
  const limits = limitChanges.parse({ burst: '50/min', sustained: '100/h', monthly: 'off', max_parallel: 9 });
  for (const name of ['ada', 'blue']) await changeAccount(from.redis, OPERATOR, name, { limits });
  const actor = { ...OPERATOR, username: 'ada' };
  const make = (owner: string, fields: unknown) =>
    makeKey(from.redis, actor, owner, keyChanges.parse(fields) as KeyChanges, config);
  const old = await make('blue', everything);
  await admit(from.redis, parseKey(old.key) as PresentedKey, off, searchIn('web'), new Date(), 'one', here);
  const until = new Date(Date.now() + 3_600_000);
  const renewed = await renewSecret(from.redis, OPERATOR, old.record.prefix, until, config);
  const disabled = await make('ada', {});
  await editKey(from.redis, OPERATOR, disabled.record.prefix, { disabled: true }, config);
  const managing = await make('ada', { scopes: ['manage'] });

  await from.operator.works(['backup', file], { input: PASSPHRASE });
  await to.operator.works(['restore', file], { input: PASSPHRASE });

  const teams = await teamsFor(to.redis, OPERATOR);
  expect(teams).toEqual(await teamsFor(from.redis, OPERATOR));
  expect(teams).toMatchObject([{ members: [{ username: 'ada', role: 'owner' }], limits: { maxParallel: 9 } }]);
  expect(await listUsers(to.redis)).toEqual(await listUsers(from.redis));
  const [key] = await listKeys(to.redis, 'blue');
  expect([key]).toEqual(await listKeys(from.redis, 'blue'));
  expect(await listKeys(to.redis, 'ada')).toEqual(await listKeys(from.redis, 'ada'));
  const { limits: _, expires_at, ...plain } = everything;
  expect(key).toMatchObject({ ...plain, expiresAt: expires_at, madeBy: 'ada', lastAddress: '203.0.113.0/24' });
  expect(key?.limits).toEqual({
    burst: { limit: 10, windowMs: 60_000 },
    sustained: 'off',
    monthly: 2_000,
    maxParallel: 4,
  });
  const verdict = async (text: string, endpoint: string, origin = here) =>
    (await admit(to.redis, parseKey(text) as PresentedKey, off, searchIn(endpoint), new Date(), undefined, origin))
      .verdict;
  // Both secrets work, as before.
  expect([await verdict(old.key, 'web'), await verdict(renewed.key, 'web')]).toEqual(['admitted', 'admitted']);
  expect(await verdict(renewed.key, 'maps')).toBe('outside-scope');
  expect(await verdict(renewed.key, 'web', originOf('198.51.100.1'))).toBe('outside-addresses');
  expect(await verdict(disabled.key, 'web')).toBe('switched-off');
  expect([await verdict(managing.key, 'web'), await verdict(managing.key, 'admin')]).toEqual([
    'outside-scope',
    'admitted',
  ]);
});

test('a backup has the second factors of people, as they are stored', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'today.backup');
  const [from, to] = [await elsewhere(), await elsewhere()];
  await createUser(from.redis, 'ada');
  const app = { kind: 'totp', id: 'an-app', name: 'phone', fields: { secret: 'sealed' }, first: 7 } as const;
  const passkey = { kind: 'passkey', id: 'a-key', name: 'laptop', fields: { public_key: 'AA' }, first: 3 } as const;
  for (const factor of [app, passkey]) await addFactor(from.redis, TESTER, 'ada', factor, Date.now());
  await from.operator.works(['backup', file], { input: PASSPHRASE });
  await to.operator.works(['restore', file], { input: PASSPHRASE });
  expect(await readFactorFields(to.redis, 'ada')).toEqual(await readFactorFields(from.redis, 'ada'));
  expect((await listFactors(to.redis, 'ada')).all.map(({ name }) => name)).toEqual(['phone', 'laptop']);
  expect(await to.redis.get(redisKeys.passkeyOwner('a-key'))).toBe('ada');
  expect((await listUsers(to.redis))[0]?.hasFactor).toBe(true);
});
