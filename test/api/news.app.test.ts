import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedRows } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';
import { testSearchTab } from './search-tab-cases.ts';
import { expectClean, foundIn, onlyQuestion, startTabs, type TabDeployment } from './tab-response.ts';

let deployment: TabDeployment;
beforeAll(async () => {
  deployment = await startTabs(
    { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'kagi' },
    { ENGINE_A: 'serper', ENGINE_B: 'mojeek', ENGINE_C: 'wikipedia' },
  );
});
afterAll(() => deployment?.app.stop());
beforeEach(() => deployment.app.reset());

/** The slot of each upstream's engine, and its web process. */
const PLACES = { brave: 'engine_a', searxng: 'engine_b', kagi: 'engine_c', serper: 'engine_a' } as const;
type Place = keyof typeof PLACES;
const webOf = (upstream: Place) => (upstream === 'serper' ? deployment.other : 0);

const find = (params: string, web = 0) => foundIn(deployment.app, 'news', params, { web });
const findAt = (upstream: Place, params: string) => find(`${params}&engine=${PLACES[upstream]}`, webOf(upstream));
const canned = (upstream: Place, rows: readonly unknown[]) => cannedRows(deployment.app, upstream, 'news', rows);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();

testSearchTab(
  { tab: 'news', upstreams: ['brave', 'searxng', 'kagi'], tooDeep: 11, without: ['engine_b', 'engine_c'] },
  () => deployment,
);

describe('an article', () => {
  test('has its title, URL, text, age, publisher, host and thumbnail', async () => {
    await canned('searxng', [
      {
        url: 'https://www.paper.example/story',
        title: 'A story',
        content: 'What happened.',
        publishedDate: hoursAgo(3),
        source: 'The Paper',
        thumbnail: 'https://www.paper.example/story.jpg',
      },
    ]);
    expect((await findAt('searxng', 'q=story')).results).toEqual([
      {
        title: 'A story',
        url: 'https://www.paper.example/story',
        description: 'What happened.',
        age: '3 hours ago',
        source: 'The Paper',
        hostname: 'www.paper.example',
        thumbnail: 'https://www.paper.example/story.jpg',
      },
    ]);
  });

  test.each(Object.keys(PLACES) as Place[])(
    'has empty values, not missing ones, for fields that %s does not send, and the host as publisher',
    async (upstream) => {
      await canned(upstream, [{ url: 'https://www.plain.example/a', link: 'https://www.plain.example/a' }]);
      expect((await findAt(upstream, 'q=bare')).results).toEqual([
        {
          title: '',
          url: 'https://www.plain.example/a',
          description: '',
          age: '',
          source: 'plain.example',
          hostname: 'www.plain.example',
          thumbnail: '',
        },
      ]);
    },
  );

  test('has the publisher that the engine sends, in whichever field', async () => {
    const url = 'https://www.paper.example/story';
    await canned('brave', [{ url, profile: { name: 'The Paper' } }]);
    await canned('kagi', [{ url, props: { publisher: 'The Paper' } }]);
    await canned('serper', [{ link: url, source: 'The Paper' }]);
    await canned('searxng', [{ url, metadata: '2 hours ago | The Paper' }]);
    for (const upstream of Object.keys(PLACES) as Place[]) {
      expect((await findAt(upstream, 'q=publisher')).results[0]?.source, upstream).toBe('The Paper');
    }
  });

  test('never has a date as publisher, although some engines send both in one field', async () => {
    await canned('searxng', [
      { url: 'https://a.example/', metadata: '2 hours ago | The Paper' },
      { url: 'https://b.example/', metadata: 'Aug 29, 2025 | The Paper' },
      { url: 'https://c.example/', metadata: 'The Paper' },
    ]);
    const { results } = await findAt('searxng', 'q=metadata');
    expect(results.map(({ source }) => source)).toEqual(['The Paper', 'The Paper', 'The Paper']);
    expect(results.map(({ age }) => age)).toEqual(['2 hours ago', expect.stringMatching(/ years? ago$/), '']);
    for (const { source } of (await find('q=climate+change')).results) expect(source).not.toMatch(/\b20\d\d$| ago$/);
  });

  test('has no publisher logo as thumbnail', async () => {
    await canned('brave', [
      { url: 'https://a.example/', thumbnail: { src: 'https://a.example/logo.png', logo: true } },
    ]);
    expect((await findAt('brave', 'q=logo')).results[0]?.thumbnail).toBe('');
  });
});

test('merging news ranks the results and fills the gaps of the best engine', async () => {
  await canned('brave', [
    { url: 'https://one.example/a', title: 'A by Brave', description: 'alone' },
    { url: 'http://www.two.example/b/?utm_source=x', title: 'B by Brave' },
  ]);
  await canned('searxng', [
    { url: 'https://three.example/c', title: 'C by SearXNG', source: 'Three' },
    { url: 'https://four.example/d', title: 'D by SearXNG' },
    { url: 'https://two.example/b', title: 'B by SearXNG', content: 'told', source: 'Two', publishedDate: hoursAgo(5) },
  ]);
  await canned('kagi', [
    {
      url: 'https://two.example/b',
      title: 'B by Kagi',
      image: { url: 'https://two.example/b.jpg' },
      time: hoursAgo(99),
    },
    { url: 'https://three.example/c#x', title: 'C by Kagi', snippet: 'also told' },
  ]);
  const { results } = await find('q=fusion');
  expect(results.map(({ title, source }) => [title, source])).toEqual([
    ['B by Kagi', 'Two'],
    ['C by SearXNG', 'Three'],
    ['A by Brave', 'one.example'],
    ['D by SearXNG', 'four.example'],
  ]);
  expect(results[0]).toEqual({
    title: 'B by Kagi',
    url: 'https://two.example/b',
    description: 'told',
    age: '4 days ago',
    source: 'Two',
    hostname: 'two.example',
    thumbnail: 'https://two.example/b.jpg',
  });
  expect(results[1]?.description).toBe('also told');
});

describe('parameters of a news search', () => {
  const ask = async (upstream: Place, params: string) => {
    await deployment.app.reset();
    const reply = await findAt(upstream, params);
    return { ...reply, asked: await onlyQuestion(deployment.app, upstream) };
  };

  test.each([
    ['d', 1, 'pd', 'day', 'qdr:d'],
    ['w', 7, 'pw', 'week', 'qdr:w'],
    ['m', 31, 'pm', 'month', 'qdr:m'],
    ['y', 366, 'py', 'year', 'qdr:y'],
  ])('date=%s finds articles that are at most %i days old', async (date, days, freshness, timeRange, qdr) => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const q = `q=climate+change&date=${date}`;
    expect((await ask('brave', q)).asked).toMatchObject({ freshness });
    expect((await ask('searxng', q)).asked).toMatchObject({ time_range: timeRange });
    expect((await ask('serper', q)).asked).toMatchObject({ tbs: qdr });
    const after = ((await ask('kagi', q)).asked.filters as { after: string }).after;
    expect(after <= day(0) && after >= day(days)).toBe(true);
    await deployment.app.reset();
    const reply = await find(q);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
    expect(reply.results.length).toBeGreaterThan(3);
    // Kagi takes a start date without a time, so its results may be from yesterday.
    const shorter = 'second|minute|hour';
    const allowed = {
      d: `${shorter}|1 day`,
      w: `${shorter}|day|1 week`,
      m: `${shorter}|day|week|1 month`,
      y: `${shorter}|day|week|month|1 year`,
    }[date];
    for (const { age } of reply.results) expect(age).toMatch(new RegExp(`\\b(${allowed})s? ago$`));
  });

  test('the requested page is sent', async () => {
    const first = await find('q=climate+change');
    for (const [upstream, asked] of [
      ['brave', { offset: '1' }],
      ['searxng', { pageno: '2' }],
      ['kagi', { page: 2 }],
      ['serper', { page: 2 }],
    ] as const) {
      expect((await ask(upstream, 'q=climate+change&page=2')).asked, upstream).toMatchObject(asked);
    }
    const second = await find('q=climate+change&page=2');
    expect(second.body.page).toBe(2);
    expect(second.results.length).toBeGreaterThan(0);
    const one = await findAt('brave', 'q=climate+change');
    const two = await findAt('brave', 'q=climate+change&page=2');
    const urls = [...one.results, ...two.results].map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(first.body.page).toBe(1);
  });

  test('safe search is on unless the request turns it off', async () => {
    expect((await ask('brave', 'q=berlin')).asked).toMatchObject({ safesearch: 'strict' });
    expect((await ask('searxng', 'q=berlin')).asked).toMatchObject({ safesearch: '2' });
    expect((await ask('kagi', 'q=berlin')).asked).toMatchObject({ safe_search: true, workflow: 'news' });
    expect((await ask('brave', 'q=berlin&safe=off')).asked).toMatchObject({ safesearch: 'off' });
    expect((await ask('searxng', 'q=berlin&safe=off')).asked).toMatchObject({ safesearch: '0' });
    expect((await ask('kagi', 'q=berlin&safe=off')).asked).toMatchObject({ safe_search: false });
  });

  test('the language is sent, and ages are written in it', async () => {
    expect((await ask('brave', 'q=berlin&lang=de')).asked).toMatchObject({ search_lang: 'de' });
    expect((await ask('searxng', 'q=berlin&lang=de')).asked).toMatchObject({ language: 'de' });
    expect((await ask('serper', 'q=berlin&lang=pt-BR')).asked).toMatchObject({ hl: 'pt', gl: 'br' });
    expect((await ask('kagi', 'q=berlin&lang=pt-BR')).asked).toMatchObject({ filters: { region: 'BR' } });
    const { results } = await find('q=berlin&lang=de');
    expect(results.map(({ title }) => title)).toContain('Berlin: Neue Radwege in der Innenstadt');
    for (const { age } of results) expect(age).toMatch(/^vor \d+ /);
    for (const { age } of (await find('q=berlin&lang=fr')).results) expect(age).toMatch(/^il y a /);
    // Ages in an unknown language are in English.
    for (const { age } of (await find('q=berlin&lang=tlh')).results) expect(age).toMatch(/ ago$/);
  });
});

test.each(Object.keys(PLACES) as Place[])('hostile news from %s are dropped or cleaned', async (upstream) => {
  const nasty = '<script>alert(1)</script>Fox &amp; <b>hen</b>\u0000\u001b &lt;3';
  const row = (url: unknown, fields: object = {}) => ({
    url,
    link: url,
    title: nasty,
    description: nasty,
    content: nasty,
    snippet: nasty,
    age: 'javascript:alert(1)<i>',
    publishedDate: '9999-99-99',
    page_age: 'yesterday',
    time: '<b>now</b>',
    profile: { name: nasty },
    source: nasty,
    props: { publisher: nasty, thumbnail: { url: 'javascript:alert(1)' } },
    thumbnail: upstream === 'brave' ? { src: 'data:image/png;base64,AAAA' } : 'data:image/png;base64,AAAA',
    imageUrl: 'data:image/png;base64,AAAA',
    ...fields,
  });
  const wrong = { title: {}, description: 7, content: [], snippet: null, age: 5, profile: 'x', source: {}, props: 1 };
  await canned(upstream, [
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//a.example', '', null, 7, {}].map((url) =>
      row(url),
    ),
    null,
    'text',
    [1],
    row('https://clean.example/1', { age: undefined }),
    row('https://clean.example/2', wrong),
  ]);
  const reply = await findAt(upstream, 'q=hostile');
  expect(reply.text).not.toMatch(/<\/?(script|b|i)\b|javascript:|data:|\\u00[01]/i);
  const clean = 'alert(1) Fox & hen <3';
  expect(reply.results).toEqual([
    {
      title: clean,
      url: 'https://clean.example/1',
      description: clean,
      age: '',
      source: clean,
      hostname: 'clean.example',
      thumbnail: '',
    },
    {
      title: '',
      url: 'https://clean.example/2',
      description: '',
      age: '',
      source: 'clean.example',
      hostname: 'clean.example',
      thumbnail: '',
    },
  ]);
  expectClean(reply);
});
