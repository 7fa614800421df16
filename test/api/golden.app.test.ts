import { afterAll, beforeAll, expect, test } from 'vitest';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';

/** The bodies of searches without the optional parameters, byte for byte: clients may depend on them. */
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app?.stop());

const row = {
  url: 'https://www.example.org/a?utm_source=x#part',
  title: 'A <b>page</b>',
  description: 'What it says.',
  age: 'long ago',
  thumbnail: { src: 'https://img.example/t.jpg' },
  properties: { url: 'https://img.example/full.jpg', width: 640, height: 480 },
  video: { duration: '04:13', creator: 'Someone' },
  profile: { name: 'Example News' },
};

const BODIES = {
  web: '{"query":"golden","tab":"web","page":1,"engine":["engine_a"],"correction":"","results":[{"title":"A page","url":"https://www.example.org/a?utm_source=x#part","description":"What it says.","display_url":"example.org › a","favicon_url":"https://www.example.org/favicon.ico","age":"long ago","source":"engine_a","source_label":"Brave","sitelinks":[]}]}',
  images:
    '{"query":"golden","tab":"images","page":1,"engine":["engine_a"],"results":[{"title":"A page","url":"https://www.example.org/a?utm_source=x#part","source":"example.org","thumbnail":"https://img.example/t.jpg"}]}',
  news: '{"query":"golden","tab":"news","page":1,"engine":["engine_a"],"results":[{"title":"A page","url":"https://www.example.org/a?utm_source=x#part","description":"What it says.","age":"long ago","source":"Example News","hostname":"www.example.org","thumbnail":"https://img.example/t.jpg"}]}',
  videos:
    '{"query":"golden","tab":"videos","page":1,"engine":["engine_a"],"results":[{"title":"A page","url":"https://www.example.org/a?utm_source=x#part","age":"long ago","source":"Someone","duration":"4:13","hostname":"www.example.org","thumbnail":"https://img.example/t.jpg"}]}',
} as const;

/** With `detail=full`: what the envelope and the result have besides. */
const DETAIL = {
  engines: [{ engine: 'engine_a', label: 'Brave', outcome: 'cached', ms: 0, retry_after_s: null }],
  found: { engines: [{ engine: 'engine_a', label: 'Brave', rank: 1, share: 1 }], score: 1 },
};

test.each(Object.entries(BODIES))('the body of %s', async (tab, body) => {
  if (tab === 'web') await cannedAnswers.brave(app, [row]);
  else await cannedRows(app, 'brave', tab as 'news', [row]);
  const ask = async (params = '') => (await app.get(`/api/v1/${tab}/?q=golden&engine=engine_a${params}`)).text;
  expect(await ask()).toBe(body);
  expect(await ask()).toBe(body);
  const more =
    tab === 'images'
      ? { image_url: 'https://img.example/full.jpg', width: 640, height: 480, license: '' }
      : { published: '' };
  const { results, ...plain } = JSON.parse(body);
  const { query, tab: name, page, engine, ...fields } = plain;
  const full = {
    ...{ query, tab: name, page, engine, engines: DETAIL.engines, ...fields },
    results: [{ ...results[0], ...DETAIL.found, ...more }],
  };
  expect(await ask('&detail=full')).toBe(JSON.stringify(full));
});

test('the request to an engine has no parameter that is not asked for', async () => {
  await cannedAnswers.brave(app, [row]);
  const request = async () => (await app.calls('brave')).map(({ query }) => Object.keys(query).sort().join(' '));
  await app.forgetCalls();
  await app.get('/api/v1/web/?q=requests&engine=engine_a');
  expect(await request()).toEqual(['count country offset q result_filter safesearch spellcheck text_decorations']);
});
