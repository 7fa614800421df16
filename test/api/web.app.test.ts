import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { callCounts, ENGINES, type Engine, found, UPSTREAMS } from './web-response.ts';

let app: TestApp;
let webs: Record<'partial' | 'bare' | 'renamed', number>;

beforeAll(async () => {
  app = await TestApp.shared();
  webs = await addWebs(app, {
    partial: { BRAVE_API_KEY: '' },
    bare: { BRAVE_API_KEY: '', MOJEEK_API_KEY: '', MARGINALIA_API_KEY: '' },
    renamed: { ENGINE_A: 'mojeek', ENGINE_B: 'brave', ENGINE_A_NAME: 'The Moose', ENGINE_C_NAME: 'Small, but fine' },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const search = (params: string, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`/api/v1/web/?${params}`, options);
const find = (params: string, web = 0) => found(app, params, web);

/** The query parameters of the only call to an upstream. */
async function onlyCall(upstream: string): Promise<Record<string, string>> {
  const calls = await app.calls(upstream);
  expect(calls).toHaveLength(1);
  return calls[0]?.query ?? {};
}

describe('the reply', () => {
  test('has every field of the specification in every result', async () => {
    for (const query of ['linux', 'wikipedia', 'berlin', 'climate change']) {
      const reply = await find(`q=${encodeURIComponent(query)}`);
      expect(reply.body).toMatchObject({ query, tab: 'web', page: 1, engine: ENGINES, correction: '' });
      expect(reply.results.length).toBeGreaterThan(3);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('describes a page correctly', async () => {
    const { results } = await find('q=debian+documentation');
    expect(results[0]).toEqual({
      title: 'Debian documentation',
      url: 'https://www.debian.org/doc/',
      description: expect.stringContaining("the administrator's handbook"),
      display_url: 'debian.org › doc',
      favicon_url: expect.stringMatching(/^https:\/\/imgs\.search\.brave\.com\//),
      age: '2 days ago',
      source: 'all',
      source_label: 'Brave, Mojeek, Marginalia',
      sitelinks: [
        { title: 'Installation guide', url: 'https://www.debian.org/releases/stable/installmanual' },
        { title: 'Release notes', url: 'https://www.debian.org/releases/stable/releasenotes' },
        { title: 'Debian Reference', url: 'https://www.debian.org/doc/manuals/debian-reference/' },
      ],
    });
  });

  test('has empty values, not missing ones, for fields that an engine does not send', async () => {
    await cannedAnswers.mojeek(app, [{ url: 'https://www.plain.example/a/b' }]);
    const { results } = await find('q=plain&engine=engine_b');
    expect(results).toEqual([
      {
        title: '',
        url: 'https://www.plain.example/a/b',
        description: '',
        display_url: 'plain.example › a › b',
        favicon_url: 'https://www.plain.example/favicon.ico',
        age: '',
        source: 'engine_b',
        source_label: 'Mojeek',
        sitelinks: [],
      },
    ]);
  });

  test('has no results for a query without matches', async () => {
    const reply = await find('q=zxqwvkjhq');
    expect(reply.body).toEqual({
      query: 'zxqwvkjhq',
      tab: 'web',
      page: 1,
      engine: ENGINES,
      correction: '',
      results: [],
    });
  });

  test('contains the spelling that an engine has applied, otherwise an empty string', async () => {
    expect((await find('q=javascrpt')).body).toMatchObject({ query: 'javascrpt', correction: 'javascript' });
    expect((await find('q=javascript')).body.correction).toBe('');
    expect((await find('q=javascrpt&engine=engine_b')).body.correction).toBe('');
    await cannedAnswers.brave(app, [], { original: 'Linux', altered: 'Linux' });
    expect((await find('q=Linux&engine=engine_a')).body.correction).toBe('');
  });

  test('merges the lists of the engines by rank, page by page', async () => {
    await cannedAnswers.brave(app, [
      { url: 'https://brave.example/', title: 'Brave alone' },
      { url: 'http://www.one.example/page/?utm_source=x&b=2&a=1#part', title: 'One by Brave', description: '' },
      { url: 'https://two.example/', title: 'Two by Brave', description: 'third' },
    ]);
    await cannedAnswers.mojeek(app, [
      { url: 'https://two.example', title: 'Two by Mojeek', desc: 'first' },
      { url: 'https://mojeek.example/', title: 'Mojeek alone' },
      { url: 'https://one.example/page?a=1&b=2', title: 'One by Mojeek', desc: 'told by Mojeek' },
    ]);
    await cannedAnswers.marginalia(app, [
      { url: 'https://marginalia.example/', title: 'Marginalia alone', quality: 1 },
      { url: 'https://also.example/', title: 'Marginalia again', quality: 2 },
      { url: 'https://ONE.example:443/page?b=2&a=1&fbclid=y', title: 'One by Marginalia', quality: 3 },
    ]);
    const { results } = await find('q=fusion');
    expect(results.map(({ title, source, source_label }) => [title, source, source_label])).toEqual([
      ['One by Brave', 'all', 'Brave, Mojeek, Marginalia'],
      ['Two by Mojeek', 'both', 'Brave, Mojeek'],
      ['Brave alone', 'engine_a', 'Brave'],
      // Marginalia counts less than the others, so its first result follows their second ones.
      ['Mojeek alone', 'engine_b', 'Mojeek'],
      ['Marginalia alone', 'engine_c', 'Marginalia'],
      ['Marginalia again', 'engine_c', 'Marginalia'],
    ]);
    // The engine's own URL, with https preferred over http; the other engines fill the gaps of the best one.
    expect(results[0]).toMatchObject({ url: 'https://one.example/page?a=1&b=2', description: 'told by Mojeek' });
    expect(results[1]).toMatchObject({ url: 'https://two.example', description: 'first' });
  });
});

describe('the choice of engines', () => {
  test.each<[string, Engine[]]>([
    ['', ENGINES],
    ['all', ENGINES],
    ['ALL', ENGINES],
    ['engine_b', ['engine_b']],
    ['Engine_B', ['engine_b']],
    ['engine_c,engine_a', ['engine_a', 'engine_c']],
    ['engine_c%20engine_b', ['engine_b', 'engine_c']],
    ['engine_c+engine_b', ['engine_b', 'engine_c']],
    ['engine_a,%20ENGINE_C', ['engine_a', 'engine_c']],
    ['engine_b,engine_b', ['engine_b']],
    ['engine_b&engine=engine_a', ['engine_a', 'engine_b']],
    ['engine_c&engine=engine_b,engine_a', ENGINES],
    ['engine_a,all', ENGINES],
  ])('engine=%s calls only %j', async (engine, expected) => {
    const reply = await find(`q=linux${engine && `&engine=${engine}`}`);
    expect(reply.body.engine).toEqual(expected);
    expect(TestApp.outcomes(reply)).toEqual(Object.fromEntries(expected.map((slug) => [slug, 'ok'])));
    expect(await callCounts(app)).toEqual(
      Object.fromEntries(ENGINES.map((slug) => [slug, expected.includes(slug) ? 1 : 0])),
    );
  });

  test('leaves out an engine that is not configured, unless it is requested alone', async () => {
    const alone = await search('q=linux&engine=engine_a', { web: webs.partial });
    expect(alone.status).toBe(503);
    expect(alone.body).toEqual({ detail: 'engine_a is not configured on this deployment.' });
    const together = await find('q=linux&engine=engine_a,engine_b', webs.partial);
    expect(together.body.engine).toEqual(['engine_b']);
    expect(Object.keys(TestApp.outcomes(together))).toEqual(['engine_b']);
    expect((await find('q=linux&engine=all', webs.partial)).body.engine).toEqual(['engine_b', 'engine_c']);
    expect((await callCounts(app)).engine_a).toBe(0);
  });

  test('fails with the reason when no engine is configured', async () => {
    for (const params of ['q=linux', 'q=linux&engine=all']) {
      const reply = await search(params, { web: webs.bare });
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({ detail: 'No search engine is configured on this deployment.' });
    }
    const named = await search('q=linux&engine=engine_c', { web: webs.bare });
    expect(named.status).toBe(503);
    expect(named.body).toEqual({ detail: 'engine_c is not configured on this deployment.' });
  });

  test('checks the parameters before the engines', async () => {
    expect((await search('q=', { web: webs.bare })).status).toBe(400);
  });

  test('works by slot: any engine can be in any slot, under any display name', async () => {
    const first = await find('q=linux&engine=engine_a', webs.renamed);
    expect(await callCounts(app)).toEqual({ engine_a: 0, engine_b: 1, engine_c: 0 });
    expect(first.results[0]).toMatchObject({ source: 'engine_a', source_label: 'The Moose' });
    const everyone = await find('q=debian', webs.renamed);
    expect(everyone.results[0]).toMatchObject({ source: 'all', source_label: 'The Moose, Brave, Small, but fine' });
  });
});

describe('parameters of a web search', () => {
  test('safe search is on unless the request turns it off', async () => {
    for (const params of ['', '&safe=on', '&safe=YES']) {
      await app.reset();
      const { results } = await find(`q=pornography${params}`);
      expect(results).toEqual([]);
      expect(await onlyCall('brave')).toMatchObject({ safesearch: 'strict' });
      expect(await onlyCall('mojeek')).toMatchObject({ safe: '1' });
      expect((await onlyCall('marginalia')).nsfw).toMatch(/^[12]$/);
    }
  });

  test('safe search turned off is off at every engine', async () => {
    const { results } = await find('q=pornography&safe=Off');
    expect(results.map(({ url }) => url)).toContain('https://en.wikipedia.org/wiki/Pornography');
    expect(await onlyCall('brave')).toMatchObject({ safesearch: 'off' });
    expect(await onlyCall('mojeek')).toMatchObject({ safe: '0' });
    expect(await onlyCall('marginalia')).toMatchObject({ nsfw: '0' });
  });

  test('the language is sent, and the ages are written in it', async () => {
    await find('q=berlin&lang=de');
    expect(await onlyCall('brave')).toMatchObject({ search_lang: 'de' });
    expect(await onlyCall('mojeek')).toMatchObject({ lb: 'DE' });
    expect(await onlyCall('marginalia')).toMatchObject({ lang: 'de' });
    const ages = async (lang: string) =>
      (await find(`q=berlin&lang=${lang}`)).results.map(({ age }) => age).filter(Boolean);
    for (const [lang, pattern] of [
      ['', / ago$/],
      ['en', / ago$/],
      ['de', /^vor /],
      ['fr', /^il y a /],
      ['ar', /^قبل /],
      ['tlh', / ago$/],
    ] as const) {
      const told = await ages(lang);
      expect(told.length).toBeGreaterThan(2);
      for (const age of told) expect(age, lang).toMatch(pattern);
    }
  });

  test('a language that Marginalia lacks is not sent to it, because its server would fail', async () => {
    for (const lang of ['ja', 'pt-BR', 'ko', 'zh-Hant']) {
      const reply = await find(`q=linux&lang=${lang}&engine=engine_c`);
      expect(TestApp.outcomes(reply)).toEqual({ engine_c: 'ok' });
    }
  });

  test('an age in words is written in the language too, or as the engine wrote it if it is unreadable', async () => {
    await cannedAnswers.brave(app, [
      { url: 'https://a.example/page', age: '3 days ago' },
      {
        url: 'https://b.example/page',
        age: 'September 6, 2019',
        page_age: new Date(Date.now() - 90_000_000).toISOString(),
      },
      { url: 'https://c.example/page', age: 'a while ago' },
      { url: 'https://d.example/page' },
    ]);
    const { results } = await find('q=ages&engine=engine_a&lang=de');
    expect(results.map(({ age }) => age)).toEqual(['vor 3 Tagen', 'vor 1 Tag', 'a while ago', '']);
  });

  test('the requested page is sent', async () => {
    const first = await find('q=org');
    await app.reset();
    const second = await find('q=org&page=2');
    expect(second.body.page).toBe(2);
    expect(await onlyCall('brave')).toMatchObject({ offset: '1' });
    expect(await onlyCall('mojeek')).toMatchObject({ s: '21' });
    expect(await onlyCall('marginalia')).toMatchObject({ page: '2' });
    expect(second.results.length).toBeGreaterThan(10);
    const bySameEngine = async (page: number) =>
      (await find(`q=org&engine=engine_a&page=${page}`)).results.map(({ url }) => url);
    const urls = [...(await bySameEngine(1)), ...(await bySameEngine(2)), ...(await bySameEngine(3))];
    expect(new Set(urls).size).toBe(60);
    expect(first.body.page).toBe(1);
  });

  test.each([
    ['d', 'pd', 'day', /second|minute|hour/],
    ['w', 'pw', /^\d{8}$/, /second|minute|hour|day/],
    ['m', 'pm', 'month', /second|minute|hour|day|week|1 month/],
    ['y', 'py', 'year', /second|minute|hour|day|week|month|1 year/],
  ])(
    'date=%s filters at the engines that support it, and skips the one that does not',
    async (date, freshness, since, pattern) => {
      const reply = await find(`q=news&date=${date}`);
      expect(await onlyCall('brave')).toMatchObject({ freshness });
      expect((await onlyCall('mojeek')).since).toEqual(
        typeof since === 'string' ? since : expect.stringMatching(since),
      );
      expect((await callCounts(app)).engine_c).toBe(0);
      expect(reply.body.engine).toEqual(['engine_a', 'engine_b']);
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'skipped' });
      expect(reply.results.length).toBeGreaterThan(3);
      // The home page of a site has no age.
      const pages = reply.results.filter(({ url }) => new URL(url).pathname !== '/');
      expect(pages.length).toBeGreaterThan(2);
      for (const { age } of pages) expect(age).toMatch(pattern);
    },
  );

  test('page 11 is beyond Brave, which is skipped without a call; page 10 is not', async () => {
    expect(TestApp.outcomes(await find('q=org&page=10'))).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
    await app.reset();
    const reply = await find('q=org&page=11');
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'skipped', engine_b: 'ok', engine_c: 'ok' });
    expect(reply.body).toMatchObject({ page: 11, engine: ['engine_b', 'engine_c'] });
    expect((await callCounts(app)).engine_a).toBe(0);
  });

  test.each(['engine=engine_c&date=d', 'engine=engine_a&page=50'])(
    'a search that no selected engine supports is an empty reply (%s)',
    async (params) => {
      const reply = await find(`q=linux&${params}`);
      expect(reply.body).toMatchObject({ engine: [], correction: '', results: [] });
      expect(reply.headers.get('server-timing')).toMatch(
        /^engine_[ac];dur=0;desc="skipped", unserved;desc="(Brave|Marginalia) [^"]+"$/,
      );
      expect(await callCounts(app)).toEqual({ engine_a: 0, engine_b: 0, engine_c: 0 });
    },
  );

  test('a long query is cut to the length that each engine accepts', async () => {
    const reply = await find(`q=${encodeURIComponent('linux '.repeat(160))}`);
    expect(reply.body.engine).toEqual(ENGINES);
    const sent = (await onlyCall('brave')).q ?? '';
    expect(sent.length).toBeLessThanOrEqual(400);
    expect(sent.split(' ').length).toBeLessThanOrEqual(50);
  });

  test('engines get nothing of the caller’s own', async () => {
    const headers = { cookie: 'session=secret', 'x-forwarded-for': '203.0.113.7', referer: 'https://caller.example/' };
    await search('q=linux', {
      headers: { ...headers, 'user-agent': 'CallerBrowser/1.0', 'x-request-id': 'caller-id' },
    });
    for (const slug of ENGINES) {
      const seen = JSON.stringify(await app.calls(UPSTREAMS[slug]));
      expect(seen).toContain('linux');
      for (const own of [app.key, 'session=secret', '203.0.113.7', 'caller.example', 'CallerBrowser', 'caller-id']) {
        expect(seen).not.toContain(own);
      }
    }
  });
});
