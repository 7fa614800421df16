import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser, listUsers } from '../../lib/accounts/account-store.ts';
import { usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createKey, createTeam, createUser, writeAccount } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, Visitor } from '../harness/visitor.ts';

const LIST = '/admin/accounts';
let app: TestApp;
let root: Visitor;
let user: Visitor;
let names = 0;

beforeAll(async () => {
  app = await TestApp.start();
  root = await Visitor.signedIn(app, 'root', { admin: true });
  user = await Visitor.signedIn(app, 'user');
});
afterAll(() => app?.stop());

const newName = () => `person-${++names}`;
const find = (name: string) => getUser(app.client, name);
const act = (name: string, action: string, fields = {}) =>
  root.post(`${LIST}/${encodeURIComponent(name)}/${action}`, fields);
const works = async (key: string) => (await app.get('/api/v1/key/', { key })).status;

test('who is no administrator sees no place of the instance', async () => {
  expect((await user.get('/settings/usage')).text).not.toContain('/admin/');
});

describe('accounts', () => {
  test('can be created with and without a password and administrator rights', async () => {
    const [plain, signing, admin] = [newName(), newName(), newName()];
    for (const fields of [
      { username: plain, password: '' },
      { username: signing, password: PASSWORD },
      { username: admin, password: PASSWORD, admin: 'on' },
    ]) {
      expect(await root.post(LIST, fields)).toMatchObject({ status: 303, location: `${LIST}?done=created` });
    }
    expect(await find(plain)).toMatchObject({ admin: false, hasPassword: false });
    expect(await find(signing)).toMatchObject({ admin: false, hasPassword: true });
    expect(await find(admin)).toMatchObject({ admin: true });
    expect((await new Visitor(root.url).signIn(signing, PASSWORD)).status).toBe(303);
    const list = await root.get(`${LIST}?done=created`);
    expect(noticeIn(list)).toMatchObject({ kind: 'done' });
    for (const name of [plain, signing, admin]) expect(list.text).toContain(name);
  });

  test.each([
    ['a name that is taken', { username: 'user', password: PASSWORD }, 'already'],
    ['a name that is none', { username: '<b>x</b>', password: PASSWORD }, 'A name has 1 to 64'],
    ['a password that is too short', { username: 'fresh-name', password: 'short-1' }, 'A password has'],
  ])('are not created with %s, and the form keeps all input except the password', async (_what, fields, message) => {
    const before = await listUsers(app.client);
    const reply = await root.post(LIST, { ...fields, admin: 'on' });
    expect(reply.status).toBe(400);
    expect(noticeIn(reply)).toMatchObject({ kind: 'problem', text: expect.stringContaining(message) });
    expect(reply.text).toContain(`value="${fields.username.replaceAll('<', '&lt;')}"`);
    const wrong = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(reply.text)?.[1];
    expect(reply.text).toMatch(new RegExp(`<p id="${wrong}" class="wrong">[^<]*${message}`));
    expect(reply.text).not.toContain('<b>x');
    expect(reply.text).not.toContain(fields.password);
    expect(reply.text).toMatch(/name="admin"[^>]*checked/);
    expect(await listUsers(app.client)).toEqual(before);
  });

  test('reject any other body', async () => {
    expect((await root.post(LIST, { username: newName(), disabled: '1' })).status).toBe(400);
    expect((await act('user', 'enable', { admin: '1' })).status).toBe(400);
    expect(await find('user')).toMatchObject({ admin: false, disabled: false });
  });

  test('lose their keys and sessions as soon as they are disabled, and enabling does not restore the sessions', async () => {
    const name = newName();
    const person = await Visitor.signedIn(app, name);
    const { key } = await createKey(app.client, name);
    expect([await works(key), (await person.get('/settings/usage')).status]).toEqual([200, 200]);

    expect(await act(name, 'disable')).toMatchObject({ status: 303, location: `${LIST}?done=disable` });
    expect([await works(key), (await person.get('/settings/usage')).status]).toEqual([403, 303]);
    expect((await new Visitor(root.url).signIn(name, PASSWORD)).status).toBe(401);

    expect(await act(name, 'enable')).toMatchObject({ status: 303, location: `${LIST}?done=enable` });
    expect([await works(key), (await person.get('/settings/usage')).status]).toEqual([200, 303]);
    expect((await person.signIn(name, PASSWORD)).status).toBe(303);
  });

  test('get a new password, which ends their sessions', async () => {
    const name = newName();
    const person = await Visitor.signedIn(app, name);
    expect((await act(name, 'password', { password: 'short' })).status).toBe(400);
    expect((await person.get('/settings/usage')).status).toBe(200);
    expect(await act(name, 'password', { password: 'another password' })).toMatchObject({ status: 303 });
    expect((await person.get('/settings/usage')).status).toBe(303);
    expect((await person.signIn(name, PASSWORD)).status).toBe(401);
    expect((await person.signIn(name, 'another password')).status).toBe(303);
  });

  test('gain and lose administrator rights with their next request', async () => {
    const name = newName();
    const person = await Visitor.signedIn(app, name);
    expect((await act(name, 'promote')).status).toBe(303);
    expect((await person.get(LIST)).status).toBe(200);
    expect((await act(name, 'demote')).status).toBe(303);
    expect((await person.get(LIST)).status).toBe(403);
  });

  test('cannot remove the last administrator, or disable or reset the account in use', async () => {
    for (const { username, admin } of await listUsers(app.client)) {
      if (admin && username !== 'root') await act(username, 'demote');
    }
    for (const [action, fields, message] of [
      ['demote', {}, 'last administrator'],
      ['disable', {}, 'your own account'],
      ['password', { password: 'another password' }, 'your own password'],
    ] as const) {
      const reply = await act('root', action, fields);
      expect(reply.status).toBe(400);
      expect(noticeIn(reply)?.text).toContain(message);
    }
    expect(await find('root')).toMatchObject({ admin: true, disabled: false });
    expect((await root.get(LIST)).status).toBe(200);
  });

  test('that do not exist return a 404', async () => {
    for (const action of ['disable', 'enable', 'promote', 'demote']) {
      expect((await act('nobody-at-all', action)).status).toBe(404);
    }
    expect(await find('nobody-at-all')).toBeNull();
  });

  test('show when they were last seen, their searches, keys, teams and second factor', async () => {
    const name = newName();
    await createUser(app.client, name, {});
    const rowOf = async (query = '') => {
      const { text } = await root.get(`${LIST}?q=${name}${query}`);
      return [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row).find((row) => row.includes(`>${name}<`)) ?? '';
    };
    expect(await rowOf()).toMatch(/>never<.*>0<.*>0<.*as usual.*>none</s);
    const { key } = await createKey(app.client, name);
    await createKey(app.client, name);
    await app.get('/api/v1/web/?q=linux', { key });
    await createTeam(app.client, 'crew');
    await addMember(app.client, 'crew', name, 'member');
    await writeAccount(app.client, name, { second_factor: '1', monthly: '5000' });
    const row = await rowOf('&sort=searches');
    expect(row).toMatch(/<time class="when"[^>]*>now<.*>1<.*>2<.*5,000 a month.*>set up<.*crew/s);
  });

  test('are found by a part of their name and sorted by a column, on all pages alike', async () => {
    for (const name of ['zoe-few', 'zoe-most', 'zoe-none']) await createUser(app.client, name, {});
    const spend = (name: string, total: number) =>
      app.client.hset(redisKeys.userUsage(name, usagePeriod(new Date()).month), { total });
    await spend('zoe-few', 3);
    await spend('zoe-most', 12);
    const listed = async (query: string) =>
      [...(await root.get(`${LIST}?${query}`)).text.matchAll(/<th scope="row"[^>]*><a [^>]*>([^<]+)/g)].map(
        ([, name]) => name,
      );
    expect(await listed('q=ZOE')).toEqual(['zoe-few', 'zoe-most', 'zoe-none']);
    expect(await listed('q=zoe&sort=searches')).toEqual(['zoe-most', 'zoe-few', 'zoe-none']);
    expect(await listed('q=zoe&sort=nonsense')).toEqual(['zoe-few', 'zoe-most', 'zoe-none']);
    const none = await root.get(`${LIST}?q=%3Cb%3E`);
    expect([none.status, none.text.includes('No name contains “&lt;b')]).toEqual([200, true]);
  });

  test.each(['disable', 'promote', 'demote'])('are asked about before they are changed: %s', async (action) => {
    const name = newName();
    await createUser(app.client, name, { admin: action === 'demote' });
    const before = await find(name);
    const { text } = await root.get(`${LIST}/${name}/${action}`);
    expect(text).toContain(`action="${LIST}/${name}/${action}"`);
    expect(await find(name)).toEqual(before);
    expect((await root.get(`${LIST}/nobody-at-all/${action}`)).status).toBe(404);
    expect((await user.get(`${LIST}/${name}/${action}`)).status).toBe(403);
  });

  test('are listed with their names as plain text', async () => {
    // Such a name cannot be created; one that exists anyway must do no harm.
    const name = '<img src=x onerror=alert(1)>';
    await app.client.sadd(redisKeys.users, name);
    await app.client.hset(redisKeys.user(name), { username: name, created_at: '0' });
    const { text } = await root.get(LIST);
    await app.client.srem(redisKeys.users, name);
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img src=x');
  });
});

test('the accounts page shows neither a password nor its hash', async () => {
  await createUser(app.client, 'quiet', { password: PASSWORD });
  const { text } = await root.get(LIST);
  expect(text).not.toContain('argon2');
  expect(text).not.toContain(PASSWORD);
});
