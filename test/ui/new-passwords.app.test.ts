import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, type PageReply, Visitor } from '../harness/visitor.ts';

const LENGTH = 'A password has 10 to 1,000 characters.';
const EASY = expect.stringMatching(/^This password is easy to guess\. .+ Add more words that are less common\./);
const REFUSED = [
  ['nine char', LENGTH],
  ['x'.repeat(1_001), LENGTH],
  [' '.repeat(10), EASY],
  ['Password123!', EASY],
  ['alicealice', EASY],
] as const;
/** 1,000 characters. */
const LONGEST = 'Sixteen ferrets quietly repainted the lighthouse. '.repeat(20);

let app: TestApp;
/** The administrator that the set-up page creates. */
let admin: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  admin = new Visitor(app.urls[0] as string);
});
afterAll(() => app?.stop());

/** Checks that a form refuses what is no new password, and accepts the longest one. */
async function expectRule(send: (password: string) => Promise<PageReply>, accepted: number): Promise<void> {
  for (const [password, text] of REFUSED) {
    const reply = await send(password);
    expect(reply).toMatchObject({ status: 400, cookies: [] });
    expect(noticeIn(reply)).toEqual({ kind: 'problem', text });
  }
  expect((await send(LONGEST)).status).toBe(accepted);
}

test('the first administrator needs a password of 10 to 1,000 characters that is hard to guess', async () => {
  // A token that the web process offers later would replace this one.
  await eventually('a set-up address is offered', () => app.webs[0]?.output.includes('/setup?token='));
  const token = await newSetUpToken(app.client);
  expect((await admin.get(`/setup?token=${token}`)).text).toContain('(at least 10 characters)');
  await expectRule((password) => admin.post('/setup', { token, username: 'root', password }, { csrf: null }), 303);
  expect((await new Visitor(admin.url).signIn('root', LONGEST)).status).toBe(303);
  expect((await new Visitor(admin.url).signIn('root', `${LONGEST}x`)).status).toBe(401);
});

test('so does an account that an administrator creates, or whose password an administrator sets', async () => {
  await admin.get('/admin/accounts');
  await expectRule((password) => admin.post('/admin/accounts', { username: 'ada', password }), 303);
  await expectRule((password) => admin.post('/admin/accounts/ada/password', { password }), 303);
});

test('so does a person who changes their password', async () => {
  const person = await Visitor.signedInOnPage(app, 'grace');
  await expectRule((password) => person.post('/settings/password', { current: PASSWORD, password }), 200);
});

test('an older password that is too short still works', async () => {
  await createUser(app.client, 'early');
  await app.client.hset(redisKeys.user('early'), { password: await hash('letmein') });
  const person = new Visitor(admin.url);
  expect((await person.signIn('early', 'letmein')).status).toBe(303);
  await person.get('/settings/password');
  expect((await person.post('/settings/password', { current: 'letmein', password: PASSWORD })).status).toBe(200);
});
