import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import type { EventName } from '../../lib/events.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { readDeliveries } from '../../lib/webhooks/delivery-log.ts';
import { createEndpoint } from '../../lib/webhooks/endpoint-store.ts';
import { createUser, TESTER } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { keysOf } from '../harness/redis-nodes.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, type PageReply, Visitor } from '../harness/visitor.ts';
import { eventsOfPages } from '../lib/audit/events-of-pages.ts';
import { giveApp, wrongCode } from './factors.ts';

/** What pages and commands record before they do it does not happen if that cannot be written. */
let app: TestApp;
let root: Visitor;
let ada: Visitor;
let endpoint = '';
const attempts: Partial<Record<EventName, () => Promise<unknown>>> = {};

const told = async (reply: Promise<PageReply>) => {
  const { status, text } = await reply;
  expect([status, text]).toEqual([500, expect.stringContaining('The audit log cannot be written')]);
};
const visitor = () => new Visitor(app.urls[0] as string);
/** The names of all records, but for what limits count and processes say of themselves. */
async function records(): Promise<string[]> {
  const passing = /rate:|guesses:|engine-tests|confirmed|sent-form|alert-signs|process-load|workers|webs|turn|cursor/;
  return (await keysOf(app.client, '*')).filter((name) => !passing.test(name)).sort();
}

beforeAll(async () => {
  app = await TestApp.start({ workers: 0, env: { DASHBOARD_WRITE: 'true' } });
  root = await Visitor.signedInOnPage(app, 'root', { admin: true });
  ada = await Visitor.signedInOnPage(app, 'ada');
  await createUser(app.client, 'locked', { password: PASSWORD });
  for (let guess = 0; guess < 10; guess++) await visitor().signIn('locked', 'a wrong guess');

  attempts['sign-in failed'] = () => told(visitor().signIn('ada', 'a wrong guess'));
  attempts['sign-in locked'] = () => told(visitor().signIn('locked', PASSWORD));
  const change = { current: 'a wrong guess', password: `${PASSWORD} of ada` };
  attempts['password change failed'] = () => told(ada.post('/settings/password', change));
  attempts['account exported'] = async () => {
    const reply = await ada.post('/settings/data/export');
    expect(reply.headers.get('content-disposition')).toBeNull();
    return told(Promise.resolve(reply));
  };
  attempts['engine tested'] = async () => {
    await told(root.post('/admin/engines/engine_a/test'));
    expect(await app.calls('brave')).toEqual([]);
  };

  const confirming = await Visitor.signedInOnPage(app, 'confirming');
  await app.client.del(...(await app.client.keys(redisKeys.confirmed('*'))));
  const asked = await confirming.post('/settings/api-keys', { name: 'never' });
  const waiting = /name="confirm_form" value="([\w-]+)"/.exec(asked.text)?.[1] ?? '';
  attempts['confirmation failed'] = () =>
    told(confirming.post('/settings/api-keys', { confirm_form: waiting, confirm_password: 'a wrong guess' }));
  // Confirmed again, for the others.
  await root.post('/logout');
  await root.signIn('root', PASSWORD);
  await root.get('/settings/api-keys');
  await ada.post('/logout');
  await ada.signIn('ada', PASSWORD);
  await ada.get('/settings/api-keys');

  await createUser(app.client, 'twice', { password: PASSWORD });
  const phone = await giveApp(app, 'twice');
  const pending = visitor();
  await pending.signIn('twice', PASSWORD);
  attempts['second factor failed'] = () =>
    told(pending.post('/login/factor', { code: wrongCode(phone), next: '' }, { csrf: null }));

  attempts['queue changed'] = async () => {
    const address = `${root.url}/admin/queues/api/queues/fan-out/pause`;
    const reply = await fetch(address, { method: 'PUT', headers: { cookie: root.cookie, origin: root.url } });
    expect(reply.status).toBe(500);
  };

  const { secret } = app.webs[0]?.running.services ?? {};
  if (!secret) throw new Error('There is no web process.');
  const wanted = { kind: 'webhook', target: 'https://hook.example', events: [], owner: '', madeBy: 'root' } as const;
  const made = await createEndpoint(app.client, secret, TESTER, wanted, { action: 'webhook created' });
  endpoint = made.endpoint.id;
  await root.post('/admin/alerts/endpoint', { id: endpoint, action: 'test' });
  const [delivery] = await readDeliveries(app.client, endpoint, 1);
  expect(delivery).toBeDefined();
  attempts['webhook tested'] = async () => {
    await told(root.post('/admin/alerts/endpoint', { id: endpoint, action: 'test' }));
    expect(await readDeliveries(app.client, endpoint, 9)).toHaveLength(1);
  };
  attempts['webhook sent again'] = () => told(root.post('/admin/alerts/again', { id: delivery?.id ?? '' }));

  const file = path.join(tmpdir(), `never-${process.pid}.backup`);
  attempts['backup made'] = async () => {
    const operator = new Operator({ ...app.env });
    const [said] = await operator.refusedAll([`backup ${file}`], { input: 'a passphrase of a test\n' });
    expect([said, existsSync(file)]).toEqual([expect.stringContaining('WRONGTYPE'), false]);
  };

  for (const stream of [redisKeys.audit, redisKeys.auditFailures]) await app.client.set(stream, 'not a stream');
});
afterAll(() => app?.stop());

test('no entry can be written', async () => {
  await expect(writeEntry(app.client, TESTER, { action: 'signed in' })).rejects.toThrow('WRONGTYPE');
});

test.each(eventsOfPages)('%s: nothing happens, and the page or the command says so', async (event) => {
  expect(Object.keys(attempts)).toContain(event);
  const before = await records();
  await attempts[event]?.();
  expect(await records()).toEqual(before);
});
