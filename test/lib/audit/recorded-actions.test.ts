import { beforeEach, describe, expect, it, test } from 'vitest';
import { changeAccount } from '../../../lib/accounts/account-changes.ts';
import { createUser, requireUser, setPassword } from '../../../lib/accounts/account-store.ts';
import { forgetGuesses } from '../../../lib/accounts/guess-limits.ts';
import { makeLink } from '../../../lib/accounts/password-link.ts';
import { newSearchLink, revokeSearchLink } from '../../../lib/accounts/search-link.ts';
import { endAllSessions, endEveryone, endOtherSessions } from '../../../lib/accounts/session-list.ts';
import { endSession, readSession, type Session, startSession } from '../../../lib/accounts/session-store.ts';
import { newSetUpToken, setUp } from '../../../lib/accounts/set-up.ts';
import { addMember, createTeam, deleteTeam, removeMember } from '../../../lib/accounts/team-store.ts';
import { type AuditSource, writeEntry } from '../../../lib/audit/audit-entry.ts';
import { type AuditEntry, readEntry } from '../../../lib/audit/stored-entry.ts';
import { readKept, writeKept } from '../../../lib/data/kept-data.ts';
import { type Actor, operator } from '../../../lib/keys/authority.ts';
import { changeKey, rotateKey } from '../../../lib/keys/key-changes.ts';
import { parsePrefix } from '../../../lib/keys/key-format.ts';
import { createKey, revokeKey } from '../../../lib/keys/key-store.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { setRules } from '../../../lib/rules/stored-rules.ts';
import * as tester from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { redisContents } from '../../harness/redis-contents.ts';
import { LIFE } from '../../harness/sessions.ts';

const PASSWORD = 'correct horse battery staple';
const SOURCE: AuditSource = {
  via: 'management API',
  account: 'root',
  key: 'trib_1a2B3c4D',
  address: '203.0.113.9',
  program: 'curl/8',
  request: 'req-1',
};
const boss: Actor = { ...operator(SOURCE), username: 'root' };
const noBound = { maxDays: null };

const redis = await redisForSuite();
let prefix = '';
let session: Session;
beforeEach(async () => {
  await redis.flushdb();
  await tester.createUser(redis, 'root', { admin: true });
  await tester.createUser(redis, 'ada');
  // Hashing one for each test would take most of the time.
  await redis.hset(redisKeys.user('ada'), 'password', '$argon2id$of-a-test');
  await tester.createTeam(redis, 'blue');
  await tester.addMember(redis, 'blue', 'ada', 'owner');
  ({ prefix } = await tester.createKey(redis, 'ada', { name: 'laptop' }));
  const token = await tester.startSession(redis, await requireUser(redis, 'ada'));
  session = (await readSession(redis, token, LIFE)) as Session;
  await redis.del(redisKeys.audit);
});

async function entries(): Promise<AuditEntry[]> {
  return (await redis.xrange(redisKeys.audit, '-', '+')).map((entry) => readEntry(entry, redisKeys.audit));
}

/** What changes something, the fields that it says to have changed, and how to do it. */
const actions: [string, Partial<AuditEntry>, () => Promise<unknown>][] = [
  [
    'account created',
    { target: 'eve', after: { admin: 'yes' } },
    () => createUser(redis, SOURCE, 'eve', { admin: true }),
  ],
  ['team created', { target: 'red' }, () => createTeam(redis, SOURCE, 'red')],
  [
    'administrator made',
    { target: 'ada', after: { admin: 'yes' } },
    () => changeAccount(redis, { ...boss, source: { ...SOURCE, via: 'page' } }, 'ada', { admin: true }),
  ],
  [
    'account limits set',
    { target: 'ada', after: { burst: '10/min', monthly: '500' } },
    () => changeAccount(redis, boss, 'ada', { limits: { burst: { limit: 10, windowMs: 60_000 }, monthly: 500 } }),
  ],
  [
    'account disabled',
    { target: 'ada', after: { disabled: 'yes' } },
    () => changeAccount(redis, boss, 'ada', { disabled: true }),
  ],
  ['password set', { target: 'ada' }, () => setPassword(redis, SOURCE, 'ada', `${PASSWORD} 2`)],
  [
    'team member added',
    { target: 'blue: root', after: { role: 'member' } },
    () => addMember(redis, SOURCE, 'blue', 'root', 'member'),
  ],
  [
    'team member added',
    { target: 'blue: ada', before: { role: 'owner' }, after: { role: 'member' } },
    () => addMember(redis, SOURCE, 'blue', 'ada', 'member'),
  ],
  [
    'team member removed',
    { target: 'blue: ada', before: { role: 'owner' } },
    () => removeMember(redis, SOURCE, 'blue', 'ada'),
  ],
  ['team deleted', { target: 'blue', before: { members: 'ada' } }, () => deleteTeam(redis, SOURCE, 'blue')],
  [
    'key created',
    { after: { username: 'ada', name: 'bot', scopes: 'search', expires_at: '2100-01-01T00:00:00.000Z' } },
    () =>
      createKey(redis, SOURCE, 'ada', {
        name: 'bot',
        fields: { scopes: 'search' },
        expiresAt: new Date('2100-01-01T00:00:00Z'),
      }),
  ],
  [
    'key changed',
    { before: { name: 'laptop' }, after: { name: 'phone', addresses: '203.0.113.0/24, 2001:db8::/32' } },
    () => changeKey(redis, SOURCE, prefix, { name: 'phone', addresses: ['203.0.113.0/24', '2001:db8::/32'] }, noBound),
  ],
  ['key disabled', { after: { disabled: 'yes' } }, () => changeKey(redis, SOURCE, prefix, { disabled: true }, noBound)],
  [
    'key rotated',
    { after: { old_until: '2099-01-01T00:00:00.000Z' } },
    () => rotateKey(redis, SOURCE, prefix, new Date('2099-01-01T00:00:00Z'), noBound),
  ],
  ['key revoked', {}, () => revokeKey(redis, SOURCE, prefix)],
  [
    'rules changed',
    { target: 'ada', after: { rules: expect.stringMatching(/^[\w-]{22}$/) as unknown as string } },
    () => setRules(redis, SOURCE, { owner: 'account', name: 'ada' }, { text: '$pin,site=a.test' }),
  ],
  ['search link created', { target: 'ada' }, () => newSearchLink(redis, SOURCE, 'ada')],
  ['search link revoked', { target: 'ada' }, () => revokeSearchLink(redis, SOURCE, 'ada')],
  [
    'signed in',
    { target: 'ada' },
    async () =>
      startSession(redis, await requireUser(redis, 'ada'), { source: { ...SOURCE, account: '' }, life: LIFE }),
  ],
  ['signed out', { target: 'ada' }, () => endSession(redis, SOURCE, session)],
  ['session ended', { target: 'ada' }, () => endSession(redis, SOURCE, session, 'session ended')],
  ['other sessions ended', { target: 'ada' }, () => endOtherSessions(redis, SOURCE, session)],
  ['all sessions ended', { target: 'ada' }, () => endAllSessions(redis, SOURCE, 'ada')],
  ['everyone signed out', {}, () => endEveryone(redis, SOURCE)],
  ['reset link made', { target: 'ada' }, () => makeLink(redis, SOURCE, 'ada', 'reset')],
  ['account unlocked', { target: 'ada' }, () => forgetGuesses(redis, SOURCE, [{ fingerprint: (text) => text }], 'ada')],
  ['set-up link made', {}, () => newSetUpToken(redis)],
];

/** All that Redis has but the audit log, in an order that does not change. */
async function everythingElse(): Promise<string[]> {
  const lines = (await redisContents(redis)).split('\n');
  return lines
    .filter((_, at) => !(lines[at] ?? '').includes(redisKeys.audit) && !(lines[at - 1] ?? '').includes(redisKeys.audit))
    .sort();
}

describe.each(actions)('%s', (action, said, act) => {
  it('leaves one entry, with who did it and what changed', async () => {
    const before = await everythingElse();
    await act();
    if (action !== 'search link revoked' && action !== 'account unlocked') {
      expect(await everythingElse()).not.toEqual(before);
    }
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    const { id, at, target, before: was, after, ...source } = entry as AuditEntry;
    expect(source.action).toBe(action);
    expect({ before: was, after }).toEqual({ before: said.before, after: said.after });
    if (said.target !== undefined) expect(target).toBe(said.target);
    if (action === 'set-up link made') return expect(source.via).toBe('instance');
    if (action.startsWith('key ')) expect(parsePrefix(target ?? '')).not.toBeNull();
    const who = action === 'signed in' ? 'ada' : 'root';
    const via = action === 'administrator made' ? 'page' : SOURCE.via;
    expect(source).toEqual({ ...SOURCE, via, account: who, action });
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    return expect(id).toMatch(/^\d+-\d+$/);
  });

  it('does not happen if its entry cannot be written', async () => {
    await redis.set(redisKeys.audit, 'not a stream');
    const before = await everythingElse();
    await expect(act()).rejects.toThrow('WRONGTYPE');
    expect(await everythingElse()).toEqual(before);
  });
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
  ]);
  expect(await redis.xlen(redisKeys.auditFailures)).toBe(1);
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
    () => changeKey(redis, SOURCE, prefix, { name: 'x' }, noBound, 7),
    () => rotateKey(redis, SOURCE, prefix, new Date(), noBound, { basedOn: 7 }),
    () => revokeKey(redis, SOURCE, prefix, new Date(), 7),
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
    await rotateKey(redis, SOURCE, prefix, new Date(), noBound, { once });
    await setRules(redis, SOURCE, { owner: 'account', name: 'ada' }, { text: '$pin,site=a.test' });
  }
  for (let time = 0; time < 2; time++) await revokeKey(redis, SOURCE, prefix);
  expect((await entries()).map(({ action }) => action)).toEqual([
    'account created',
    'key created',
    'key rotated',
    'rules changed',
    'key revoked',
  ]);
});
