import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeyChanges } from '../../lib/keys/key-fields.ts';
import { keyChanges } from '../../lib/keys/key-fields.ts';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import { changeKey, createKey, createUser, revokeKey, setDisabled } from '../harness/as-tester.ts';
import { LeavingClient } from '../harness/leaving-client.ts';
import { callTool } from '../harness/mcp.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import type { GetOptions } from '../harness/test-system.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
const records: RequestRecord[] = [];
beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000', API_THROTTLE_SUSTAINED: 'off' } });
  const batches = app.webs[0]?.running.services.recordBatches;
  if (!batches) throw new Error('There is no web process.');
  batches.add = (record) => records.push(record);
});
afterAll(() => app?.stop());
beforeEach(async () => {
  await app.healUpstreams();
  records.length = 0;
});

/** The record of a request that has been answered. Its end may be noticed a moment after the reply. */
async function recordOf(id: string): Promise<RequestRecord> {
  return eventually(`the request ${id} has a record`, async () => records.find((record) => record.id === id));
}

/** Sends a request and returns its record. */
async function recorded(path: string, options: GetOptions = {}): Promise<RequestRecord> {
  const { headers } = await app.get(path, options);
  return recordOf(headers.get('x-request-id') as string);
}

let count = 0;
async function keyWith(changes: object): Promise<{ key: string; prefix: string; username: string }> {
  const username = `someone-${++count}`;
  await createUser(app.client, username);
  const { key, prefix } = await createKey(app.client, username, { name: 'test' });
  if (Object.keys(changes).length > 0)
    await changeKey(app.client, prefix, keyChanges.parse(changes) as KeyChanges, { maxDays: null });
  return { key, prefix, username };
}

describe('the record of a search', () => {
  test('that is streamed says that its time is none of an answer', async () => {
    expect(await recorded('/api/v1/web/stream/?q=streamed')).toMatchObject({ status: 200, cost: 1, isUntimed: true });
    expect(await recorded('/api/v1/web/?q=not-streamed')).not.toHaveProperty('isUntimed');
  });

  test('says who asked for what, how it ended, and how each engine took part', async () => {
    const { key, prefix, username } = await keyWith({ labels: { team: 'blue' } });
    const before = Date.now();
    const first = await recorded('/api/v1/web/?q=records', { key, headers: { 'user-agent': 'curl/8.5.0 (secret)' } });
    expect(first).toEqual({
      id: expect.any(String),
      at: expect.any(Number),
      ms: expect.any(Number),
      account: username,
      key: prefix,
      labels: { team: 'blue' },
      endpoint: 'web',
      status: 200,
      reason: null,
      cost: 1,
      cached: false,
      engines: ['engine_a', 'engine_b', 'engine_c'].map((engine) => ({
        engine,
        outcome: 'ok',
        ms: expect.any(Number),
      })),
      trace: null,
      program: 'curl/8.5.0',
    });
    expect(first.at).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(first)).not.toContain('records');
    const again = await recorded('/api/v1/web/?q=records', { key });
    expect(again).toMatchObject({ cached: true, cost: 1 });
    expect(again.engines).toContainEqual({ engine: 'engine_a', outcome: 'cached', ms: null });
    // From the memory of the process.
    const kept = await recorded('/api/v1/web/?q=records', { key });
    expect({ ...kept, id: '', at: 0, ms: 0 }).toEqual({ ...again, id: '', at: 0, ms: 0 });
  });

  test('tells engines that were called from those that a worker refused to call', async () => {
    const [web, worker] = [app.webs[0]?.running ?? expect.fail(), app.workers[0]?.running ?? expect.fail()];
    const brave = web.services.providers.roster.providers.get('brave') ?? expect.fail();
    const refusing = vi.spyOn(worker.permits.of(brave), 'take').mockResolvedValue('overloaded');
    const refused = await recorded('/api/v1/web/?q=refused&engine=engine_a,engine_b');
    refusing.mockRestore();
    expect(refused).toMatchObject({ status: 200, cost: 1 });
    expect(refused.engines).toEqual([
      { engine: 'engine_a', outcome: 'overloaded', ms: null },
      { engine: 'engine_b', outcome: 'ok', ms: expect.any(Number) },
    ]);
  });

  test('names dialects, streams, tools and the pages', async () => {
    const post = {
      method: 'POST',
      key: '',
      headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    };
    const tavily = await recorded('/compat/tavily/search', { ...post, body: JSON.stringify({ query: 'a' }) });
    expect(tavily).toMatchObject({ endpoint: 'tavily/search', account: 'tester', cost: 1 });
    expect(tavily.engines).toHaveLength(3);
    expect(await recorded(`/compat/searxng/${app.key}/search?q=b`, { key: '' })).toMatchObject({
      endpoint: 'searxng/search',
    });
    expect(await recorded('/api/v1/web/stream/?q=c')).toMatchObject({ endpoint: 'web/stream', status: 200 });
    expect(records.at(-1)?.engines).toHaveLength(3);
    const { headers } = await callTool(app, 'web_search', { query: 'd' });
    expect(await recordOf(headers.get('x-request-id') as string)).toMatchObject({
      endpoint: 'mcp/web_search',
      cost: 1,
    });
    const ada = await Visitor.signedIn(app, 'ada');
    const page = await ada.get('/?q=e');
    expect(await recordOf(page.headers.get('x-request-id') as string)).toMatchObject({
      endpoint: 'page/web',
      account: 'ada',
      key: null,
      status: 200,
      cost: 1,
      engines: [{ outcome: 'ok' }, { outcome: 'ok' }, { outcome: 'ok' }],
    });
    records.length = 0;
    await ada.get('/settings/api-keys');
    expect(records).toEqual([]);
  });

  test('of a batch is beside one for each of its parts', async () => {
    const requests = [
      { endpoint: 'web', params: { q: 'f' } },
      { endpoint: 'web', params: {} },
    ];
    const headers = { 'content-type': 'application/json', 'x-request-id': 'the-batch' };
    await app.get('/api/v1/batch/', { method: 'POST', headers, body: JSON.stringify({ requests }) });
    expect(await recordOf('the-batch')).toMatchObject({ endpoint: 'batch', cost: 0 });
    expect(await recordOf('the-batch-1')).toMatchObject({ endpoint: 'web', cost: 1, reason: null });
    expect(await recordOf('the-batch-2')).toMatchObject({ endpoint: 'web', cost: 0, status: 400, reason: 'parameter' });
  });
});

describe('the record of a refusal says why, and whose it was, of', () => {
  test('no key, and a bad one, which are nobody’s', async () => {
    const nobody = { status: 401, account: null, key: null, cost: 0, engines: [] };
    expect(await recorded('/api/v1/web/?q=a', { key: '' })).toMatchObject({ ...nobody, reason: 'no_key' });
    expect(await recorded('/api/v1/web/?q=a', { key: 'trib_x' })).toMatchObject({ ...nobody, reason: 'bad_key' });
    const { key, prefix } = await keyWith({});
    await revokeKey(app.client, prefix);
    expect(await recorded('/api/v1/web/?q=a', { key })).toMatchObject({ ...nobody, reason: 'bad_key' });
  });

  test.each([
    ['a key that is switched off', { disabled: true }, 403, 'switched_off'],
    ['a scope that the key lacks', { scopes: ['maps'] }, 403, 'scope'],
    ['an address that the key is not for', { addresses: ['203.0.113.0/24'] }, 403, 'address'],
  ])('%s', async (_, changes, status, reason) => {
    const { key, prefix, username } = await keyWith({ ...changes, labels: { for: 'this' } });
    expect(await recorded('/api/v1/web/?q=a', { key })).toMatchObject({
      status,
      reason,
      account: username,
      key: prefix,
      labels: { for: 'this' },
      cost: 0,
    });
  });

  test.each([
    ['a burst', { burst: '1/min' }, 'burst'],
    ['a day', { sustained: '1/day' }, 'sustained'],
    ['a month', { monthly: 1 }, 'month'],
  ])('the limit of %s', async (_, limits, reason) => {
    const { key, prefix, username } = await keyWith({ limits });
    await app.get('/api/v1/web/?q=a', { key });
    expect(await recorded('/api/v1/web/?q=a', { key })).toMatchObject({
      status: 429,
      reason,
      account: username,
      key: prefix,
    });
  });

  test('a place among the requests at a time', async () => {
    const { key, username } = await keyWith({ limits: { max_parallel: 1 } });
    await app.knobs('brave', { mode: 'hold' });
    const held = app.get('/api/v1/web/?q=held', { key });
    const refused = await eventually('one is refused', async () => {
      const record = await recorded('/api/v1/web/?q=other', { key });
      return record.status === 429 ? record : undefined;
    });
    expect(refused).toMatchObject({ reason: 'parallel', account: username });
    await app.healUpstreams();
    await held;
  });

  test('an account that is disabled', async () => {
    const { key, username } = await keyWith({});
    await setDisabled(app.client, username, true);
    expect(await recorded('/api/v1/web/?q=a', { key })).toMatchObject({
      status: 403,
      reason: 'disabled',
      account: username,
    });
  });

  test('a bad parameter, and of a tool that got one', async () => {
    expect(await recorded('/api/v1/web/?q=a&page=-1')).toMatchObject({
      status: 400,
      reason: 'parameter',
      account: 'tester',
    });
    const { headers } = await callTool(app, 'web_search', { query: '' });
    const tool = await recordOf(headers.get('x-request-id') as string);
    expect(tool).toMatchObject({ endpoint: 'mcp/web_search', status: 400, reason: 'parameter', cost: 0 });
  });

  test('a body that is too large', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ requests: ['x'.repeat(300_000)] });
    expect(await recorded('/api/v1/batch/', { method: 'POST', headers, body })).toMatchObject({
      status: 413,
      reason: 'too_large',
    });
  });
});

describe('the record of a failure', () => {
  test('says that no engine answered, which costs nothing', async () => {
    for (const engine of ['brave', 'mojeek', 'marginalia']) await app.knobs(engine, { status: 500 });
    const record = await recorded('/api/v1/web/?q=none');
    expect(record).toMatchObject({ status: 503, reason: 'engines', cost: 0, account: 'tester' });
    expect(record.engines.map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error']);
    await app.reset();
  });

  test('says that the client left, and what it is counted as all the same', async () => {
    await app.knobs('brave', { mode: 'hold' });
    const client = await LeavingClient.send(`${app.urls[0]}/api/v1/web/?q=leaves`, app.key);
    await eventually('the engine is called', async () => (await app.calls('brave')).length > 0);
    client.leave();
    const record = recordOf(client.requestId);
    expect(await record).toMatchObject({
      status: 499,
      reason: 'client_left',
      endpoint: 'web',
      cost: 1,
      account: 'tester',
    });
  });

  test('is there for a client that leaves while it sends', async () => {
    const { port } = new URL(app.urls[0] as string);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /api/v1/batch/ HTTP/1.1\r\nHost: a\r\nAuthorization: Api-Key ${app.key}\r\nContent-Type: application/json\r\n` +
        'X-Request-Id: half\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n{"requests":',
    );
    // It says so when it has read the head.
    await once(socket, 'data');
    await app.get('/api/v1/key/');
    socket.destroy();
    expect(await recordOf('half')).toMatchObject({ status: 499, reason: 'client_left', endpoint: 'batch' });
  });
});

test('an error page has the id of its request', async () => {
  const { headers, text } = await app.get('/nowhere', { key: '', headers: { accept: 'text/html' } });
  expect(headers.get('x-request-id')).toMatch(/.+/);
  expect(text).toContain('<html');
});
