import { beforeEach, describe, expect, it } from 'vitest';
import {
  checkPassword,
  getUser,
  InputError,
  listUsers,
  normaliseUsername,
  requireUser,
} from '../../../lib/accounts/account-store.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createUser, setDisabled, setPassword } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

describe('a username', () => {
  it('ignores case and surrounding space', () => {
    expect(normaliseUsername(' Ada.Lovelace@Example.org ')).toBe('ada.lovelace@example.org');
  });

  it.each(['a', '1', 'a'.repeat(64), 'a.b_c@d-e', '0ada'])('can be "%s"', (name) => {
    expect(normaliseUsername(name)).toBe(name);
  });

  it.each([
    '',
    ' ',
    'a'.repeat(65),
    '.ada',
    '-ada',
    '@ada',
    '_ada',
    'ada lovelace',
    'ada:lovelace',
    'ada/lovelace',
    'ada*',
    'ada{x}',
    'ädä',
    'ada\nada',
    'ada\u0000',
    '<b>',
  ])('cannot be "%s"', (name) => {
    expect(() => normaliseUsername(name)).toThrow(InputError);
  });
});

describe('creating an account', () => {
  it('makes a plain, enabled account without a password', async () => {
    const now = new Date('2026-11-15T12:00:00Z');
    const account = {
      username: 'ada',
      admin: false,
      disabled: false,
      hasPassword: false,
      hasFactor: false,
      hasLostFactors: false,
      mustChange: false,
      isDeleting: false,
      isLinked: false,
      isSuspended: false,
      createdAt: now.toISOString(),
      generation: expect.any(Number),
      kind: 'person' as const,
      limits: {},
    };
    const created = await createUser(redis, 'Ada', { now });
    expect(created).toEqual(account);
    expect(await getUser(redis, 'ada')).toEqual(created);
  });

  it('makes an administrator on request', async () => {
    expect((await createUser(redis, 'root', { admin: true })).admin).toBe(true);
    expect((await createUser(redis, 'ada', { admin: false })).admin).toBe(false);
  });

  it('stores the password as an argon2id hash and never returns it', async () => {
    const account = await createUser(redis, 'ada', { password: 'correct horse battery' });
    expect(account.hasPassword).toBe(true);
    expect(JSON.stringify(account)).not.toContain('argon2');
    const stored = await redis.hgetall(redisKeys.user('ada'));
    expect(stored.password).toMatch(/^\$argon2id\$v=19\$m=(\d+),t=\d+,p=\d+\$/);
    expect(JSON.stringify(stored)).not.toContain('correct horse battery');
  });

  it('refuses a name that is taken, in any case, and leaves the existing account unchanged', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    await expect(createUser(redis, 'ADA', { admin: true, password: 'another password' })).rejects.toThrow(
      'There is a user "ada" already.',
    );
    expect(await getUser(redis, 'ada')).toMatchObject({ admin: false });
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
  });

  it('succeeds for one of ten concurrent requests for the same name', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => createUser(redis, 'ada')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(InputError);
    }
    expect(await listUsers(redis)).toHaveLength(1);
  });

  it.each([
    ['no', '', 'A password has 10 to 1,000 characters.'],
    ['a short', 'nine char', 'A password has 10 to 1,000 characters.'],
    ['a long', 'x'.repeat(1_001), 'A password has 10 to 1,000 characters.'],
    ['a common', 'Password123', 'This password is easy to guess.'],
    ['an account’s own', 'ada-ada-ada', 'This password is easy to guess.'],
  ])('refuses %s password and creates nothing', async (_which, password, message) => {
    const refusal = await createUser(redis, 'ada', { password }).catch((error) => error);
    expect(refusal).toBeInstanceOf(InputError);
    expect(refusal.message).toContain(message);
    expect(await getUser(redis, 'ada')).toBeNull();
    expect(await redis.keys('*')).toEqual([]);
  });

  it('refuses a bad name and creates nothing', async () => {
    await expect(createUser(redis, 'ada lovelace')).rejects.toThrow(InputError);
    expect(await redis.keys('*')).toEqual([]);
  });
});

describe('looking up an account', () => {
  it('returns null, or an error with a readable message, for an unknown account', async () => {
    expect(await getUser(redis, 'nobody')).toBeNull();
    await expect(requireUser(redis, 'nobody')).rejects.toThrow('There is no user "nobody".');
    await expect(requireUser(redis, 'nobody')).rejects.toBeInstanceOf(InputError);
  });

  it('works with any case of the name', async () => {
    await createUser(redis, 'ada');
    expect((await requireUser(redis, ' ADA ')).username).toBe('ada');
  });

  it('lists all accounts by name', async () => {
    expect(await listUsers(redis)).toEqual([]);
    for (const name of ['grace', 'ada', 'edsger']) await createUser(redis, name);
    expect((await listUsers(redis)).map(({ username }) => username)).toEqual(['ada', 'edsger', 'grace']);
  });
});

describe('disabling an account', () => {
  it('takes effect immediately, and enabling reverts it', async () => {
    await createUser(redis, 'ada');
    expect(await setDisabled(redis, 'Ada', true)).toMatchObject({ username: 'ada', disabled: true });
    expect(await getUser(redis, 'ada')).toMatchObject({ disabled: true });
    expect(await setDisabled(redis, 'ada', false)).toMatchObject({ disabled: false });
    expect(await getUser(redis, 'ada')).toMatchObject({ disabled: false });
  });

  it('can be repeated', async () => {
    await createUser(redis, 'ada');
    await setDisabled(redis, 'ada', true);
    expect((await setDisabled(redis, 'ada', true)).disabled).toBe(true);
    await setDisabled(redis, 'ada', false);
    expect((await setDisabled(redis, 'ada', false)).disabled).toBe(false);
  });

  it('changes nothing else', async () => {
    await createUser(redis, 'ada', { admin: true, password: 'correct horse battery' });
    await setDisabled(redis, 'ada', true);
    expect(await getUser(redis, 'ada')).toMatchObject({ admin: true, hasPassword: true });
  });

  it('refuses an unknown account, and creates none', async () => {
    await expect(setDisabled(redis, 'nobody', true)).rejects.toThrow('There is no user "nobody".');
    expect(await redis.keys('*')).toEqual([]);
  });
});

describe('a password', () => {
  it('matches only if every character is right', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
    expect(await checkPassword(redis, 'ADA', 'correct horse battery')).toBe(true);
    expect(await checkPassword(redis, 'ada', 'Correct horse battery')).toBe(false);
    expect(await checkPassword(redis, 'ada', 'correct horse batter')).toBe(false);
    expect(await checkPassword(redis, 'ada', '')).toBe(false);
  });

  it('of 1,000 characters matches only as a whole', async () => {
    const password = 'Sixteen ferrets quietly repainted the lighthouse. '.repeat(20);
    await createUser(redis, 'ada', { password });
    expect(await checkPassword(redis, 'ada', password)).toBe(true);
    expect(await checkPassword(redis, 'ada', `${password}x`)).toBe(false);
  });

  it('matches neither an account without a password nor an unknown account', async () => {
    await createUser(redis, 'ada');
    expect(await checkPassword(redis, 'ada', '')).toBe(false);
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(false);
    expect(await checkPassword(redis, 'nobody', 'correct horse battery')).toBe(false);
  });

  it('replaces the previous password when set', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    expect(await setPassword(redis, 'Ada', 'a second password')).toMatchObject({ username: 'ada', hasPassword: true });
    expect(await checkPassword(redis, 'ada', 'a second password')).toBe(true);
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(false);
  });

  it('is salted: hashing it twice gives two hashes', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    await createUser(redis, 'grace', { password: 'correct horse battery' });
    const hashes = await Promise.all(['ada', 'grace'].map((name) => redis.hget(redisKeys.user(name), 'password')));
    expect(new Set(hashes).size).toBe(2);
  });

  it('that is too short, too long or easy to guess is refused, and the old one stays', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    for (const password of ['nine char', 'x'.repeat(1_001), 'qwertyuiop', 'ada-ada-ada']) {
      await expect(setPassword(redis, 'ada', password)).rejects.toThrow(InputError);
    }
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
  });

  it('is refused for an unknown account, which is not created', async () => {
    await expect(setPassword(redis, 'nobody', 'correct horse battery')).rejects.toThrow('There is no user "nobody".');
    expect(await redis.keys('*')).toEqual([]);
  });
});
