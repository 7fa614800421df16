import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { createKey } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

let app: TestApp;
/** Web processes, named after their special settings. */
let webs: Record<
  'off' | 'standard' | 'standardToo' | 'perSecond' | 'sustainedOnly' | 'both' | 'inverted' | 'capped',
  number
>;

beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off' } });
  // An empty setting counts as unset, so the standard processes use the defaults.
  const standard = { API_THROTTLE_BURST: '', API_THROTTLE_SUSTAINED: '' };
  const added = await addWebs(app, {
    standard,
    standardToo: standard,
    perSecond: { API_THROTTLE_BURST: '2/s' },
    sustainedOnly: { API_THROTTLE_SUSTAINED: '2/hour' },
    both: { API_THROTTLE_BURST: '3/min', API_THROTTLE_SUSTAINED: '2/hour' },
    inverted: { API_THROTTLE_BURST: '1/hour', API_THROTTLE_SUSTAINED: '1/min' },
    capped: { API_THROTTLE_BURST: '50/min', API_MONTHLY_LIMIT: '3' },
  });
  webs = { off: 0, ...added };
});
afterAll(() => app?.stop());

const ask = (web: number, key: string) => app.get('/api/v1/key/', { web, key });

interface Standing {
  r: number;
  t: number;
}

/** Limit name → remaining requests and reset time, from the `RateLimit` header. */
function standings(reply: Reply): Record<string, Standing> {
  const items = (reply.headers.get('ratelimit') ?? '')
    .split(', ')
    .map((item) => /^"(\w+)";r=(\d+);t=(\d+)$/.exec(item));
  return Object.fromEntries(items.map((item) => [item?.[1], { r: Number(item?.[2]), t: Number(item?.[3]) }]));
}

function expectThrottled(reply: Reply): number {
  expect(reply.status, reply.text).toBe(429);
  const wait = Number(reply.headers.get('retry-after'));
  const seconds = wait === 1 ? '1 second' : `${wait} seconds`;
  expect(reply.body).toEqual({ detail: `Request was throttled. Expected available in ${seconds}.` });
  return wait;
}

/** Twenty addresses that may not be read: they cost nothing but entries. */
const urls = Array.from({ length: 20 }, (_, at) => `http://127.0.0.1/${at}`);
const json = (path: string, body: object) => [path, { method: 'POST', body: JSON.stringify(body) }] as const;

describe('a request takes as many entries as it counts as searches, at least one:', () => {
  test.each([
    ['extract/ of twenty pages', json('/api/v1/extract/', { urls }), 4],
    ['extract/ of six pages', json('/api/v1/extract/', { urls: urls.slice(0, 6) }), 2],
    ['extract/ of a page', json('/api/v1/extract/', { urls: urls.slice(0, 1) }), 1],
    ['extract/ in a batch', json('/api/v1/batch/', { requests: [{ endpoint: 'extract', params: { urls } }] }), 5],
    ['a search that reads ten pages', ['/api/v1/web/?q=ten-pages&extract=10', {}] as const, 3],
    ['a context for two questions', json('/api/v1/context/', { q: ['one', 'two'], pages: 5 }), 3],
    ['Tavily’s extract', json('/compat/tavily/extract', { urls }), 4],
    ['Exa’s contents', json('/compat/exa/contents', { urls }), 4],
    ['Open WebUI’s loader', json('/compat/openwebui/load', { urls }), 4],
    [
      'a tool that reads a page',
      json('/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'read_page', arguments: { url: urls[0] } },
      }),
      1,
    ],
  ])('%s', async (_, [path, init], entries) => {
    const { key } = await newAccount(app);
    const scheme = path.startsWith('/api/') ? 'Api-Key' : 'Bearer';
    const headers = { 'content-type': 'application/json', authorization: `${scheme} ${key}` };
    const reply = await app.get(path, { web: webs.standard, key: '', ...init, headers });
    expect(reply.status, reply.text).toBe(200);
    const left = standings(await ask(webs.standard, key));
    expect(60 - 1 - (left.burst?.r ?? 0), reply.text).toBe(entries);
  });
});

describe('the rate headers', () => {
  test('list both limits, the remaining requests and the time until the next free entry', async () => {
    const { key } = await newAccount(app);
    const first = await ask(webs.standard, key);
    expect(first.headers.get('ratelimit-policy')).toBe('"burst";q=60;w=60, "sustained";q=5000;w=86400');
    expect(first.headers.get('ratelimit')).toBe('"burst";r=59;t=0, "sustained";r=4999;t=0');
    const second = await ask(webs.standard, key);
    expect(second.headers.get('ratelimit')).toBe('"burst";r=58;t=0, "sustained";r=4998;t=0');
  });

  test('are on every authenticated reply, whatever its status', async () => {
    const { key } = await newAccount(app);
    const expectLeft = async (path: string, status: number, left: number) => {
      const reply = await app.get(path, { web: webs.standard, key });
      expect(reply.status, path).toBe(status);
      expect(reply.headers.get('ratelimit-policy')).toBe('"burst";q=60;w=60, "sustained";q=5000;w=86400');
      expect(reply.headers.get('ratelimit')).toBe(`"burst";r=${left};t=0, "sustained";r=${4_940 + left};t=0`);
    };
    await expectLeft('/api/v1/', 200, 59);
    await expectLeft('/api/v1/status/', 200, 58);
    await expectLeft('/api/v1/web/?q=linux', 200, 57);
    await expectLeft('/api/v1/web/?q=linux&page=0', 400, 56);
    for (const upstream of ['brave', 'mojeek', 'marginalia']) await app.knobs(upstream, { status: 500 });
    await expectLeft('/api/v1/web/?q=nobody+answers+this', 503, 55);
    await app.reset();
  });

  test('count down to the next free entry once none is left', async () => {
    const { key } = await newAccount(app);
    expect(standings(await ask(webs.sustainedOnly, key))).toEqual({ sustained: { r: 1, t: 0 } });
    const last = standings(await ask(webs.sustainedOnly, key));
    expect(last.sustained?.r).toBe(0);
    expect(last.sustained?.t).toBeGreaterThan(3_500);
    expect(last.sustained?.t).toBeLessThanOrEqual(3_600);
    const refused = await ask(webs.sustainedOnly, key);
    expect(standings(refused).sustained).toEqual({ r: 0, t: expectThrottled(refused) });
  });

  test('omit a limit that is off, and are absent when both are off', async () => {
    const { key } = await newAccount(app);
    const one = await ask(webs.sustainedOnly, key);
    expect(one.headers.get('ratelimit-policy')).toBe('"sustained";q=2;w=3600');
    expect(one.headers.get('ratelimit')).toBe('"sustained";r=1;t=0');
    expect(one.body.limits).toEqual({
      burst: null,
      sustained: { limit: 2, remaining: 1, reset: 0, left: 1, binds: 'instance' },
      monthly: null,
      max_parallel: null,
    });
    const none = await ask(webs.off, key);
    expect(none.headers.get('ratelimit-policy')).toBeNull();
    expect(none.headers.get('ratelimit')).toBeNull();
    expect(none.body.limits).toEqual({ burst: null, sustained: null, monthly: null, max_parallel: null });
  });

  test('are not on replies to unauthenticated callers', async () => {
    const reply = await app.get('/api/v1/key/', { web: webs.standard, key: 'nonsense' });
    expect(reply.headers.get('ratelimit')).toBeNull();
  });
});

describe('the limits', () => {
  test('admit exactly 60 of 100 requests that arrive at once', async () => {
    const { key } = await newAccount(app);
    // No engine supports this search: it passes every check without any work, which would only slow the test.
    const search = () => app.get('/api/v1/web/?q=linux&engine=engine_c&date=d', { web: webs.standard, key });
    const replies = await Promise.all(Array.from({ length: 100 }, search));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(refused).toHaveLength(40);
    for (const reply of refused) expect(expectThrottled(reply)).toBeLessThanOrEqual(60);
    // Every entry was given out once: 59 left, 58 left, … none left.
    const left = replies.filter(({ status }) => status === 200).map((reply) => standings(reply).burst?.r);
    expect(left.sort((a, b) => Number(b) - Number(a))).toEqual(Array.from({ length: 60 }, (_, i) => 59 - i));
  });

  test('are shared by all web processes', async () => {
    const { key } = await newAccount(app);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask(i % 2 ? webs.standard : webs.standardToo, key)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test('apply per key, not per account or address', async () => {
    const { username, key } = await newAccount(app);
    const other = await createKey(app.client, username);
    for (let i = 0; i < 2; i++) expect((await ask(webs.sustainedOnly, key)).status).toBe(200);
    expectThrottled(await ask(webs.sustainedOnly, key));
    expect((await ask(webs.sustainedOnly, other.key)).status).toBe(200);
  });

  test('free an entry after the window has passed, and report "1 second." until then', async () => {
    const { key } = await newAccount(app);
    // More requests at once than fit into the limit, however slow the machine is.
    const replies = await Promise.all(Array.from({ length: 30 }, () => ask(webs.perSecond, key)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expect(reply.headers.get('retry-after')).toBe('1');
      expect(reply.body).toEqual({ detail: 'Request was throttled. Expected available in 1 second.' });
    }
    await eventually('an entry is free', async () => (await ask(webs.perSecond, key)).status === 200);
  });

  test('apply together: the longest wait counts, and a refused request counts towards neither', async () => {
    const { key } = await newAccount(app);
    expect(standings(await ask(webs.both, key))).toMatchObject({ burst: { r: 2, t: 0 }, sustained: { r: 1, t: 0 } });
    expect(standings(await ask(webs.both, key))).toMatchObject({ burst: { r: 1, t: 0 }, sustained: { r: 0 } });
    for (let i = 0; i < 5; i++) {
      const refused = await ask(webs.both, key);
      expect(expectThrottled(refused)).toBeGreaterThan(60);
      expect(standings(refused)).toMatchObject({ burst: { r: 1, t: 0 }, sustained: { r: 0 } });
    }
    expect((await app.get('/api/v1/key/', { web: webs.off, key })).body.usage.searches).toBe(0);
  });

  test('report the longer of the two waits', async () => {
    const { key } = await newAccount(app);
    expect((await ask(webs.inverted, key)).status).toBe(200);
    expect(expectThrottled(await ask(webs.inverted, key))).toBeGreaterThan(60);
  });

  test('count every endpoint alike, including requests with bad parameters', async () => {
    const { key } = await newAccount(app);
    for (const path of ['/api/v1/', '/api/v1/status/', '/api/v1/key/', '/api/v1/web/', '/api/v1/web/?q=linux']) {
      await app.get(path, { web: webs.standard, key });
    }
    expect((await ask(webs.standard, key)).body.limits.burst).toEqual({
      limit: 60,
      remaining: 54,
      reset: 0,
      left: 54,
      binds: 'instance',
    });
  });

  test('have the same values in key introspection as in the headers', async () => {
    const { key } = await newAccount(app);
    for (let i = 0; i < 2; i++) {
      const reply = await ask(webs.both, key);
      const { burst, sustained } = standings(reply);
      expect(reply.body.limits).toMatchObject({
        burst: { limit: 3, remaining: burst?.r, reset: burst?.t },
        sustained: { limit: 2, remaining: sustained?.r, reset: sustained?.t },
      });
    }
  });
});

describe('usage', () => {
  const { month, day } = usagePeriod(new Date());
  const counted = async (key: string) => (await ask(webs.off, key)).body.usage.searches;

  test('counts only searches that end in a 200', async () => {
    const { username, key, prefix } = await newAccount(app);
    const get = (path: string) => app.get(path, { key });
    expect((await get('/api/v1/web/?q=usage+one')).status).toBe(200);
    const again = await get('/api/v1/web/?q=usage+one');
    expect(again.headers.get('server-timing')).toContain('desc="cached"');
    expect((await get('/api/v1/web/?q=usage+two&engine=engine_c')).status).toBe(200);
    // Marginalia has no dates: nobody was asked.
    expect((await get('/api/v1/web/?q=usage+two&engine=engine_c&date=d')).status).toBe(200);
    for (const path of ['/api/v1/', '/api/v1/status/', '/api/v1/key/']) expect((await get(path)).status).toBe(200);
    expect((await get('/api/v1/web/')).status).toBe(400);
    expect((await get('/api/v1/web/?q=linux&page=51')).status).toBe(400);
    expect((await get('/api/v1/nothing/')).status).toBe(404);
    expect((await app.get('/api/v1/web/?q=linux', { key, method: 'POST' })).status).toBe(405);
    expect(await counted(key)).toBe(3);
    const expected = { month, searches: 3, days: { [`${month}-${day}`]: { web: 3 } } };
    expect(await readUsage(app.client, { key: prefix }, month)).toEqual(expected);
    expect(await readUsage(app.client, { username }, month)).toEqual(expected);
  });

  test('is summed for the account over all of its keys', async () => {
    const { username, key, prefix } = await newAccount(app);
    const other = await createKey(app.client, username);
    for (const one of [key, key, other.key]) expect((await app.search('linux', { key: one })).status).toBe(200);
    expect((await readUsage(app.client, { key: prefix }, month)).searches).toBe(2);
    expect((await readUsage(app.client, { key: other.prefix }, month)).searches).toBe(1);
    expect(await readUsage(app.client, { username }, month)).toMatchObject({
      searches: 3,
      days: { [`${month}-${day}`]: { web: 3 } },
    });
  });

  test('does not count a search that no engine answered', async () => {
    const { username, key, prefix } = await newAccount(app);
    for (const upstream of ['brave', 'mojeek', 'marginalia']) await app.knobs(upstream, { status: 500 });
    expect((await app.search('usage of nobody', { key })).status).toBe(503);
    await app.reset();
    expect(await counted(key)).toBe(0);
    expect(await readUsage(app.client, { key: prefix }, month)).toEqual({ month, searches: 0, days: {} });
    expect(await readUsage(app.client, { username }, month)).toEqual({ month, searches: 0, days: {} });
  });

  test('does not count a throttled search', async () => {
    const { key } = await newAccount(app);
    for (let i = 0; i < 2; i++) await ask(webs.sustainedOnly, key);
    expectThrottled(await app.search('linux', { web: webs.sustainedOnly, key }));
    expect(await counted(key)).toBe(0);
  });
});

describe('the monthly cap', () => {
  const search = (key: string, query = 'linux') => app.search(query, { web: webs.capped, key });

  test('refuses further searches until the month ends, and reports when that is', async () => {
    const { key } = await newAccount(app);
    for (let i = 0; i < 3; i++) expect((await search(key)).status).toBe(200);
    const untilNextMonth = () => {
      const now = new Date();
      return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000;
    };
    const atMost = Math.ceil(untilNextMonth());
    const reply = await search(key);
    const atLeast = Math.ceil(untilNextMonth());
    expect(reply.status).toBe(429);
    const wait = Number(reply.headers.get('retry-after'));
    expect(wait).toBeLessThanOrEqual(atMost);
    expect(wait).toBeGreaterThanOrEqual(atLeast);
    expect(reply.body).toEqual({ detail: `Monthly search limit reached. Resets in ${wait} seconds.` });
  });

  test('neither counts nor refuses requests that are not searches', async () => {
    const { key } = await newAccount(app);
    const free = ['/api/v1/', '/api/v1/status/', '/api/v1/key/'];
    const get = (path: string) => app.get(path, { web: webs.capped, key });
    for (let i = 0; i < 2; i++) for (const path of free) expect((await get(path)).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await search(key)).status).toBe(200);
    expect((await search(key)).status).toBe(429);
    for (const path of free) expect((await get(path)).status).toBe(200);
    expect((await get('/api/v1/key/')).body.usage).toEqual({
      month: usagePeriod(new Date()).month,
      searches: 3,
      limit: 3,
    });
  });

  test('does not count failed searches', async () => {
    const { key } = await newAccount(app);
    expect((await app.get('/api/v1/web/', { web: webs.capped, key })).status).toBe(400);
    for (const upstream of ['brave', 'mojeek', 'marginalia']) await app.knobs(upstream, { status: 500 });
    for (let i = 0; i < 2; i++) expect((await search(key, `nobody answers ${i}`)).status).toBe(503);
    await app.reset();
    for (let i = 0; i < 3; i++) expect((await search(key)).status).toBe(200);
    expect((await search(key)).status).toBe(429);
  });

  test('is exact when searches arrive at once', async () => {
    const { key } = await newAccount(app);
    await search((await newAccount(app)).key);
    const replies = await Promise.all(Array.from({ length: 20 }, () => search(key)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(17);
  });

  test('does not count a refused search towards the rate limits', async () => {
    const { key } = await newAccount(app);
    for (let i = 0; i < 3; i++) await search(key);
    const before = standings(await search(key)).burst;
    expect(before).toEqual({ r: 47, t: 0 });
    expect(standings(await search(key)).burst).toEqual(before);
  });

  test('is null when none is set', async () => {
    expect((await ask(webs.off, app.key)).body.usage.limit).toBeNull();
  });
});
