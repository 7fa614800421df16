import { beforeEach, describe, expect, it } from 'vitest';
import { accountData, keyData, usageMonths } from '../../../lib/accounts/account-data.ts';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { InterruptedDeletions } from '../../../lib/accounts/complete-deletion.ts';
import { deleteAccount } from '../../../lib/accounts/delete-account.ts';
import { exportAccount } from '../../../lib/accounts/export-account.ts';
import { makeLink } from '../../../lib/accounts/password-link.ts';
import { membersOf } from '../../../lib/accounts/team-store.ts';
import { parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { refund } from '../../../lib/limits/usage.ts';
import { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import { createLog } from '../../../lib/log/log.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { readRequests } from '../../../lib/requests/read-requests.ts';
import { RequestLog } from '../../../lib/requests/request-log.ts';
import type { RequestRecord } from '../../../lib/requests/request-record.ts';
import { UsageStatistics } from '../../../lib/statistics/usage-statistics.ts';
import {
  addMember,
  createKey,
  createTeam,
  createUser,
  deleteTeam,
  revokeKey,
  setRules,
  TESTER,
} from '../../harness/as-tester.ts';
import { fullAccount, LIMITED, PASSWORD } from '../../harness/full-account.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { isSignedIn, signedInAs } from '../../harness/sessions.ts';
import { sampleRequest } from '../requests/sample-requests.ts';

const ANYHOW = { keepsAdministrator: false, keepsOwners: false };
const ONESELF = { keepsAdministrator: true, keepsOwners: true };
const NO_LIMITS = { burst: null, sustained: null, monthly: null };
const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

/** Everything that Redis has of accounts, but for the audit log, and for what can be refunded within five minutes. */
async function leftOver(): Promise<string[]> {
  const names = (await redis.keys(`${redisKeys.accountsPrefix}*`)).sort();
  return names.filter((name) => !name.startsWith(redisKeys.audit) && !name.startsWith(redisKeys.charge('')));
}
const entries = async () =>
  (await redis.xrange(redisKeys.audit, '-', '+')).map(([, [, text = '']]) => JSON.parse(text).action);

describe('the list of an account’s records', () => {
  /** Records that no account or key has by its name, with the reason why a deletion need not name them. */
  const OTHERS: Record<string, string> = {
    accountsPrefix: 'a part of names',
    dataVersion: 'of the instance',
    users: 'the account leaves it',
    deletions: 'the account leaves it',
    setUpToken: 'of the instance',
    audit: 'stays: the record of what happened',
    auditFailures: 'stays: the record of what happened',
    teamMembers: 'of a team, which the person leaves',
    pictureRateLog: 'a fingerprint; 5 minutes',
    charge: 'by the id of a request; 5 minutes',
    sentForm: 'by the ids of a session and a form; a day',
    requestOnce: 'a keyed hash; a day',
    accountGuesses: 'a fingerprint; 15 minutes',
    addressGuesses: 'a fingerprint; 15 minutes',
    pendingSignIn: 'by the digest of a token; 10 minutes',
    passkeyChallenge: 'a random text; 5 minutes',
    instanceWebhooks: 'of the instance',
    openAlerts: 'of the instance; of a key until the next look after its deletion, an hour',
    alertHistory: 'of the instance',
    alertSigns: 'of the instance; of a key as the open ones',
    alertNews: 'until they are told; half a minute',
    alertTurn: 'of the instance',
    endedKeysTurn: 'of the instance',
    endedKeysCursor: 'of the instance',
    auditReading: 'that somebody has read; an hour',
    lastSettings: 'of the instance',
    lastWorkerSettings: 'of the instance',
    pausedProviders: 'of the instance; who paused an engine is named, as in the audit log',
    ssoChecks: 'a name that the next check removes',
    ssoFlow: 'by a digest; 10 minutes',
    signInLink: 'by a digest; 15 minutes',
    crawlsRunning: 'by the ids of crawls, which are deleted with their account',
    crawlEnds: 'by the ids of crawls',
    crawlSizes: 'by the ids of crawls; each leaves it with its account',
    untoldCrawls: 'by the ids of crawls; each leaves it with its account',
    crawlPayments: 'by the id of a crawl, with which it is deleted',
    oauthClient: 'of a program',
    oauthClients: 'of programs',
    oauthDocument: 'of a program',
    oauthToken: 'by a digest; an hour, and of no use without its key',
    oauthReply: 'by a digest; a minute',
  };

  it('has every record that is named after an account, a key or a session', () => {
    const made = (record: string) => {
      const name = redisKeys[record as keyof typeof redisKeys] as string | ((...parts: string[]) => string);
      return typeof name === 'string' ? name : name('a', 'b', 'c');
    };
    const ofAccounts = Object.keys(redisKeys).filter((record) => made(record).startsWith(redisKeys.accountsPrefix));
    expect(ofAccounts.length).toBeGreaterThan(30);
    const known = [...Object.keys(accountData), ...Object.keys(keyData), ...Object.keys(OTHERS)];
    expect(ofAccounts.filter((record) => !known.includes(record))).toEqual([]);
    expect(known.filter((record) => !ofAccounts.includes(record))).toEqual([]);
  });

  it('has the months of which usage may be stored', () => {
    const months = usageMonths(new Date('2026-11-18'));
    expect(months.slice(0, 2)).toEqual(['2026-12', '2026-11']);
    // 400 days before the end of November 2026 is the end of October 2025.
    expect(months).toContain('2025-10');
  });
});

describe('deleting an account', () => {
  it('leaves nothing of it but the audit log, and nothing of others changes', async () => {
    await fullAccount(redis, 'bob');
    await createTeam(redis, 'crew');
    const others = await leftOver();
    const { key, session } = await fullAccount(redis, 'ada');
    await addMember(redis, 'crew', 'ada', 'member');
    expect((await leftOver()).length - others.length).toBeGreaterThan(20);
    expect(await deleteAccount(redis, TESTER, ' Ada', ANYHOW)).toBe('ada');
    expect(await leftOver()).toEqual(others);
    expect(await redis.smembers(redisKeys.users)).not.toContain('ada');
    expect(await isSignedIn(redis, session)).toBe(false);
    const { verdict } = await admit(
      redis,
      parseKey(key) ?? expect.unreachable(),
      NO_LIMITS,
      searchIn('web'),
      new Date(),
    );
    expect(verdict).toBe('unknown');
    expect((await entries()).slice(-2)).toEqual(['account deletion begun', 'account deleted']);
  });

  it('is refused to the last administrator and to the last owner of a team, unless somebody else decides', async () => {
    await createUser(redis, 'ada', { password: PASSWORD, admin: true });
    await createTeam(redis, 'crew');
    await addMember(redis, 'crew', 'ada', 'owner');
    const before = await redis.hgetall(redisKeys.user('ada'));
    await expect(deleteAccount(redis, TESTER, 'ada', ONESELF)).rejects.toThrow('"ada" is the last administrator.');
    await createUser(redis, 'bob', { password: PASSWORD, admin: true });
    await expect(deleteAccount(redis, TESTER, 'ada', ONESELF)).rejects.toThrow('last owner of the team crew');
    await expect(deleteAccount(redis, TESTER, 'crew', ANYHOW)).rejects.toThrow('crew is a team');
    await expect(deleteAccount(redis, TESTER, 'nobody', ANYHOW)).rejects.toThrow('There is no user "nobody".');
    expect(await redis.hgetall(redisKeys.user('ada'))).toEqual(before);
    await addMember(redis, 'crew', 'bob', 'owner');
    await deleteAccount(redis, TESTER, 'ada', ONESELF);
    expect(await membersOf(redis, 'crew')).toEqual([{ username: 'bob', role: 'owner' }]);
    await deleteAccount(redis, TESTER, 'bob', ANYHOW);
    expect(await membersOf(redis, 'crew')).toEqual([]);
  });

  it('that is interrupted leaves neither a key nor a session that works, and is completed by the next', async () => {
    const empty = await leftOver();
    const { key, session, link } = await fullAccount(redis, 'ada');
    // The step after the first fails.
    await redis.set(redisKeys.userKeysByAge('ada'), 'of another type');
    await expect(deleteAccount(redis, TESTER, 'ada', ANYHOW)).rejects.toThrow('WRONGTYPE');
    expect(await getUser(redis, 'ada')).toMatchObject({ disabled: true, hasPassword: false, isDeleting: true });
    expect(await isSignedIn(redis, session)).toBe(false);
    expect(link).not.toBe('');
    const { verdict } = await admit(
      redis,
      parseKey(key) ?? expect.unreachable(),
      NO_LIMITS,
      searchIn('web'),
      new Date(),
    );
    expect(verdict).not.toBe('admitted');
    await redis.del(redisKeys.userKeysByAge('ada'));
    await deleteAccount(redis, TESTER, 'ada', ONESELF);
    expect(await leftOver()).toEqual(empty);
    expect((await entries()).filter((action: string) => action === 'account deletion begun')).toHaveLength(1);
  });

  it('by two at once is one deletion', async () => {
    const empty = await leftOver();
    await fullAccount(redis, 'ada');
    await Promise.all([1, 2].map(() => deleteAccount(redis, TESTER, 'ada', ANYHOW)));
    expect(await leftOver()).toEqual(empty);
    expect((await entries()).filter((action: string) => action === 'account deleted')).toHaveLength(1);
  });

  it('while somebody signs in leaves no session', async () => {
    const account = await createUser(redis, 'ada', { password: PASSWORD });
    await deleteAccount(redis, TESTER, 'ada', ANYHOW);
    await expect(signedInAs(redis, account)).rejects.toThrow('has changed');
    expect(await leftOver()).toEqual([]);
  });

  it('while a search is under way is not undone by its refund', async () => {
    const { key } = await fullAccount(redis, 'ada');
    const admitted = await admit(redis, parseKey(key) ?? expect.unreachable(), NO_LIMITS, searchIn('web'), new Date());
    if (admitted.verdict !== 'admitted' || !admitted.charge) expect.unreachable();
    else {
      await deleteAccount(redis, TESTER, 'ada', ANYHOW);
      await refund(redis, [admitted.charge]);
    }
    expect((await leftOver()).filter((name) => name.includes('usage'))).toEqual([]);
  });
});

describe('deleting a team', () => {
  it('leaves nothing of it but the audit log', async () => {
    await createUser(redis, 'ada');
    const before = await leftOver();
    await createTeam(redis, 'crew');
    await addMember(redis, 'crew', 'ada', 'owner');
    const { key, prefix } = await createKey(redis, 'crew', { name: 'agent' });
    await admit(redis, parseKey(key) ?? expect.unreachable(), LIMITED, searchIn('web'), new Date());
    await setRules(redis, { owner: 'account', name: 'crew' }, { text: '$boost,site=example.org' });
    await setRules(redis, { owner: 'key', name: prefix }, { text: '$boost,site=example.com' });
    await revokeKey(redis, prefix);
    expect((await leftOver()).filter((name) => name.includes(':rules:'))).toHaveLength(2);
    await deleteTeam(redis, 'crew');
    expect(await leftOver()).toEqual(before);
    expect((await entries()).at(-1)).toBe('team deleted');
  });

  it('leaves its usage and its crawls where they are if its entry cannot be written', async () => {
    await createTeam(redis, 'crew');
    await new UsageStatistics(redis).keep([sampleRequest({ account: 'crew' })]);
    await redis.zadd(redisKeys.accountCrawls('crew'), 1, 'crawl');
    const before = (await redis.keys('*')).sort();
    await redis.set(redisKeys.audit, 'not a stream');
    await expect(deleteTeam(redis, 'crew')).rejects.toThrow('WRONGTYPE');
    expect((await redis.keys('*')).sort()).toEqual(before);
  });

  it('that is interrupted is completed by a web process, and so is that of an account', async () => {
    const empty = await leftOver();
    await fullAccount(redis, 'ada');
    await createTeam(redis, 'crew');
    await addMember(redis, 'crew', 'ada', 'owner');
    const names = ['ada', 'crew'];
    // A step after the first fails.
    for (const name of names) await redis.set(redisKeys.accountCrawls(name), 'of another type');
    await expect(deleteTeam(redis, 'crew')).rejects.toThrow('WRONGTYPE');
    await expect(deleteAccount(redis, TESTER, 'ada', ANYHOW)).rejects.toThrow('WRONGTYPE');
    expect((await redis.smembers(redisKeys.deletions)).sort()).toEqual(names);
    const errors = new ErrorReporter(createLog('web', 'silent'));
    const deletions = new InterruptedDeletions(redis, errors);
    // One that cannot be completed yet does not keep the other from it.
    await redis.del(redisKeys.accountCrawls('crew'));
    await deletions.look();
    expect(await redis.smembers(redisKeys.deletions)).toEqual(['ada']);
    await redis.del(redisKeys.accountCrawls('ada'));
    await deletions.look();
    expect(await leftOver()).toEqual(empty);
    expect((await entries()).slice(-3)).toEqual(['team deleted', 'account deletion begun', 'account deleted']);
  });
});

describe('an export', () => {
  const exported = async (name: string) => {
    let text = '';
    for await (const part of exportAccount(redis, name)) text += part;
    return { text, data: JSON.parse(text) };
  };

  it('has every record of the account and of its keys, and what the audit log has of it', async () => {
    await fullAccount(redis, 'bob');
    const others = new Set(await leftOver());
    await createTeam(redis, 'crew');
    await fullAccount(redis, 'ada');
    await addMember(redis, 'crew', 'ada', 'owner');
    const own = (await leftOver()).filter((name) => !others.has(name) && !name.includes('crew'));
    const { data } = await exported('ada');
    expect(data).toMatchObject({ username: 'ada', teams: [{ team: 'crew', role: 'owner' }] });
    const names: string[] = data.records.map(
      ({ record }: { record: string }) => `${redisKeys.accountsPrefix}${record}`,
    );
    const shown = own.filter((name) => !name.includes(':session:') && !name.includes(':confirmed:'));
    expect(shown.filter((name) => !names.includes(name) && !name.includes(':user-sessions:'))).toEqual([]);
    const session = data.records.find(({ record }: { record: string }) => record === 'session');
    expect(session.content).toMatchObject({ username: 'ada', browser: 'Firefox', system: 'Linux' });
    expect(session.content.started_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const factors = data.records.find(({ record }: { record: string }) => record === 'factors:ada');
    expect(factors.content).toMatchObject({ all: [{ name: 'laptop' }, { name: 'phone' }], codesLeft: 10 });
    const actions = data.audit_log.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['account created', 'signed in', 'key created']));
    expect(JSON.stringify(data)).not.toContain('bob');
  });

  it('has no secret, and no hash of one', async () => {
    const { key, session, link } = await fullAccount(redis, 'ada');
    const { text } = await exported('ada');
    const hashes = (await redis.hgetall(redisKeys.user('ada'))).password as string;
    for (const secret of [key.split('.')[1], session, link.split('.')[1], hashes, PASSWORD])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/argon2|SEALED-TOTP|QUJD|\b[0-9a-f]{64}\b|csrf/);
  });

  it('does not say where others were who did something to the account', async () => {
    const admin = { via: 'page', account: 'root', address: '198.51.100.9', program: 'Admin/1' } as const;
    await createUser(redis, 'ada');
    await makeLink(redis, admin, 'ada', 'invitation');
    const { text, data } = await exported('ada');
    expect(data.audit_log).toContainEqual(expect.objectContaining({ action: 'invitation made', account: 'root' }));
    expect(text).not.toMatch(/198\.51\.100\.9|Admin\/1/);
  });

  it('of an account with many keys comes in small parts', async () => {
    await createUser(redis, 'ada');
    for (let i = 0; i < 120; i++) await createKey(redis, 'ada', { name: `key ${i}` });
    let parts = 0;
    for await (const part of exportAccount(redis, 'ada')) {
      expect(part.length).toBeLessThan(20_000);
      parts += 1;
    }
    expect(parts).toBeGreaterThan(120);
  });
});

describe('the log of an account’s requests', () => {
  it('is exported, and deleted with the account, or the team', async () => {
    const log = new RequestLog(redis, { hours: 24, bytes: 1_000_000 });
    await createUser(redis, 'ada');
    await createTeam(redis, 'crew');
    const [own, team, other] = ['ada', 'crew', 'bob'].map((account) => sampleRequest({ account }));
    await log.keep([own, team, other] as RequestRecord[]);
    let text = '';
    for await (const part of exportAccount(redis, 'ada')) text += part;
    expect(JSON.parse(text).requests).toEqual([{ ...own, one_of: 1 }]);
    await deleteAccount(redis, TESTER, 'ada', ANYHOW);
    await deleteTeam(redis, 'crew');
    const names = await redis.keys('{trib:requests:*');
    expect(names.filter((name) => !name.startsWith('{trib:requests:bob}'))).toEqual([]);
    expect((await readRequests(redis, 'all', {}, { limit: 9 })).items.map(({ account }) => account)).toEqual(['bob']);
  });
});
