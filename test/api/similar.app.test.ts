import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedRows, commonsFiles } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';
import { callsTo, checkedResults, expectClean, imageResult, onlyQuestion } from './tab-response.ts';

const PATH = '/api/v1/images/similar/';
const SLUGS = ['engine_a', 'engine_b', 'engine_c'];

let app: TestApp;
let webs: Record<'tight' | 'partial', number>;
beforeAll(async () => {
  app = await TestApp.start({
    env: { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'wikipedia', API_THROTTLE_SUSTAINED: 'off' },
  });
  webs = await addWebs(app, {
    tight: { API_THROTTLE_BURST: '2/hour' },
    partial: { BRAVE_API_KEY: '', ENGINE_B: 'mojeek' },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const get = (params: Record<string, string>, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`${PATH}?${new URLSearchParams(params)}`, options);

/** Fetches a good reply and checks every field; it has no `tab` and no `page`. */
async function find(params: Record<string, string>, options: Parameters<TestApp['get']>[1] = {}) {
  const reply = await get(params, options);
  expect(reply.status, reply.text).toBe(200);
  expect(Object.keys(reply.body)).toEqual(['query', 'engine', 'results']);
  return { ...reply, results: checkedResults(imageResult, reply.body.results) };
}
const EMPTY = { query: '', engine: [], results: [] };
const calls = () => callsTo(app, 'brave', 'searxng', 'commons');

describe('the seed', () => {
  test.each([
    ['Golden Gate Bridge', 'Golden Gate Bridge'],
    ['  Golden \t Gate\n Bridge ', 'Golden Gate Bridge'],
    ['Golden Gate Bridge - Wikipedia', 'Golden Gate Bridge'],
    ['Golden Gate Bridge | Example', 'Golden Gate Bridge'],
    ['Golden Gate Bridge – The Example Site', 'Golden Gate Bridge'],
    ['Golden Gate Bridge | Coca-Cola', 'Golden Gate Bridge'],
    ['Golden Gate - at dusk - Example', 'Golden Gate - at dusk'],
    ['Golden-Gate-Bridge', 'Golden-Gate-Bridge'],
    ['Golden Gate|Bridge', 'Golden Gate|Bridge'],
    ['- Example', '- Example'],
    ['... - Example', '... - Example'],
    ['7', '7'],
    ['金門大橋', '金門大橋'],
    ['cafe\u0301', 'café'],
  ])('of the caption %j is %j', async (caption, seed) => {
    const reply = await find({ q: caption, engine: 'engine_a' });
    expect(reply.body).toMatchObject({ query: seed, engine: ['engine_a'] });
    expect(await onlyQuestion(app, 'brave')).toMatchObject({ q: seed });
  });

  test('is the caption if there is one, whatever the query', async () => {
    const reply = await find({ q: 'berlin | Example', query: 'paris' });
    expect(reply.body).toMatchObject({ query: 'berlin', engine: SLUGS });
    expect(reply.results.length).toBeGreaterThan(1);
    for (const upstream of ['brave', 'searxng'] as const) {
      expect(await onlyQuestion(app, upstream)).toMatchObject({ q: 'berlin' });
    }
  });

  test.each(['', ' ', '...', '— | —', '🦊', '\u0000'])('is the query when the caption is %j', async (caption) => {
    const reply = await find({ q: caption, query: 'paris - Example', engine: 'engine_a' });
    expect(reply.body.query).toBe('paris');
    expect(reply.results.length).toBeGreaterThan(1);
  });

  test('is the query without a caption', async () => {
    expect((await find({ query: ' paris ', engine: 'engine_b' })).body.query).toBe('paris');
  });

  test.each([{}, { q: '' }, { query: '' }, { q: ' ', query: '\t' }, { exclude_url: 'https://a.example/' }])(
    'is required (%j)',
    async (params) => {
      const reply = await get(params as Record<string, string>);
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ q: ['Give q (the caption) or query (a fallback).'] });
    },
  );

  test.each([{ q: '...' }, { query: '🦊' }, { q: ' | ', query: '---' }, { q: '!', engine: 'engine_a' }])(
    'without a letter or digit gives an empty reply without a call (%j)',
    async (params) => {
      expect((await find(params as Record<string, string>)).body).toEqual(EMPTY);
      expect(await calls()).toEqual({ brave: 0, searxng: 0, commons: 0 });
    },
  );
});

describe('usage', () => {
  test('counts a search with a usable seed, cached or not, but no search without one or with a bad parameter', async () => {
    const { key } = await newAccount(app);
    await find({ q: 'berlin counted' }, { key });
    await find({ q: 'berlin counted' }, { key });
    await find({ q: '...', query: 'paris' }, { key });
    expect(await searchesOf(app, key)).toBe(3);
    expect((await find({ q: '...' }, { key })).body).toEqual(EMPTY);
    expect((await get({}, { key })).status).toBe(400);
    expect((await get({ q: 'berlin', exclude_url: 'nonsense' }, { key })).status).toBe(400);
    expect(await searchesOf(app, key)).toBe(3);
  });

  test('does not count a request without a usable seed, but the rate limit does', async () => {
    const { key } = await newAccount(app);
    const ask = () => get({ q: '...' }, { key, web: webs.tight });
    const replies: Reply[] = [await ask(), await ask(), await ask()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(await searchesOf(app, key)).toBe(0);
  });
});

describe('exclude_url', () => {
  const PAGE = 'https://www.dogs.example/golden/?b=2&a=1';
  const search = async (exclude: string) => {
    await cannedRows(app, 'brave', 'images', [
      { url: PAGE, title: 'the opened one' },
      { url: 'https://www.dogs.example/golden/?b=3', title: 'another' },
      { url: 'https://dogs.example/', title: 'a third' },
    ]);
    const { results } = await find({ q: 'golden retriever', engine: 'engine_a', exclude_url: exclude });
    return results.map(({ title }) => title);
  };

  test.each([
    ['itself', PAGE],
    ['http for https', 'http://www.dogs.example/golden/?b=2&a=1'],
    ['no www', 'https://dogs.example/golden/?b=2&a=1'],
    ['no trailing slash', 'https://www.dogs.example/golden?b=2&a=1'],
    ['tracking parameters', 'https://www.dogs.example/golden/?utm_source=x&b=2&gclid=y&a=1&fbclid=z'],
    ['another order of parameters', 'https://www.dogs.example/golden/?a=1&b=2'],
    ['a fragment', `${PAGE}#photo`],
    ['capitals in the host', 'https://WWW.Dogs.Example/golden/?b=2&a=1'],
    ['the default port', 'https://www.dogs.example:443/golden/?b=2&a=1'],
    ['spaces around it', ` ${PAGE} `],
    ['all of that', 'http://dogs.example/golden?a=1&utm_campaign=x&b=2#top'],
  ])('drops the page, written with %s', async (_, exclude) => {
    expect(await search(exclude)).toEqual(['another', 'a third']);
  });

  test.each(['https://www.dogs.example/golden/?b=2', 'https://www.dogs.example/golden/puppy', 'https://cats.example/'])(
    'keeps other pages (%s)',
    async (exclude) => {
      expect(await search(exclude)).toEqual(['the opened one', 'another', 'a third']);
    },
  );

  test('is not part of the cache key: every exclusion uses the same cached results', async () => {
    const all = await find({ q: 'berlin excluded' });
    const [first] = all.results;
    for (let i = 0; i < 2; i++) {
      const rest = await find({ q: 'berlin excluded', exclude_url: first?.url ?? '' });
      expect(TestApp.outcomes(rest)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
      expect(rest.results).toEqual(all.results.slice(1));
    }
    expect((await find({ q: 'berlin excluded' })).results).toEqual(all.results);
  });

  test.each([
    'nonsense',
    'www.dogs.example/golden',
    'javascript:alert(1)',
    'ftp://dogs.example/',
    '/golden',
    'http://',
  ])('is refused if it is not a web URL (%s)', async (exclude) => {
    const reply = await get({ q: 'golden retriever', exclude_url: exclude });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ exclude_url: ['Use an http:// or https:// address.'] });
  });
});

test.each(['q', 'query', 'exclude_url'])('a repeated %s is refused', async (name) => {
  const value = encodeURIComponent('https://a.example/');
  const reply = await app.get(`${PATH}?q=berlin&${name}=${value}${name === 'q' ? '' : `&${name}=${value}`}`);
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual({ [name]: ['Give this parameter once.'] });
});

test('a caption or query of more than 1,000 characters is refused', async () => {
  const reply = await get({ q: 'a'.repeat(1_001), query: '🦊'.repeat(1_001) });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body)).toEqual(['q', 'query']);
  expect((await find({ q: 'a'.repeat(1_000), query: '🦊'.repeat(1_000) })).body.query).toBe('a'.repeat(1_000));
});

describe('the underlying search', () => {
  test('is the image search, with its safe search and language', async () => {
    expect((await find({ q: 'nude' })).results).toEqual([]);
    const shown = await find({ q: 'nude', safe: 'off' });
    expect(shown.results.map(({ title }) => title)).toContain('Venus of Urbino by Titian, reclining nude');
    await app.reset();
    await find({ q: 'berlin', lang: 'de', safe: 'off' });
    expect(await onlyQuestion(app, 'brave')).toMatchObject({ search_lang: 'de', safesearch: 'off', count: '50' });
    expect(await onlyQuestion(app, 'searxng')).toMatchObject({ categories: 'images', pageno: '1', language: 'de' });
  });

  test('shares its cache with the image search', async () => {
    const images = await app.get('/api/v1/images/?q=paris+shared');
    const similar = await find({ q: 'paris shared | Example' });
    expect(TestApp.outcomes(similar)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
    expect(similar.results).toEqual(images.body.results);
  });

  test('skips engines without images, and fails when a requested engine is not configured', async () => {
    const skipped = await find({ q: 'berlin', engine: 'engine_b' }, { web: webs.partial });
    expect(skipped.body).toEqual({ query: 'berlin', engine: [], results: [] });
    expect(skipped.headers.get('server-timing')).toBe(
      'engine_b;dur=0;desc="skipped", unserved;desc="Mojeek has no images"',
    );
    const missing = await get({ q: 'berlin', engine: 'engine_a' }, { web: webs.partial });
    expect(missing.status).toBe(503);
    expect(missing.body).toEqual({ detail: 'engine_a is not configured on this deployment.' });
  });

  test('continues without a failing engine, and is an uncounted 503 when all fail', async () => {
    const { key } = await newAccount(app);
    await app.knobs('brave', { status: 500 });
    const some = await find({ q: 'berlin some' }, { key });
    expect(some.body.engine).toEqual(['engine_b', 'engine_c']);
    expect(some.results.length).toBeGreaterThan(1);
    for (const upstream of ['searxng', 'commons']) await app.knobs(upstream, { status: 500 });
    const none = await get({ q: 'berlin none' }, { key });
    expect(none.status).toBe(503);
    expect(none.body).toEqual({ detail: 'No search engine answered.' });
    expect(Number(none.headers.get('retry-after'))).toBeGreaterThan(0);
    await eventually('the failed search is taken back', async () => (await searchesOf(app, key)) === 1);
  });

  test('cleans the data of the engines', async () => {
    const data = 'data:image/png;base64,AAAA';
    await cannedRows(app, 'brave', 'images', [
      { url: 'javascript:alert(1)', title: 'x' },
      { url: 'https://a.example/', title: '<b>Fox</b> &amp; hen', thumbnail: { src: data } },
    ]);
    await cannedRows(app, 'searxng', 'images', [{ url: data }, null]);
    await cannedRows(app, 'commons', 'images', commonsFiles([{ title: 7, descriptionurl: 7 }]));
    const reply = await find({ q: 'hostile' });
    expectClean(reply);
    expect(reply.body.engine).toEqual(SLUGS);
    expect(reply.results).toEqual([
      { title: 'Fox & hen', url: 'https://a.example/', source: 'a.example', thumbnail: '' },
    ]);
  });
});
