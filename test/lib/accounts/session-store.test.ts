import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Account, getUser } from '../../../lib/accounts/account-store.ts';
import {
  endAllSessions,
  endEveryone,
  endOtherSessions,
  type ListedSession,
  sessionsOf,
} from '../../../lib/accounts/session-list.ts';
import { endSession, MAX_SESSIONS, readSession, startSession } from '../../../lib/accounts/session-store.ts';
import type { AuditSource } from '../../../lib/audit/audit-entry.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createUser, setDisabled, setPassword } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { RedisMonitor } from '../../harness/redis-monitor.ts';
import { BROWSER, isSignedIn, LIFE, signedInAs } from '../../harness/sessions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'correct horse battery staple';
const ADMINISTRATOR: AuditSource = { via: 'page', account: 'root' };

const redis = await redisForSuite();
let ada: Account;
beforeEach(async () => {
  await redis.flushdb();
  ada = await createUser(redis, 'ada');
});

const idOf = (token: string) => createHash('sha256').update(token).digest('hex');
const keyOf = (token: string) => redisKeys.session(idOf(token));
/** Makes a session older, as if Redis's clock had moved on. */
async function age(token: string, ms: number): Promise<void> {
  for (const field of ['started_at', 'last_used_at', 'first_seen_at']) {
    const at = await redis.hget(keyOf(token), field);
    if (at !== null) await redis.hset(keyOf(token), field, Number(at) - ms);
  }
}
/** A session as the releases before this one write it. */
async function oldSession(username: string, generation: number): Promise<string> {
  const token = idOf(`${username} ${Math.random()}`).slice(0, 43);
  await redis.hset(keyOf(token), { username, csrf: 'token', generation: String(generation) });
  await redis.pexpire(keyOf(token), LIFE.idleMs);
  return token;
}
const listed = async (): Promise<ListedSession[]> => sessionsOf(redis, (await getUser(redis, 'ada')) as Account);
const entries = async () => {
  const found = await redis.xrange(redisKeys.audit, '-', '+');
  return found
    .map(([, [, text = '']]) => JSON.parse(text))
    .filter(({ action }) => !['account created', 'signed in'].includes(action));
};

describe('a visit', () => {
  /** How much of the session's time is left after a visit this long after its last one. */
  async function leftAfterVisit(sinceMs: number): Promise<number> {
    const token = await signedInAs(redis, ada);
    await age(token, sinceMs);
    await redis.pexpire(keyOf(token), LIFE.idleMs - sinceMs);
    expect(await isSignedIn(redis, token)).toBe(true);
    return redis.pttl(keyOf(token));
  }

  it('extends the session to the idle lifetime', async () => {
    expect(await leftAfterVisit(2 * HOUR_MS)).toBeGreaterThan(LIFE.idleMs - HOUR_MS);
  });

  it('writes nothing within an hour of the last extension', async () => {
    expect(await leftAfterVisit(HOUR_MS / 2)).toBeLessThanOrEqual(LIFE.idleMs - HOUR_MS / 2);
  });

  it('reads session and account once each within that hour, and writes nothing', async () => {
    // Other tests may use the same server, with other databases.
    const token = await signedInAs(redis, await createUser(redis, 'ada-of-this-test'));
    await isSignedIn(redis, token);
    const monitor = await RedisMonitor.start(redis.options.port ?? expect.unreachable());
    onTestFinished(() => monitor.stop());
    const commands: string[] = [];
    const ours = [keyOf(token), redisKeys.user('ada-of-this-test'), redisKeys.userSessions('ada-of-this-test')];
    const seen = new Promise<void>((resolve) => {
      monitor.onCommand = (name, [first = '']) => {
        if (ours.includes(first)) commands.push(name);
        if (name === 'echo' && first === token) resolve();
      };
    });
    await isSignedIn(redis, token);
    await redis.echo(token);
    await seen;
    expect(commands).toEqual(['hmget', 'hmget']);
  });
});

describe('a session ends', () => {
  it('after its idle lifetime, also if that was shortened since', async () => {
    const token = await signedInAs(redis, ada);
    expect(await redis.pttl(keyOf(token))).toBeLessThanOrEqual(LIFE.idleMs);
    await age(token, 2 * DAY_MS);
    expect(await isSignedIn(redis, token, { ...LIFE, idleMs: 2 * DAY_MS })).toBe(false);
    expect(await redis.exists(keyOf(token))).toBe(0);
    expect(await listed()).toEqual([]);
  });

  it('after its absolute lifetime, however often it is visited', async () => {
    const token = await signedInAs(redis, ada);
    await age(token, LIFE.maxMs - 2 * HOUR_MS);
    await redis.hset(keyOf(token), 'last_used_at', Date.now() - DAY_MS);
    expect(await isSignedIn(redis, token)).toBe(true);
    // Redis itself deletes it then.
    const leftMs = await redis.pttl(keyOf(token));
    expect(leftMs).toBeLessThanOrEqual(2 * HOUR_MS);
    expect(leftMs).toBeGreaterThan(HOUR_MS);
    await age(token, 2 * HOUR_MS);
    expect(await isSignedIn(redis, token)).toBe(false);
  });

  it('and is recorded as a sign-in when it begins', async () => {
    await redis.del(redisKeys.audit);
    await signedInAs(redis, ada);
    const [[, [, text = '']] = ['', []]] = await redis.xrange(redisKeys.audit, '-', '+');
    expect(JSON.parse(text)).toMatchObject({ ...BROWSER, account: 'ada', action: 'signed in', target: 'ada' });
  });

  it('and is not started if the account was disabled or got another password since it was read', async () => {
    const start = () => startSession(redis, ada, { source: BROWSER, life: LIFE });
    await setPassword(redis, 'ada', PASSWORD);
    expect(await start()).toBeNull();
    ada = (await getUser(redis, 'ada')) as Account;
    await setDisabled(redis, 'ada', true);
    expect(await start()).toBeNull();
    expect(await redis.keys(redisKeys.session('*'))).toEqual([]);
  });
});

describe('the list of sessions', () => {
  it('has browser, network, start and last use, and nothing more of the address', async () => {
    const token = await signedInAs(redis, ada);
    const [one] = await listed();
    expect(one).toMatchObject({ id: idOf(token), browser: 'Firefox', system: 'Linux', address: '203.0.113.0/24' });
    expect(Math.abs(Date.parse(one?.startedAt ?? '') - Date.now())).toBeLessThan(DAY_MS);
    expect(one?.lastUsedAt).toBe(one?.startedAt);
    expect(Object.values(await redis.hgetall(keyOf(token))).join()).not.toContain('203.0.113.77');
  });

  it.each([
    [
      { address: undefined, program: undefined },
      { browser: '', system: '', address: '' },
    ],
    [
      { address: '2001:db8:1:2::3', program: 'curl/8' },
      { browser: '', system: '', address: '2001:db8:1::/48' },
    ],
    [
      { address: '203.0.113.0/24', program: `${'x'.repeat(9_000)}/1 (Linux)` },
      { browser: '', system: 'Linux', address: '203.0.113.0/24' },
    ],
    [{ program: 'Verify at evil.example/1 (x)' }, { browser: '' }],
  ])('says what is known of a browser: %#', async (unusual, known) => {
    await signedInAs(redis, ada, { source: { ...BROWSER, ...unusual } });
    expect(await listed()).toMatchObject([known]);
  });

  it('loses what has ended', async () => {
    const gone = await signedInAs(redis, ada);
    const left = await signedInAs(redis, ada);
    await redis.del(keyOf(gone));
    expect((await listed()).map(({ id }) => id)).toEqual([idOf(left)]);
    expect(await redis.zrange(redisKeys.userSessions('ada'), '0', '-1')).toEqual([idOf(left)]);
  });
});

describe('of an account with as many sessions as it may have', () => {
  it('the one that would end first makes way for the next', async () => {
    const first = await signedInAs(redis, ada);
    const second = await signedInAs(redis, ada);
    // Scores are milliseconds, in which several sign-ins may happen.
    await redis.zincrby(redisKeys.userSessions('ada'), -10, idOf(first));
    await redis.zincrby(redisKeys.userSessions('ada'), -5, idOf(second));
    for (let more = 2; more < MAX_SESSIONS; more++) await signedInAs(redis, ada);
    expect(await redis.zcard(redisKeys.userSessions('ada'))).toBe(MAX_SESSIONS);
    const last = await signedInAs(redis, ada);
    expect(await redis.keys(redisKeys.session('*'))).toHaveLength(MAX_SESSIONS);
    expect(await Promise.all([first, second, last].map((token) => isSignedIn(redis, token)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('a session of an earlier release', () => {
  it('goes on, is listed from its next visit on, and ends after the absolute lifetime from then', async () => {
    const token = await oldSession('ada', ada.generation);
    expect(await listed()).toEqual([]);
    expect((await readSession(redis, token, LIFE))?.csrf).toBe('token');
    expect(await listed()).toMatchObject([{ id: idOf(token), browser: '', system: '', address: '', startedAt: '' }]);
    await age(token, LIFE.maxMs - DAY_MS);
    await redis.hset(keyOf(token), 'last_used_at', Date.now() - DAY_MS);
    expect(await isSignedIn(redis, token)).toBe(true);
    await age(token, DAY_MS);
    expect(await isSignedIn(redis, token)).toBe(false);
  });
});

describe('signing out', () => {
  it('ends one session, of the same account only, and is recorded', async () => {
    const [one, other] = [await signedInAs(redis, ada), await signedInAs(redis, ada)];
    const stranger = { id: idOf(one), username: 'eve' };
    expect(await endSession(redis, BROWSER, stranger, 'session ended')).toBe(false);
    expect(await isSignedIn(redis, one)).toBe(true);
    expect(await entries()).toEqual([]);
    expect(await endSession(redis, BROWSER, { id: idOf(one), username: 'ada' }, 'session ended')).toBe(true);
    expect(await isSignedIn(redis, one)).toBe(false);
    expect(await isSignedIn(redis, other)).toBe(true);
    expect(await entries()).toMatchObject([{ action: 'session ended', target: 'ada', address: '203.0.113.77' }]);
  });

  it('ends all others, also those that no list has', async () => {
    const [here, there, old] = [
      await signedInAs(redis, ada),
      await signedInAs(redis, ada),
      await oldSession('ada', ada.generation),
    ];
    const session = await readSession(redis, here, LIFE);
    const { generation } = await endOtherSessions(redis, BROWSER, session ?? expect.unreachable());
    expect(generation).toBe(ada.generation + 1);
    expect(await Promise.all([here, there, old].map((token) => isSignedIn(redis, token)))).toEqual([
      true,
      false,
      false,
    ]);
    expect((await listed()).map(({ id }) => id)).toEqual([idOf(here)]);
    expect(await entries()).toMatchObject([{ action: 'other sessions ended', target: 'ada' }]);
  });

  it('ends all of an account, and leaves others alone', async () => {
    const bob = await createUser(redis, 'bob');
    const [mine, old, his] = [
      await signedInAs(redis, ada),
      await oldSession('ada', ada.generation),
      await signedInAs(redis, bob),
    ];
    await endAllSessions(redis, ADMINISTRATOR, 'Ada');
    expect(await Promise.all([mine, old, his].map((token) => isSignedIn(redis, token)))).toEqual([false, false, true]);
    expect(await entries()).toMatchObject([{ action: 'all sessions ended', account: 'root', target: 'ada' }]);
    await expect(endAllSessions(redis, ADMINISTRATOR, 'nobody')).rejects.toThrow('There is no user "nobody".');
  });

  it('ends those of everyone, whichever release started them', async () => {
    const bob = await createUser(redis, 'bob');
    const tokens = [
      await signedInAs(redis, ada),
      await signedInAs(redis, bob),
      await oldSession('bob', bob.generation),
    ];
    expect(await endEveryone(redis, ADMINISTRATOR)).toBe(2);
    for (const token of tokens) expect(await isSignedIn(redis, token)).toBe(false);
    expect(await listed()).toEqual([]);
    expect(await entries()).toMatchObject([{ action: 'everyone signed out', account: 'root' }]);
    expect(await isSignedIn(redis, await signedInAs(redis, (await getUser(redis, 'ada')) as Account))).toBe(true);
  });
});

it('a session does not outlive its account: one of the same name is another account', async () => {
  const old = await oldSession('ada', ada.generation);
  await redis.del(redisKeys.user('ada'));
  await createUser(redis, 'ada');
  expect(await isSignedIn(redis, old)).toBe(false);
});
