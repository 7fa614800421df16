import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usagePeriod } from '../../lib/limits/usage.ts';
import { createKey } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { addWebs, NOBODY, newAccount, untilEveryEngineAnswers } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** Every endpoint in the root document, in order. */
const ENDPOINTS = {
  web: '/api/v1/web/',
  images: '/api/v1/images/',
  similar_images: '/api/v1/images/similar/',
  news: '/api/v1/news/',
  videos: '/api/v1/videos/',
  maps: '/api/v1/maps/',
  translate: '/api/v1/translate/',
  translate_languages: '/api/v1/translate/languages/',
  instant: '/api/v1/instant/',
  cards: '/api/v1/cards/',
  suggest: '/api/v1/suggest/',
  extract: '/api/v1/extract/',
  map: '/api/v1/map/',
  context: '/api/v1/context/',
  rerank: '/api/v1/rerank/',
  status: '/api/v1/status/',
  key: '/api/v1/key/',
  web_stream: '/api/v1/web/stream/',
  images_stream: '/api/v1/images/stream/',
  news_stream: '/api/v1/news/stream/',
  videos_stream: '/api/v1/videos/stream/',
  context_stream: '/api/v1/context/stream/',
  crawl: '/api/v1/crawl/',
  batch: '/api/v1/batch/',
};
const listing = (base: string) =>
  Object.fromEntries(Object.entries(ENDPOINTS).map(([name, path]) => [name, base + path]));

let app: TestApp;
let webs: Record<
  'published' | 'behindProxy' | 'behindAnother' | 'renamed' | 'bare' | 'publicMarginalia' | 'publicWikipedia',
  number
>;

beforeAll(async () => {
  // No test has searched yet: the first test checks the status before any provider was called.
  app = await TestApp.start();
  webs = await addWebs(app, {
    published: { PUBLIC_URL: 'https://search.example.org/', TRUST_PROXY: '127.0.0.1' },
    behindProxy: { TRUST_PROXY: '127.0.0.1' },
    behindAnother: { TRUST_PROXY: '10.0.0.0/8, 192.0.2.1' },
    renamed: {
      ENGINE_A: 'marginalia',
      ENGINE_B: 'brave',
      ENGINE_C: 'mojeek',
      ENGINE_B_NAME: 'The Lion',
      MARGINALIA_API_KEY: '',
    },
    bare: NOBODY,
    publicMarginalia: { ...NOBODY, MOJEEK_API_KEY: 'x', ENGINE_C: 'marginalia' },
    // Nothing is asked there: only its status is read.
    publicWikipedia: { ...NOBODY, WIKIPEDIA_URL: '' },
  });
});
afterAll(() => app?.stop());

interface Provider {
  slug: string;
  name: string;
  group: string;
  state: string;
  checked_at: string;
  last_ok_at: string;
  last_error: string;
}

const providers = async (web = 0): Promise<Provider[]> => (await app.get('/api/v1/status/', { web })).body.providers;
const engines = async (web: number) => (await providers(web)).filter(({ group }) => group === 'web');
const provider = async (slug: string): Promise<Provider> => {
  const found = (await providers()).find((one) => one.slug === slug);
  if (!found) throw new Error(`no ${slug}`);
  return found;
};
/** Waits for the next status record, because a reply can arrive shortly before the record of its calls. */
const next = (slug: string, since: Provider): Promise<Provider> =>
  eventually('the status is recorded', async () => {
    const now = await provider(slug);
    return now.checked_at !== since.checked_at && now;
  });

/** Resets everything, then waits until every engine has answered a search. */
async function untilAllUp(): Promise<void> {
  await app.reset();
  await untilEveryEngineAnswers(app);
  await eventually('every engine is up', async () => (await engines(0)).every(({ state }) => state === 'up'));
}

describe('status', () => {
  const unseen = (slug: string, name: string, group = 'web') => ({
    slug,
    name,
    group,
    monitor: ['web', 'suggest'].includes(group) ? 'query' : expect.stringMatching(/^(query|probe)$/),
    state: 'unknown',
    checked_at: '',
    last_ok_at: '',
    last_error: '',
    source: '',
  });

  test('lists engines by slot and other providers by name, grouped, with state unknown before the first call', async () => {
    const reply = await app.get('/api/v1/status/');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      providers: [
        unseen('engine_a', 'Brave'),
        unseen('engine_b', 'Mojeek'),
        unseen('engine_c', 'Marginalia'),
        unseen('brave', 'Brave', 'suggest'),
        unseen('duckduckgo', 'DuckDuckGo', 'suggest'),
        unseen('wikipedia-suggest', 'Wikipedia', 'suggest'),
        unseen('searxng', 'SearXNG', 'suggest'),
        unseen('wikipedia', 'Wikipedia', 'cards'),
        unseen('stackexchange', 'Stack Exchange', 'cards'),
        unseen('nominatim', 'Nominatim', 'maps'),
        unseen('open_meteo', 'Open-Meteo', 'instant'),
        unseen('frankfurter', 'Frankfurter', 'instant'),
        unseen('dictionary', 'Free Dictionary', 'instant'),
        unseen('libretranslate', 'LibreTranslate', 'translate'),
      ],
    });
  });

  test('has exactly the fields of the contract, and with detail=full until when a provider is not called, and why', async () => {
    const fields = 'slug name group monitor state checked_at last_ok_at last_error source'.split(' ');
    for (const found of await providers(webs.publicWikipedia)) expect(Object.keys(found)).toEqual(fields);
    const { body } = await app.get('/api/v1/status/?detail=full', { web: webs.publicWikipedia });
    const wikipedia = body.providers.find(({ slug }: Provider) => slug === 'wikipedia');
    expect(wikipedia).toEqual({
      ...unseen('wikipedia', 'Wikipedia', 'cards'),
      open_until: '',
      note: expect.stringContaining('CONTACT is not set'),
    });
    expect((await app.get('/api/v1/status/?detail=all')).body).toEqual({ detail: ['Use full, or leave it out.'] });
  });

  test('uses slots and display names for any engine in any slot', async () => {
    expect(await engines(webs.renamed)).toEqual([
      unseen('engine_a', 'Marginalia'),
      unseen('engine_b', 'The Lion'),
      unseen('engine_c', 'Mojeek'),
    ]);
  });

  test('omits providers that are not configured', async () => {
    expect(await providers(webs.bare)).toEqual([]);
    // Marginalia needs no key when a slot names it.
    expect(await providers(webs.publicMarginalia)).toEqual([
      unseen('engine_b', 'Mojeek'),
      unseen('engine_c', 'Marginalia'),
    ]);
  });

  test('is up after one success, with its time', async () => {
    const before = Date.now();
    await untilEveryEngineAnswers(app);
    for (const slug of ['engine_a', 'engine_b', 'engine_c']) {
      const seen = await eventually('it is up', async () => {
        const now = await provider(slug);
        return now.state === 'up' && now;
      });
      expect(seen.last_error).toBe('');
      expect(seen.checked_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
      expect(seen.last_ok_at).toBe(seen.checked_at);
      expect(Date.parse(seen.checked_at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(seen.checked_at)).toBeLessThanOrEqual(Date.now());
    }
    // All processes report the same.
    expect((await engines(webs.renamed)).map(({ state }) => state)).toEqual(['up', 'up', 'up']);
  });

  test('stays up through two failures, is down after the third, and up again after a success', async () => {
    await untilAllUp();
    const good = await provider('engine_b');
    await app.knobs('mojeek', { status: 500 });
    let last = good;
    for (let failures = 1; failures <= 3; failures++) {
      await app.search(`failure ${failures}`);
      const seen = await next('engine_b', last);
      last = seen;
      expect(seen.state).toBe(failures < 3 ? 'up' : 'down');
      expect(seen.last_error).toMatch(/\S/);
      expect(seen.last_ok_at).toBe(good.last_ok_at);
      expect(seen.checked_at > good.checked_at).toBe(true);
    }
    expect((await provider('engine_a')).state).toBe('up');
    await untilAllUp();
    expect(await provider('engine_b')).toMatchObject({ state: 'up', last_error: '' });
  });

  test('clears the last error after the next success', async () => {
    await untilAllUp();
    const good = await provider('engine_b');
    await app.knobs('mojeek', { status: 500 });
    await app.search('one failure');
    const failed = await next('engine_b', good);
    expect(failed.last_error).not.toBe('');
    await app.knobs('mojeek', {});
    await app.search('one success');
    expect(await next('engine_b', failed)).toMatchObject({ state: 'up', last_error: '' });
  });

  test('restarts the failure count after a success', async () => {
    await untilAllUp();
    let last = await provider('engine_b');
    for (const query of ['no', 'no again', 'yes', 'no no', 'no no again', 'yes yes']) {
      await app.knobs('mojeek', query.startsWith('no') ? { status: 500 } : {});
      await app.search(query);
      last = await next('engine_b', last);
      expect(last.state).toBe('up');
    }
  });

  test.each([
    ['brave', 'engine_a', 422, '{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}'],
    ['brave', 'engine_a', 401, ''],
    ['mojeek', 'engine_b', 200, '{"response":{"status":"ERROR: Invalid API Key"}}'],
    ['mojeek', 'engine_b', 403, ''],
    ['marginalia', 'engine_c', 401, ''],
  ])('is down immediately when %s (%s) refuses our key with HTTP %i %s', async (upstream, slug, status, body) => {
    await app.reset();
    const good = await provider(slug);
    await app.knobs(upstream, { status, body });
    await app.search('refused');
    expect(await next(slug, good)).toMatchObject({ state: 'down', last_error: expect.stringMatching(/\S/) });
  });

  test.each([
    ['brave', 'engine_a', 422, '{"error":{"code":"VALIDATION"}}'],
    ['brave', 'engine_a', 400, ''],
    ['mojeek', 'engine_b', 400, ''],
    ['marginalia', 'engine_c', 404, ''],
  ])('does not change when %s (%s) rejects our parameters with HTTP %i %s', async (upstream, slug, status, body) => {
    await untilAllUp();
    const before = await provider(slug);
    const faultsBegan = new Date().toISOString();
    await app.knobs(upstream, { status, body });
    for (let i = 0; i < 4; i++) {
      const reply = await app.search(`our fault ${i}`);
      expect(TestApp.outcomes(reply)[slug]).toBe('error');
    }
    // A success before that may be written up to a second later.
    const { checked_at, last_ok_at, ...after } = await provider(slug);
    expect({ ...before, ...after }).toEqual(before);
    expect([checked_at, last_ok_at].every((at) => at <= faultsBegan)).toBe(true);
  });

  test.each([
    [
      'a server error that tells its secrets',
      { status: 500, body: '{"error":"http://10.1.2.3/?api_key=test-mojeek-key"}' },
    ],
    ['a refusal that tells its secrets', { status: 403, body: 'test-mojeek-key is unknown at http://10.1.2.3/' }],
    [
      'a status line that tells its secrets',
      {
        status: 200,
        body: JSON.stringify({ response: { status: `ERROR: test-mojeek-key http://10.1.2.3 ${'long '.repeat(200)}` } }),
      },
    ],
    ['a cut connection', { mode: 'reset' as const }],
    ['a redirect', { mode: 'redirect' as const, location: 'http://10.1.2.3/?api_key=test-mojeek-key' }],
    ['a web page', { mode: 'html' as const }],
    ['garbage', { mode: 'garbage' as const }],
  ])('keeps its reason short and free of URLs and keys after %s', async (_, knobs) => {
    await app.reset();
    const good = await provider('engine_b');
    await app.knobs('mojeek', knobs);
    await app.search('a reason');
    const { last_error: reason } = await next('engine_b', good);
    expect(reason).toMatch(/\S/);
    expect(reason.length).toBeLessThanOrEqual(300);
    expect(reason).not.toMatch(/test-mojeek-key|:\/\/|127\.0\.0\.1|10\.1\.2\.3|api_key/);
  });

  test('is not a search: it needs no engine and does not count as usage', async () => {
    const { key } = await newAccount(app);
    expect((await app.get('/api/v1/status/', { key, web: webs.bare })).body).toEqual({ providers: [] });
    expect((await app.get('/api/v1/key/', { key })).body.usage.searches).toBe(0);
  });
});

describe('the root', () => {
  const rootAt = async (web: number, headers: Record<string, string> = {}) => {
    const authorization = `Api-Key ${app.key}`;
    const reply = await rawRequest(`${app.urls[web]}/api/v1/`, { headers: { authorization, ...headers } });
    expect(reply.status).toBe(200);
    return JSON.parse(reply.text);
  };

  test('lists every endpoint with its absolute URL, and each of them replies', async () => {
    const reply = await app.get('/api/v1/');
    expect(reply.body).toEqual(listing(app.urls[0] as string));
    expect(Object.keys(reply.body)).toEqual(Object.keys(ENDPOINTS));
    const authorization = `Api-Key ${app.key}`;
    const requests = JSON.stringify({ requests: [{ endpoint: 'suggest', params: { q: 'linux' } }] });
    const several = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: requests };
    for (const [name, url] of Object.entries(reply.body)) {
      const request = name === 'batch' ? several : { headers: { authorization } };
      const asked = name === 'rerank' ? 'query=linux&documents=linux' : 'q=linux&target=de&url=http://127.0.0.1/';
      const found = await fetch(`${url}?${asked}`, request);
      expect(found.status, String(url)).toBe(200);
    }
  });

  test('uses the host of the request', async () => {
    expect(await rootAt(0, { host: 'search.lan:8080' })).toEqual(listing('http://search.lan:8080'));
  });

  test('uses PUBLIC_URL when it is set', async () => {
    const expected = listing('https://search.example.org');
    expect(await rootAt(webs.published)).toEqual(expected);
    const headers = { host: 'other.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    expect(await rootAt(webs.published, headers)).toEqual(expected);
  });

  const forwarded = { host: 'inside.lan', 'x-forwarded-host': 'outside.example', 'x-forwarded-proto': 'https' };

  test('uses the forwarded host and scheme of a trusted proxy', async () => {
    expect(await rootAt(webs.behindProxy, forwarded)).toEqual(listing('https://outside.example'));
    expect(await rootAt(webs.behindProxy, { host: 'inside.lan' })).toEqual(listing('http://inside.lan'));
  });

  test('ignores the forwarded host and scheme of anyone else', async () => {
    expect(await rootAt(0, forwarded)).toEqual(listing('http://inside.lan'));
    expect(await rootAt(webs.behindAnother, forwarded)).toEqual(listing('http://inside.lan'));
  });
});

describe('key introspection', () => {
  const introspect = async (key: string) => (await app.get('/api/v1/key/', { key })).body;

  test('returns everything about a key except the key itself', async () => {
    const now = new Date('2026-01-02T03:04:05.678Z');
    const expiresAt = new Date('2099-01-01T00:00:00.000Z');
    const { username, key, prefix } = await newAccount(app, { name: '  Ada’s laptop ', expiresAt, now });
    const reply = await app.get('/api/v1/key/', { key });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      name: 'Ada’s laptop',
      prefix: `trib_${prefix}`,
      username,
      created_at: '2026-01-02T03:04:05.678Z',
      last_used_at: '',
      expires_at: '2099-01-01T00:00:00.000Z',
      revoked: false,
      scopes: ['search', 'read', 'answers', 'maps', 'translate', 'status'],
      engines: ['engine_a', 'engine_b', 'engine_c'],
      limits: {
        burst: null,
        sustained: { limit: 5_000, remaining: 4_999, reset: 0, left: 4_999, binds: 'instance' },
        monthly: null,
        max_parallel: null,
      },
      usage: { month: usagePeriod(new Date()).month, searches: 0, limit: null },
    });
    expect(key.startsWith(`${reply.body.prefix}.`)).toBe(true);
    expect(reply.text).not.toContain(key.split('.')[1]);
  });

  test('leaves fields empty that a plain key does not have', async () => {
    const { key } = await newAccount(app);
    expect(await introspect(key)).toMatchObject({ name: '', expires_at: '', last_used_at: '' });
  });

  test('returns the time of the previous use, whatever the endpoint', async () => {
    const { key } = await newAccount(app);
    const before = Date.now();
    expect((await introspect(key)).last_used_at).toBe('');
    const first = (await introspect(key)).last_used_at;
    expect(first).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(Date.parse(first)).toBeGreaterThanOrEqual(before);
    await eventually('the clock moves', () => Date.now() > Date.parse(first));
    const searchedFrom = Date.now();
    await app.search('linux', { key });
    const second = (await introspect(key)).last_used_at;
    expect(Date.parse(second)).toBeGreaterThanOrEqual(searchedFrom);
    expect(second > first).toBe(true);
  });

  test('counts the searches of this month per key', async () => {
    const { username, key } = await newAccount(app);
    const other = await createKey(app.client, username);
    for (let i = 1; i <= 3; i++) {
      await app.search('linux', { key });
      expect((await introspect(key)).usage.searches).toBe(i);
    }
    expect((await introspect(other.key)).usage.searches).toBe(0);
  });
});
