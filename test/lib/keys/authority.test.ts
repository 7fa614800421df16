import { beforeEach, describe, expect, it } from 'vitest';
import { changeAccount } from '../../../lib/accounts/account-changes.ts';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { endMembership, makeTeam, setMember, teamsFor } from '../../../lib/accounts/manage-teams.ts';
import type { AuditSource } from '../../../lib/audit/audit-entry.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { type Actor, keyActor, personActor } from '../../../lib/keys/authority.ts';
import { type KeyChanges, keyChanges } from '../../../lib/keys/key-fields.ts';
import { editKey, endKey, findKey, makeKey, renewSecret } from '../../../lib/keys/manage-keys.ts';
import { addMember, createTeam, createUser, OPERATOR, onPage } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const config = readConfig({ API_THROTTLE_BURST: '60/min', API_MONTHLY_LIMIT: '1000' });
const changes = (fields: unknown) => keyChanges.parse(fields) as KeyChanges;
const make = (actor: Actor, owner: string, fields: unknown = {}) =>
  makeKey(redis, actor, owner, changes(fields), config);
const edit = (actor: Actor, prefix: string, fields: unknown) => editKey(redis, actor, prefix, changes(fields), config);

/** A key of an account, made by itself or by somebody else; the operator makes those of teams here. */
const madeFor = (username: string, madeBy = username === 'blue' ? '' : username) => ({ username, madeBy });
const ofKey: AuditSource = { via: 'management API', account: '' };
let [root, ada, bob]: Actor[] = [];
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'root', { admin: true, password: 'correct horse battery' });
  for (const name of ['ada', 'bob', 'eve']) await createUser(redis, name);
  await createTeam(redis, 'blue');
  await addMember(redis, 'blue', 'ada', 'owner');
  await addMember(redis, 'blue', 'bob', 'member');
  [root, ada, bob] = await Promise.all(['root', 'ada', 'bob'].map((name) => personActor(redis, name, onPage(name))));
});

describe('limits of a key', () => {
  it.each([
    [{ burst: '61/min' }, 'limits.burst'],
    [{ burst: '100/h' }, 'limits.burst'],
    [{ burst: 'off' }, 'limits.burst'],
    [{ monthly: 1_001 }, 'limits.monthly'],
    [{ monthly: 'off' }, 'limits.monthly'],
  ])('beyond those of the instance, %j, are set by administrators alone', async (limits, field) => {
    await expect(make(ada as Actor, 'ada', { limits })).rejects.toMatchObject({ field });
    const { record } = await make(ada as Actor, 'ada', { limits: { burst: '60/min', monthly: 1_000 } });
    await expect(edit(ada as Actor, record.prefix, { limits })).rejects.toMatchObject({ field });
    await edit(root as Actor, record.prefix, { limits });
    // A form sends what it does not change as well.
    expect(await edit(ada as Actor, record.prefix, { name: 'mine', limits })).toMatchObject({ name: 'mine' });
  });
});

describe('keys of a team', () => {
  it('are made and seen by members, and changed by whoever made them and by owners', async () => {
    const { record: ofAda } = await make(ada as Actor, 'blue');
    const { record: ofBob } = await make(bob as Actor, 'blue');
    expect(ofBob).toMatchObject({ username: 'blue', madeBy: 'bob' });
    expect((await findKey(redis, bob as Actor, ofAda.prefix)).madeBy).toBe('ada');
    await expect(edit(bob as Actor, ofAda.prefix, { name: 'x' })).rejects.toThrow('Only owners of blue');
    await expect(endKey(redis, bob as Actor, ofAda.prefix)).rejects.toThrow('Only owners of blue');
    expect((await edit(bob as Actor, ofBob.prefix, { name: 'x' })).name).toBe('x');
    expect((await endKey(redis, ada as Actor, ofBob.prefix)).revokedAt).not.toBe('');
  });

  it('are hidden from everybody else, like the keys of a person', async () => {
    const eve = await personActor(redis, 'eve', onPage('eve'));
    const { record: ofTeam } = await make(ada as Actor, 'blue');
    const { record: ofAda } = await make(ada as Actor, 'ada');
    for (const { prefix } of [ofTeam, ofAda]) {
      await expect(findKey(redis, eve, prefix)).rejects.toThrow('There is no key');
      await expect(renewSecret(redis, eve, prefix, new Date(), config)).rejects.toThrow('There is no key');
    }
    await expect(findKey(redis, bob as Actor, ofAda.prefix)).rejects.toThrow('There is no key');
    await expect(make(eve, 'blue')).rejects.toThrow('eve is not a member of blue.');
    expect((await findKey(redis, root as Actor, ofAda.prefix)).username).toBe('ada');
  });
});

describe('a key that manages', () => {
  const manage = { scopes: ['manage'] };

  it('is not made, and gets no new secret, by another key', async () => {
    const needsPassword = 'needs a password';
    const actor = await keyActor(redis, madeFor('root'), onPage('root'));
    const { record } = await make(root as Actor, 'root');
    await expect(make(actor, 'root', manage)).rejects.toThrow(needsPassword);
    await expect(edit(actor, record.prefix, manage)).rejects.toThrow(needsPassword);
    const { record: managing } = await make(root as Actor, 'root', manage);
    await expect(renewSecret(redis, actor, managing.prefix, new Date(), config)).rejects.toThrow(needsPassword);
    expect((await edit(actor, managing.prefix, { ...manage, note: 'of the pipeline' })).note).toBe('of the pipeline');
    await renewSecret(redis, root as Actor, managing.prefix, new Date(), config);
  });

  it('is for administrators and owners of teams', async () => {
    await expect(make(bob as Actor, 'bob', manage)).rejects.toMatchObject({ field: 'scopes' });
    await expect(make(bob as Actor, 'blue', manage)).rejects.toMatchObject({ field: 'scopes' });
    await expect(make(OPERATOR, 'eve', manage)).rejects.toMatchObject({ field: 'scopes' });
    expect((await make(ada as Actor, 'ada', manage)).record.scopes).toEqual(['manage']);
    expect((await make(ada as Actor, 'blue', manage)).record.scopes).toEqual(['manage']);
    expect((await make(root as Actor, 'root', manage)).record.scopes).toEqual(['manage']);
  });

  it('manages what its account may: everything, a team, or nothing', async () => {
    expect(await keyActor(redis, madeFor('root'), ofKey)).toMatchObject({ isAdmin: true, proof: 'key' });
    for (const name of ['ada', 'blue']) {
      const actor = await keyActor(redis, madeFor(name), ofKey);
      expect([actor.isAdmin, [...actor.roles]]).toEqual([false, [['blue', 'owner']]]);
      await expect(make(actor, 'ada')).rejects.toThrow('not a member');
    }
    for (const name of ['bob', 'eve', 'gone'])
      await expect(keyActor(redis, madeFor(name), ofKey)).rejects.toThrow('neither');
  });
});

describe('a key that manages ends with the rights of whoever made it', () => {
  const teamsOfKey = async (madeBy: string) => [
    ...(await keyActor(redis, madeFor('blue', madeBy), ofKey)).roles.keys(),
  ];
  const NO_LONGER = 'may not manage it any more';

  it('when they own the team no longer', async () => {
    expect(await teamsOfKey('ada')).toEqual(['blue']);
    await addMember(redis, 'blue', 'ada', 'member');
    await expect(teamsOfKey('ada')).rejects.toThrow(NO_LONGER);
    await addMember(redis, 'blue', 'ada', 'owner');
    expect(await teamsOfKey('ada')).toEqual(['blue']);
    await endMembership(redis, root as Actor, 'blue', 'ada');
    await expect(teamsOfKey('ada')).rejects.toThrow(NO_LONGER);
  });

  it('when their account is disabled or gone, or no administrator any more', async () => {
    expect(await teamsOfKey('root')).toEqual(['blue']);
    await createUser(redis, 'alice', { admin: true });
    const ofRoot = () => keyActor(redis, madeFor('root', 'alice'), ofKey);
    expect((await ofRoot()).isAdmin).toBe(true);
    await changeAccount(redis, root as Actor, 'alice', { admin: false });
    await expect(ofRoot()).rejects.toThrow(NO_LONGER);
    await changeAccount(redis, root as Actor, 'alice', { admin: true });
    await changeAccount(redis, root as Actor, 'alice', { disabled: true });
    await expect(ofRoot()).rejects.toThrow(NO_LONGER);
    await expect(teamsOfKey('nobody')).rejects.toThrow(NO_LONGER);
  });
});

describe('a key that manages is changed by a key', () => {
  const FIELDS = {
    scopes: ['manage'],
    expires_at: '2090-01-01T00:00:00Z',
    addresses: ['10.0.0.0/8'],
    limits: { burst: '10/min', max_parallel: 2 },
  };
  let key: Actor;
  let prefix: string;
  beforeEach(async () => {
    key = await keyActor(redis, madeFor('root'), ofKey);
    prefix = (await make(root as Actor, 'root', FIELDS)).record.prefix;
  });

  it.each([
    { expires_at: null },
    { expires_at: '2091-01-01T00:00:00Z' },
    { addresses: [] },
    { addresses: ['10.1.0.0/16', '11.0.0.0/8'] },
    { addresses: ['0.0.0.0/0'] },
    { limits: { burst: 'off' } },
    { limits: { burst: null } },
    { limits: { burst: '11/min' } },
    { limits: { max_parallel: null } },
    { limits: { monthly: 'off' } },
    { scopes: ['search'] },
    { scopes: [] },
  ])('not to more: %j', async (fields) => {
    await expect(edit(key, prefix, fields)).rejects.toThrow('use the pages or the command line');
    await edit(root as Actor, prefix, fields);
  });

  it.each([
    { expires_at: '2089-01-01T00:00:00Z' },
    { addresses: ['10.1.0.0/16', '10.2.0.7'] },
    { limits: { burst: '5/min', monthly: 10, max_parallel: 1 } },
    { ...FIELDS, note: 'nothing but a note' },
  ])('to less: %j', async (fields) => {
    expect((await edit(key, prefix, fields)).version).toBe(1);
  });

  it('that disables it, and does not enable it again', async () => {
    expect((await edit(key, prefix, { disabled: true })).disabled).toBe(true);
    await expect(edit(key, prefix, { disabled: false })).rejects.toThrow('use the pages or the command line');
    expect((await endKey(redis, key, prefix)).revokedAt).not.toBe('');
  });
});

describe('teams', () => {
  it('are made by administrators, and their members are changed by owners', async () => {
    await expect(makeTeam(redis, ada as Actor, 'red')).rejects.toThrow('Only an administrator');
    await makeTeam(redis, root as Actor, 'red');
    expect((await teamsFor(redis, ada as Actor)).map(({ username }) => username)).toEqual(['blue']);
    expect((await teamsFor(redis, root as Actor)).map(({ username }) => username)).toEqual(['blue', 'red']);
    await expect(setMember(redis, bob as Actor, 'blue', 'eve', 'member')).rejects.toThrow('Only owners of blue');
    await expect(setMember(redis, ada as Actor, 'red', 'eve', 'member')).rejects.toThrow('There is no team');
    const { members } = await setMember(redis, ada as Actor, 'blue', 'eve', 'member');
    expect(members.map(({ username }) => username)).toEqual(['ada', 'bob', 'eve']);
    await expect(endMembership(redis, bob as Actor, 'blue', 'eve')).rejects.toThrow('Only owners of blue');
    expect((await endMembership(redis, bob as Actor, 'blue', 'bob')).members).toHaveLength(2);
  });
});

it('an owner of a team learns of no account whether it is disabled', async () => {
  await changeAccount(redis, root as Actor, 'eve', { disabled: true });
  const said = (actor: Actor, person: string) =>
    setMember(redis, actor, 'blue', person, 'member').catch((error: Error) => error.message.replace(person, '…'));
  expect(await said(ada as Actor, 'eve')).toBe(await said(ada as Actor, 'nobody'));
  expect(await said(root as Actor, 'eve')).toBe('The account of … is disabled.');
});

describe('accounts', () => {
  it('are changed by administrators, in one step, unless somebody else was faster', async () => {
    await expect(changeAccount(redis, ada as Actor, 'bob', { disabled: true })).rejects.toThrow('administrator');
    const before = await getUser(redis, 'bob');
    const limits = { burst: { limit: 5, windowMs: 60_000 }, max_parallel: 2 };
    const changed = await changeAccount(redis, root as Actor, 'bob', { limits, disabled: true }, before ?? undefined);
    expect(changed).toMatchObject({
      disabled: true,
      generation: (before?.generation ?? 0) + 1,
      limits: { maxParallel: 2 },
    });
    const late = changeAccount(redis, root as Actor, 'bob', { disabled: false }, before ?? undefined);
    await expect(late).rejects.toThrow('Somebody else has changed this account meanwhile.');
    expect((await changeAccount(redis, root as Actor, 'bob', { disabled: false }, changed)).disabled).toBe(false);
  });

  it('are made administrators by people, not by keys, and the last one stays', async () => {
    const key = await keyActor(redis, madeFor('root'), ofKey);
    await expect(changeAccount(redis, key, 'ada', { admin: true })).rejects.toThrow('A key makes nobody');
    await expect(changeAccount(redis, key, 'root', { admin: false })).rejects.toThrow('last administrator');
    await expect(changeAccount(redis, root as Actor, 'root', { disabled: true })).rejects.toThrow('your own account');
    await expect(changeAccount(redis, root as Actor, 'blue', { admin: true })).rejects.toThrow('is a team');
    expect((await changeAccount(redis, root as Actor, 'ada', { admin: true })).admin).toBe(true);
  });
});
