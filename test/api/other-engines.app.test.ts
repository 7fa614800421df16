import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { foundIn } from './tab-response.ts';
import { found } from './web-response.ts';

/**
 * Engines that the tests of the tabs do not use, in the slots of several web processes. GDELT has a rate limit, as at its
 * public address, so that its calls have a queue of their own, which a worker without GDELT in a slot serves too.
 */
let app: TestApp;
let tabs: number;
let keyed: number;
let paid: number;
beforeAll(async () => {
  app = await TestApp.start({
    env: {
      ...{ ENGINE_A: 'mwmbl', ENGINE_B: 'hackernews', ENGINE_C: 'wikipedia' },
      ...{ GDELT_RATE: '1000/s', BRAVE_RATE: '1/min' },
    },
  });
  ({ tabs, keyed, paid } = await addWebs(app, {
    tabs: { ENGINE_A: 'gdelt', ENGINE_B: 'openverse', ENGINE_C: 'sepiasearch' },
    keyed: { ENGINE_A: 'tavily', ENGINE_B: 'exa', ENGINE_C: 'wikipedia' },
    paid: { ENGINE_A: 'brave', ENGINE_B: 'mojeek', ENGINE_C: 'wikipedia' },
  }));
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

test('GDELT answers news under its rate limit, and skips the tabs that it lacks', async () => {
  const news = await foundIn(app, 'news', 'q=climate+change&date=w&engine=engine_a', { web: tabs });
  expect(news.results.length).toBeGreaterThan(0);
  for (const { age, hostname, description } of news.results) {
    expect([age, hostname, description]).toEqual([expect.stringMatching(/ago$/), expect.stringMatching(/\./), '']);
  }
  const [call] = await app.calls('gdelt');
  expect(call?.query).toMatchObject({ query: 'climate change', timespan: '1w', maxrecords: '25' });
  const web = await app.get('/api/v1/web/?q=linux', { web: tabs });
  expect([web.status, web.body]).toEqual([503, { detail: 'No configured engine searches the web.' }]);
  const named = await app.get('/api/v1/web/?q=linux&engine=engine_a', { web: tabs });
  expect(named.body).toMatchObject({ engine: [], results: [] });
  expect(TestApp.outcomes(named)).toEqual({ engine_a: 'skipped' });
});

test('a sentence in which GDELT refuses a call is a failure, and the call is not repeated', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  await app.knobs('gdelt', { status: 200, headers, body: 'Please limit requests to one every 5 seconds.\n' });
  const reply = await app.get('/api/v1/news/?q=climate+change&engine=engine_a', { web: tabs });
  expect(reply.status).toBe(503);
  expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'rate_limited' });
  expect(await app.calls('gdelt')).toHaveLength(1);
});

test('an answer in which GDELT found nothing is not kept', async () => {
  const search = () => foundIn(app, 'news', 'q=climate+change&engine=engine_a', { web: tabs });
  await app.knobs('gdelt', { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
  expect((await search()).results).toEqual([]);
  await app.knobs('gdelt', {});
  expect((await search()).results.length).toBeGreaterThan(0);
  await search();
  expect(await app.calls('gdelt')).toHaveLength(2);
});

test('Openverse answers images, and hides those for adults only in a safe search', async () => {
  const { results } = await foundIn(app, 'images', 'q=golden+retriever&engine=engine_b', { web: tabs });
  expect(results.length).toBeGreaterThan(0);
  await foundIn(app, 'images', 'q=golden+retriever&engine=engine_b&safe=off&page=2', { web: tabs });
  const [first, second] = await app.calls('openverse');
  expect(first?.query).toMatchObject({ q: 'golden retriever', page: '1', page_size: '20' });
  expect(first?.query).not.toHaveProperty('mature');
  expect(second?.query).toMatchObject({ page: '2', mature: 'true' });
});

test('Sepia Search answers videos with their channel and length', async () => {
  const { results } = await foundIn(app, 'videos', 'q=climate+change&date=y&lang=en&engine=engine_c', { web: tabs });
  expect(results.length).toBeGreaterThan(0);
  for (const { duration } of results) expect(duration).not.toBe('');
  const [call] = await app.calls('sepiasearch');
  expect(call?.query).toMatchObject({ search: 'climate change', nsfw: 'false', 'languageOneOf[]': 'en' });
});

test('Mwmbl answers the first page of a web search, and skips what it cannot do', async () => {
  const { results } = await found(app, 'q=linux&engine=engine_a');
  expect(results.length).toBeGreaterThan(0);
  for (const { title, description } of results) expect([title, description]).not.toContain('');
  const deep = await app.get('/api/v1/web/?q=linux&engine=engine_a&page=2');
  const recent = await app.get('/api/v1/web/?q=linux&engine=engine_a&date=w');
  for (const reply of [deep, recent]) expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'skipped' });
  expect(await app.calls('mwmbl')).toHaveLength(1);
});

test('Hacker News answers web searches with stories of any age, and news with those of the last month', async () => {
  const web = await found(app, 'q=climate+change&engine=engine_b');
  expect(web.results.length).toBeGreaterThan(0);
  const news = await foundIn(app, 'news', 'q=climate+change&engine=engine_b');
  expect(news.results.length).toBeGreaterThan(0);
  const [first, second] = await app.calls('hackernews');
  expect(first?.query).not.toHaveProperty('numericFilters');
  expect(second?.query).toMatchObject({ numericFilters: expect.stringMatching(/^created_at_i>=\d+$/) });
});

test.each([
  ['Tavily', 'engine_a', 'tavily', { topic: 'news', time_range: 'week' }],
  ['Exa', 'engine_b', 'exa', { category: 'news', moderation: true, startPublishedDate: expect.any(String) }],
])('%s answers web searches and news, and skips a second page', async (_, engine, upstream, asked) => {
  const web = await found(app, `q=linux&engine=${engine}`, keyed);
  expect(web.results.length).toBeGreaterThan(0);
  for (const { title, description } of web.results) expect([title, description]).not.toContain('');
  const news = await foundIn(app, 'news', `q=climate+change&date=w&engine=${engine}`, { web: keyed });
  expect(news.results.length).toBeGreaterThan(0);
  for (const { age } of news.results) expect(age).toMatch(/ago$/);
  const deep = await app.get(`/api/v1/web/?q=linux&engine=${engine}&page=2`, { web: keyed });
  expect(TestApp.outcomes(deep)).toEqual({ [engine]: 'skipped' });
  const calls = await app.calls(upstream);
  expect(calls).toHaveLength(2);
  expect(JSON.parse(calls[1]?.body ?? '')).toMatchObject(asked);
});

test('an engine without a public limit is called as often as the operator allows', async () => {
  const search = (n: number) => app.get(`/api/v1/web/?q=calls+${n}&engine=engine_a`, { web: paid });
  expect(TestApp.outcomes(await search(0))).toEqual({ engine_a: 'ok' });
  for (const n of [1, 2, 3, 4]) expect((await search(n)).status).toBe(503);
  expect(await app.calls('brave')).toHaveLength(1);
});
