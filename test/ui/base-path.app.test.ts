import { h } from 'preact';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBasePath } from '../../api/plugins/base-path.ts';
import { render } from '../../api/ui/page.tsx';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { seesUntrustedProxy } from '../../lib/proxy-check.ts';
import { createUser } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

const PUBLIC_URL = 'https://example.org/search';
/** What a proxy with TLS tells. */
const OVER_TLS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'example.org', origin: 'https://example.org' };

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await TestApp.start();
  url = await app.addWeb({ PUBLIC_URL, TRUST_PROXY: '127.0.0.1' });
  await createUser(app.client, 'ada', { password: PASSWORD });
});
afterAll(() => app.stop());

/** A visitor behind the proxy. */
function behindProxy(base = url): Visitor {
  return Object.assign(new Visitor(base), { headers: OVER_TLS });
}

test.each([
  ['/search/', '/'],
  ['/search', '/'],
  ['/search?q=linux', '/?q=linux'],
  ['/search/api/v1/web/?q=linux', '/api/v1/web/?q=linux'],
  ['/search/search/x', '/search/x'],
  ['/searchx', '/searchx'],
  ['/search.json?q=/search/', '/search.json?q=/search/'],
  ['/healthz', '/healthz'],
  ['/', '/'],
])('a request for %s is one for %s', (from, to) => {
  expect(removeBasePath('/search')({ url: from })).toBe(to);
});

describe('a page', () => {
  const basePath = '/search';

  test('links to its own paths below the base path, and to other sites as they are', () => {
    const page = h(
      'p',
      null,
      h('a', { href: '/login?next=/' }),
      h('form', { action: '/', 'data-suggest': '/suggest.json' }),
      h('img', { src: '/static/icon.svg' }),
      h('a', { href: 'https://example.com/path' }),
      h('a', { href: '//example.com/' }),
      h('a', { href: '#main' }),
      h('input', { name: 'next', value: '/settings' }),
    );
    expect(render(page, { basePath })).toBe(
      '<!doctype html><p><a href="/search/login?next=/"></a>' +
        '<form action="/search/" data-suggest="/search/suggest.json"></form><img src="/search/static/icon.svg"/>' +
        '<a href="https://example.com/path"></a><a href="//example.com/"></a><a href="#main"></a>' +
        '<input name="next" value="/settings"/></p>',
    );
  });

  test('shows texts that look like links unchanged', () => {
    const text = ` <a href="/x" src='/y' action="/z">`;
    const page = h('div', null, h('p', { title: text }, text));
    expect(render(page, { basePath })).toBe(render(page, { basePath: '' }));
  });
});

describe.each([
  ['passes the path on', '/search'],
  ['removes the path', ''],
])('behind a proxy that %s', (_what, passed) => {
  test('a visitor is led to sign in, signs in, and gets cookies for the base path only', async () => {
    const visitor = behindProxy();
    expect((await visitor.get(`${passed}/settings/usage?page=2`)).location).toBe(
      `/search/login?next=${encodeURIComponent('/settings/usage?page=2')}`,
    );
    expect((await visitor.get(`${passed}/login?next=/settings/usage`)).text).toContain('action="/search/login"');
    const fields = { username: 'ada', password: PASSWORD, next: '/settings/usage' };
    const reply = await visitor.post(`${passed}/login`, fields, { csrf: null, headers: OVER_TLS });
    expect([reply.status, reply.location]).toEqual([303, '/search/settings/usage']);
    expect(reply.cookies.map((cookie) => cookie.replace(/=[^;]+/, '')).sort()).toEqual([
      '__Secure-tributary; Max-Age=7776000; Path=/search; HttpOnly; Secure; SameSite=Lax',
      '__Secure-tributary_device; Max-Age=31536000; Path=/search; HttpOnly; Secure; SameSite=Lax',
    ]);
    const signOuts = async () =>
      (await readAudit(app.client, { account: 'ada', action: 'signed out' }, { limit: 100 })).items.length;
    const before = await signOuts();
    await visitor.get(`${passed}/settings/usage`);
    expect((await visitor.post(`${passed}/logout`, {}, { headers: OVER_TLS })).location).toBe('/search/login');
    expect(await signOuts()).toBe(before + 1);
  });

  test('the API, its links and its description name the base path', async () => {
    const { body } = await app.get(`${passed}/api/v1/`, { web: 1 });
    expect(body.web).toBe(`${PUBLIC_URL}/api/v1/web/`);
    expect((await app.get(`${passed}/api/v1/openapi.json`, { web: 1 })).body.servers).toEqual([{ url: PUBLIC_URL }]);
    const { text } = await app.get(`${passed}/docs`, { web: 1 });
    expect(text).toContain('href="/search/docs/web"');
    expect(text.replace(/<[^>]*>/g, '')).toContain(`curl &#39;${PUBLIC_URL}/api/v1/web/`.replaceAll('&#39;', "'"));
  });

  test('an unknown address gets a page that links below the base path', async () => {
    const { status, text } = await behindProxy().get(`${passed}/nothing`, { accept: 'text/html' });
    expect(status).toBe(404);
    expect(text).toMatch(/<link rel="stylesheet" href="\/search\/static\/style\.\w+\.css"/);
    expect([...text.matchAll(/ (?:href|src|action)="(\/(?!search\/)[^"]*)"/g)].map(([, path]) => path)).toEqual([]);
  });
});

test('health checks at the port need no base path', async () => {
  expect((await app.get('/healthz', { web: 1, key: '' })).status).toBe(200);
  expect((await app.get('/searchz', { web: 1, key: '' })).status).toBe(404);
});

test('a form from PUBLIC_URL is accepted from a proxy that does not pass on the host, another is not', async () => {
  const visitor = new Visitor(url);
  const fields = { username: 'ada', password: PASSWORD };
  const from = async (origin: string) =>
    (await visitor.post('/search/login', fields, { csrf: null, headers: { origin } })).status;
  expect(await from('https://example.org')).toBe(303);
  expect(await from('https://example.org.example')).toBe(403);
  expect(await from('http://example.org')).toBe(403);
});

test('without a path in PUBLIC_URL there is no base path', async () => {
  const root = await app.addWeb({ PUBLIC_URL: 'https://example.org', TRUST_PROXY: '127.0.0.1' });
  const visitor = behindProxy(root);
  const reply = await visitor.post(
    '/login',
    { username: 'ada', password: PASSWORD },
    { csrf: null, headers: OVER_TLS },
  );
  expect(reply.location).toBe('/');
  expect(reply.cookies.map((cookie) => cookie.replace(/=[^;]+/, '')).sort()).toEqual([
    '__Host-tributary; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-tributary_device; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
  ]);
  expect((await behindProxy(root).get('/login')).text).toContain('action="/login"');
  expect((await app.get('/api/v1/openapi.json', { web: 2 })).body.servers).toEqual([{ url: 'https://example.org' }]);
});

describe('an https PUBLIC_URL without TRUST_PROXY', () => {
  const setting = 'X-Forwarded-For came from a proxy that is not in TRUST_PROXY';

  test('gives cookies that only this host gets, over https', async () => {
    const forgotten = await app.addWeb({ PUBLIC_URL: 'https://example.org' });
    const web = app.webs.at(-1);
    expect(web?.output).toContain('PUBLIC_URL is https, so a proxy is in front of this instance');
    const visitor = behindProxy(forgotten);
    const fields = { username: 'ada', password: PASSWORD };
    const reply = await visitor.post('/login', fields, { csrf: null, headers: OVER_TLS });
    expect(reply.cookies.map((cookie) => cookie.replace(/=[^;]+/, '')).sort()).toEqual([
      '__Host-tributary; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-tributary_device; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect((await visitor.get('/settings/api-keys')).status).toBe(200);
  });

  test('is told once, and kept for the doctor, when a proxy passes on addresses', async () => {
    const forgotten = await app.addWeb();
    const web = app.webs.at(-1);
    expect(await seesUntrustedProxy(app.client)).toBe(false);
    for (let i = 0; i < 3; i++) await behindProxy(forgotten).get('/login', { 'x-forwarded-for': '203.0.113.9' });
    await eventually('it is kept', () => seesUntrustedProxy(app.client));
    expect(web?.output.split(setting)).toHaveLength(2);
    expect(app.webs.filter(({ output }) => output.includes(setting))).toEqual([web]);
  });
});
