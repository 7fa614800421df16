import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { rawRequest, sendBytes } from '../harness/raw-http.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off' } });
});
afterAll(() => app?.stop());

test('a query of only control characters does not change the health of the engines', async () => {
  await app.reset();
  for (let i = 0; i < 3; i++) await app.get(`/api/v1/web/?q=%0${i + 1}`);
  const providers: Record<string, string>[] = (await app.get('/api/v1/status/')).body.providers;
  const engines = providers.filter(({ group }) => group === 'web');
  expect(engines.map(({ state, last_error }) => [state, last_error])).toEqual([
    ['unknown', ''],
    ['unknown', ''],
    ['unknown', ''],
  ]);
  expect((await app.search('linux')).body.engine).toEqual(['engine_a', 'engine_b', 'engine_c']);
});

describe('paths', () => {
  const paths = [
    '/api/v1/',
    '/api/v1/web/',
    '/api/v1/images/',
    '/api/v1/images/similar/',
    '/api/v1/news/',
    '/api/v1/videos/',
    '/api/v1/cards/',
    '/api/v1/suggest/',
    '/api/v1/status/',
    '/api/v1/key/',
  ];

  test.each(paths)('%s is served with and without its trailing slash, without a redirect', async (path) => {
    for (const spelling of [path, path.slice(0, -1)]) {
      const reply = await app.get(`${spelling}?q=linux`, { redirect: 'manual' });
      expect(reply.status, spelling).toBe(200);
      expect(reply.headers.get('location')).toBeNull();
    }
  });

  test('the bare address is the search page for signed-in users', async () => {
    const reply = await app.get('/', { redirect: 'manual', key: '' });
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')).toBe('/login?next=%2F');
  });

  test.each([
    '/nothing',
    '/api/',
    '/api/v2/web/',
    '/api/v1/nothing/',
    '/api/v1/web/more/',
    '/api/v1/WEB/',
    '/.env',
    '/api/v1/__proto__/',
  ])('%s returns a 404 in JSON', async (path) => {
    const reply = await app.get(path);
    expect(reply.status).toBe(404);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
  });

  test.each([
    ['POST', '/:a('],
    ['POST', '*'],
    ['OPTIONS', '*'],
    ['HEAD', '/api/v1/:x(a'],
    ['POST', '/static/*'],
    ['DELETE', '/:a(b)-:c(d)-:e(f'],
  ])('%s %s is an unknown address, although it looks like the pattern of a route', async (method, path) => {
    const reply = await sendBytes(
      app.urls[0] as string,
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: pattern\r\nConnection: close\r\n\r\n`,
    );
    expect(reply.status).toBe(404);
    expect(reply.text).toBe(method === 'HEAD' ? '' : '{"detail":"Not found."}');
    expect(app.webs[0]?.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  describe.each(paths)('%s', (path) => {
    test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
      'refuses %s and lists the allowed methods',
      async (method) => {
        for (const spelling of [path, path.slice(0, -1)]) {
          const reply = await app.get(spelling, { method });
          expect(reply.status).toBe(405);
          expect(reply.headers.get('allow')).toBe('GET');
          expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
        }
      },
    );

    test('refuses HEAD in the same way, without a body', async () => {
      const reply = await app.get(path, { method: 'HEAD' });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('GET');
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.text).toBe('');
    });
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'q=linux'],
    ['JSON', 'application/json', '{"q":"linux"}'],
    ['broken JSON', 'application/json', '{"q":'],
    ['XML', 'application/xml', '<q>linux</q>'],
  ])('a search sent as %s is refused for its method, whatever its content', async (_, type, body) => {
    const reply = await app.get('/api/v1/web/', { method: 'POST', body, headers: { 'content-type': type } });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET');
    expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
  });

  test('a body that is too large is refused in JSON', async () => {
    const reply = await app.get('/api/v1/web/', {
      method: 'POST',
      body: JSON.stringify({ q: 'x'.repeat(70_000) }),
      headers: { 'content-type': 'application/json' },
    });
    expect([405, 413]).toContain(reply.status);
    expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
  });
});

describe('unreadable requests', () => {
  const isOurs = (text: string) => expect(JSON.parse(text)).toEqual({ detail: expect.stringMatching(/\S/) });

  test('a URL with broken percent-encoding gets an API error', async () => {
    const reply = await rawRequest(`${app.urls[0]}/api/v1/%zz`);
    expect([400, 404]).toContain(reply.status);
    isOurs(reply.text);
    expect(reply.headers['x-request-id']).toMatch(/\S/);
  });

  test('headers that are too large get an API error', async () => {
    const padding = 'x'.repeat(40_000);
    const reply = await sendBytes(
      app.urls[0] as string,
      `GET /api/v1/web/?q=linux HTTP/1.1\r\nHost: a\r\nX-Padding: ${padding}\r\n\r\n`,
    );
    expect(reply.status).toBe(431);
    isOurs(reply.text);
    expect(reply.headers['x-request-id']).toMatch(/\S/);
  });

  test('bytes that are not HTTP get an API error', async () => {
    const reply = await sendBytes(app.urls[0] as string, 'HELLO THERE\r\n\r\n');
    expect(reply.status).toBe(400);
    isOurs(reply.text);
    expect(reply.headers['x-request-id']).toMatch(/\S/);
  });
});

describe('the request id', () => {
  const idOf = async (headers: Record<string, string> = {}, path = '/api/v1/key/') =>
    (await app.get(path, { headers })).headers.get('x-request-id');

  test.each(['abc', '0123456789abcdef0123456789abcdef', '6f1d3c2e-6a39-4a0e-9d53-0a4e0d1c5b7a', 'a.b_c:d-1'])(
    'is the caller’s own if it is a valid token: %s',
    async (id) => {
      expect(await idOf({ 'x-request-id': id })).toBe(id);
    },
  );

  test.each([
    '',
    'two words',
    'a,b',
    '<script>',
    '"quoted"',
    'ümlaut',
    'x'.repeat(500),
    '{"a":1}',
    '../../etc',
    'a\tb',
  ])('is generated when the caller sends %j', async (id) => {
    expect(await idOf({ 'x-request-id': id })).toMatch(/^[A-Za-z0-9._:-]{8,64}$/);
    expect(await idOf({ 'x-request-id': id })).not.toBe(id);
  });

  test('differs between requests', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => idOf()));
    expect(new Set(ids).size).toBe(10);
  });

  test.each([
    ['a search', '/api/v1/web/?q=linux', 'GET', 200],
    ['the root', '/api/v1/', 'GET', 200],
    ['a bad parameter', '/api/v1/web/', 'GET', 400],
    ['an unknown path', '/nothing/', 'GET', 404],
    ['a wrong method', '/api/v1/web/', 'DELETE', 405],
    ['the health check', '/healthz', 'GET', 200],
    ['the documentation', '/docs', 'GET', 200],
    ['the OpenAPI document', '/api/v1/openapi.json', 'GET', 200],
  ])('is returned with %s', async (_, path, method, status) => {
    const reply = await app.get(path, { method, headers: { 'x-request-id': 'my-id-1' } });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('x-request-id')).toBe('my-id-1');
  });

  test('is returned with a refused key', async () => {
    const reply = await app.get('/api/v1/key/', { key: 'nonsense', headers: { 'x-request-id': 'my-id-2' } });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('x-request-id')).toBe('my-id-2');
  });
});

test('an unexpected error is a 500 with nothing but its request id', async () => {
  const { key, prefix } = await newAccount(app);
  // The admission script expects a hash, so another type makes it fail.
  await app.client.set(redisKeys.keyUsage(prefix, usagePeriod(new Date()).month), 'not a hash');
  const reply = await app.search('linux', { key, headers: { 'x-request-id': 'broken-1' } });
  expect(reply.status).toBe(500);
  expect(reply.headers.get('x-request-id')).toBe('broken-1');
  expect(reply.body).toEqual({ detail: 'Internal server error.', request_id: 'broken-1' });
  const line = await eventually('the error is logged', () =>
    app.webs[0]?.lines.find(({ reqId, level }) => reqId === 'broken-1' && Number(level) >= 50),
  );
  expect(JSON.stringify(line)).toContain('WRONGTYPE');
  // The arguments of the command are not logged: they contain keys, and other commands contain queries.
  expect(line.err).toEqual({
    type: expect.any(String),
    message: expect.stringContaining('WRONGTYPE'),
    stack: expect.any(String),
    command: 'evalsha',
  });
  expect(JSON.stringify(line)).not.toContain(prefix);
  expect(JSON.stringify(line)).not.toContain(key);
});
