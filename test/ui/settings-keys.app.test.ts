import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyState } from '../../lib/keys/key-record.ts';
import { getKey, listKeys } from '../../lib/keys/key-store.ts';
import { createKey } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { codeIn, noticeIn, type PageReply, Visitor } from '../harness/visitor.ts';

const LIST = '/settings/api-keys';
let app: TestApp;
let ada: Visitor;
let eve: Visitor;

beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  ada = await Visitor.signedIn(app, 'ada');
  eve = await Visitor.signedIn(app, 'eve');
});
afterAll(() => app?.stop());

const keyIn = ({ text }: PageReply) => /id="new-key"[^>]*>(trib_[\w.]+)</.exec(text)?.[1] ?? '';
const formIn = ({ text }: PageReply) => /name="form" value="([\w-]{22})"/.exec(text)?.[1] ?? '';
const works = async (key: string) => (await app.get('/api/v1/key/', { key })).status;
const keysOf = (username: string) => listKeys(app.client, username);

describe('creating a key', () => {
  test('shows it once, in the reply, with a working curl command', async () => {
    const reply = await ada.post(LIST, { name: 'laptop', expires: '2099-12-31' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const key = keyIn(reply);
    expect(await works(key)).toBe(200);
    const [, url, header] = /curl '([^']+)' \\\n {2}-H '([^']+)'/.exec(codeIn(reply.text)) ?? [];
    expect(header).toBe(`Authorization: Api-Key ${key}`);
    expect(url?.startsWith(`${app.urls[0]}/api/v1/web/`)).toBe(true);

    const list = await ada.get(LIST);
    const [prefix = '', secret = 'none'] = key.split('.');
    expect(list.text).toContain(`${prefix}…`);
    expect(list.text).toContain('laptop');
    expect(list.text).toMatch(/<time [^>]*datetime="2099-12-31T23:59:59.999Z" title="31 Dec 2099, 23:59 UTC"/);
    expect(list.text).not.toContain(secret);
  });

  test('requires neither a name nor an expiry', async () => {
    const reply = await ada.post(LIST);
    expect(await works(keyIn(reply))).toBe(200);
    const [record] = (await keysOf('ada')).slice(-1);
    expect(record).toMatchObject({ name: '', expiresAt: '' });
  });

  test('happens only once when the form is sent again, as on a reload', async () => {
    const form = formIn(await ada.get(LIST));
    const first = await ada.post(LIST, { name: 'once', form });
    expect(keyIn(first)).not.toBe('');
    const before = (await keysOf('ada')).length;
    const again = await ada.post(LIST, { name: 'once', form });
    expect(again).toMatchObject({ status: 303, location: `${LIST}?done=sent` });
    expect(again.text).not.toContain(keyIn(first));
    expect((await keysOf('ada')).length).toBe(before);
    expect(noticeIn(await ada.get(again.location ?? ''))?.kind).toBe('done');
  });

  test.each([
    ['a date in the past', { name: 'typed', expires: '2001-01-01' }, 'in the past'],
    ['what is no date', { name: 'typed', expires: '2099-02-31' }, 'not a date'],
    ['a name that is too long', { name: 'x'.repeat(101), expires: '2099-01-01' }, 'at most 100'],
    ['a name with control characters', { name: 'a\u0007b', expires: '2099-01-01' }, 'control characters'],
  ])('is refused with %s, and the form keeps its input', async (_what, fields, message) => {
    const before = (await keysOf('ada')).length;
    const form = formIn(await ada.get(LIST));
    const reply = await ada.post(LIST, { ...fields, form });
    expect(reply.status).toBe(400);
    expect(noticeIn(reply)).toMatchObject({ kind: 'problem', text: expect.stringContaining(message) });
    expect(reply.text).toContain(`value="${fields.name}"`);
    expect(reply.text).toContain(`value="${fields.expires}"`);
    expect((await keysOf('ada')).length).toBe(before);
    // The same form can be sent again with corrected input.
    expect((await ada.post(LIST, { form })).status).toBe(200);
  });

  test.each([
    ['a field that is not there', { name: 'x', username: 'eve' }],
    ['a field twice', [['name', 'x'] as [string, string], ['name', 'y'] as [string, string]]],
    ['a form number that is none', { form: '../../user:eve' }],
  ])('rejects any other body: %s', async (_what, fields) => {
    const before = await keysOf('ada');
    expect((await ada.post(LIST, fields)).status).toBe(400);
    expect(await keysOf('ada')).toEqual(before);
    expect((await keysOf('eve')).length).toBe(0);
  });

  test('is refused when the account has as many active keys as it may have', async () => {
    const web = await app.addWeb({ MAX_KEYS_PER_ACCOUNT: '2' });
    const bob = await Visitor.signedIn(app, 'bob', { web: app.urls.indexOf(web) });
    const replies = await Promise.all(['one', 'two', 'three', 'four'].map((name) => bob.post(LIST, { name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const refused = await bob.post(LIST, { name: 'typed' });
    expect(noticeIn(refused)).toEqual({
      kind: 'problem',
      text: 'The account has reached its limit of active keys (2). Revoke one first.',
    });
    expect(refused.text).toContain('value="typed"');
    const [first] = await keysOf('bob');
    expect((await bob.post(`${LIST}/trib_${first?.prefix}/revoke`)).status).toBe(303);
    expect((await bob.post(LIST, { name: 'typed' })).status).toBe(200);
  });

  test('shows markup in a name as plain text', async () => {
    const name = `<script>alert(1)</script>"><img src=x onerror=y>'`;
    const reply = await ada.post(LIST, { name });
    for (const page of [reply, await ada.get(LIST), await ada.get('/settings/usage')]) {
      expect(page.text).not.toContain('<script>alert');
      expect(page.text).not.toContain('<img');
      expect(page.text).toContain('&lt;script');
    }
    expect((await keysOf('ada')).at(-1)?.name).toBe(name);
  });
});

describe('revoking a key', () => {
  const revoke = (prefix: string) => `${LIST}/trib_${prefix}/revoke`;

  test('first shows a confirmation page, which changes nothing', async () => {
    const { key, prefix } = await createKey(app.client, 'ada', { name: 'asked' });
    const list = await ada.get(LIST);
    expect(list.text).toContain(`action="${revoke(prefix)}"`);
    const page = await ada.get(revoke(prefix));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Revoke this key?');
    expect(page.text).toContain('asked');
    expect(await works(key)).toBe(200);
  });

  test('makes the API refuse it, and confirms this', async () => {
    const { key, prefix } = await createKey(app.client, 'ada');
    const reply = await ada.post(revoke(prefix));
    expect(reply).toMatchObject({ status: 303, location: `${LIST}?done=revoked` });
    expect(await works(key)).toBe(401);
    const list = await ada.get(reply.location ?? '');
    expect(noticeIn(list)?.kind).toBe('done');
    expect(list.text).toContain('<span class="state revoked">revoked</span>');
    expect(list.text).not.toContain(`action="${revoke(prefix)}"`);
    // Revoking it again does no harm.
    expect((await ada.post(revoke(prefix))).status).toBe(303);
  });

  test('of another user returns the same 404 as for an unknown key, and changes nothing', async () => {
    const { key, prefix } = await createKey(app.client, 'ada', { name: 'not yours' });
    for (const path of [revoke(prefix), revoke('00000000'), `${LIST}/nonsense/revoke`]) {
      const [asked, sent] = [await eve.get(path), await eve.post(path)];
      expect([asked.status, sent.status]).toEqual([404, 404]);
      expect(asked.text + sent.text).not.toContain('not yours');
    }
    expect((await eve.get(`/settings/usage?key=trib_${prefix}`)).status).toBe(404);
    expect(await works(key)).toBe(200);
    const record = await getKey(app.client, prefix);
    expect(record && keyState(record)).toBe('active');
    expect((await eve.get(LIST)).text).not.toContain(prefix);
  });
});

test('the page requires a session', async () => {
  const nobody = new Visitor(app.urls[0] as string);
  expect(await nobody.get(`${LIST}?done=revoked`)).toMatchObject({
    status: 303,
    location: `/login?next=${encodeURIComponent(`${LIST}?done=revoked`)}`,
  });
  expect(await nobody.post(LIST, {}, { csrf: null })).toMatchObject({ status: 303, location: '/login?next=%2F' });
});

test('an unknown code in the URL shows no notice', async () => {
  for (const code of ['nonsense', 'constructor', '<b>']) {
    expect(noticeIn(await ada.get(`${LIST}?done=${encodeURIComponent(code)}`))).toBeNull();
  }
});
