import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createTeam, createUser } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

let app: TestApp;
let root: Visitor;
const stranger = () => new Visitor(app.urls[0] as string);

beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  await eventually('a set-up address is offered', () => app.webs[0]?.output.includes('/setup?token='));
});
afterAll(() => app?.stop());

/** The fields of a page that say that they are wrong, each with its message, and whether the browser goes there first. */
function wrongFields({ text }: PageReply) {
  return [...text.matchAll(/<(?:input|textarea)\b[^>]*aria-invalid="true"[^>]*>/g)].map(([field]) => {
    const [id = ''] = (/aria-describedby="([^"]+)"/.exec(field)?.[1] ?? '').split(' ');
    const message = new RegExp(`<p id="${id}" class="wrong">([^<]*)<`).exec(text)?.[1] ?? '';
    return { name: /name="([^"]+)"/.exec(field)?.[1], message: unescaped(message), isFirst: / autofocus/.test(field) };
  });
}

/** The form was refused: the page says why, and so does this field alone, which has the focus. */
function expectWrong(reply: PageReply, name: string, status = 400): void {
  expect(reply.status).toBe(status);
  const notice = noticeIn(reply);
  expect(notice?.kind).toBe('problem');
  expect(wrongFields(reply)).toEqual([{ name, message: notice?.text, isFirst: true }]);
}

test('set-up: a name and a password that are refused', async () => {
  const token = await newSetUpToken(app.client);
  const send = (username: string, password: string) =>
    stranger().post('/setup', { token, username, password }, { csrf: null });
  expectWrong(await send('not allowed!', PASSWORD), 'username');
  const reply = await send('root', 'short');
  expectWrong(reply, 'password');
  expect(reply.text).toContain('value="root"');
  root = await Visitor.signedIn(app, 'root', { admin: true });
  expect(wrongFields(await root.get('/settings/password'))).toEqual([]);
});

test('sign-in, and the question who it is before something that gives power', async () => {
  expectWrong(await stranger().signIn('root', 'not this one'), 'password', 401);
  const session = createHash('sha256')
    .update(root.cookie.split('=')[1] ?? '')
    .digest('hex');
  expect(await app.client.del(redisKeys.confirmed(session))).toBe(1);
  const asked = await root.post('/settings/api-keys', { name: 'typed before' });
  expect([asked.status, wrongFields(asked)]).toEqual([401, []]);
  const waiting = /name="confirm_form" value="([\w-]+)"/.exec(asked.text)?.[1] ?? '';
  const again = await root.post('/settings/api-keys', { confirm_form: waiting, confirm_password: 'not this one' });
  expectWrong(again, 'confirm_password', 401);
  // It waits still.
  const confirmed = { confirm_form: waiting, confirm_password: PASSWORD };
  const done = await root.post('/settings/api-keys', confirmed);
  expect([done.status, done.text.includes('typed before')]).toEqual([200, true]);
});

test('a password, with the current one or the new one wrong', async () => {
  const change = (current: string, password: string) => root.post('/settings/password', { current, password });
  expectWrong(await change('not this one', 'something quite long'), 'current');
  expectWrong(await change(PASSWORD, 'short'), 'password');
});

test('a password that an administrator gives to an account: on the page of the account, where its form is', async () => {
  await createUser(app.client, 'ada');
  await root.get('/admin/accounts/ada');
  const reply = await root.post('/admin/accounts/ada/password', { password: 'short' });
  expectWrong(reply, 'password');
  expect(reply.text).toMatch(/<details open>\s*<summary>[^<]*<\/summary><form [^>]*\/ada\/password/);
});

test.each([
  ['a team', '/settings/teams', { name: 'not allowed!' }, 'name'],
  ['a name of a team that is far too long', '/settings/teams', { name: 'x'.repeat(5_000) }, 'name'],
  ['a username that is far too long', '/admin/accounts', { username: 'x'.repeat(5_000) }, 'username'],
  ['a member of a team', '/settings/teams/blue/members', { username: 'no-such-person', role: 'member' }, 'username'],
  ['the name that confirms a deletion', '/settings/data/delete', { name: 'somebody' }, 'name'],
  ['rules for sites', '/settings/preferences/rules', { rules: '$boost=high', address: '' }, 'rules'],
  ['an address of rules', '/settings/preferences/rules', { rules: '', address: 'ftp://x' }, 'address'],
  ["a person's own sites", '/settings/preferences', { sites: 'no address' }, 'sites'],
])('%s', async (_what, path, fields: Record<string, string>, name) => {
  if (path.includes('blue')) await createTeam(app.client, 'blue');
  await root.get('/settings/preferences');
  const valid = path.endsWith('/preferences')
    ? { safe: '1', engine: 'all', lang: '', tz: '', pageLanguage: '', theme: '' }
    : {};
  const reply = await root.post(path, { ...valid, ...fields });
  expectWrong(reply, name);
  // What was typed is still there.
  expect(unescaped(reply.text)).toContain(fields[name] ?? '');
});

test.each([
  ['a webhook', '/admin/alerts/webhooks', { url: 'not an address', form: 'x'.repeat(22) }, 'url'],
  [
    'a long address',
    '/admin/alerts/webhooks',
    { url: `https://x.org/${'x'.repeat(5_000)}`, form: 'x'.repeat(22) },
    'url',
  ],
  ['a mail address', '/admin/alerts/mail', { address: 'nobody', language: 'en' }, 'address'],
  ['a long mail address', '/admin/alerts/mail', { address: `${'x'.repeat(2_000)}@x.org`, language: 'en' }, 'address'],
])('%s for alerts', async (_what, path, fields: Record<string, string>, name) => {
  const reply = await root.post(path, fields);
  expect(reply.status).toBe(400);
  expect(wrongFields(reply)).toMatchObject([{ name, isFirst: true, message: expect.stringMatching(/./) }]);
  expect(reply.text).toContain(`value="${fields[name]}"`);
});
