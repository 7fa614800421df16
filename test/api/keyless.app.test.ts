import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';
import { found } from './web-response.ts';

/** The setup that the README describes for users without any provider account. */
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({
    env: {
      ENGINE_A: 'wikipedia',
      ENGINE_C: 'marginalia',
      BRAVE_API_KEY: '',
      BRAVE_SUGGEST_API_KEY: '',
      MOJEEK_API_KEY: '',
      MARGINALIA_API_KEY: '',
      KAGI_API_KEY: '',
      SERPER_API_KEY: '',
      SEARXNG_URL: '',
      TRANSLATE: '',
      DEEPL_API_KEY: '',
    },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

test('a web search without any key is answered by Wikipedia and Marginalia', async () => {
  const { body, results } = await found(app, 'q=linux');
  expect(body.engine).toEqual(['engine_a', 'engine_c']);
  const labels = results.map(({ source, source_label }) => `${source}: ${source_label}`);
  expect(labels).toContain('engine_a: Wikipedia');
  expect(labels).toContain('engine_c: Marginalia');
  // Marginalia gets its public key, and Wikipedia a contact address.
  expect((await app.calls('marginalia'))[0]?.headers).toMatchObject({ 'api-key': 'public' });
  expect((await app.calls('wikipedia'))[0]?.headers['user-agent']).toMatch(/^Tributary\//);
});

test('a search and its cards make two calls to Wikimedia', async () => {
  await Promise.all([found(app, 'q=climate+change'), app.get('/api/v1/cards/?q=climate+change')]);
  expect((await app.get('/api/v1/cards/?q=climate+change')).body.wikipedia).toMatchObject({ title: 'Climate change' });
  expect(await app.calls('wikipedia')).toHaveLength(2);
});

test('images and videos come from Commons', async () => {
  for (const tab of ['images', 'videos']) {
    const reply = await app.get(`/api/v1/${tab}/?q=climate+change`);
    expect(reply.body).toMatchObject({ tab, engine: ['engine_a'] });
    expect(reply.body.results.length, tab).toBeGreaterThan(0);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_c: 'skipped' });
  }
});

test('a tab that no engine has is a 503 and costs nothing; by name, an engine without it has no results', async () => {
  const { key } = await newAccount(app);
  const news = await app.get('/api/v1/news/?q=climate+change', { key });
  expect(news.status).toBe(503);
  expect(news.body).toEqual({ detail: 'No configured engine searches news.' });
  const named = await app.get('/api/v1/news/?q=climate+change&engine=engine_c', { key });
  expect(named.status).toBe(200);
  expect(named.body).toMatchObject({ engine: [], results: [] });
  await app.get('/api/v1/images/?q=linux', { key });
  await eventually('only the search that was answered is counted', async () => (await searchesOf(app, key)) === 1);
});

test('other dialects leave out a tab that no engine has', async () => {
  const search = (categories: string) =>
    app.get(`/compat/searxng/search?format=json&q=linux&categories=${categories}`, {
      headers: { authorization: `Bearer ${app.key}` },
    });
  const both = await search('general,news');
  expect(both.status).toBe(200);
  expect(both.body.results.length).toBeGreaterThan(0);
  expect((await search('news')).status).toBe(503);
});

test('the search page has no tab that nobody serves', async () => {
  const visitor = await Visitor.signedIn(app, 'reader');
  const page = (await visitor.get('/?q=linux')).text;
  const tabs = [...page.matchAll(/tab=(\w+)/g)].map(([, tab]) => tab);
  expect(tabs).toEqual(expect.arrayContaining(['images', 'videos', 'maps']));
  for (const missing of ['news', 'translate']) expect(tabs).not.toContain(missing);
  const news = await visitor.get('/?q=linux&tab=news');
  expect(news.status).toBe(503);
  expect(news.text).toContain('No configured engine searches news.');
});

test('suggestions and cards need no key either', async () => {
  const suggest = await app.get('/api/v1/suggest/?q=climate');
  expect(suggest.body.suggestions.length).toBeGreaterThan(3);
  expect(Object.keys(TestApp.outcomes(suggest))).toContain('duckduckgo');
  const cards = await app.get('/api/v1/cards/?q=paris');
  expect(cards.body).toMatchObject({ wikipedia: { title: 'Paris' }, infobox: null, map: { name: 'Paris' } });
});

test('status lists only the providers that need no key', async () => {
  const { providers } = (await app.get('/api/v1/status/')).body;
  expect(providers.map(({ slug, name, group }: Record<string, string>) => [slug, name, group])).toEqual([
    ['engine_a', 'Wikipedia', 'web'],
    ['engine_c', 'Marginalia', 'web'],
    ['duckduckgo', 'DuckDuckGo', 'suggest'],
    ['wikipedia-suggest', 'Wikipedia', 'suggest'],
    ['wikipedia', 'Wikipedia', 'cards'],
    ['stackexchange', 'Stack Exchange', 'cards'],
    ['nominatim', 'Nominatim', 'maps'],
    ['open_meteo', 'Open-Meteo', 'instant'],
    ['frankfurter', 'Frankfurter', 'instant'],
    ['dictionary', 'Free Dictionary', 'instant'],
  ]);
});

test('an engine that needs a key is not configured', async () => {
  const reply = await app.get('/api/v1/web/?q=linux&engine=engine_b');
  expect(reply.status).toBe(503);
  expect(reply.body).toEqual({ detail: 'engine_b is not configured on this deployment.' });
});

test('a start says that CONTACT is missing, where a public service limits those without it', async () => {
  const SAID = 'CONTACT is not set, so that Wikipedia allows 10 calls a minute instead of 200';
  // No call is made there.
  const env = { WIKIPEDIA_URL: 'https://{lang}.wikipedia.org' };
  const outputWith = async (more: Record<string, string>) => {
    await app.addWeb({ ...env, ...more });
    return app.webs.at(-1)?.output ?? '';
  };
  expect(await outputWith({})).toContain(SAID);
  expect(await outputWith({ CONTACT: 'ops@example.org' })).not.toContain('CONTACT');
  expect(app.webs[0]?.output).not.toContain('CONTACT');
});
