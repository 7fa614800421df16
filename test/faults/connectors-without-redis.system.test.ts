import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeys } from '../../lib/keys/key-store.ts';
import { agree, Program, PUBLIC_URL } from '../harness/connector.ts';
import { sendMcp } from '../harness/mcp.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let url: string;
let ada: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true, workers: 0, env: { PUBLIC_URL } });
  url = app.urls[0] as string;
  ada = await Visitor.signedIn(app, 'ada');
});
afterAll(() => app.stop());

/** Does something while Redis is away, with its data. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  await app.client.save();
  await app.redis.kill('SIGKILL');
  try {
    return await work();
  } finally {
    await app.redis.start();
    // Not only for this test, but for the process that is tested.
    await eventually('it is served again', async () => (await fetch(`${url}/login/link?token=x`)).status === 403);
  }
}

const programs = async () => (await listKeys(app.client, 'ada')).filter(({ connector }) => connector).length;
const admitted = async (token: string) =>
  (await sendMcp(app, 'ping', {}, { key: '', headers: { authorization: `Bearer ${token}` } })).status;

test('a Redis that goes away in the middle leaves the old state, says so, and each step works when it is back', async () => {
  const program = await Program.registered(url);
  expect((await without(() => program.register())).status).toBe(503);

  expect((await without(() => ada.get(program.authorizePath()))).status).toBe(503);
  const page = await ada.get(program.authorizePath());
  const lost = await without(() => agree(ada, page));
  expect([lost.status, lost.location]).toEqual([503, null]);
  expect(lost.text).toContain('The database is not responding.');
  expect(await programs()).toBe(0);
  const { location } = await agree(ada, page);
  const code = new URL(location ?? '').searchParams.get('code') ?? '';
  expect(await programs()).toBe(1);

  const late = await without(() => program.exchange(code));
  expect([late.status, late.body.error, late.headers.get('cache-control')]).toEqual([
    503,
    'temporarily_unavailable',
    'no-store',
  ]);
  const { body: first } = await program.exchange(code);
  expect(await admitted(first.access_token)).toBe(200);

  expect((await without(() => program.refresh(first.refresh_token))).status).toBe(503);
  const { body: second } = await program.refresh(first.refresh_token);
  expect(second.access_token).toMatch(/^triba_/);

  expect((await without(() => program.revoke(second.refresh_token))).status).toBe(503);
  expect(await admitted(second.access_token)).toBe(200);
  const [key] = await listKeys(app.client, 'ada');
  const disconnect = () => ada.post(`/settings/programs/trib_${key?.prefix}/disconnect`);
  expect((await without(disconnect)).status).toBe(503);
  expect(await admitted(second.access_token)).toBe(200);
  expect((await disconnect()).location).toBe('/settings/programs?done=disconnected');
  expect(await admitted(second.access_token)).toBe(401);
});
