import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { GetOptions } from '../harness/test-system.ts';

const ORIGIN = 'https://app.example.org';
const OTHER = 'https://other.example.org';
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
const API = ['/api/v1/', '/api/v1', '/api/v1/web/?q=linux', '/api/v1/web/stream/?q=linux', '/api/v1/key'];

let app: TestApp;
let webs: Record<'some' | 'all' | 'below', number>;
beforeAll(async () => {
  app = await TestApp.start();
  webs = await addWebs(app, {
    some: { CORS_ORIGINS: `https://first.example.org, ${ORIGIN}` },
    all: { CORS_ORIGINS: '*' },
    below: { CORS_ORIGINS: ORIGIN, PUBLIC_URL: 'https://search.example.org/search' },
  });
});
afterAll(() => app?.stop());

/** A request of a script of an origin. */
const ask = (
  path: string,
  { origin = ORIGIN, web = webs.some, headers = {}, ...rest }: GetOptions & { origin?: string } = {},
) => app.get(path, { web, headers: { origin, ...headers }, ...rest });
const preflight = (path: string, options: GetOptions & { origin?: string } = {}) =>
  ask(path, { method: 'OPTIONS', key: '', ...options, headers: { ...PREFLIGHT, ...options.headers } });
const corsHeaders = ({ headers }: { headers: Headers }) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const listIn = (reply: { headers: Headers }, name: string) => (reply.headers.get(name) ?? '').toLowerCase().split(', ');

describe('an origin that CORS_ORIGINS names', () => {
  test.each([...API, '/api/v1/batch/', '/api/v1/extract/', '/api/v1/translate/'])(
    'may ask without a key what it may send to %s',
    async (path) => {
      const reply = await preflight(path, { headers: { 'access-control-request-method': 'POST' } });
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(listIn(reply, 'access-control-allow-methods')).toEqual(['get', 'post']);
      expect(listIn(reply, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'x-request-id']),
      );
      expect(Number(reply.headers.get('access-control-max-age'))).toBeGreaterThan(0);
      expect(listIn(reply, 'vary')).toContain('origin');
    },
  );

  test.each(API)('may read the reply of %s and its headers', async (path) => {
    const reply = await ask(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const exposed = listIn(reply, 'access-control-expose-headers');
    for (const name of ['ratelimit', 'ratelimit-policy', 'x-request-id']) {
      expect(exposed).toContain(name);
      expect(reply.headers.get(name), name).toMatch(/\S/);
    }
    expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'server-timing', 'warning', 'age']));
    expect(listIn(reply, 'vary')).toContain('origin');
  });

  test.each([
    ['a missing key', '/api/v1/web/?q=linux', { key: '' }, 401],
    ['a bad parameter', '/api/v1/web/', {}, 400],
    ['an unknown address', '/api/v1/nothing/', {}, 404],
    ['a wrong method', '/api/v1/web/', { method: 'DELETE' }, 405],
    ['a type of body that is not supported', '/api/v1/batch/', { method: 'POST', body: 'x' }, 415],
  ])('may read the refusal of %s', async (_, path, options, status) => {
    const reply = await ask(path, options);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  test('gets compressed replies that name both headers on which they depend', async () => {
    const reply = await ask('/api/v1/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(listIn(reply, 'vary').sort()).toEqual(['accept-encoding', 'origin']);
  });

  test.each(['/mcp', '/mcp/'])('may call tools at %s with a key', async (path) => {
    const asked = await preflight(path, { headers: { 'access-control-request-method': 'POST' } });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    const named = listIn(asked, 'access-control-allow-headers');
    expect(named).toEqual(expect.arrayContaining(['mcp-protocol-version', 'mcp-method', 'mcp-name']));
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const send = (options: Parameters<typeof ask>[1]) =>
      ask(path, { method: 'POST', body: JSON.stringify(message), ...options });
    const type = { 'content-type': 'application/json' };
    const reply = await send({ headers: type });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
    expect(reply.body.result.tools.length).toBeGreaterThan(0);
    expect((await send({ headers: type, web: webs.all, origin: OTHER })).status).toBe(200);
    const [foreign, keyless] = [await send({ headers: type, origin: OTHER }), await send({ headers: type, key: '' })];
    expect([foreign.status, corsHeaders(foreign)]).toEqual([403, []]);
    expect([keyless.status, keyless.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
    expect((await send({ headers: type, web: 0 })).status).toBe(403);
  });

  test('is known below a path too', async () => {
    const reply = await preflight('/search/api/v1/web/', { web: webs.below });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
  });

  test('gets the usual 405 for OPTIONS that is not the question of a browser', async () => {
    const reply = await ask('/api/v1/web/', { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test.each([
    '/',
    '/login',
    '/settings/api-keys',
    '/docs',
    '/static/icon.svg',
    '/healthz',
    '/metrics',
    '/api/v1x',
    '/compat/tavily/search',
  ])('gets no permission for %s, which is not of the API', async (path) => {
    const [asked, plain, before] = await Promise.all([
      preflight(path),
      ask(path, { redirect: 'manual' }),
      preflight(path, { web: 0 }),
    ]);
    expect([corsHeaders(asked), corsHeaders(plain)]).toEqual([[], []]);
    expect([asked.status, asked.text]).toEqual([before.status, before.text]);
  });

  test('never gets permission to use the session of a visitor', async () => {
    for (const reply of [
      await preflight('/api/v1/web/'),
      await ask('/api/v1/key/'),
      await ask('/api/v1/key/', { web: webs.all }),
    ]) {
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

test.each([OTHER, 'null', 'http://app.example.org', `${ORIGIN}:8443`, `${ORIGIN}.evil.example`, ''])(
  'the origin "%s", which CORS_ORIGINS does not name, gets no permission',
  async (origin) => {
    const asked = await preflight('/api/v1/web/', { origin });
    expect([asked.status, asked.headers.get('allow'), corsHeaders(asked)]).toEqual([405, 'GET', []]);
    const reply = await ask('/api/v1/key/', { origin });
    expect([reply.status, corsHeaders(reply)]).toEqual([200, []]);
    // A cache must not give this reply to an origin that is named.
    expect(listIn(reply, 'vary')).toContain('origin');
  },
);

test('with *, every origin may call the API', async () => {
  for (const origin of [ORIGIN, OTHER, 'null']) {
    expect((await preflight('/api/v1/web/', { origin, web: webs.all })).status).toBe(204);
    const reply = await ask('/api/v1/key/', { origin, web: webs.all });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  }
});

test('without the setting, nobody is asked for an origin and OPTIONS is refused as ever', async () => {
  for (const path of API) {
    const reply = await preflight(path, { web: 0 });
    expect([reply.status, reply.headers.get('allow'), corsHeaders(reply)]).toEqual([405, 'GET', []]);
  }
  const reply = await ask('/api/v1/key/', { web: 0 });
  expect([reply.status, corsHeaders(reply), reply.headers.get('vary')]).toEqual([200, [], null]);
});
