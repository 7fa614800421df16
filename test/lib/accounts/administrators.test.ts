import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, getUser, InputError, writeAccount } from '../../../lib/accounts/account-store.ts';
import { deleteAccount } from '../../../lib/accounts/delete-account.ts';
import type { WaysIn } from '../../../lib/accounts/ways-in.ts';
import { linkPerson } from '../../../lib/sso/linked-account.ts';
import {
  createUser,
  disableOther,
  setAdministrator,
  setDisabled,
  setPassword,
  TESTER,
} from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { isSignedIn, signedInAs } from '../../harness/sessions.ts';

const redis = await redisForSuite();
const password = 'a password that is long';
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada', { admin: true, password });
});
const identityOf = (subject: string) => ({
  ...{ issuer: 'https://login.example', subject, claims: {}, refreshToken: '', isFresh: true },
});
const isAdmin = async (name: string) => (await getUser(redis, name))?.admin;

describe('an administrator', () => {
  it('can be promoted and demoted', async () => {
    await createUser(redis, 'bob', { password });
    expect(await setAdministrator(redis, 'bob', true)).toMatchObject({ username: 'bob', admin: true });
    expect(await isAdmin('bob')).toBe(true);
    expect(await setAdministrator(redis, 'bob', false)).toMatchObject({ admin: false });
    expect(await isAdmin('bob')).toBe(false);
  });

  it('cannot be removed if the others are disabled or cannot sign in', async () => {
    await createUser(redis, 'no-password', { admin: true });
    await createUser(redis, 'off', { admin: true, password });
    await setDisabled(redis, 'off', true);
    await expect(setAdministrator(redis, 'ada', false)).rejects.toBeInstanceOf(InputError);
    await expect(disableOther(redis, 'ada', 'off')).rejects.toBeInstanceOf(InputError);
    expect(await getUser(redis, 'ada')).toMatchObject({ admin: true, disabled: false });
  });

  it('cannot be removed if the others could sign in only in a way that is closed', async () => {
    await linkPerson(redis, TESTER, identityOf('linda'), { newName: 'linda' });
    await setAdministrator(redis, 'linda', true);
    const demote = (name: string, ways: WaysIn) =>
      writeAccount(redis, TESTER, name, { admin: '' }, { keepsAdministrator: ways });
    await expect(demote('ada', { password: true, sso: false })).rejects.toThrow('last administrator');
    await expect(demote('linda', { password: false, sso: true })).rejects.toThrow('last administrator');
    const deletion = deleteAccount(redis, TESTER, 'ada', {
      keepsAdministrator: { password: true, sso: false },
      keepsOwners: false,
    });
    await expect(deletion).rejects.toThrow('last administrator');
    expect((await demote('ada', { password: true, sso: true })).admin).toBe(false);
  });

  it('whom single sign-on makes an account for begins with a number of their own', async () => {
    await linkPerson(redis, TESTER, identityOf('linda'), { newName: 'linda' });
    expect((await getUser(redis, 'linda'))?.generation).toBeGreaterThan(0);
  });

  it('remains when two demote each other at once', async () => {
    await createUser(redis, 'bob', { admin: true, password });
    const results = await Promise.allSettled([
      setAdministrator(redis, 'ada', false),
      setAdministrator(redis, 'bob', false),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('can disable any account except their own', async () => {
    await createUser(redis, 'bob');
    await expect(disableOther(redis, 'ada', 'ada')).rejects.toBeInstanceOf(InputError);
    expect(await disableOther(redis, 'bob', 'ada')).toMatchObject({ disabled: true });
    expect(await getUser(redis, 'bob')).toMatchObject({ disabled: true });
  });

  it('cannot be an unknown account', async () => {
    await expect(setAdministrator(redis, 'nobody', true)).rejects.toBeInstanceOf(InputError);
    await expect(disableOther(redis, 'nobody', 'ada')).rejects.toBeInstanceOf(InputError);
    expect(await getUser(redis, 'nobody')).toBeNull();
  });
});

describe('sessions end', () => {
  const started = async (name: string) => signedInAs(redis, (await getUser(redis, name)) as Account);
  const alive = (token: string) => isSignedIn(redis, token);

  it('with a new password, except those started after it', async () => {
    const before = await started('ada');
    await setPassword(redis, 'ada', 'another password');
    expect(await alive(before)).toBe(false);
    expect(await alive(await started('ada'))).toBe(true);
  });

  it.each([
    ['by the command line', () => setDisabled(redis, 'bob', true)],
    ['by an administrator', () => disableOther(redis, 'bob', 'ada')],
  ])('when the account is disabled %s, and enabling does not restore them', async (_by, disable) => {
    await createUser(redis, 'bob', { password });
    const [seen, unseen] = [await started('bob'), await started('bob')];
    await disable();
    expect(await alive(seen)).toBe(false);
    await setDisabled(redis, 'bob', false);
    expect([await alive(seen), await alive(unseen)]).toEqual([false, false]);
  });
});
