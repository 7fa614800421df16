import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { makeTeam } from '../../lib/accounts/manage-teams.ts';
import { getKey, listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser, OPERATOR } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

const KEYS = '/settings/api-keys';
const TITLE = 'Confirm that it is you';
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0, web: 2 });
});
afterAll(() => app?.stop());

const markOf = ({ cookie }: Visitor) =>
  redisKeys.confirmed(
    createHash('sha256')
      .update(cookie.split('=')[1] ?? '')
      .digest('hex'),
  );
/** Ten minutes pass: what Redis forgets then is gone. */
const tenMinutesPass = async (visitor: Visitor) => {
  expect(await app.client.del(markOf(visitor))).toBe(1);
};
const waitingIn = ({ text }: PageReply) => /name="confirm_form" value="([\w-]+)"/.exec(text)?.[1] ?? '';
const isAsked = ({ status, text }: PageReply) => status === 401 && text.includes(`<h1>${TITLE}</h1>`);

describe('a form that needs a confirmed session', () => {
  test('is handled in the ten minutes after a sign-in, and then asks for the password first', async () => {
    const ada = await Visitor.signedInOnPage(app, 'ada');
    expect((await ada.post(KEYS, { name: 'first' })).status).toBe(200);
    const left = await app.client.pttl(markOf(ada));
    expect(left > 0 && left <= 600_000).toBe(true);
    await tenMinutesPass(ada);

    const asked = await ada.post(KEYS, { name: 'second', note: 'typed before <b>' });
    expect(isAsked(asked)).toBe(true);
    // What was typed waits in the page, where nobody can read it.
    expect(unescaped(asked.text)).not.toMatch(/"second"|typed before/);
    expect(await listKeys(app.client, 'ada')).toHaveLength(1);

    const done = await ada.post(KEYS, { confirm_form: waitingIn(asked), confirm_password: PASSWORD });
    expect([done.status, noticeIn(done)?.text]).toEqual([200, 'Key created.']);
    const made = (await listKeys(app.client, 'ada')).find(({ name }) => name === 'second');
    expect(made).toMatchObject({ note: 'typed before <b>' });
    // It is not asked again.
    expect((await ada.post(KEYS, { name: 'third' })).status).toBe(200);
    expect(await listKeys(app.client, 'ada')).toHaveLength(3);
  });

  test('is confirmed at any web process', async () => {
    const roaming = await Visitor.signedInOnPage(app, 'roaming');
    await tenMinutesPass(roaming);
    const asked = await roaming.post(KEYS, { name: 'one' });
    const other = new Visitor(app.urls[1] as string);
    Object.assign(other, { cookie: roaming.cookie, csrf: roaming.csrf });
    const fields = { confirm_form: waitingIn(asked), confirm_password: PASSWORD };
    expect((await other.post(KEYS, fields)).status).toBe(200);
    expect((await roaming.post(KEYS, { name: 'two' })).status).toBe(200);
  });

  test('changes nothing with a wrong password, keeps what was typed, and limits the guesses', async () => {
    const mallory = await Visitor.signedInOnPage(app, 'mallory', { admin: true });
    await tenMinutesPass(mallory);
    let asked = await mallory.post(KEYS, { name: 'x', scopes: 'manage' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const reply = await mallory.post(KEYS, { confirm_form: waitingIn(asked), confirm_password: `guess ${guess}` });
      statuses.push(reply.status);
      if (reply.status !== 401) continue;
      expect(isAsked(reply)).toBe(true);
      expect(noticeIn(reply)).toEqual({ kind: 'problem', text: 'That is not right. Nothing has been changed.' });
      expect(reply.text).not.toContain('guess');
      asked = reply;
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await listKeys(app.client, 'mallory')).toEqual([]);
    const failures = (await app.events()).filter(({ event }) => event === 'confirmation failed');
    expect(failures).toHaveLength(12);
    const entries = (await app.client.xrange(redisKeys.auditFailures, '-', '+')).map(([, [, entry]]) =>
      JSON.parse(entry ?? ''),
    );
    const written = entries.filter(({ action, account }) => action === 'confirmation failed' && account === 'mallory');
    expect(written).toHaveLength(12);
  });

  test('is opened by no other session, at no other address and not after a change', async () => {
    const eve = await Visitor.signedInOnPage(app, 'eve');
    const bob = await Visitor.signedInOnPage(app, 'bob');
    const { prefix } = await createKey(app.client, 'bob');
    await tenMinutesPass(bob);
    const form = waitingIn(await bob.post(KEYS, { name: 'of bob' }));
    const answer = { confirm_password: PASSWORD };
    expect((await eve.post(KEYS, { confirm_form: form, ...answer })).status).toBe(403);
    const rotate = `${KEYS}/${prefix}/rotate`;
    expect((await bob.post(rotate, { confirm_form: form, ...answer })).status).toBe(403);
    const changed = `${form.slice(0, -1)}${form.endsWith('A') ? 'B' : 'A'}`;
    expect((await bob.post(KEYS, { confirm_form: changed.slice(0, -4), ...answer })).status).toBe(403);
    expect((await bob.post(KEYS, { confirm_form: form, ...answer }, { csrf: null })).status).toBe(403);
    expect(await listKeys(app.client, 'bob')).toHaveLength(1);
    // A form without an answer is asked for one, and is no guess.
    for (let sent = 0; sent < 11; sent++) expect(isAsked(await bob.post(KEYS, { confirm_form: form }))).toBe(true);
    expect((await bob.post(KEYS, { confirm_form: form, ...answer })).status).toBe(200);
  });

  test('says what to do to a person without a password', async () => {
    const single = await Visitor.signedInOnPage(app, 'single');
    await app.client.hdel(redisKeys.user('single'), 'password');
    await tenMinutesPass(single);
    const asked = await single.post(KEYS, { name: 'x' });
    expect(isAsked(asked)).toBe(true);
    expect(asked.text).toContain('sign out and sign in again');
    expect(asked.text).not.toContain('confirm_password');
  });
});

test('new keys and secrets, keys that manage, roles and passwords of others need one', async () => {
  const root = await Visitor.signedInOnPage(app, 'root', { admin: true });
  await createUser(app.client, 'other');
  await makeTeam(app.client, OPERATOR, 'blue');
  const { prefix } = await createKey(app.client, 'root');
  const version = /name="version" value="(\d+)"/.exec((await root.get(`${KEYS}/${prefix}`)).text)?.[1] ?? '';
  await tenMinutesPass(root);
  const form = 'A'.repeat(22);
  const attempts: [string, Record<string, string>][] = [
    [KEYS, { name: 'x' }],
    ['/admin/accounts/other/keys', { name: 'x' }],
    ['/settings/teams/blue/keys', { name: 'x' }],
    [`${KEYS}/${prefix}/rotate`, { form, hours: '0' }],
    [`${KEYS}/${prefix}`, { version, scopes: 'manage' }],
    ['/admin/accounts', { username: 'new-admin', admin: 'on' }],
    ['/admin/accounts', { username: 'new-person', password: 'another password for tests' }],
    ['/admin/accounts', { username: 'new-guest', how: 'invite' }],
    ['/admin/first-steps/key', { name: 'x', form }],
    ['/admin/accounts/other/link', { form }],
    ['/admin/accounts/other/factors/remove', {}],
    ['/settings/preferences/search-link', { form }],
    ['/admin/accounts/other/promote', {}],
    ['/admin/accounts/other/demote', {}],
    ['/admin/accounts/other/password', { password: 'another password for tests' }],
    ['/settings/teams/blue/members', { username: 'other', role: 'owner' }],
  ];
  for (const [path, fields] of attempts) expect([path, isAsked(await root.post(path, fields))]).toEqual([path, true]);
  for (const name of ['new-admin', 'new-person', 'new-guest']) expect(await getUser(app.client, name)).toBeNull();
  expect(await getUser(app.client, 'other')).toMatchObject({ admin: false, hasPassword: false });
  expect(await listKeys(app.client, 'root')).toHaveLength(1);
  // What is undone as easily as it is done does not.
  expect((await root.post(`${KEYS}/${prefix}`, { version, name: 'renamed' })).status).toBe(303);
  expect((await getKey(app.client, prefix))?.name).toBe('renamed');
  expect((await root.post('/admin/accounts', { username: 'plain' })).status).toBe(303);
  expect((await root.post('/admin/accounts/plain/disable')).status).toBe(303);
});
