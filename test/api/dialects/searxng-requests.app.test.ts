import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../../lib/keys/key-format.ts';
import { setDisabled } from '../../harness/as-tester.ts';
import { LeavingClient } from '../../harness/leaving-client.ts';
import { eventually } from '../../harness/processes.ts';
import { searchesOf, secretAccount, untilAnswersAreLoaded } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import type { GetOptions, Reply } from '../../harness/test-system.ts';

let app: TestApp;
/** Web applications without dialects, with another one only, and with a low limit. */
let [off, others, tight] = [0, 0, 0];

beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  await untilAnswersAreLoaded(app);
  off = app.urls.indexOf(await app.addWeb({ COMPAT: 'off' }));
  others = app.urls.indexOf(await app.addWeb({ COMPAT: 'mcp,openwebui' }));
  tight = app.urls.indexOf(await app.addWeb({ API_THROTTLE_SUSTAINED: '2/day' }));
});
afterAll(() => app?.stop());

/** Keys that no log line may contain. */
const secrets: string[] = [];
const caller = () => secretAccount(app, secrets);

/** No worker runs here, so the search is one that needs none: beyond the last page. */
const PAGE = 'q=node&pageno=51';
const send = (path: string, headers: Record<string, string> = {}, options: GetOptions = {}): Promise<Reply> =>
  app.get(`/compat/searxng${path}?${PAGE}`, { key: '', ...options, headers });
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the key', () => {
  test('is read from every header that clients use, or else from the path', async () => {
    const { key } = await caller();
    const places: [path: string, headers: Record<string, string>][] = [
      ['/search', { authorization: `Bearer ${key}` }],
      ['/search', { authorization: `Api-Key ${key}` }],
      ['/search', { authorization: basic(`key:${key}`) }],
      ['/search', { authorization: basic(`${key}:`) }],
      ['/search', { 'x-api-key': key }],
      ['', { 'x-api-key': key }],
      [`/${key}`, {}],
      [`/${key}/search`, {}],
      [`/nonsense/search`, { 'x-api-key': key }],
      ['//search', { 'x-api-key': key }],
      [`/${key}//search`, {}],
      [`//${key}///search/`, {}],
    ];
    for (const [path, headers] of places) expect((await send(path, headers)).status, path).toBe(200);
    expect(await searchesOf(app, key)).toBe(places.length);
  });

  test('that is missing, bad, unknown, or in the wrong place is a 401', async () => {
    const { key } = await caller();
    const unknown = generateKey().key;
    secrets.push(unknown);
    const [MISSING, INVALID] = ['Authentication credentials were not provided.', 'Invalid or revoked API key.'];
    const refused: [path: string, headers: Record<string, string>, error: string][] = [
      ['/search', {}, MISSING],
      ['', {}, MISSING],
      ['/search', { authorization: 'Bearer nonsense' }, INVALID],
      ['/search', { authorization: `Bearer ${unknown}` }, INVALID],
      ['/nonsense/search', {}, INVALID],
      [`/${unknown}/search`, {}, INVALID],
      [`/${key}/search`, { authorization: 'Bearer nonsense' }, INVALID],
      ['/search', { authorization: 'Bearer nonsense', 'x-api-key': key }, INVALID],
      ['/search', { cookie: `key=${key}` }, MISSING],
    ];
    for (const [path, headers, error] of refused) {
      const reply = await send(path, headers);
      expect([reply.status, reply.body], path).toEqual([401, { error, results: [] }]);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="tributary", Basic realm="tributary"');
    }
    const inAddress = await app.get(`/compat/searxng/search?${PAGE}&key=${key}&api_key=${key}`, { key: '' });
    expect(inAddress.status).toBe(401);
    const body = new URLSearchParams({ q: 'node', pageno: '51', key, api_key: key }).toString();
    const inBody = await send(
      '/search',
      { 'content-type': 'application/x-www-form-urlencoded' },
      { method: 'POST', body },
    );
    expect(inBody.status).toBe(401);
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('is checked before the body and the parameters', async () => {
    const options = { method: 'POST', body: 'x'.repeat(2_000_000) };
    expect((await send('/search', { 'content-type': 'text/plain' }, options)).status).toBe(401);
    expect((await app.get('/compat/searxng/search?pageno=x', { key: '' })).status).toBe(401);
  });

  test('of a disabled account is a 403', async () => {
    const { username, key } = await caller();
    await setDisabled(app.client, username, true);
    const reply = await send(`/${key}/search`);
    expect([reply.status, reply.body]).toEqual([403, { error: 'User account is disabled.', results: [] }]);
  });
});

test('a limit is a 429 that says how long to wait, before anything is said about parameters', async () => {
  const { key } = await caller();
  for (let i = 0; i < 2; i++) expect((await send(`/${key}`, {}, { web: tight })).status).toBe(200);
  const reply = await app.get(`/compat/searxng/${key}/search?pageno=x`, { key: '', web: tight });
  expect(reply.status).toBe(429);
  expect(reply.body).toEqual({
    error: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds\.$/),
    results: [],
  });
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(reply.headers.get('ratelimit')).toMatch(/"sustained";r=0;t=\d+/);
  expect(await searchesOf(app, key)).toBe(2);
});

describe('bodies', () => {
  const UNREADABLE = 'The body is not a form, nor a JSON object.';
  const refused: [what: string, body: string, type: string, status: number, error: string][] = [
    ['broken JSON', '{"q":', 'application/json', 400, UNREADABLE],
    ['a JSON list', '["q"]', 'application/json', 400, UNREADABLE],
    ['a JSON text', '"q"', 'application/json', 400, UNREADABLE],
    ['null', 'null', 'application/json', 400, UNREADABLE],
    ['deep nesting', '['.repeat(10_000), 'application/json', 400, 'The body is nested too deeply.'],
    ['a query that is an object', '{"q":{}}', 'application/json', 400, 'q: Give this parameter once.'],
    [
      'categories that are an object',
      '{"categories":{}}',
      'application/json',
      400,
      'categories: Use names, separated by commas.',
    ],
    ['a mebibyte', `{"x":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'The request is too large.'],
    [
      'a mebibyte as a form',
      `x=${'x'.repeat(1024 * 1024)}`,
      'application/x-www-form-urlencoded',
      413,
      'The request is too large.',
    ],
    ['plain text', 'q=node', 'text/plain', 415, 'This content type is not supported.'],
    ['XML', '<q>node</q>', 'application/xml', 415, 'This content type is not supported.'],
  ];
  test.each(refused)('%s is refused, and not counted', async (_what, body, type, status, error) => {
    const { key } = await caller();
    const reply = await send('/search', { 'x-api-key': key, 'content-type': type }, { method: 'POST', body });
    expect([reply.status, reply.body]).toEqual([status, { error, results: [] }]);
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  });
});

test('without a worker there is a 503 with the shape of a reply, and nothing is counted', async () => {
  const { key } = await caller();
  const reply = await app.get(`/compat/searxng/${key}/search?q=nobody works`, { key: '' });
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toBe('2');
  expect(reply.body).toMatchObject({ error: 'No search worker is running.', query: 'nobody works', results: [] });
  expect(reply.body.unresponsive_engines).toHaveLength(3);
  await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
});

test('nothing is there if the dialect is off', async () => {
  for (const web of [off, others]) {
    for (const path of ['', '/search', '/config', '/autocompleter', '/healthz', `/${app.key}/search`]) {
      expect((await send(path, { 'x-api-key': app.key }, { web })).status).toBe(404);
    }
  }
});

test('other methods are not allowed, and POST is like GET on every path', async () => {
  const reply = await send('/search', { 'x-api-key': app.key }, { method: 'DELETE' });
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST']);
  const config = await send('/config', { 'x-api-key': app.key }, { method: 'POST' });
  expect(config.body).toMatchObject({ instance_name: 'Tributary' });
});

test('a client that leaves in mid-call ends its searches, which count like any that are queued', async () => {
  const { key } = await caller();
  await app.pretendWorker();
  for (const { running } of app.webs) await running.services.webs.look();
  const client = await LeavingClient.send(
    `${app.urls[0]}/compat/searxng/search?q=someone who leaves&categories=general,news`.replaceAll(' ', '%20'),
    key,
  );
  await eventually('both tabs are queued', async () => (await app.jobs('wait')) === 2);
  client.leave();
  await eventually('the jobs are removed', async () => (await app.jobs('wait')) === 0);
  expect(await searchesOf(app, key)).toBe(2);
});

test('no log line and no metric contains a key, also if it is in the path', async () => {
  const { key } = await caller();
  const search = '/compat/searxng/:key/search';
  await send(`/${key}/search`);
  await app.get(`/compat/searxng/${key}/config`, { key: '' });
  await app.get(`/compat/searxng/${key}/nothing/here`, { key: '' });
  await app.get(`/compat/searxng/${key}/%zz`, { key: '' });
  await send(`/${key}/search`, { 'content-type': 'text/plain' }, { method: 'POST', body: 'x' });
  await send(`/${key}x/search`);
  const output = () => app.webs.map((web) => web.output).join('');
  await eventually('the last request is logged', () => {
    const lines = app.webs[0]?.lines ?? [];
    return lines.some(({ route, status }) => route === search && status === 401);
  });
  const { text } = await app.get('/metrics', { key: '' });
  expect(text).toContain(search);
  for (const secret of [app.key, ...secrets]) expect(output() + text).not.toContain(secret);
});
