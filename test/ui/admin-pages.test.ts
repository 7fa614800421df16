import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser, listUsers } from '../../lib/accounts/account-store.ts';
import { endOf, fieldOf, nameOf } from '../../lib/budgets/budget.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { reportCall } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { untilEveryEngineAnswers } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, Visitor } from '../harness/visitor.ts';

const LIST = '/admin/users';
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

describe('the pages for administrators', () => {
  const GETS = [LIST, '/admin/providers', '/admin/queues', '/admin/audit'];
  const POSTS = [LIST, ...['disable', 'enable', 'password', 'promote', 'demote'].map((a) => `${LIST}/root/${a}`)];

  test.each(GETS)('%s returns 403 to other users and redirects anonymous visitors to sign-in', async (path) => {
    const refused = await user.get(path);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(refused.text).not.toContain('person-');
    expect((await user.get('/settings/usage')).text).not.toContain('/admin/');
    const nobody = new Visitor(user.url);
    expect(await nobody.get(path)).toMatchObject({ status: 303, location: `/login?next=${encodeURIComponent(path)}` });
    expect((await root.get(path)).status).toBe(200);
  });

  test.each(POSTS)('%s is refused for other users', async (path) => {
    const before = await listUsers(app.client);
    expect((await user.post(path, { username: 'sneaked', password: PASSWORD })).status).toBe(403);
    expect((await new Visitor(user.url).post(path, { username: 'sneaked' }, { csrf: null })).status).toBe(303);
    expect(await listUsers(app.client)).toEqual(before);
  });
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
    ['a name that is none', { username: '<b>x</b>', password: PASSWORD }, 'A username has'],
    ['a password that is too short', { username: 'fresh-name', password: 'short-1' }, 'A password has'],
  ])('are not created with %s, and the form keeps all input except the password', async (_what, fields, message) => {
    const before = await listUsers(app.client);
    const reply = await root.post(LIST, { ...fields, admin: 'on' });
    expect(reply.status).toBe(400);
    expect(noticeIn(reply)).toMatchObject({ kind: 'problem', text: expect.stringContaining(message) });
    expect(reply.text).toContain(`name="username" value="${fields.username.replaceAll('<', '&lt;')}"`);
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

describe('the providers page', () => {
  const ENGINES = ['engine_a', 'engine_b', 'engine_c'];
  const row = (text: string, name: string) =>
    [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([whole]) => whole).find((whole) => whole.includes(name)) ?? '';

  test('shows every configured provider with the latency of its real calls', async () => {
    await app.reset();
    await untilEveryEngineAnswers(app);
    // A reply can arrive shortly before the record of its calls.
    const { text } = await eventually('the calls are recorded', async () => {
      const page = await root.get('/admin/providers');
      return ENGINES.every((slug) => row(page.text, slug).includes('ms on average')) && page;
    });
    const status = await app.get('/api/v1/status/');
    const listed = JSON.stringify(status.body);
    for (const slug of ENGINES) {
      expect(listed).toContain(slug);
      const of = row(text, slug);
      expect(of).toContain('<span class="state up">up</span>');
      expect(of).toContain('closed');
      expect(of).toMatch(/<svg.*<title.*<desc.*<path d="M/s);
      expect(of).toMatch(/\d+ ms on average over \d+ calls?/);
    }
    expect(text).not.toMatch(/\sstyle=/);
  });

  test('lists the processes that are alive, with what they do, until they stop', async () => {
    const worker = app.addWorker();
    const release = await app.takePermits('brave');
    const workers = (text: string) => text.split('>Worker<').length - 1;
    const { text } = await eventually('both workers are listed as busy', async () => {
      const page = await root.get('/admin/providers');
      const areBusy = workers(page.text) === 2 && page.text.split('>1 running, 0 waiting<').length === 3;
      return areBusy && row(page.text, '>Web<').includes('0 pending') && page;
    });
    expect(row(text, '>Web<')).toContain(VERSION);
    expect(row(text, '>Web<')).toMatch(/\d seconds? ago/);
    release();
    await worker.stop();
    await eventually('one is listed', async () => workers((await root.get('/admin/providers')).text) === 1);
  });

  test('shows errors and the end of an open breaker as plain text', async () => {
    const reason = 'says <script>alert(1)</script>';
    for (let i = 0; i < 3; i++) await reportCall(app.client, 'mojeek', { code: 'upstream', reason });
    const of = row((await root.get('/admin/providers')).text, 'engine_b');
    expect(of).toContain('<span class="state down">down</span>');
    expect(of).toMatch(/open until <time datetime="[^"]+">\d\d:\d\d:\d\d UTC/i);
    expect(of).toContain('&lt;script');
    expect(of).not.toContain('<script');
    await app.reset();
  });

  test('says when a budget will be spent, and that no calls are made once it is', async () => {
    const url = await app.addWeb({
      BRAVE_BUDGET: '2000/month',
      MOJEEK_BUDGET: '100/day',
      MARGINALIA_BUDGET: '9/month',
    });
    const at = Date.now();
    const spend = (provider: string, units: Record<string, number>) =>
      app.client.hset(redisKeys.providerSpent(provider), units);
    // With as many units as yesterday, the rest is spent within a moment.
    await spend('brave', { [fieldOf('day', at - 86_400_000)]: 1_000_000_000, [fieldOf('month', at)]: 1_234 });
    await spend('mojeek', { [fieldOf('day', at)]: 100 });
    const { text } = await new Visitor(url).get('/admin/providers', { cookie: root.cookie });
    const days = [at, Date.now()].map((now) => nameOf('day', now));
    const brave = row(text, 'engine_a');
    expect(brave).toContain('this month 1,234 of 2,000 units');
    expect(days).toContain(/– spent by <time datetime="([^"]+)">/.exec(brave)?.[1]);
    expect(brave).toContain('<span>closed</span>');
    const mojeek = row(text, 'engine_b');
    expect(mojeek).toContain('today 100 of 100 units');
    expect(mojeek).not.toContain('closed');
    const end = /budget spent: no calls until <time datetime="([^"]+)">/.exec(mojeek)?.[1];
    expect(end).toBe(new Date(endOf('day', at)).toISOString());
    const marginalia = row(text, 'engine_c');
    expect(marginalia).toContain('this month 0 of 9 units');
    expect(marginalia).not.toContain('spent by');
  });
});

test('the accounts page shows neither a password nor its hash', async () => {
  await createUser(app.client, 'quiet', { password: PASSWORD });
  const { text } = await root.get(LIST);
  expect(text).not.toContain('argon2');
  expect(text).not.toContain(PASSWORD);
});
