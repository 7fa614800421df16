import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** `limit`: pages of one list that is kept. */
let app: TestApp;
let webs: Record<'uncached' | 'published', number>;
beforeAll(async () => {
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'mojeek' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off' } });
  webs = await addWebs(app, {
    uncached: { CACHE_TTL_S: '0' },
    published: { PUBLIC_URL: 'https://search.example.org/tributary' },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

interface Row {
  url: string;
  thumbnail?: string;
}
const get = (tab: string, params: string, options: { key?: string; web?: number } = {}) =>
  app.get(`/api/v1/${tab}/?${params}`, options);

/** All pages of a search until `has_more` says that there is none. */
async function allPages(tab: string, params: string, limit: number): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let page = 1; page <= 50; page++) {
    const { status, body } = await get(tab, `${params}&limit=${limit}&page=${page}&detail=full`);
    expect(status).toBe(200);
    expect(body.page).toBe(page);
    expect(body.next === null).toBe(!body.has_more);
    pages.push(body.results);
    if (!body.has_more) break;
  }
  return pages;
}

describe.each(['web', 'images', 'news', 'videos'])('limit on %s', (tab) => {
  test('gives pages of one list, none of which repeats another', async () => {
    const pages = await allPages(tab, 'q=climate+change', 7);
    const rows = pages.flat();
    const name = ({ url, thumbnail = '' }: Row) => `${url} ${thumbnail}`;
    expect(rows.length).toBeGreaterThan(7);
    expect(new Set(rows.map(name)).size).toBe(rows.length);
    for (const page of pages.slice(0, -2)) expect(page.length).toBe(7);
    const whole = (await get(tab, 'q=climate+change&limit=50&detail=full')).body.results as Row[];
    expect(rows.slice(0, 50).map(name)).toEqual(whole.slice(0, rows.length).map(name));
  });

  test('cuts the first page of the search without it', async () => {
    const { results, ...envelope } = (await get(tab, 'q=berlin+cut')).body;
    const cut = (await get(tab, 'q=berlin+cut&limit=3')).body;
    expect(cut).toEqual({ ...envelope, results: results.slice(0, 3) });
  });
});

describe('a list', () => {
  /** Brave lists these pages, whatever is asked. */
  const brave = (...names: string[]) =>
    cannedAnswers.brave(
      app,
      names.map((name) => ({ url: `https://${name}.example/`, title: name })),
    );
  const titles = async (params: string, web = 0) => {
    const { body } = await get('web', `engine=engine_a&${params}`, { web });
    return (body.results as { title: string }[]).map(({ title }) => title);
  };

  test('stays the same while it is kept, although the engine changes its mind', async () => {
    await brave('a', 'b', 'c', 'd');
    expect(await titles('q=stable&limit=2')).toEqual(['a', 'b']);
    await brave('c', 'b', 'a', 'x');
    expect(await titles('q=stable&limit=2&page=2')).toEqual(['c', 'd']);
    expect(await titles('q=stable&limit=3')).toEqual(['a', 'b', 'c']);
  });

  test('gets what is new on a deeper page, and ends with a page that has nothing new', async () => {
    const twenty = Array.from({ length: 20 }, (_, at) => `n${at}`);
    await brave(...twenty);
    expect(await titles('q=deeper&limit=20')).toEqual(twenty);
    await brave('new', ...twenty.slice(1));
    expect(await titles('q=deeper&limit=20&page=2')).toEqual(['new']);
    const calls = (await app.calls('brave')).map(({ query }) => query.offset);
    expect(calls).toEqual(['0', '1', '2']);
    await app.forgetCalls();
    expect(await titles('q=deeper&limit=20&page=3')).toEqual([]);
    expect(await app.calls('brave')).toEqual([]);
  });

  test('asks again on its first page for what an engine did not answer', async () => {
    await app.knobs('mojeek', { status: 500, times: 1 });
    const first = await get('web', 'q=berlin+again&limit=5');
    expect(TestApp.outcomes(first)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'error' });
    const second = await get('web', 'q=berlin+again&limit=5');
    expect(TestApp.outcomes(second)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'ok' });
  });

  test('is begun anew by its first page where the cache is off', async () => {
    await brave('a', 'b', 'c');
    expect(await titles('q=uncached&limit=2', webs.uncached)).toEqual(['a', 'b']);
    await brave('x', 'y', 'z');
    expect(await titles('q=uncached&limit=2&page=2', webs.uncached)).toEqual(['c']);
    expect(await titles('q=uncached&limit=2', webs.uncached)).toEqual(['x', 'y']);
  });

  test('is sealed in Redis, and kept for two minutes', async () => {
    await get('web', 'q=secret+words&limit=2');
    const [key = '', ...others] = await app.keys('{trib:cache:*:list');
    expect(others).toEqual([]);
    expect(await app.client.ttl(key)).toBeGreaterThan(100);
    expect((await app.client.getBuffer(key))?.toString('latin1')).not.toMatch(/secret|example/);
  });
});

describe('the end of a list', () => {
  test('is not counted if it is empty, as often as it is asked for', async () => {
    const { key } = await newAccount(app);
    await cannedAnswers.brave(app, [{ url: 'https://a.example/', title: 'A' }]);
    await get('web', 'engine=engine_a&q=short&limit=5', { key });
    expect(await searchesOf(app, key)).toBe(1);
    for (let i = 0; i < 3; i++) {
      const reply = await get('web', 'engine=engine_a&q=short&limit=5&page=2', { key });
      expect([reply.status, reply.body.results]).toEqual([200, []]);
    }
    await eventually('the empty pages are given back', async () => (await searchesOf(app, key)) === 1);
  });

  test('is counted if engines were asked for it', async () => {
    const { key } = await newAccount(app);
    const ask = async () => {
      const reply = await get('web', 'q=far+away&limit=50&page=40', { key });
      return [reply.status, reply.body.results, await searchesOf(app, key)];
    };
    expect(await ask()).toEqual([200, [], 1]);
    expect(await app.calls('brave')).not.toEqual([]);
    // Until the list has ended, each request reads further pages of the engines.
    let [before, after] = [0, 1];
    while (after > before) [before, after] = [after, (await ask())[2]];
    await app.forgetCalls();
    expect(await ask()).toEqual([200, [], after]);
    expect(await app.calls('brave')).toEqual([]);
  });

  test('is a 503 if no engine answers', async () => {
    for (const upstream of ['brave', 'searxng', 'mojeek']) await app.knobs(upstream, { status: 500 });
    expect((await get('web', 'q=berlin+broken&limit=5')).status).toBe(503);
    expect(await app.keys('{trib:cache:*:list')).toEqual([]);
  });
});

describe('next', () => {
  test('is the address of the next page, with every parameter', async () => {
    const params = 'q=climate+change&limit=3&engine=engine_a,engine_b&safe=off&lang=&exclude_site=b.example,a.example';
    const { body } = await get('web', `${params}&detail=full`);
    const next = new URL(body.next);
    expect(next.origin + next.pathname).toBe(`${app.urls[0]}/api/v1/web/`);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      q: 'climate change',
      limit: '3',
      engine: 'engine_a,engine_b',
      safe: 'off',
      lang: '',
      exclude_site: 'a.example,b.example',
      detail: 'full',
      page: '2',
    });
    await app.forgetCalls();
    const second = await app.get(next.pathname + next.search);
    expect(second.body.page).toBe(2);
    expect(await app.calls('brave')).toEqual([]);
  });

  test('is at the address that the caller asked, whoever asked before', async () => {
    const { key } = await newAccount(app);
    const nextAt = async (host: string, own = app.key) => {
      const headers = { host, authorization: `Api-Key ${own}` };
      const { text } = await rawRequest(`${app.urls[0]}/api/v1/web/?q=climate+change&limit=3&detail=full`, { headers });
      return new URL(JSON.parse(text).next).host;
    };
    for (const host of ['search.example', 'other.example', 'search.example']) expect(await nextAt(host)).toBe(host);
    expect(await nextAt('third.example', key)).toBe('third.example');
  });

  test('begins with PUBLIC_URL, and is there only with limit and detail=full', async () => {
    const { body } = await get('web', 'q=climate+change&limit=3&detail=full', { web: webs.published });
    expect(body.next).toMatch(/^https:\/\/search\.example\.org\/tributary\/api\/v1\/web\/\?/);
    for (const params of ['limit=3', 'detail=full', '']) {
      expect((await get('web', `q=climate+change&${params}`)).text).not.toMatch(/"(next|has_more)":/);
    }
  });
});

test.each(['0', '51', 'many', ''])('limit=%s is refused', async (limit) => {
  const reply = await get('web', `q=berlin&limit=${limit}`);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body)).toEqual(['limit']);
});
