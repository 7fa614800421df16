import { syncBuiltinESMExports } from 'node:module';
import zlib, {
  brotliCompressSync,
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  gunzipSync,
} from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodingFor } from '../../api/plugins/compression.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await TestApp.start();
  cookie = (await Visitor.signedIn(app, 'root', { admin: true })).cookie;
});
afterAll(() => app?.stop());

/** A reply as it was sent, not decompressed. */
async function sent(path: string, accept?: string) {
  const { statusCode, headers, body } = await request(`${app.urls[0]}${path}`, {
    headers: { authorization: `Api-Key ${app.key}`, cookie, ...(accept ? { 'accept-encoding': accept } : {}) },
  });
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

describe.each([
  ['a page', '/settings/preferences'],
  ['a reply of the API', '/api/v1/web/?q=world'],
  ['the OpenAPI document', '/api/v1/openapi.json'],
  ['a static file', '/static/style.css'],
  ['a page of the API reference', '/docs/web'],
  ['the page of the queue dashboard', '/admin/queues'],
])('%s', (_, path) => {
  test('is compressed as the client accepts it', async () => {
    const plain = await sent(path);
    expect([plain.status, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      200,
      undefined,
      'accept-encoding',
    ]);
    for (const [accept, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await sent(path, accept);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(bytes.length).toBeLessThan(plain.bytes.length * 0.6);
      expect(decompress(bytes).length).toBe(plain.bytes.length);
    }
  });
});

describe.each(['/api/v1/openapi.json', '/static/app.js'])('%s, which never changes,', (path) => {
  test('is compressed once, also for requests at the same time, and sent again as it is', async () => {
    // Others in this process compress as well, such as the log of requests, but not in this way.
    const compress = vi.spyOn(zlib, 'brotliCompress');
    syncBuiltinESMExports();
    try {
      const [first, ...others] = await Promise.all([sent(path, 'br'), sent(`${path}?again`, 'br'), sent(path, 'br')]);
      for (const { bytes } of [...others, await sent(path, 'br')]) expect(bytes.equals(first.bytes)).toBe(true);
      // None if a test before has asked for it.
      expect(compress.mock.calls.length).toBeLessThanOrEqual(1);
      expect(gunzipSync((await sent(path, 'gzip')).bytes).equals(brotliDecompressSync(first.bytes))).toBe(true);
    } finally {
      compress.mockRestore();
      syncBuiltinESMExports();
    }
  });

  test('is not sent to a client that has it', async () => {
    const { headers } = await sent(path, 'br');
    const etag = String(headers.etag);
    expect(etag).toMatch(/^W\/"/);
    for (const known of [etag, `"other", ${etag}`]) {
      const again = await request(`${app.urls[0]}${path}`, { headers: { 'if-none-match': known } });
      expect([again.statusCode, await again.body.text()]).toEqual([304, '']);
    }
    const other = await request(`${app.urls[0]}${path}`, { headers: { 'if-none-match': '"other"' } });
    expect([other.statusCode, (await other.body.text()).length > 1_000]).toEqual([200, true]);
  });
});

test.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('a page in parts is compressed in parts: %s', async (encoding, decompressor) => {
  await app.hold('mojeek');
  const { headers, body } = await request(`${app.urls[0]}/?q=${encoding}+world`, {
    headers: { cookie: `${cookie}; tributary_tz=UTC`, 'accept-encoding': encoding },
  });
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
  let html = '';
  for await (const part of body.pipe(decompressor())) {
    html += part;
    // The held engine answers only when the first part is here.
    if (html.includes('<template data-end>')) await app.healUpstreams();
  }
  expect(html).toContain('class="settled"');
  expect(html.endsWith('</html>')).toBe(true);
});

test('a short reply and a picture are sent as they are', async () => {
  for (const path of ['/healthz', '/api/v1/key/', '/static/icon-192.png']) {
    expect([path, (await sent(path, 'br')).headers['content-encoding']]).toEqual([path, undefined]);
  }
});

test('the dashboard’s page still has no links to fonts of other hosts', async () => {
  const { bytes } = await sent('/admin/queues', 'br');
  expect(brotliDecompressSync(bytes).toString()).not.toContain('<link href="https:');
});

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['br;q=0.000, gzip; q=0', null],
])('Accept-Encoding %j leads to %j', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});

test('our files are as small as Brotli makes them', async () => {
  const plain = await sent('/static/style.css');
  const small = await sent('/static/style.css', 'br');
  expect(small.bytes.length).toBeLessThanOrEqual(brotliCompressSync(plain.bytes).length);
});
