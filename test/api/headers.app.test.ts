import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest, sendBytes } from '../harness/raw-http.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let webs: Record<'proxied' | 'published', number>;
beforeAll(async () => {
  app = await TestApp.start();
  webs = await addWebs(app, {
    proxied: { TRUST_PROXY: '127.0.0.1' },
    published: { PUBLIC_URL: 'https://search.example.org' },
  });
});
afterAll(() => app?.stop());

const url = (web = 0) => app.urls[web] as string;

test.each([
  ['a search', '/api/v1/web/?q=linux'],
  ['an error', '/api/v1/web/'],
  ['an unknown address', '/nothing'],
  ['an unreadable address', '/%zz'],
  ['a health check', '/healthz'],
  ['the metrics', '/metrics'],
  ['the OpenAPI document', '/api/v1/openapi.json'],
  ['the documentation', '/docs'],
  ['a page', '/login'],
  ['a redirect', '/'],
  ['a file', '/static/icon.svg'],
  ['the description for browsers', '/opensearch.xml'],
])('%s says that its type is not to be guessed', async (_, path) => {
  const reply = await rawRequest(`${url()}${path}`, { headers: { authorization: `Api-Key ${app.key}` } });
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
});

test('so does the answer to bytes that are not HTTP', async () => {
  const reply = await sendBytes(url(), 'HELLO THERE\r\n\r\n');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
});

describe('a page', () => {
  test('is kept apart from other sites and from the devices of the visitor', async () => {
    const visitor = await Visitor.signedIn(app, 'apart', { admin: true });
    for (const path of ['/login', '/', '/?q=linux', '/settings/api-keys', '/admin/queues', '/docs', '/nothing']) {
      const { headers } = await visitor.get(path, { accept: 'text/html' });
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
      for (const device of ['camera', 'microphone', 'geolocation']) {
        expect(headers.get('permissions-policy'), path).toContain(`${device}=()`);
      }
    }
  });
});

describe('Strict-Transport-Security', () => {
  const policy = async (web: number, headers: Record<string, string> = {}) =>
    (await rawRequest(`${url(web)}/login`, { headers })).headers['strict-transport-security'];

  test('is sent over HTTPS, as a trusted proxy or PUBLIC_URL tells', async () => {
    expect(await policy(webs.proxied, { 'x-forwarded-proto': 'https' })).toMatch(/^max-age=\d{7,}$/);
    expect(await policy(webs.published)).toMatch(/^max-age=\d{7,}$/);
  });

  test('is not sent over plain HTTP, nor because an untrusted client says so', async () => {
    expect(await policy(webs.proxied)).toBeUndefined();
    expect(await policy(0, { 'x-forwarded-proto': 'https' })).toBeUndefined();
  });
});
