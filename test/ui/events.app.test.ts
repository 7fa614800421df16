import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { createUser } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

const NEW_PASSWORD = 'another password for tests';
/** Where a visitor is, as the proxy says. */
const ADDRESS = '203.0.113.9';

let app: TestApp;
let behind: number;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  behind = (await addWebs(app, { behind: { TRUST_PROXY: '127.0.0.1' } })).behind;
});
afterAll(() => app?.stop());

/** The events in the logs of all web processes since the last look, in order, without what differs each time. */
const seen = new Set<unknown>();
async function newEvents(): Promise<Record<string, unknown>[]> {
  const fresh = (await app.events()).filter(({ entry }) => !seen.has(entry));
  for (const { entry } of fresh) seen.add(entry);
  return fresh.map(({ event, actor, target, address, via, reqId }) => ({
    event,
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
    ...(address !== undefined && { address }),
    via,
    ...(reqId === undefined && { reqId }),
  }));
}

function visitor(): Visitor {
  const one = new Visitor(app.urls[behind] as string);
  one.headers = { 'x-forwarded-for': ADDRESS };
  return one;
}

test('who sets up, signs in, fails to, or is locked is in the log, but never a name that no account has', async () => {
  await eventually('a link is offered', () => app.webs.every(({ output }) => output.includes('/setup?token=')));
  const made = (await newEvents()).find(({ event }) => event === 'set-up link made');
  expect(made).toEqual({ event: 'set-up link made', via: 'instance', reqId: undefined });
  const root = visitor();
  const token = await newSetUpToken(app.client);
  await newEvents();
  await root.post('/setup', { token, username: 'root', password: PASSWORD }, { csrf: null });
  const own = { actor: 'root', target: 'root', address: ADDRESS, via: 'page' };
  expect(await newEvents()).toEqual([
    { event: 'set up', ...own },
    { event: 'signed in', ...own },
  ]);

  await createUser(app.client, 'ada', { password: PASSWORD });
  await newEvents();
  await visitor().signIn('ada', PASSWORD);
  await visitor().signIn('ada', 'a wrong password');
  await visitor().signIn('hunter2-typed-as-name', 'x');
  expect(await newEvents()).toEqual([
    { event: 'signed in', actor: 'ada', target: 'ada', address: ADDRESS, via: 'page' },
    { event: 'sign-in failed', target: 'ada', address: ADDRESS, via: 'page' },
    { event: 'sign-in failed', address: ADDRESS, via: 'page' },
  ]);
  for (let guess = 0; guess < 10; guess++) await visitor().signIn('ada', 'a wrong password');
  expect((await newEvents()).at(-1)).toEqual({
    event: 'sign-in locked',
    target: 'ada',
    address: ADDRESS,
    via: 'page',
  });
  for (const { output } of app.webs) expect(output).not.toMatch(/hunter2|a wrong password/);
});

test('changes of keys, accounts, roles and passwords are in the log, with who made them', async () => {
  const admin = await Visitor.signedInOnPage(app, 'boss', { admin: true, web: behind });
  await newEvents();
  await admin.post('/settings/api-keys', { name: 'mine' });
  const [created] = await newEvents();
  expect(created).toMatchObject({ event: 'key created', actor: 'boss', target: expect.stringMatching(/^trib_\w{8}$/) });
  await admin.post(`/settings/api-keys/${created?.target}/revoke`);
  await admin.post('/admin/accounts', { username: 'bob' });
  for (const action of ['disable', 'enable', 'promote', 'demote']) await admin.post(`/admin/accounts/bob/${action}`);
  await admin.post('/admin/accounts/bob/password', { password: NEW_PASSWORD });
  await admin.post('/settings/password', { current: 'a wrong password', password: NEW_PASSWORD });
  await admin.post('/settings/password', { current: PASSWORD, password: NEW_PASSWORD });
  expect((await newEvents()).map(({ event, actor, target }) => [event, actor, target])).toEqual([
    ['key revoked', 'boss', created?.target],
    ['account created', 'boss', 'bob'],
    ['account disabled', 'boss', 'bob'],
    ['account enabled', 'boss', 'bob'],
    ['administrator made', 'boss', 'bob'],
    ['administrator removed', 'boss', 'bob'],
    ['password set', 'boss', 'bob'],
    ['password change failed', 'boss', 'boss'],
    ['password set', 'boss', 'boss'],
    ['signed in', 'boss', 'boss'],
  ]);
});

test('what the command line changes is logged by one of the web processes', async () => {
  const operator = new Operator({ REDIS_URL: app.env.REDIS_URL ?? '' });
  await newEvents();
  const [, key = ''] = await operator.worksAll(['user create cli', 'key create cli']);
  await operator.worksAll([
    `key revoke ${key.split('.')[0]}`,
    'user disable cli',
    'user enable cli',
    'user unlock cli',
  ]);
  await operator.worksAll(['user password cli --password-stdin'], { input: NEW_PASSWORD });
  const logged = await newEvents();
  const prefix = key.split('.')[0];
  expect(logged.map(({ event, target }) => `${event}: ${target}`).sort()).toEqual(
    [
      'account created: cli',
      `key created: ${prefix}`,
      `key revoked: ${prefix}`,
      'account disabled: cli',
      'account enabled: cli',
      'account unlocked: cli',
      'password set: cli',
    ].sort(),
  );
  for (const { via, actor, address } of logged) {
    expect([via, actor, address]).toEqual(['command line', expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
  }
});
