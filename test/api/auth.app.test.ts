import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RecentCallers } from '../../api/plugins/recent-callers.ts';
import { DIALECTS } from '../../lib/config/config.ts';
import { generateKey } from '../../lib/keys/key-format.ts';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { createKey, revokeKey, setDisabled } from '../harness/as-tester.ts';
import { sendBytes } from '../harness/raw-http.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { addWebs, newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

let app: TestApp;
/** Two requests per hour; three bad keys per minute; the latter also behind a trusted proxy. */
let webs: Record<'tight' | 'wary' | 'proxied', number>;

beforeAll(async () => {
  app = await TestApp.start({
    env: { AUTH_FAILURES_PER_MIN: '100000', API_THROTTLE_SUSTAINED: 'off' },
  });
  webs = await addWebs(app, {
    tight: { API_THROTTLE_BURST: '2/hour' },
    wary: { AUTH_FAILURES_PER_MIN: '3' },
    proxied: { AUTH_FAILURES_PER_MIN: '3', TRUST_PROXY: '127.0.0.1' },
  });
});
afterAll(() => app?.stop());

const PATHS = ['/api/v1/', '/api/v1/web/?q=linux', '/api/v1/status/', '/api/v1/key/'];

function expectNotProvided(reply: Reply): void {
  expect(reply.status, reply.text).toBe(401);
  expect(reply.body).toEqual({ detail: 'Authentication credentials were not provided.' });
  expect(reply.headers.get('www-authenticate')).toBe('Api-Key');
}

/** A key in another place is not used, but its owner is told where to put it. */
function expectMisplaced(reply: Reply): void {
  expect(reply.status, reply.text).toBe(401);
  expect(reply.body).toEqual({ detail: 'Use the scheme Api-Key: Authorization: Api-Key <key>.' });
  expect(reply.headers.get('www-authenticate')).toBe('Api-Key');
}

function expectInvalid(reply: Reply): void {
  expect(reply.status, reply.text).toBe(401);
  expect(reply.body).toEqual({ detail: 'Invalid or revoked API key.' });
  expect(reply.headers.get('www-authenticate')).toBe('Api-Key');
}

/** CRC-32 (IEEE) bit by bit and base62 by division, implemented a second time so that the format cannot drift. */
function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let written = '';
  for (let i = 0; i < 6; i++) {
    written = `${digits[Number(rest % 62n)]}${written}`;
    rest /= 62n;
  }
  return written;
}

/** The same prefix, another secret, a valid checksum: only Redis can reject it. */
function withAnotherSecret(key: string): string {
  const body = `${key.slice(0, key.indexOf('.') + 1)}${'A'.repeat(32)}`;
  return body + checksumOf(body);
}

describe('a request without a usable key', () => {
  test.each(PATHS)('is refused at %s', async (path) => {
    expectNotProvided(await app.get(path, { key: '' }));
  });

  test.each([
    ['Bearer', (key: string) => `Bearer ${key}`],
    ['Basic', (key: string) => `Basic ${Buffer.from(`:${key}`).toString('base64')}`],
    ['Token', (key: string) => `Token ${key}`],
    ['ApiKey without its dash', (key: string) => `ApiKey ${key}`],
    ['no scheme', (key: string) => key],
  ])('is told which scheme to use when the header contains %s', async (_, authorization) => {
    const headers = { authorization: authorization(app.key) };
    expectMisplaced(await app.get('/api/v1/key/', { key: '', headers }));
  });

  test.each(['Api-Key', 'Api-Key ', '', 'Bearer nonsense', 'Basic nonsense'])(
    'is refused as unauthenticated when the header contains "%s"',
    async (authorization) => {
      expectNotProvided(await app.get('/api/v1/key/', { key: '', headers: { authorization } }));
    },
  );

  test('is refused when the key is in the URL, in another header or in a cookie', async () => {
    const { key } = app;
    for (const name of ['key', 'api_key', 'apikey', 'api-key', 'access_token', 'token', 'authorization']) {
      expectMisplaced(await app.get(`/api/v1/key/?${name}=${key}`, { key: '' }));
      expectMisplaced(await app.get(`/api/v1/key/?${name}=Api-Key%20${key}`, { key: '' }));
    }
    expectMisplaced(await app.get('/api/v1/key/', { key: '', headers: { 'x-api-key': key } }));
    expectNotProvided(await app.get('/api/v1/key/', { key: '', headers: { cookie: `api_key=${key}` } }));
    expectInvalid(await app.get(`/api/v1/key/?api_key=${key}`, { key: 'nonsense' }));
  });

  test('finds in docs/clients.md that this is deliberate, and the ways that it names work', async () => {
    const paragraphs = readFileSync('docs/clients.md', 'utf8').split('\n\n');
    const about = paragraphs.find((text) => text.startsWith('`/api/v1/` takes `Api-Key` alone')) ?? '';
    expect(about).toMatch(/deliberately: one scheme is its contract/);
    const bearer = { authorization: `Bearer ${app.key}` };
    expect(about).toMatch(/a key in another place gets a 401 that says\s+so/);
    expectMisplaced(await app.get('/api/v1/key/', { key: '', headers: bearer }));
    const [, name = '', value = ''] = /\(name\s+`([\w-]+)`, value `([^`]+)`\)/.exec(about) ?? [];
    const headers = { [name]: value.replace('trib_…', app.key) };
    expect((await app.get('/api/v1/key/', { key: '', headers })).status).toBe(200);
    expect(about).toMatch(/MCP.*or one of the formats above, which take `Bearer`/s);
    for (const format of DIALECTS) {
      const path = format === 'mcp' ? '/mcp' : `/compat/${format}/nothing`;
      const post = { key: '', method: 'POST', body: '{}' };
      const sent = [bearer, {}].map((of) =>
        app.get(path, { ...post, headers: { ...of, 'content-type': 'application/json' } }),
      );
      const isKnown = (await Promise.all(sent)).map(({ status }) => status !== 401);
      expect([format, ...isKnown]).toEqual([format, true, false]);
    }
  });

  test('succeeds with any case of the scheme word', async () => {
    for (const scheme of ['Api-Key', 'api-key', 'API-KEY', 'aPI-kEY']) {
      const headers = { authorization: `${scheme} ${app.key}` };
      expect((await app.get('/api/v1/key/', { key: '', headers })).status, scheme).toBe(200);
    }
  });
});

describe('a bad key', () => {
  const bad: [string, (key: string) => string][] = [
    ['nonsense', () => 'nonsense'],
    ['the label alone', () => 'trib_'],
    ['a key cut short', (key) => key.slice(0, -1)],
    ['a key with a letter more', (key) => `${key}a`],
    ['a key of another label', (key) => key.replace('trib_', 'tree_')],
    ['a key without its dot', (key) => key.replace('.', '')],
    ['a key in capitals', (key) => key.toUpperCase()],
    ['a key with a wrong checksum', (key) => `${key.slice(0, -6)}${key.endsWith('000000') ? '111111' : '000000'}`],
    ['a key with a wrong secret and a right checksum', withAnotherSecret],
    ['a key that nobody was given', () => generateKey().key],
    ['a very long one', () => 'A'.repeat(8_000)],
    ['a path', () => '../../etc/passwd'],
    ['a wildcard', () => 'trib_*'],
  ];

  test.each(bad)('is refused: %s', async (_, spoil) => {
    for (const path of PATHS) expectInvalid(await app.get(path, { key: spoil(app.key) }));
  });

  test('is refused before the parameters are checked', async () => {
    expectInvalid(await app.get('/api/v1/web/?page=0', { key: 'nonsense' }));
    expectInvalid(await app.get('/api/v1/web/?page=0', { key: generateKey().key }));
    expectNotProvided(await app.get('/api/v1/web/?page=0', { key: '' }));
  });
});

describe('a large body', () => {
  /** The head of a request whose body never comes. */
  const headOnly = (path: string, key: string, length = 'Content-Length: 100000') =>
    sendBytes(
      app.urls[0] as string,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Api-Key ${key}\r\nContent-Type: application/json\r\n${length}\r\nConnection: close\r\n\r\n`,
    );

  test.each(['/api/v1/translate/', '/mcp'])(
    'is not read by %s for an invented key with a right checksum',
    async (path) => {
      for (const length of ['Content-Length: 100000', 'Transfer-Encoding: chunked']) {
        const reply = await headOnly(path, generateKey().key, length);
        expect(reply.status, length).toBe(401);
        expect(reply.text).toContain('Invalid or revoked API key.');
      }
    },
  );

  test('is not read for a disabled account', async () => {
    const { username, key } = await newAccount(app);
    await setDisabled(app.client, username, true);
    expect((await headOnly('/api/v1/translate/', key)).status).toBe(403);
  });

  test('is read for a key that exists, and the look does not count as a request', async () => {
    const { key } = await newAccount(app);
    const body = JSON.stringify({ q: 'x'.repeat(100_000), target: 'de' });
    const headers = { 'content-type': 'application/json' };
    const reply = await app.get('/api/v1/translate/', { method: 'POST', key, body, headers, web: webs.tight });
    expect(reply.body).toEqual({ q: ['Ensure this field has no more than 10000 characters.'] });
    expect(reply.headers.get('ratelimit')).toBe('"burst";r=1;t=0');
  });
});

describe('a key', () => {
  test('has the documented format, with a checksum that a secret scanner can verify', async () => {
    for (let i = 0; i < 20; i++) {
      const { key } = await createKey(app.client, 'tester');
      expect(key).toMatch(/^trib_[0-9A-Za-z]{8}\.[0-9A-Za-z]{38}$/);
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)));
    }
    expect(checksumOf('123456789')).toBe('3jZRME');
  });

  test('is stored only as its SHA-256', async () => {
    const { key } = await newAccount(app);
    expect((await app.search('linux', { key })).status).toBe(200);
    const contents = await redisContents(app.client);
    expect(contents).toContain(createHash('sha256').update(key).digest('hex'));
    expect(contents).not.toContain(key.split('.')[1]);
  });

  test('is refused as soon as it is revoked', async () => {
    const { key, prefix } = await newAccount(app);
    expect((await app.get('/api/v1/key/', { key })).status).toBe(200);
    await revokeKey(app.client, prefix);
    for (const path of PATHS) expectInvalid(await app.get(path, { key }));
    expectInvalid(await app.get('/api/v1/key/', { key, web: webs.tight }));
  });

  test('is refused after it expires, and not before', async () => {
    const { key } = await newAccount(app, { expiresAt: new Date(Date.now() + 3_600_000) });
    expect((await app.get('/api/v1/key/', { key })).status).toBe(200);
    const now = new Date('2026-01-02T03:04:05Z');
    const expired = await newAccount(app, { now, expiresAt: new Date(now.getTime() + 1_000) });
    for (const path of PATHS) expectInvalid(await app.get(path, { key: expired.key }));
  });

  test('is neither charged nor marked as used by guesses at its secret', async () => {
    const { key } = await newAccount(app);
    for (let i = 0; i < 4; i++) {
      expectInvalid(await app.get('/api/v1/web/?q=linux', { key: withAnotherSecret(key), web: webs.tight }));
    }
    const { limits, usage, last_used_at } = (await app.get('/api/v1/key/', { key, web: webs.tight })).body;
    expect({ remaining: limits.burst.remaining, searches: usage.searches, last_used_at }).toEqual({
      remaining: 1,
      searches: 0,
      last_used_at: '',
    });
  });

  test('stays valid when another key of the same account is revoked', async () => {
    const { username, key, prefix } = await newAccount(app);
    const other = await createKey(app.client, username);
    await revokeKey(app.client, prefix);
    expectInvalid(await app.get('/api/v1/key/', { key }));
    expect((await app.get('/api/v1/key/', { key: other.key })).status).toBe(200);
  });
});

describe('a disabled account', () => {
  test('gets a 403 from its next request on, from every web process, until it is enabled again', async () => {
    const { username, key } = await newAccount(app);
    const bystander = await newAccount(app);
    expect((await app.get('/api/v1/key/', { key })).status).toBe(200);
    await setDisabled(app.client, username, true);
    for (const path of PATHS) {
      const reply = await app.get(path, { key });
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({ detail: 'User account is disabled.' });
    }
    expect((await app.get('/api/v1/key/', { key, web: webs.tight })).status).toBe(403);
    expect((await app.get('/api/v1/key/', { key: bystander.key })).status).toBe(200);
    await setDisabled(app.client, username, false);
    for (const path of PATHS) expect((await app.get(path, { key })).status).toBe(200);
  });

  test('is refused before limits and parameters are checked, and is charged for neither', async () => {
    const { username, key } = await newAccount(app);
    await setDisabled(app.client, username, true);
    for (let i = 0; i < 4; i++)
      expect((await app.get('/api/v1/web/?page=0', { key, web: webs.tight })).status).toBe(403);
    await setDisabled(app.client, username, false);
    const reply = await app.get('/api/v1/key/', { key, web: webs.tight });
    expect(reply.body.limits.burst.remaining).toBe(1);
    expect(reply.body.usage.searches).toBe(0);
  });

  test('gets the same reply as anyone else for a bad key', async () => {
    const { username, key, prefix } = await newAccount(app);
    await setDisabled(app.client, username, true);
    expectInvalid(await app.get('/api/v1/key/', { key: withAnotherSecret(key) }));
    await revokeKey(app.client, prefix);
    expectInvalid(await app.get('/api/v1/key/', { key }));
  });
});

describe('limits and parameters', () => {
  test('a throttled request with bad parameters gets a 429', async () => {
    const { key } = await newAccount(app);
    for (let i = 0; i < 2; i++) expect((await app.get('/api/v1/key/', { key, web: webs.tight })).status).toBe(200);
    expect((await app.get('/api/v1/web/?page=0', { key, web: webs.tight })).status).toBe(429);
  });

  test('a bad request counts towards the rate limits but not as usage', async () => {
    const { username, key, prefix } = await newAccount(app);
    const first = await app.get('/api/v1/web/?page=0', { key, web: webs.tight });
    expect(first.status).toBe(400);
    expect(first.headers.get('ratelimit')).toBe('"burst";r=1;t=0');
    expect((await app.get('/api/v1/web/', { key, web: webs.tight })).status).toBe(400);
    expect((await app.get('/api/v1/web/', { key, web: webs.tight })).status).toBe(429);
    const { month } = usagePeriod(new Date());
    expect((await readUsage(app.client, { key: prefix }, month)).searches).toBe(0);
    expect((await readUsage(app.client, { username }, month)).searches).toBe(0);
  });
});

describe('an address that sends many bad keys', () => {
  const from = (address: string, key: string) =>
    app.get('/api/v1/key/', { key, web: webs.proxied, headers: { 'x-forwarded-for': address } });

  function expectBlocked(reply: Reply): void {
    expect(reply.status, reply.text).toBe(429);
    const wait = Number(reply.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const seconds = wait === 1 ? '1 second' : `${wait} seconds`;
    expect(reply.body).toEqual({ detail: `Request was throttled. Expected available in ${seconds}.` });
  }

  test('keys and tokens that have ended since they were used are no guesses', async () => {
    const web = await app.addWeb({ AUTH_FAILURES_PER_MIN: '3' });
    const at = app.urls.indexOf(web);
    const ended = await Promise.all([1, 2, 3, 4].map(() => newAccount(app)));
    for (const { key, prefix } of ended) {
      expect((await app.get('/api/v1/key/', { key, web: at })).status).toBe(200);
      await revokeKey(app.client, prefix);
    }
    for (const { key } of ended) expectInvalid(await app.get('/api/v1/key/', { key, web: at }));
    // Shown again, they are.
    for (const { key } of ended.slice(1)) expectInvalid(await app.get('/api/v1/key/', { key, web: at }));
    expectBlocked(await app.get('/api/v1/key/', { key: generateKey().key, web: at }));
  });

  test('is blocked after the allowed number, even with a valid key, and cannot evade this with a header', async () => {
    for (let i = 0; i < 3; i++) expectInvalid(await app.get('/api/v1/key/', { key: 'nonsense', web: webs.wary }));
    expectBlocked(await app.get('/api/v1/key/', { key: 'nonsense', web: webs.wary }));
    expectBlocked(await app.get('/api/v1/web/?q=linux', { key: generateKey().key, web: webs.wary }));
    expectBlocked(await app.get('/api/v1/key/', { web: webs.wary }));
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' };
    expectBlocked(await app.get('/api/v1/key/', { key: 'nonsense', web: webs.wary, headers }));
    // Each web process counts separately.
    expect((await app.get('/api/v1/key/')).status).toBe(200);
  });

  test('does not block the keys that were admitted recently, such as those of neighbours behind one address', async () => {
    const [known, unseen, revoked] = [await newAccount(app), await newAccount(app), await newAccount(app)];
    for (const { key } of [known, revoked]) expect((await from('203.0.113.7', key)).status).toBe(200);
    for (let i = 0; i < 3; i++) expectInvalid(await from('203.0.113.7', 'nonsense'));
    expectBlocked(await from('203.0.113.7', 'nonsense'));
    for (let i = 0; i < 3; i++) expect((await from('203.0.113.7', known.key)).status).toBe(200);
    expectBlocked(await from('203.0.113.7', unseen.key));
    // The same prefix with another secret is a guess.
    expectBlocked(await from('203.0.113.7', generateKey().key.replace(/_\w{8}/, `_${known.prefix}`)));
    await revokeKey(app.client, revoked.prefix);
    expectInvalid(await from('203.0.113.7', revoked.key));
    expectBlocked(await from('203.0.113.7', revoked.key));
  });

  test('is a whole network with IPv6, so that it cannot be changed for every guess', async () => {
    for (let i = 1; i <= 3; i++) expectInvalid(await from(`2001:db8:0:7::${i}`, 'nonsense'));
    expectBlocked(await from('2001:db8:0:7:1234::4', 'nonsense'));
    expectInvalid(await from('2001:db8:0:8::4', 'nonsense'));
  });

  test('is identified by the address that a trusted proxy reports', async () => {
    for (let i = 0; i < 3; i++) expectInvalid(await from('203.0.113.1', 'nonsense'));
    expectBlocked(await from('203.0.113.1', 'nonsense'));
    expect((await from('203.0.113.2', app.key)).status).toBe(200);
    expectInvalid(await from('203.0.113.2', 'nonsense'));
  });

  test('is also counted for keys that only Redis can reject', async () => {
    for (let i = 0; i < 3; i++) expectInvalid(await from('203.0.113.3', generateKey().key));
    expectBlocked(await from('203.0.113.3', generateKey().key));
  });

  test('has no more keys looked up than are allowed if it sends them all at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.5', generateKey().key)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(3);
    for (const reply of replies.filter(({ status }) => status !== 401)) expectBlocked(reply);
  });

  test('is not refused good keys that it sends all at once, unseen before', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => newAccount(app)));
    const keys = accounts.flatMap(({ key }) => [key, key, key]);
    const replies = await Promise.all(keys.map((key) => from('203.0.113.6', key)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('is not counted for missing keys, bad parameters or a disabled account', async () => {
    const { username, key } = await newAccount(app);
    await setDisabled(app.client, username, true);
    for (let i = 0; i < 5; i++) {
      expectNotProvided(await from('203.0.113.4', ''));
      expect((await from('203.0.113.4', key)).status).toBe(403);
      const headers = { 'x-forwarded-for': '203.0.113.4' };
      expect((await app.get('/api/v1/web/', { web: webs.proxied, headers })).status).toBe(400);
    }
    expect((await from('203.0.113.4', app.key)).status).toBe(200);
  });
});

test('without Redis, a key is honoured for 30 seconds, however often it is used', async () => {
  const { key } = await newAccount(app);
  const answer = async () => (await app.get('/api/v1/instant/?q=2%2B2', { key })).status;
  let now = performance.now();
  const { remember, recall } = RecentCallers.prototype;
  vi.spyOn(RecentCallers.prototype, 'remember').mockImplementation(function (this: RecentCallers, ...about) {
    remember.call(this, about[0], about[1], now);
  });
  vi.spyOn(RecentCallers.prototype, 'recall').mockImplementation(function (this: RecentCallers, about) {
    return recall.call(this, about, now);
  });
  try {
    expect(await answer()).toBe(200);
    const { redis } = (app.webs[0] as (typeof app.webs)[number]).running.services;
    vi.spyOn(redis, 'evalsha').mockRejectedValue(new Error('NOPERM this user has no permissions'));
    for (const stepMs of [0, 20_000, 9_000]) {
      now += stepMs;
      expect(await answer()).toBe(200);
    }
    now += 2_000;
    expect(await answer()).toBe(503);
  } finally {
    vi.restoreAllMocks();
  }
});
