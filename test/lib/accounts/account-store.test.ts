import { beforeEach, describe, expect, it } from 'vitest';
import {
  checkPassword,
  createUser,
  getUser,
  InputError,
  listUsers,
  normaliseUsername,
  requireUser,
  setDisabled,
  setPassword,
} from '../../../lib/accounts/account-store.ts';
import { redisKeys } from '../../../lib/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

describe('a username', () => {
  it('ignores case and the space around it', () => {
    expect(normaliseUsername(' Ada.Lovelace@Example.org ')).toBe('ada.lovelace@example.org');
  });

  it.each(['a', '1', 'a'.repeat(64), 'a.b_c@d-e', '0ada'])('may be "%s"', (name) => {
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
  ])('may not be "%s"', (name) => {
    expect(() => normaliseUsername(name)).toThrow(InputError);
  });
});

describe('creating an account', () => {
  it('makes a plain, enabled one without a password', async () => {
    const now = new Date('2026-11-15T12:00:00Z');
    const account = {
      username: 'ada',
      admin: false,
      disabled: false,
      hasPassword: false,
      createdAt: now.toISOString(),
    };
    expect(await createUser(redis, 'Ada', { now })).toEqual(account);
    expect(await getUser(redis, 'ada')).toEqual(account);
  });

  it('makes an administrator where that is asked for', async () => {
    expect((await createUser(redis, 'root', { admin: true })).admin).toBe(true);
    expect((await createUser(redis, 'ada', { admin: false })).admin).toBe(false);
  });

  it('keeps a password as an argon2id hash, and never gives it out', async () => {
    const account = await createUser(redis, 'ada', { password: 'correct horse battery' });
    expect(account.hasPassword).toBe(true);
    expect(JSON.stringify(account)).not.toContain('argon2');
    const stored = await redis.hgetall(redisKeys.user('ada'));
    expect(stored.password).toMatch(/^\$argon2id\$v=19\$m=(\d+),t=\d+,p=\d+\$/);
    expect(JSON.stringify(stored)).not.toContain('correct horse battery');
  });

  it('refuses a name that is taken, in any case, and leaves the account as it was', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    await expect(createUser(redis, 'ADA', { admin: true, password: 'another password' })).rejects.toThrow(
      'There is a user "ada" already.',
    );
    expect(await getUser(redis, 'ada')).toMatchObject({ admin: false });
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
  });

  it('lets one win when ten ask for the same name at once', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => createUser(redis, 'ada')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(InputError);
    }
    expect(await listUsers(redis)).toHaveLength(1);
  });

  it.each(['', 'seven77', 'x'.repeat(201)])('refuses the password "%s" and creates nothing', async (password) => {
    await expect(createUser(redis, 'ada', { password })).rejects.toThrow('A password has 8 to 200 characters.');
    expect(await getUser(redis, 'ada')).toBeNull();
    expect(await redis.keys('*')).toEqual([]);
  });

  it('refuses a bad name and creates nothing', async () => {
    await expect(createUser(redis, 'ada lovelace')).rejects.toThrow(InputError);
    expect(await redis.keys('*')).toEqual([]);
  });
});

describe('looking accounts up', () => {
  it('gives null, or a message for people, for one that is not there', async () => {
    expect(await getUser(redis, 'nobody')).toBeNull();
    await expect(requireUser(redis, 'nobody')).rejects.toThrow('There is no user "nobody".');
    await expect(requireUser(redis, 'nobody')).rejects.toBeInstanceOf(InputError);
  });

  it('finds one whatever the case of its name', async () => {
    await createUser(redis, 'ada');
    expect((await requireUser(redis, ' ADA ')).username).toBe('ada');
  });

  it('lists all of them by name', async () => {
    expect(await listUsers(redis)).toEqual([]);
    for (const name of ['grace', 'ada', 'edsger']) await createUser(redis, name);
    expect((await listUsers(redis)).map(({ username }) => username)).toEqual(['ada', 'edsger', 'grace']);
  });
});

describe('disabling an account', () => {
  it('is seen at once, and undone by enabling it', async () => {
    await createUser(redis, 'ada');
    expect(await setDisabled(redis, 'Ada', true)).toMatchObject({ username: 'ada', disabled: true });
    expect(await getUser(redis, 'ada')).toMatchObject({ disabled: true });
    expect(await setDisabled(redis, 'ada', false)).toMatchObject({ disabled: false });
    expect(await getUser(redis, 'ada')).toMatchObject({ disabled: false });
  });

  it('may be done twice', async () => {
    await createUser(redis, 'ada');
    await setDisabled(redis, 'ada', true);
    expect((await setDisabled(redis, 'ada', true)).disabled).toBe(true);
    await setDisabled(redis, 'ada', false);
    expect((await setDisabled(redis, 'ada', false)).disabled).toBe(false);
  });

  it('touches nothing else', async () => {
    await createUser(redis, 'ada', { admin: true, password: 'correct horse battery' });
    await setDisabled(redis, 'ada', true);
    expect(await getUser(redis, 'ada')).toMatchObject({ admin: true, hasPassword: true });
  });

  it('of one that is not there is refused, and creates none', async () => {
    await expect(setDisabled(redis, 'nobody', true)).rejects.toThrow('There is no user "nobody".');
    expect(await redis.keys('*')).toEqual([]);
  });
});

describe('a password', () => {
  it('is right or wrong, by every character', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
    expect(await checkPassword(redis, 'ADA', 'correct horse battery')).toBe(true);
    expect(await checkPassword(redis, 'ada', 'Correct horse battery')).toBe(false);
    expect(await checkPassword(redis, 'ada', 'correct horse batter')).toBe(false);
    expect(await checkPassword(redis, 'ada', '')).toBe(false);
  });

  it('opens nothing on an account without one, or without an account', async () => {
    await createUser(redis, 'ada');
    expect(await checkPassword(redis, 'ada', '')).toBe(false);
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(false);
    expect(await checkPassword(redis, 'nobody', 'correct horse battery')).toBe(false);
  });

  it('that was set replaces the one before', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    expect(await setPassword(redis, 'Ada', 'a second password')).toMatchObject({ username: 'ada', hasPassword: true });
    expect(await checkPassword(redis, 'ada', 'a second password')).toBe(true);
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(false);
  });

  it('is salted: the same one twice is two hashes', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    await createUser(redis, 'grace', { password: 'correct horse battery' });
    const hashes = await Promise.all(['ada', 'grace'].map((name) => redis.hget(redisKeys.user(name), 'password')));
    expect(new Set(hashes).size).toBe(2);
  });

  it('that is too short or too long is refused, and the old one stays', async () => {
    await createUser(redis, 'ada', { password: 'correct horse battery' });
    for (const password of ['short', 'x'.repeat(201)]) {
      await expect(setPassword(redis, 'ada', password)).rejects.toThrow(InputError);
    }
    expect(await checkPassword(redis, 'ada', 'correct horse battery')).toBe(true);
  });

  it('for an account that is not there is refused, and creates none', async () => {
    await expect(setPassword(redis, 'nobody', 'correct horse battery')).rejects.toThrow('There is no user "nobody".');
    expect(await redis.keys('*')).toEqual([]);
  });
});
