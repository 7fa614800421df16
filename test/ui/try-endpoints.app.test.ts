import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

/** The calls that the forms of the API reference make for a signed-in user. */

let app: TestApp;
let ada: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000', API_THROTTLE_BURST: '30/hour' } });
  ada = await Visitor.signedIn(app, 'ada');
});
afterAll(() => app?.stop());

const call = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const reply = await fetch(`${app.urls[0]}${path}`, { ...init, headers });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
};
const signed = () => ({ cookie: ada.cookie, 'x-csrf-token': ada.csrf });

test('answer like the API', { timeout: 120_000 }, async () => {
  const api = await app.get('/api/v1/web/?q=linux');
  const { status, body } = await call('/docs/try/api/v1/web/?q=linux', signed());
  expect([status, Object.keys(body)]).toEqual([200, Object.keys(api.body)]);
  expect((await call('/docs/try/api/v1/', signed())).body).toEqual((await app.get('/api/v1/')).body);
  expect((await call('/docs/try/api/v1/instant/?q=2%2B2', signed())).body).toMatchObject({ answer: '2 + 2 = 4' });
});

test('translate by POST, as a form and as JSON', async () => {
  const [form, json] = ['application/x-www-form-urlencoded', 'application/json'];
  const bodies = { [form]: 'q=Good+morning&target=de', [json]: '{"q":"Good morning","target":"de"}' };
  for (const [type, body] of Object.entries(bodies)) {
    const init = { method: 'POST', body };
    const reply = await call('/docs/try/api/v1/translate/', { ...signed(), 'content-type': type }, init);
    expect([reply.status, reply.body.target]).toEqual([200, 'de']);
  }
});

test('stream, and send several requests at once, as the API does', { timeout: 120_000 }, async () => {
  const events = await fetch(`${app.urls[0]}/docs/try/api/v1/web/stream/?q=linux`, { headers: signed() });
  expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(await events.text()).toContain('event: done');
  const body = JSON.stringify({ requests: [{ endpoint: 'instant', params: { q: '2+2' } }, { endpoint: 'nothing' }] });
  const batch = { method: 'POST', body };
  const reply = await call('/docs/try/api/v1/batch/', { ...signed(), 'content-type': 'application/json' }, batch);
  expect(reply.body.responses.map(({ status }: { status: number }) => status)).toEqual([200, 400]);
  expect(reply.headers.get('ratelimit')).toMatch(/"burst";r=\d+/);
  const bad = await call(
    '/docs/try/api/v1/batch/',
    { ...signed(), 'content-type': 'application/json' },
    { method: 'POST', body: '{}' },
  );
  expect([bad.status, bad.body]).toEqual([400, { requests: ['Give a list of requests.'] }]);
});

test('report bad parameters as the API does', async () => {
  const reply = await call('/docs/try/api/v1/web/?page=0', signed());
  expect([reply.status, reply.body]).toEqual([400, (await app.get('/api/v1/web/?page=0')).body]);
});

test('need the session, its token and our own origin', async () => {
  const path = '/docs/try/api/v1/status/';
  expect((await call(path)).status).toBe(401);
  expect((await call(path, { authorization: `Api-Key ${app.key}` })).status).toBe(401);
  expect((await call(path, { cookie: ada.cookie })).status).toBe(403);
  expect((await call(path, { ...signed(), 'x-csrf-token': 'x' })).status).toBe(403);
  expect((await call(path, { ...signed(), origin: 'https://example.com' })).status).toBe(403);
  expect((await call(path, { ...signed(), origin: app.urls[0] as string })).status).toBe(200);
});

test('leave out what is about a key, and what does not exist', async () => {
  for (const path of ['/docs/try/api/v1/key/', '/docs/try/nothing']) {
    const reply = await call(path, signed());
    expect([reply.status, reply.body]).toEqual([401, { detail: 'This endpoint needs an API key.' }]);
  }
});

test('do not open the API itself to sessions', async () => {
  expect((await call('/api/v1/status/', signed())).status).toBe(401);
});

test('take entries of the limits of the search page', async () => {
  const bob = await Visitor.signedIn(app, 'bob');
  const headers = { cookie: bob.cookie, 'x-csrf-token': bob.csrf };
  const statuses: number[] = [];
  for (let i = 0; i < 30; i++) statuses.push((await call('/docs/try/api/v1/status/', headers)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await call('/docs/try/api/v1/status/', headers);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await bob.get('/?q=linux')).status).toBe(429);
});
