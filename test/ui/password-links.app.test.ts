import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { type LinkKind, makeLink } from '../../lib/accounts/password-link.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser, setDisabled, setPassword } from '../harness/as-tester.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, Visitor } from '../harness/visitor.ts';
import { giveApp } from './factors.ts';

const NEW_PASSWORD = 'another long password';
const ROOT = { via: 'page', account: 'root' } as const;
let app: TestApp;
let root: Visitor;
let names = 0;
beforeAll(async () => {
  app = await TestApp.start({ web: 2, workers: 0 });
  root = await Visitor.signedInOnPage(app, 'root', { admin: true });
});
afterAll(() => app?.stop());

const newName = () => `guest-${++names}`;
const stranger = (web = 0) => new Visitor(app.urls[web] as string);
const path = (token: string) => `/set-password?token=${token}`;
const take = (token: string, password = NEW_PASSWORD, web = 0) =>
  stranger(web).post('/set-password', { token, password }, { csrf: null });
const signsIn = async (name: string, password: string) => (await stranger().signIn(name, password)).status === 303;
/** Sends the form on the page of an account that makes a link; returns the link. */
async function madeFor(name: string): Promise<string> {
  const { text: page } = await root.get(`/admin/accounts/${name}`);
  const form = /\/link"[\s\S]*?name="form" value="([\w-]{22})"/.exec(page)?.[1] ?? '';
  const { text } = await root.post(`/admin/accounts/${name}/link`, { form });
  return /id="password-link"[^>]*>([^<]+)</.exec(text)?.[1] ?? expect.unreachable(text);
}
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** An account with a valid link. */
async function guest(kind: LinkKind): Promise<{ name: string; token: string }> {
  const name = newName();
  await createUser(app.client, name, kind === 'reset' ? { password: PASSWORD } : {});
  return { name, token: await makeLink(app.client, ROOT, name, kind) };
}

describe('an invitation', () => {
  test('is made with the account, works once, sets the password and signs in', async () => {
    const name = newName();
    const { status, text } = await root.post('/admin/accounts', { username: name, how: 'invite' });
    expect(status).toBe(200);
    expect(text).toContain('within 72 hours');
    const link = /id="password-link"[^>]*>([^<]+)</.exec(text)?.[1] ?? '';
    expect(link).toMatch(new RegExp(`^${app.urls[0]}/set-password\\?token=[\\w-]+\\.[\\w-]{43}$`));
    expect(await redisContents(app.client)).not.toContain(tokenIn(link).split('.')[1]);
    const person = stranger(1);
    expect((await person.get(path(tokenIn(link)))).text).toContain(`your account ${name}`);
    const reply = await person.post('/set-password', { token: tokenIn(link), password: NEW_PASSWORD }, { csrf: null });
    expect(reply).toMatchObject({ status: 303, location: '/' });
    expect((await person.get('/settings/sessions')).status).toBe(200);
    expect((await take(tokenIn(link))).status).toBe(410);
    expect(await signsIn(name, NEW_PASSWORD)).toBe(true);
    expect(app.webs.map(({ output }) => output).join()).not.toContain(tokenIn(link));
  });

  test('does not replace a second factor', async () => {
    const { name, token } = await guest('invitation');
    await giveApp(app, name);
    const person = stranger();
    const reply = await person.post('/set-password', { token, password: NEW_PASSWORD }, { csrf: null });
    expect([reply.location, reply.cookies]).toEqual(['/login?done=reset', []]);
    expect((await person.signIn(name, NEW_PASSWORD)).location).toMatch(/^\/login\/factor/);
  });

  test('is refused for an account with a password, and for a team', async () => {
    await createUser(app.client, 'crew', { kind: 'team' });
    await expect(makeLink(app.client, ROOT, 'root', 'invitation')).rejects.toThrow('has a password');
    await expect(makeLink(app.client, ROOT, 'crew', 'invitation')).rejects.toThrow('is a team');
    await expect(makeLink(app.client, ROOT, 'nobody', 'invitation')).rejects.toThrow('no user');
  });

  test('in the browser of somebody who is signed in signs them in anew', async () => {
    const { name, token } = await guest('invitation');
    const visitor = await Visitor.signedInOnPage(app, newName());
    expect((await visitor.get(path(token))).status).toBe(200);
    expect((await visitor.post('/set-password', { token, password: NEW_PASSWORD })).status).toBe(303);
    expect((await visitor.get('/settings/sessions')).text).toContain(`Sign out ${name}`);
  });
});

describe('a reset link', () => {
  test('is made on the page of an account, ends its sessions, and asks to sign in', async () => {
    const person = await Visitor.signedInOnPage(app, newName());
    const name = `guest-${names}`;
    const link = await madeFor(name);
    expect(await signsIn(name, PASSWORD)).toBe(true);
    expect(await take(tokenIn(link))).toMatchObject({ status: 303, location: '/login?done=reset', cookies: [] });
    expect(noticeIn(await stranger().get('/login?done=reset'))?.text).toBe('Your password is set. Sign in with it.');
    expect((await person.get('/settings/sessions')).status).toBe(303);
    expect([await signsIn(name, PASSWORD), await signsIn(name, NEW_PASSWORD)]).toEqual([false, true]);
    await expect(makeLink(app.client, ROOT, (await guest('invitation')).name, 'reset')).rejects.toThrow('no password');
  });

  test('is neither made for oneself nor by others, and a form that is sent again makes no other', async () => {
    const form = 'a'.repeat(22);
    expect((await root.post('/admin/accounts/root/link', { form })).status).toBe(400);
    const { name } = await guest('reset');
    const person = await Visitor.signedInOnPage(app, newName());
    expect((await person.post(`/admin/accounts/${name}/link`, { form })).status).toBe(403);
    const made = await root.post(`/admin/accounts/${name}/link`, { form: 'b'.repeat(22) });
    const again = await root.post(`/admin/accounts/${name}/link`, { form: 'b'.repeat(22) });
    expect(again).toMatchObject({ status: 303, location: `/admin/accounts/${name}?done=sent` });
    const link = /id="password-link"[^>]*>([^<]+)</.exec(made.text)?.[1] ?? '';
    expect((await take(tokenIn(link))).status).toBe(303);
  });
});

describe.each(['invitation', 'reset'] as const)('a link: %s', (kind) => {
  test('is not used up by looking, nor by a password that is refused', async () => {
    const { token } = await guest(kind);
    for (let i = 0; i < 3; i++) expect((await stranger(i % 2).get(path(token))).status).toBe(200);
    const refused = await take(token, 'short');
    expect(refused.status).toBe(400);
    expect(noticeIn(refused)?.kind).toBe('problem');
    expect((await take(token)).status).toBe(303);
  });

  test('works for one of two who send it at once, to different web processes', async () => {
    const { name, token } = await guest(kind);
    const passwords = ['the first new password', 'the second new password'];
    const replies = await Promise.all(passwords.map((password, web) => take(token, password, web)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 410]);
    const winner = replies.findIndex(({ status }) => status === 303);
    expect(await Promise.all(passwords.map((password) => signsIn(name, password)))).toEqual([
      winner === 0,
      winner === 1,
    ]);
  });

  test('ends when it is replaced, when its time is up, and when the account is disabled or has another password', async () => {
    const replaced = await guest(kind);
    const next = await makeLink(app.client, ROOT, replaced.name, kind);
    expect((await take(replaced.token)).status).toBe(410);
    expect((await stranger().get(path(next))).status).toBe(200);

    const late = await guest(kind);
    const until = Number(await app.client.hget(redisKeys.user(late.name), 'password_link_until'));
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(kind === 'reset' ? 24 : 72);
    await app.client.hset(redisKeys.user(late.name), 'password_link_until', Date.now() - 1);
    expect((await take(late.token)).status).toBe(410);

    const disabled = await guest(kind);
    await setDisabled(app.client, disabled.name, true);
    expect((await take(disabled.token)).status).toBe(410);
    await setDisabled(app.client, disabled.name, false);
    expect((await take(disabled.token)).status).toBe(410);

    const other = await guest(kind);
    await setPassword(app.client, other.name, PASSWORD);
    expect((await take(other.token)).status).toBe(410);
  });

  test('is of use to nobody who changes it', async () => {
    const { token } = await guest(kind);
    const { token: of } = await guest(kind);
    for (const bad of ['', 'x', `${token}x`, token.toLowerCase(), `${of.split('.')[0]}.${token.split('.')[1]}`]) {
      expect((await stranger().get(path(bad))).status).toBe(410);
      expect((await take(bad)).status).toBe(410);
    }
  });
});

describe('a password that somebody else typed', () => {
  test('must be changed before anything else can be opened', async () => {
    const name = newName();
    await root.post('/admin/accounts', { username: name, password: PASSWORD });
    const person = stranger(1);
    expect((await person.signIn(name, PASSWORD)).status).toBe(303);
    const { cookie } = person;
    for (const page of ['/', '/settings/api-keys', '/settings/sessions', '/settings/data', '/settings/preferences']) {
      expect(await person.get(page)).toMatchObject({ status: 303, location: '/settings/password' });
    }
    expect((await person.get('/suggest.json?q=a')).status).toBe(401);
    expect((await person.get('/docs/try/api/v1/status/')).status).toBe(401);
    const form = await person.get('/settings/password');
    expect(noticeIn(form)?.text).toContain('Somebody else chose your password');
    expect(await person.post('/settings/api-keys', { name: 'early' })).toMatchObject({
      status: 303,
      location: '/settings/password',
    });
    person.cookie = cookie;
    const changed = await person.post('/settings/password', { current: PASSWORD, password: NEW_PASSWORD });
    expect(changed.status).toBe(200);
    expect((await person.get('/settings/api-keys')).status).toBe(200);
    expect(await getUser(app.client, name)).toMatchObject({ mustChange: false });
  });

  test('is also one that an administrator sets later, but not one that its person chose by a link', async () => {
    const { name, token } = await guest('reset');
    await root.post(`/admin/accounts/${name}/password`, { password: PASSWORD });
    expect(await getUser(app.client, name)).toMatchObject({ mustChange: true });
    expect((await take(token)).status).toBe(410);
    await take(await makeLink(app.client, ROOT, name, 'reset'));
    expect(await getUser(app.client, name)).toMatchObject({ mustChange: false });
  });

  test('is not changed by typing it again', async () => {
    const name = newName();
    await root.post('/admin/accounts', { username: name, password: PASSWORD });
    const person = stranger();
    await person.signIn(name, PASSWORD);
    await person.get('/settings/password');
    const same = await person.post('/settings/password', { current: PASSWORD, password: PASSWORD });
    expect(same.status).toBe(400);
    expect(await getUser(app.client, name)).toMatchObject({ mustChange: true });
  });
});
