import { beforeEach, describe, expect, it, test } from 'vitest';
import { changeAccount } from '../../../lib/accounts/account-changes.ts';
import { createUser, setPassword } from '../../../lib/accounts/account-store.ts';
import { deleteAccount } from '../../../lib/accounts/delete-account.ts';
import { newSetUpToken, setUp } from '../../../lib/accounts/set-up.ts';
import { addMember, deleteTeam, removeMember } from '../../../lib/accounts/team-store.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { type AuditEntry, readEntry } from '../../../lib/audit/stored-entry.ts';
import { readKept, writeKept } from '../../../lib/data/kept-data.ts';
import { type EventName, eventNames } from '../../../lib/events.ts';
import { changeKey, rotateKey } from '../../../lib/keys/key-changes.ts';
import { parsePrefix } from '../../../lib/keys/key-format.ts';
import { createKey, revokeKey } from '../../../lib/keys/key-store.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { setRules } from '../../../lib/rules/stored-rules.ts';
import * as tester from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { redisContents } from '../../harness/redis-contents.ts';
import { auditedWorld, boss, noBound, PASSWORD, SOURCE, type World } from './audited-world.ts';
import { eventsOfPages } from './events-of-pages.ts';
import { rareActions } from './rare-actions.ts';
import { usualActions } from './usual-actions.ts';

const redis = await redisForSuite();
let world: World;
beforeEach(async () => {
  world = await auditedWorld(redis);
});

async function entries(): Promise<AuditEntry[]> {
  const streams = [redisKeys.audit, redisKeys.auditFailures];
  const found = streams.map(async (stream) =>
    (await redis.xrange(stream, '-', '+')).map((entry) => readEntry(entry, stream)),
  );
  return (await Promise.all(found)).flat();
}

/** From now on, no entry can be written. */
async function breakLog(): Promise<void> {
  for (const stream of [redisKeys.audit, redisKeys.auditFailures]) await redis.set(stream, 'not a stream');
}

/** All that Redis has but the audit log, in an order that does not change. */
async function everythingElse(): Promise<string[]> {
  const lines = (await redisContents(redis)).split('\n');
  return lines
    .filter((_, at) => !(lines[at] ?? '').includes(redisKeys.audit) && !(lines[at - 1] ?? '').includes(redisKeys.audit))
    .sort();
}

/** What leaves nothing but its entry. */
const withoutTrace: EventName[] = ['search link revoked', 'account unlocked', 'usage read', 'requests read'];

describe.each([...usualActions, ...rareActions])('%s', (action, said, act, prepare) => {
  beforeEach(async () => {
    world.prepared = await prepare?.(world);
    await redis.del(redisKeys.audit, redisKeys.auditFailures);
  });

  it('leaves one entry, with who did it and what changed', async () => {
    const before = await everythingElse();
    await act(world);
    if (!withoutTrace.includes(action)) expect(await everythingElse()).not.toEqual(before);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    const { id, at, target, before: was, after, ...source } = entry as AuditEntry;
    expect(source.action).toBe(action);
    expect({ before: was, after }).toEqual({ before: said.before, after: said.after });
    if (said.target !== undefined) expect(target).toBe(said.target);
    if (action === 'set-up link made' || action === 'setting changed') return expect(source.via).toBe('instance');
    if (action.startsWith('key ')) expect(parsePrefix(target ?? '')).not.toBeNull();
    const who = action === 'signed in' ? 'ada' : 'root';
    const via = action.startsWith('administrator ') ? 'page' : SOURCE.via;
    expect(source).toEqual({ ...SOURCE, via, account: who, action });
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    return expect(id).toMatch(/^\d+-\d+f?$/);
  });

  it('does not happen if its entry cannot be written', async () => {
    await breakLog();
    const before = await everythingElse();
    await expect(act(world)).rejects.toThrow('WRONGTYPE');
    expect(await everythingElse()).toEqual(before);
  });
});

test('the events that have a test here, or one of a page or a command, are all that there are', () => {
  const here = [...usualActions, ...rareActions].map(([action]) => action);
  const all = [...here, 'set up', 'backup restored', 'account deletion begun', 'account deleted', ...eventsOfPages];
  expect([...new Set(all)].sort()).toEqual([...eventNames].sort());
});

test('an account is deleted in two steps, neither of which goes without its entry', async () => {
  const how = { keepsAdministrator: true, keepsOwners: false };
  await breakLog();
  const before = await everythingElse();
  await expect(deleteAccount(redis, SOURCE, 'ada', how)).rejects.toThrow('WRONGTYPE');
  expect(await everythingElse()).toEqual(before);
  // As after a deletion that was interrupted.
  await redis.hset(redisKeys.user('ada'), { deleting: '1', disabled: '1' });
  await expect(deleteAccount(redis, SOURCE, 'ada', how)).rejects.toThrow('WRONGTYPE');
  expect(await redis.sismember(redisKeys.users, 'ada')).toBe(1);
  await redis.hdel(redisKeys.user('ada'), 'deleting', 'disabled');
  await redis.del(redisKeys.audit, redisKeys.auditFailures);
  await deleteAccount(redis, SOURCE, 'ada', how);
  expect((await entries()).map(({ action }) => action)).toEqual(['account deletion begun', 'account deleted']);
});

test('the set-up is an entry of the person whose account it makes, and without an entry leaves its link valid', async () => {
  await redis.flushdb();
  const token = await newSetUpToken(redis);
  await redis.set(redisKeys.audit, 'not a stream');
  await expect(setUp(redis, { via: 'page', account: '' }, token, 'root', PASSWORD)).rejects.toThrow('WRONGTYPE');
  await redis.del(redisKeys.audit);
  expect(await setUp(redis, { via: 'page', account: '' }, token, 'root', PASSWORD)).toMatchObject({ admin: true });
  expect(await setUp(redis, { via: 'page', account: '' }, token, 'again', PASSWORD)).toBeNull();
  expect(await entries()).toMatchObject([{ action: 'set up', account: 'root', target: 'root' }]);
});

test('a restore keeps the entries with their ids, adds its own, and without it restores no account', async () => {
  await writeEntry(redis, SOURCE, { action: 'backup made', target: 'file' });
  await writeEntry(redis, SOURCE, { action: 'sign-in failed', target: 'ada' });
  const [made] = await entries();
  const kept = await readKept(redis);
  await redis.flushdb();
  await tester.createUser(redis, 'newer');
  const [newer] = await entries();
  await redis.del(redisKeys.user('newer'), redisKeys.users);
  await writeKept(redis, SOURCE, kept);
  expect((await entries()).map(({ id, action }) => ({ id, action }))).toEqual([
    { id: made?.id, action: 'backup made' },
    { id: newer?.id, action: 'account created' },
    { id: expect.any(String), action: 'backup restored' },
    { id: expect.any(String), action: 'sign-in failed' },
  ]);
  await redis.flushdb();
  await redis.set(redisKeys.audit, 'not a stream');
  const withoutLog = kept.filter(({ content }) => content.type !== 'stream');
  await expect(writeKept(redis, SOURCE, withoutLog)).rejects.toThrow('WRONGTYPE');
  expect(await redis.exists(redisKeys.users)).toBe(0);
});

test('what is refused leaves no entry', async () => {
  await tester.setPassword(redis, 'root', PASSWORD);
  await redis.del(redisKeys.audit);
  const refused = [
    () => createUser(redis, SOURCE, 'ada'),
    () => createUser(redis, SOURCE, 'a b'),
    () => createUser(redis, SOURCE, 'weak', { password: 'short' }),
    () => setPassword(redis, SOURCE, 'nobody', `${PASSWORD} 2`),
    () => setPassword(redis, SOURCE, 'ada', 'short'),
    () => changeAccount(redis, { ...boss, isAdmin: false }, 'ada', { disabled: true }),
    () => changeAccount(redis, boss, 'root', { admin: false }),
    () => addMember(redis, SOURCE, 'blue', 'nobody', 'member'),
    () => removeMember(redis, SOURCE, 'blue', 'root'),
    () => deleteTeam(redis, SOURCE, 'ada'),
    () => createKey(redis, SOURCE, 'nobody'),
    () => createKey(redis, SOURCE, 'ada', { maxKeys: 1 }),
    () => changeKey(redis, SOURCE, world.prefix, { name: 'x' }, noBound, 7),
    () => rotateKey(redis, SOURCE, world.prefix, new Date(), noBound, { basedOn: 7 }),
    () => revokeKey(redis, SOURCE, world.prefix, new Date(), 7),
    () => setRules(redis, SOURCE, { owner: 'account', name: 'nobody' }, { text: '$pin,site=a.test' }),
  ];
  for (const attempt of refused) await expect(attempt()).rejects.toThrow();
  expect(await entries()).toEqual([]);
});

test('what is sent again and changes nothing leaves no second entry', async () => {
  const once = { id: 'request', seed: Buffer.alloc(32), startedAt: Date.now() };
  for (let time = 0; time < 2; time++) {
    await createUser(redis, SOURCE, 'eve', { request: 'one' });
    await createKey(redis, SOURCE, 'ada', { once });
    await rotateKey(redis, SOURCE, world.prefix, new Date(), noBound, { once });
    await setRules(redis, SOURCE, { owner: 'account', name: 'ada' }, { text: '$pin,site=a.test' });
  }
  for (let time = 0; time < 2; time++) await revokeKey(redis, SOURCE, world.prefix);
  expect((await entries()).map(({ action }) => action)).toEqual([
    'account created',
    'key created',
    'key rotated',
    'rules changed',
    'key revoked',
  ]);
});
