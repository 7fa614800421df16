import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../../lib/keys/key-format.ts';
import { createKey, setDisabled } from '../../harness/as-tester.ts';
import { callTool, postMcp, sendMcp, textOf } from '../../harness/mcp.ts';
import { eventually } from '../../harness/processes.ts';
import { searchesOf, secretAccount } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
/** Other web applications: for other machines, with a public address, without dialects, with limits, with patience. */
let [open, named, off, tight, short, patient] = [0, 0, 0, 0, 0, 0];

beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  open = app.urls.indexOf(await app.addWeb({ HOST: '0.0.0.0' }));
  named = app.urls.indexOf(await app.addWeb({ PUBLIC_URL: 'https://search.example.org/x' }));
  off = app.urls.indexOf(await app.addWeb({ COMPAT: 'off' }));
  tight = app.urls.indexOf(await app.addWeb({ API_THROTTLE_SUSTAINED: '2/day' }));
  short = app.urls.indexOf(await app.addWeb({ API_THROTTLE_BURST: '2/h', ACCOUNT_BURST_LIMIT: '3/h' }));
  patient = app.urls.indexOf(await app.addWeb({ REQUEST_DEADLINE_MS: '60000' }));
});
afterAll(() => app?.stop());

/** Keys that no log line may contain. */
const secrets: string[] = [];
const caller = () => secretAccount(app, secrets);

const SUM = { name: 'instant_answer', arguments: { query: '2+2' } };
const sum = (headers: Record<string, string>, web = 0) => sendMcp(app, 'tools/call', SUM, { key: '', headers, web });

describe('the key', () => {
  test('is read from every header that clients use', async () => {
    const { key } = await caller();
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const places = [
      { authorization: `Bearer ${key}` },
      { authorization: `Api-Key ${key}` },
      { authorization: basic(`someone:${key}`) },
      { authorization: basic(`${key}:`) },
      { 'x-api-key': key },
    ];
    for (const headers of places) expect((await sum(headers as unknown as Record<string, string>)).status).toBe(200);
    expect(await searchesOf(app, key)).toBe(places.length);
  });

  test('may be in the path, for clients that send no headers', async () => {
    const { key } = await caller();
    const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: SUM });
    const post = (path: string, headers: Record<string, string> = {}) =>
      app.get(path, {
        key: '',
        method: 'POST',
        body: call,
        headers: { 'content-type': 'application/json', ...headers },
      });
    for (const path of [`/mcp/${key}`, `/mcp/${key}/`, `/mcp//${key}`]) {
      expect(textOf(await post(path))).toBe('2 + 2 = 4');
    }
    expect(await searchesOf(app, key)).toBe(3);
    expect((await post(`/mcp/${key}`, { authorization: 'Bearer nonsense' })).status).toBe(401);
    const unknown = generateKey().key;
    secrets.push(unknown);
    const refused = await post(`/mcp/${unknown}`);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="tributary"']);
    expect(refused.text).not.toContain(unknown);
    expect((await post(`/mcp/${key}`, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('that is missing, bad, unknown, or in the wrong place is a 401 with words that clients print', async () => {
    const { key } = await caller();
    const unknown = generateKey().key;
    secrets.push(unknown);
    const refused: [Record<string, string>, string][] = [
      [{}, 'Authentication credentials were not provided.'],
      [{ authorization: 'Bearer nonsense' }, 'Invalid or revoked API key.'],
      [{ authorization: `Bearer ${unknown}` }, 'Invalid or revoked API key.'],
      [{ authorization: 'Bearer nonsense', 'x-api-key': key }, 'Invalid or revoked API key.'],
      [{ cookie: `key=${key}` }, 'Authentication credentials were not provided.'],
    ];
    for (const [headers, message] of refused) {
      const reply = await sum(headers);
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="tributary"');
      expect(reply.body).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
    }
    const inAddress = await app.get(`/mcp?key=${key}&api_key=${key}`, { method: 'POST', key: '', body: '{}' });
    expect(inAddress.status).toBe(401);
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('is checked before the body', async () => {
    const reply = await postMcp(app, 'x'.repeat(2_000_000), { key: '' });
    expect(reply.status).toBe(401);
  });

  test('of a disabled account is a 403', async () => {
    const { username, key } = await caller();
    await setDisabled(app.client, username, true);
    const reply = await sum({ authorization: `Bearer ${key}` });
    expect(reply.status).toBe(403);
    expect(reply.body.error.message).toBe('User account is disabled.');
  });
});

test('a limit is a result of the tool that says how long to wait, and other messages are still answered', async () => {
  const { key } = await caller();
  const options = { key, web: tight };
  const call = () => sendMcp(app, 'tools/call', SUM, { ...options, generation: '2026-07-28' });
  for (let i = 0; i < 2; i++) expect(textOf(await call())).toBe('2 + 2 = 4');
  const refused = await call();
  expect(refused.status).toBe(200);
  expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: 7, result: { isError: true, resultType: 'complete' } });
  expect(textOf(refused)).toMatch(/^Request was throttled\. Expected available in \d+ seconds\.$/);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.headers.get('ratelimit')).toMatch(/"sustained";r=0;t=\d+/);
  expect((await sendMcp(app, 'tools/list', {}, options)).body.result.tools).toHaveLength(13);
  expect(await searchesOf(app, key)).toBe(2);
});

describe('messages that call no tool', () => {
  const list = (key: string) => sendMcp(app, 'tools/list', {}, { key, web: short });
  const others = { ping: {}, initialize: {}, 'notifications/initialized': {}, 'no/such': {}, 'tools/list': {} };

  test('have ten times the burst for themselves, and calls have theirs', async () => {
    const { key } = await caller();
    const options = { key, web: short };
    for (let round = 0; round < 4; round++) {
      for (const method of Object.keys(others)) expect((await sendMcp(app, method, {}, options)).status).not.toBe(429);
    }
    const refused = await list(key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const message = expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds\.$/);
    expect(refused.body).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
    expect((await postMcp(app, 'no JSON', options)).status).toBe(429);
    expect(textOf(await sum({ authorization: `Bearer ${key}` }, short))).toBe('2 + 2 = 4');
  });

  test('have ten times the burst of the account, by all keys together', async () => {
    const { username, key } = await caller();
    const { key: other } = await createKey(app.client, username);
    secrets.push(other);
    for (let i = 0; i < 15; i++) expect((await list(key)).status).toBe(200);
    for (let i = 0; i < 15; i++) expect((await list(other)).status).toBe(200);
    expect((await list(key)).body.error.message).toMatch(/^Request was throttled by the account's limit\./);
  });
});

describe('bodies', () => {
  const manyObjects = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { capabilities: { experimental: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [i, {}])) } },
  });
  const refused: [what: string, body: string, type: string, status: number, code: number][] = [
    ['broken JSON', '{"jsonrpc":', 'application/json', 400, -32700],
    ['a batch', `[${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}]`, 'application/json', 400, -32600],
    ['JSON that is no message', '{"hello":"world"}', 'application/json', 400, -32600],
    ['null', 'null', 'application/json', 400, -32600],
    ['deep nesting', '['.repeat(100_000), 'application/json', 400, -32700],
    ['many values', manyObjects, 'application/json', 400, -32700],
    ['more than a translation needs', `"${'x'.repeat(137_000)}"`, 'application/json', 413, -32000],
    ['a form', 'method=tools/call', 'application/x-www-form-urlencoded', 415, -32000],
    ['plain text', 'tools/call', 'text/plain', 415, -32000],
  ];
  test.each(refused)('%s is refused as JSON-RPC', async (_what, body, type, status, code) => {
    const { key } = await caller();
    const reply = await postMcp(app, body, { key, headers: { 'content-type': type } });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } });
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('as long as a translation may be are read', async () => {
    const reply = await callTool(app, 'suggest', { query: 'x'.repeat(130_000) });
    expect(textOf(reply)).toBe('query: Ensure this field has no more than 1000 characters.');
  });

  test('with a call that the protocol refuses are not counted', async () => {
    const { key } = await caller();
    const mismatch = { 'mcp-name': 'web_search' };
    const refused = await sendMcp(app, 'tools/call', SUM, { key, generation: '2026-07-28', headers: mismatch });
    expect([refused.status, refused.body.error.code]).toEqual([400, -32020]);
    const ancient = await sendMcp(app, 'tools/call', SUM, { key, headers: { 'mcp-protocol-version': '1999-01-01' } });
    expect([ancient.status, ancient.body.error.code]).toEqual([400, -32600]);
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    const future = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...SUM, _meta } };
    expect((await postMcp(app, JSON.stringify(future), { key })).status).toBe(400);
    const badToken = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...SUM, _meta: { progressToken: {} } } };
    expect((await postMcp(app, JSON.stringify(badToken), { key })).body.error).toBeDefined();
    const notification = { jsonrpc: '2.0', method: 'tools/call', params: SUM };
    expect((await postMcp(app, JSON.stringify(notification), { key })).status).toBe(202);
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  });
});

describe('clients', () => {
  test('that do not accept event streams get JSON', async () => {
    const reply = await sum({ authorization: `Bearer ${app.key}`, accept: 'application/json' });
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(textOf(reply)).toBe('2 + 2 = 4');
  });

  test('that open a stream or end a session are told that only POST is there', async () => {
    for (const path of ['/mcp', `/mcp/${app.key}`]) {
      for (const method of ['GET', 'DELETE']) {
        const reply = await app.get(path, { method, headers: { accept: 'text/event-stream' } });
        expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
        expect(reply.text).not.toContain(app.key);
      }
    }
  });

  test('that subscribe are told at once that there is nothing to hear', async () => {
    const params = { notifications: { toolsListChanged: true } };
    const reply = await sendMcp(app, 'subscriptions/listen', params, { generation: '2026-07-28' });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const messages = [...reply.text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 7 };
    expect(messages).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta } },
      { id: 7, result: { resultType: 'complete', _meta } },
    ]);
  });

  test('that still send a session id or cancel a call are answered', async () => {
    const ping = await sendMcp(app, 'ping', {}, { headers: { 'mcp-session-id': 'old' } });
    expect(ping.body.result).toEqual({});
    expect(ping.headers.get('mcp-session-id')).toBeNull();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await postMcp(app, JSON.stringify(cancelled))).status).toBe(202);
  });

  test('that look for an OAuth server find none', async () => {
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'oauth-protected-resource/mcp']) {
      expect((await app.get(`/.well-known/${name}`, { key: '' })).status).toBe(404);
    }
  });

  test('find nothing at /mcp if it is off', async () => {
    expect((await sum({ authorization: `Bearer ${app.key}` }, off)).status).toBe(404);
  });
});

/** Sends a message with exactly this `Host`, which `fetch` would set itself. */
async function statusFor(headers: Record<string, string>, web = 0): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const outgoing = request(`${app.urls[web]}/mcp`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json', ...headers },
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  response.resume();
  return response.statusCode;
}

describe('websites in a browser', () => {
  test('are refused unless they are this instance', async () => {
    const port = new URL(app.urls[0] as string).port;
    expect(await statusFor({ origin: `http://127.0.0.1:${port}` })).toBe(200);
    expect(await statusFor({ origin: 'https://search.example.org' }, named)).toBe(200);
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1.evil.example',
      'file://',
      'http://127.0.0.1:1',
      'https://search.example.org:8443',
    ]) {
      expect(await statusFor({ origin })).toBe(403);
      expect(await statusFor({ origin }, open)).toBe(403);
      expect(await statusFor({ origin }, named)).toBe(403);
    }
  });

  test('do not reach an instance on loopback by a name of their own', async () => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000']) expect(await statusFor({ host })).toBe(200);
    for (const host of ['evil.example', '127.evil.example:80']) expect(await statusFor({ host })).toBe(403);
    expect(await statusFor({ host: 'search.example.org' })).toBe(403);
    expect(await statusFor({ host: 'search.example.org' }, named)).toBe(200);
    expect(await statusFor({ host: 'search.example.org' }, open)).toBe(200);
  });
});

async function pretendWorker(): Promise<void> {
  await app.pretendWorker();
  for (const { running } of app.webs) await running.services.webs.look();
}

test('a search is not waited for longer than clients wait, whatever the deadline of the API is', async () => {
  const { key } = await caller();
  await pretendWorker();
  // With the API's deadline of a minute, the test would not see a reply.
  const reply = await callTool(app, 'web_search', { query: 'patience' }, { key, web: patient });
  expect(reply.body.result).toMatchObject({ isError: true, content: [{ text: 'No search engine answered.' }] });
  await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  await eventually('its job is removed', async () => (await app.jobs('wait')) === 0);
});

test('a client that leaves in mid-call ends its search, which counts like any that is queued', async () => {
  const { key } = await caller();
  await pretendWorker();
  const params = { name: 'web_search', arguments: { query: 'someone who leaves' } };
  const outgoing = request(`${app.urls[0]}/mcp`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {});
  outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  await eventually('it is queued', async () => (await app.jobs('wait')) === 1);
  outgoing.destroy();
  await eventually('its job is removed', async () => (await app.jobs('wait')) === 0);
  // The calls of a search that waits for its deadline end with `timeout`.
  const { text } = await app.get('/metrics', { key: '' });
  expect(text).toMatch(/provider="brave",outcome="expired"\} 1/);
  expect(await searchesOf(app, key)).toBe(1);
});

test('no log line and no metric contains a key, also if it is in the path', async () => {
  const { key } = await caller();
  await sum({ authorization: `Bearer ${key}` });
  for (const path of [`/mcp/${key}`, `/mcp/${key}x`, `/mcp/${key}/%zz`, `/mcp/${key}/more`]) {
    for (const method of ['POST', 'GET']) await app.get(path, { key: '', method });
  }
  await app.get(`/mcp/${key}`, { key: '', method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
  const output = () => app.webs.map((web) => web.output).join('');
  await eventually('the requests are logged', () => {
    const lines = app.webs[0]?.lines ?? [];
    return (
      output().includes('"route":"/mcp"') && lines.some(({ route, status }) => route === '/mcp/:key' && status === 415)
    );
  });
  expect((await app.get('/metrics', { key: '' })).text).not.toContain(key);
  for (const secret of [app.key, ...secrets]) expect(output()).not.toContain(secret);
});
