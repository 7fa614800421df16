import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

let app: TestApp;
let ada: Visitor;
beforeAll(async () => {
  app = await TestApp.start();
  await app.addWeb({ PUBLIC_URL: 'https://example.org/search', TRUST_PROXY: '127.0.0.1' });
  ada = await Visitor.signedIn(app, 'ada', { admin: true });
});
afterAll(() => app?.stop());

const bytesOf = async (path: string) => {
  const reply = await fetch(`${app.urls[0]}${path}`);
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
};
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

test('robots.txt keeps crawlers out, and pages say that they are not for an index', async () => {
  const { status, headers, text } = await app.get('/robots.txt', { key: '' });
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'User-agent: *\nDisallow: /\n',
  ]);
  for (const path of ['/login', '/', '/settings/preferences', '/suggest.json?q=linux', '/nothing/here']) {
    const page = await ada.get(path, { accept: 'text/html' });
    expect([path, page.headers.get('x-robots-tag')]).toEqual([path, 'noindex, nofollow']);
  }
});

test('favicon.ico is an icon, and the page of a phone has one that is a picture', async () => {
  const { reply, bytes } = await bytesOf('/favicon.ico');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect(bytes.readUInt16LE(2)).toBe(1);
  expect(bytes.subarray(bytes.readUInt32LE(18)).subarray(0, 8)).toEqual(PNG);
  const address =
    /<link rel="apple-touch-icon" href="([^"]+)"/.exec((await ada.get('/settings/preferences')).text)?.[1] ?? '';
  const touch = await bytesOf(address);
  expect(touch.reply.headers.get('content-type')).toBe('image/png');
  expect(touch.bytes.subarray(0, 8)).toEqual(PNG);
  expect([touch.bytes.readUInt32BE(16), touch.bytes.readUInt32BE(20)]).toEqual([180, 180]);
});

describe.each([
  ['at the root', 0, ''],
  ['below a path', 1, '/search'],
])('the manifest %s', (_where, web, basePath) => {
  test('names the page and icons that are there', async () => {
    const { status, headers, text } = await app.get('/manifest.webmanifest', { key: '', web });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    const { name, start_url, scope, icons } = JSON.parse(text);
    expect([name, start_url, scope]).toEqual(['Tributary', `${basePath}/`, `${basePath}/`]);
    expect(icons).toHaveLength(3);
    for (const { src, sizes, type } of icons) {
      expect(src.startsWith(`${basePath}/static/`)).toBe(true);
      const reply = await fetch(`${app.urls[web]}${src}`);
      expect([reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
      const bytes = Buffer.from(await reply.arrayBuffer());
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  test('is named by pages, whose policy allows it', async () => {
    const { text, headers } = await app.get('/login', { key: '', web });
    expect(text).toContain(`<link rel="manifest" href="${basePath}/manifest.webmanifest"/>`);
    expect(headers.get('content-security-policy')).toContain("manifest-src 'self'");
  });
});

test('a browser gets suggestions by its session: it asks without a page, and other sites cannot make it ask', async () => {
  await createUser(app.client, 'bob', { password: PASSWORD });
  const bob = new Visitor(app.urls[0] as string);
  const { cookies } = await bob.signIn('bob', PASSWORD);
  // Lax: sent with what the browser asks by itself and with links, not with what another site's page asks.
  expect(cookies.find((line) => line.startsWith('tributary='))).toContain('SameSite=Lax');
  const asked = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' };
  const { status, text } = await bob.get('/suggest.json?format=list&q=linu', asked);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(['linu', expect.arrayContaining([expect.stringContaining('linu')])]);
});

test('no address on a page has anything of the session in it, so that every one can be shared', async () => {
  const session = ada.cookie.split('=')[1] ?? '';
  expect([session.length, ada.csrf.length].every((length) => length > 10)).toBe(true);
  const pages = [
    '/',
    '/?q=linux',
    '/?q=linux&page=2',
    '/?q=retriever&tab=images',
    '/?q=climate&tab=news',
    '/?q=space&tab=videos',
    '/?q=paris&tab=maps',
    '/?q=hello&tab=translate',
    '/settings/preferences?next=%2F%3Fq%3Dlinux',
    '/settings/api-keys',
    '/settings/usage',
    '/settings/password',
    '/admin/accounts',
    '/admin/engines',
    '/nothing/here',
  ];
  for (const path of pages) {
    const { text } = await ada.get(path, { accept: 'text/html' });
    const addresses = [...text.matchAll(/ (?:href|src|srcset|action|formaction|poster|data-[\w-]*)="([^"]*)"/g)]
      .filter(([attribute]) => !attribute.startsWith(' data-csrf'))
      .map(([, address = '']) => decodeURIComponent(address.replaceAll(/%(?![\da-f]{2})/gi, '%25')));
    expect(addresses.length).toBeGreaterThan(3);
    expect([path, addresses.filter((one) => one.includes(session) || one.includes(ada.csrf))]).toEqual([path, []]);
  }
});
