import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../../lib/keys/key-format.ts';
import { changeKey, setDisabled, writeAccount } from '../../harness/as-tester.ts';
import { exa, firecrawl, openwebui, post, searchIn, tavily } from '../../harness/dialects.ts';
import { eventually } from '../../harness/processes.ts';
import { addWebs, NOBODY, newAccount, searchesOf, secretAccount } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import { warm } from '../../harness/warm-searches.ts';

/** What every dialect that is posted to promises, whatever its shape. */
let app: TestApp;
let webs: Record<'off' | 'tight' | 'capped' | 'nobody', number>;
beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000', CACHE_TTL_S: '86400' } });
  webs = await addWebs(app, {
    off: { COMPAT: 'off' },
    tight: { API_THROTTLE_SUSTAINED: '2/day' },
    capped: { API_MONTHLY_LIMIT: '1', API_THROTTLE_BURST: '100/hour' },
    nobody: NOBODY,
  });
  await warm(app, 'redis');
});
afterAll(() => app?.stop());

/** Keys that no log line may contain. */
const secrets: string[] = [];
const caller = () => secretAccount(app, secrets);
const output = () => app.webs.map((web) => web.output).join('');

describe.each([tavily, openwebui, firecrawl, exa])('$name', (dialect) => {
  const search = (options: Parameters<typeof searchIn>[3], query = 'redis') => searchIn(app, dialect, query, options);
  const withHeaders = (headers: Record<string, string>) => search({ key: '', headers });

  test('the key is read from every header that clients use, and each search counts once', async () => {
    const { key } = await caller();
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const places: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: `Api-Key ${key}` },
      { authorization: basic(`someone:${key}`) },
      { authorization: basic(`${key}:`) },
      { 'x-api-key': key },
    ];
    for (const headers of places) {
      const reply = await withHeaders(headers);
      expect(reply.status).toBe(200);
      expect(dialect.isSearchReply(reply.body)).toBe(true);
    }
    expect(await searchesOf(app, key)).toBe(places.length);
  });

  test('a key that is missing, bad, unknown or in the wrong place is a 401', async () => {
    const { key } = await caller();
    const unknown = generateKey().key;
    secrets.push(unknown);
    const refused: [Record<string, string>, string][] = [
      [{}, 'Authentication credentials were not provided.'],
      [{ 'x-tavily-access-mode': 'keyless' }, 'Authentication credentials were not provided.'],
      [{ cookie: `key=${key}` }, 'Authentication credentials were not provided.'],
      [{ authorization: 'Bearer nonsense' }, 'Invalid or revoked API key.'],
      [{ authorization: `Bearer ${unknown}` }, 'Invalid or revoked API key.'],
      [{ authorization: 'Bearer nonsense', 'x-api-key': key }, 'Invalid or revoked API key.'],
    ];
    for (const [headers, text] of refused) {
      const reply = await withHeaders(headers);
      expect([reply.status, reply.body]).toEqual([401, dialect.error(text)]);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="tributary"');
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const body = JSON.stringify(dialect.search('redis'));
    const inAddress = await post(app, `${dialect.path}?key=${key}&api_key=${key}`, body, { key: '' });
    expect(inAddress.status).toBe(401);
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('a disabled account is a 403', async () => {
    const { username, key } = await caller();
    await setDisabled(app.client, username, true);
    const reply = await search({ key });
    expect([reply.status, reply.body]).toEqual([403, dialect.error('User account is disabled.')]);
  });

  test('a rate limit is a 429 that says how long to wait, and comes before the parameters', async () => {
    const { key } = await caller();
    const options = { key, web: webs.tight };
    for (let i = 0; i < 2; i++) await search(options, '');
    const reply = await search(options, '');
    const waitS = reply.headers.get('retry-after');
    expect(waitS).toMatch(/^\d+$/);
    const text = `Request was throttled. Expected available in ${waitS} seconds.`;
    expect([reply.status, reply.body]).toEqual([429, dialect.error(text)]);
    expect(reply.headers.get('ratelimit')).toMatch(/"sustained";r=0;t=\d+/);
  });

  test('the monthly limit is a 429', async () => {
    const { key } = await caller();
    const options = { key, web: webs.capped };
    expect((await search(options)).status).toBe(200);
    const reply = await search(options);
    const text = `Monthly search limit reached. Resets in ${reply.headers.get('retry-after')} seconds.`;
    expect([reply.status, reply.body]).toEqual([429, dialect.error(text)]);
    expect(await searchesOf(app, key)).toBe(1);
  });

  const notAnObject = 'The body is not a form, nor a JSON object.';
  test.each([
    ['broken JSON', '{"query":', 'application/json', 400, notAnObject],
    ['a list', '[{"query":"redis"}]', 'application/json', 400, notAnObject],
    ['a text', '"redis"', 'application/json', 400, notAnObject],
    ['null', 'null', 'application/json', 400, notAnObject],
    ['deep nesting', '['.repeat(50_000), 'application/json', 400, 'The body is nested too deeply.'],
    ['a mebibyte', `{"query":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'The request is too large.'],
    ['plain text', 'redis', 'text/plain', 415, 'This content type is not supported.'],
  ])('%s is refused and not counted', async (_what, body, type, status, text) => {
    const { key } = await caller();
    const reply = await post(app, dialect.path, body, { key, headers: { 'content-type': type } });
    expect([reply.status, reply.body]).toEqual([status, dialect.error(text)]);
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('a search without a query is a 400 that names the field, and is not counted', async () => {
    const { key } = await caller();
    const required = dialect.fieldError('query', 'This field is required.');
    for (const body of ['', '{}', '{"urls":["https://example.org"]}', '{"query":null}', '{"query":"\\u0000"}']) {
      const reply = await post(app, dialect.path, body, { key });
      expect([reply.status, reply.body]).toEqual([400, required]);
    }
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('engines that are not there are a 503, and nothing is counted', async () => {
    const { key } = await caller();
    const reply = await search({ key, web: webs.nobody });
    const text = 'No search engine is configured on this deployment.';
    expect([reply.status, reply.body]).toEqual([503, dialect.error(text)]);
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  });

  test('a slash at the end changes nothing', async () => {
    const reply = await post(app, `${dialect.path}/`, JSON.stringify(dialect.search('redis')));
    expect(reply.status).toBe(200);
  });

  test('other methods are a 405, and a dialect that is off is a 404', async () => {
    const read = await app.get(dialect.path);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await search({ web: webs.off })).status).toBe(404);
  });

  test('neither the key nor the query is logged', async () => {
    const { key } = await caller();
    await warm(app, 'persimmon');
    const reply = await search({ key, headers: { 'x-request-id': `logged-${dialect.name}` } }, 'persimmon');
    expect(reply.status).toBe(200);
    await eventually('the request is logged', () => output().includes(`"logged-${dialect.name}"`));
    for (const secret of [app.key, 'persimmon', ...secrets]) expect(output()).not.toContain(secret);
  });
});

describe('engines that fail', () => {
  let down: TestApp;
  beforeAll(async () => {
    down = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000' } });
    for (const engine of ['brave', 'mojeek', 'marginalia']) await down.knobs(engine, { status: 500 });
  });
  afterAll(() => down?.stop());

  test.each([tavily, openwebui, firecrawl, exa])(
    'are a 503 of $name with the time to wait, and nothing is counted',
    async (dialect) => {
      const { key } = await newAccount(down);
      const reply = await searchIn(down, dialect, 'redis', { key });
      expect([reply.status, reply.body]).toEqual([503, dialect.error('No search engine answered.')]);
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      await eventually('nothing is counted', async () => (await searchesOf(down, key)) === 0);
    },
  );
});

describe('a client that leaves in mid-call', () => {
  let idle: TestApp;
  beforeAll(async () => {
    idle = await TestApp.start({ workers: 0 });
    await idle.pretendWorker();
    await eventually('the web process sees itself', async () => {
      await idle.webs[0]?.running.services.webs.look();
      return true;
    });
  });
  afterAll(() => idle?.stop());

  test.each([tavily, openwebui, firecrawl, exa])(
    'ends its search in $name, which counts because it was queued',
    async (dialect) => {
      const { key } = await newAccount(idle);
      const outgoing = request(`${idle.urls[0]}${dialect.path}`, {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      outgoing.on('error', () => {});
      outgoing.end(JSON.stringify(dialect.search(`leaves ${dialect.name}`)));
      await eventually('it is queued', async () => (await idle.jobs('wait')) === 1);
      outgoing.destroy();
      await eventually('its job is removed', async () => (await idle.jobs('wait')) === 0);
      expect(await searchesOf(idle, key)).toBe(1);
    },
  );
});

describe('tavily', () => {
  const searchWith = (api_key: unknown, headers: Record<string, string> = {}) =>
    post(app, tavily.path, JSON.stringify({ query: 'redis', api_key }), { key: '', headers });

  test('the key may be in the body, if it is in no header', async () => {
    const { key } = await caller();
    expect((await searchWith(key)).status).toBe(200);
    expect((await searchWith('nonsense', { authorization: `Bearer ${key}` })).status).toBe(200);
    expect(await searchesOf(app, key)).toBe(2);
    const [missing, bad] = ['Authentication credentials were not provided.', 'Invalid or revoked API key.'];
    const refused: [unknown, Record<string, string>, string][] = [
      ['', {}, missing],
      [null, {}, missing],
      ['nonsense', {}, bad],
      [{ $ne: '' }, {}, bad],
      [key, { authorization: 'Bearer nonsense' }, bad],
    ];
    for (const [given, headers, text] of refused) {
      const reply = await searchWith(given, headers);
      expect([reply.status, reply.body]).toEqual([401, tavily.error(text)]);
    }
    expect(await searchesOf(app, key)).toBe(2);
    expect(output()).not.toContain(key);
  });

  test.each(['feedback', 'research'])('%s is not offered, says so, and costs nothing', async (name) => {
    const { key } = await caller();
    const path = `/compat/tavily/${name}`;
    const reply = await post(app, path, '{"urls":["https://example.org"]}', { key });
    const text = `${name} is not supported: this service searches, and reads pages by URL.`;
    expect([reply.status, reply.body]).toEqual([501, tavily.error(text)]);
    expect((await post(app, path, '{}', { key: '' })).status).toBe(401);
    expect(await searchesOf(app, key)).toBe(0);
  });
});

describe('firecrawl', () => {
  const names = ['extract', 'agent', 'deep-research', 'crawl/params-preview'];
  test.each(names)('%s is not offered, says so, and costs nothing', async (name) => {
    const { key } = await caller();
    for (const version of ['v1', 'v2']) {
      const path = `/compat/firecrawl/${version}/${name}`;
      const reply = await post(app, path, '{"url":"https://example.org"}', { key });
      const text = `${name} is not supported: this service searches, and reads pages by URL.`;
      expect([reply.status, reply.body]).toEqual([501, { success: false, error: text, code: 'NOT_OFFERED' }]);
      expect((await post(app, path, '{}', { key: '' })).status).toBe(401);
    }
    expect(await searchesOf(app, key)).toBe(0);
  });
});

describe('what a dialect does not have', () => {
  const none = (name: string) => `${name} is not supported: this service searches, and reads pages by URL.`;
  const OTHERS: [path: string, name: string, error: (text: string) => unknown][] = [
    ['/compat/tavily/agents/x', 'agents/x', tavily.error],
    ['/compat/firecrawl/v2/agent/1', 'agent/1', firecrawl.error],
    ['/compat/firecrawl/v1/llmstxt', 'llmstxt', firecrawl.error],
    ['/compat/firecrawl/extract', 'extract', firecrawl.error],
    ['/compat/exa/findSimilar', 'findSimilar', exa.error],
    ['/compat/openwebui/rerank', 'rerank', openwebui.error],
    [
      '/compat/brave/res/v1/suggest/search',
      'res/v1/suggest/search',
      (detail) => expect.objectContaining({ error: expect.objectContaining({ detail, status: 501 }) }),
    ],
    [
      '/compat/perplexity/chat/completions',
      'chat/completions',
      (message) => ({ error: { message, type: 'api_error', code: 501 } }),
    ],
    ['/compat/serper/maps', 'maps', (message) => ({ message, statusCode: 501 })],
    ['/compat/rerank/v1/embed', 'v1/embed', (message) => ({ message, error: { message }, detail: message })],
    ['/compat/searxng/search/rss', 'rss', (error) => ({ error, results: [] })],
  ];

  test.each(OTHERS)('%s is a 501 that names it, with every method, and costs nothing', async (path, name, error) => {
    const { key } = await caller();
    const headers = { authorization: `Bearer ${key}` };
    for (const method of ['GET', 'POST', 'DELETE']) {
      const reply = await app.get(`${path}/?x=1`, { method, key: '', headers });
      expect([reply.status, reply.body]).toEqual([501, error(none(name))]);
    }
    expect((await app.get(path, { key: '' })).status).toBe(401);
    expect((await app.get(path, { key: '', headers, web: webs.off })).status).toBe(404);
    expect(await searchesOf(app, key)).toBe(0);
  });
});

describe('what clients ask about their key', () => {
  const ask = async (path: string, key: string, web = 0) =>
    (await app.get(path, { key: '', headers: { authorization: `Bearer ${key}` }, web })).body;

  test('is answered in the format of Tavily', async () => {
    const { key } = await caller();
    await searchIn(app, tavily, 'redis', { key, web: webs.capped });
    const account = { current_plan: 'Tributary', plan_usage: 1, plan_limit: 1, paygo_usage: 0, paygo_limit: 0 };
    expect(await ask('/compat/tavily/usage', key, webs.capped)).toEqual({ key: { usage: 1, limit: 1 }, account });
    expect((await ask('/compat/tavily/usage', key)).key).toEqual({ usage: 1, limit: null });
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('is what its own limit leaves, or that of its account if that leaves less', async () => {
    const { username, key, prefix } = await caller();
    await changeKey(app.client, prefix, { limits: { monthly: 7 } }, { maxDays: null });
    await searchIn(app, tavily, 'redis', { key });
    const credits = async () => (await ask('/compat/firecrawl/v2/team/credit-usage', key)).data;
    expect(await credits()).toMatchObject({ remainingCredits: 6, planCredits: 7 });
    expect(await ask('/compat/tavily/usage', key)).toMatchObject({
      key: { usage: 1, limit: 7 },
      account: { plan_usage: 1, plan_limit: 7 },
    });
    await writeAccount(app.client, username, { monthly: '3' });
    expect(await credits()).toMatchObject({ remainingCredits: 2, planCredits: 3 });
    expect(await ask('/compat/tavily/usage', key)).toMatchObject({
      key: { usage: 1, limit: 7 },
      account: { plan_usage: 1, plan_limit: 3 },
    });
    // The key is without limit on an instance that has one.
    await writeAccount(app.client, username, { monthly: '' });
    await changeKey(app.client, prefix, { limits: { monthly: 'off' } }, { maxDays: null });
    expect((await ask('/compat/tavily/usage', key, webs.capped)).key).toEqual({ usage: 1, limit: null });
  });

  test('is answered in the formats of Firecrawl', async () => {
    const { key } = await caller();
    const [start, end] = [expect.stringMatching(/-01T00:00:00\.000Z$/), expect.stringMatching(/-01T00:00:00\.000Z$/)];
    for (const base of ['/compat/firecrawl/v2', '/compat/firecrawl']) {
      const { success, data } = await ask(`${base}/team/credit-usage`, key, webs.capped);
      const period = { billingPeriodStart: start, billingPeriodEnd: end };
      expect([success, data]).toEqual([true, { remainingCredits: 1, planCredits: 1, ...period }]);
      expect(Date.parse(data.billingPeriodStart)).toBeLessThan(Date.parse(data.billingPeriodEnd));
    }
    await searchIn(app, firecrawl, 'redis', { key, web: webs.capped });
    const old = await ask('/compat/firecrawl/v1/team/credit-usage', key, webs.capped);
    expect(old.data).toMatchObject({ remaining_credits: 0, plan_credits: 1 });
    const unlimited = await ask('/compat/firecrawl/v2/team/credit-usage', key);
    expect(unlimited.data.remainingCredits).toBe(1_000_000_000);
    const none = { success: true, concurrency: 0, maxConcurrency: 1_000_000_000 };
    expect(await ask('/compat/firecrawl/v2/concurrency-check', key)).toEqual(none);
    const { burst } = (await app.get('/api/v1/key/', { key, web: webs.capped })).body.limits;
    expect(await ask('/compat/firecrawl/v2/concurrency-check', key, webs.capped)).toEqual({
      success: true,
      concurrency: burst.limit - burst.remaining + 1,
      maxConcurrency: burst.limit,
    });
  });
});
