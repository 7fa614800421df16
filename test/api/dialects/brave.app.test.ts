import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../../lib/limits/usage.ts';
import { eventually } from '../../harness/processes.ts';
import { addWebs, NOBODY, newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import type { GetOptions, Reply } from '../../harness/test-system.ts';
import { warm } from '../../harness/warm-searches.ts';

let app: TestApp;
let webs: Record<'off' | 'tight' | 'capped' | 'burst' | 'nobody', number>;
beforeAll(async () => {
  app = await TestApp.shared();
  webs = await addWebs(app, {
    off: { COMPAT: 'off' },
    tight: { API_THROTTLE_SUSTAINED: '1/day' },
    burst: { API_THROTTLE_BURST: '1/min' },
    capped: { API_MONTHLY_LIMIT: '1' },
    nobody: NOBODY,
  });
  await warm(app, 'redis');
});
afterAll(() => app?.stop());
beforeEach(() => app.forgetCalls());

const BASE = '/compat/brave/res/v1';

function search(params: Record<string, string>, { kind = 'web', key = app.key, ...options }: Options = {}) {
  const headers = { 'x-subscription-token': key, 'content-type': 'application/json', ...options.headers };
  return app.get(`${BASE}/${kind}/search?${new URLSearchParams(params)}`, { ...options, key: '', headers });
}
type Options = GetOptions & { kind?: string };

const urlsOf = (results: { url: string }[]) => results.map(({ url }) => url);
const own = async (tab: string, params: string): Promise<Reply['body']> =>
  (await app.get(`/api/v1/${tab}/?detail=full&${params}`)).body;

describe('a web search', () => {
  test('has the shape of Brave, with as many results of the web tab as asked for, and counts once', async () => {
    const { key } = await newAccount(app);
    const { status, body, headers } = await search({ q: ' redis ', count: '3' }, { key });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { results } = await own('web', 'q=redis&limit=3');
    expect(body).toEqual({
      type: 'search',
      query: { original: 'redis', more_results_available: true },
      web: {
        type: 'search',
        results: results.map((result: Record<string, string>) => {
          const { hostname, origin } = new URL(result.url as string);
          return expect.objectContaining({
            type: 'search_result',
            title: result.title,
            url: result.url,
            description: result.description,
            profile: { name: hostname, url: origin, long_name: hostname, img: result.favicon_url },
            meta_url: expect.objectContaining({ scheme: 'https', hostname, favicon: result.favicon_url }),
            ...(result.published && { age: result.age, page_age: result.published.slice(0, 19) }),
          });
        }),
      },
    });
    expect(body.web.results.some((row: object) => 'page_age' in row)).toBe(true);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('has twenty results by default, and its offset is a page that repeats none', async () => {
    const all = urlsOf((await own('web', 'q=redis&limit=20')).results);
    expect(urlsOf((await search({ q: 'redis' })).body.web.results)).toEqual(all);
    const pages = await Promise.all(['0', '1', '2'].map((offset) => search({ q: 'redis', count: '5', offset })));
    const urls = pages.flatMap(({ body }) => urlsOf(body.web.results));
    expect(urls).toEqual(all.slice(0, 15));
    expect(pages[1]?.body.web.results).toHaveLength(5);
    expect(new Set(urls).size).toBe(urls.length);
  });

  test('that finds nothing has an empty list, which clients read without a check', async () => {
    await warm(app, 'zxqvblorp');
    expect((await search({ q: 'zxqvblorp' })).body.web).toEqual({ type: 'search', results: [] });
  });

  test('names the spelling that was searched for', async () => {
    await warm(app, 'recieve redis');
    const { correction } = await own('web', 'q=recieve+redis');
    expect(correction).not.toBe('');
    expect((await search({ q: 'recieve redis' })).body.query).toMatchObject({ altered: correction });
  });

  test('cuts a query of more than 1,000 characters', async () => {
    const words = 'word '.repeat(199);
    await warm(app, `${words}last`);
    const { status, body } = await search({ q: `${words}last overlong` });
    expect([status, body.query.original]).toEqual([200, `${words}last`]);
  });

  test('asks the engines for language, country, safety and time', async () => {
    const wanted = { country: 'jp', search_lang: 'jp', safesearch: 'off', freshness: 'pw' };
    await search({ q: 'sushi', ...wanted });
    const [call] = await app.calls('brave');
    expect(call?.query).toMatchObject({ country: 'JP', search_lang: 'jp', safesearch: 'off', freshness: 'pw' });
    await app.forgetCalls();
    const days = {
      freshness: '2026-01-01to2026-01-31',
      country: 'ALL',
      search_lang: 'zh-hans',
      safesearch: 'moderate',
    };
    await search({ q: 'sushi', ...days });
    const [ranged] = await app.calls('brave');
    expect(ranged?.query).toMatchObject({ country: 'ALL', search_lang: 'zh-hans', freshness: days.freshness });
    expect(ranged?.query.safesearch).not.toBe('off');
  });

  test('ignores what has no effect, what is unknown, and empty values', async () => {
    const ignored = {
      text_decorations: 'true',
      spellcheck: '1',
      extra_snippets: 'True',
      goggles: 'x',
      units: 'metric',
    };
    const empty = { country: '', search_lang: '', freshness: '', count: '' };
    expect((await search({ q: 'redis', ...ignored, ...empty })).body).toEqual((await search({ q: 'redis' })).body);
  });
});

describe('the filter of results', () => {
  test('adds news and videos, each of which counts as a search', async () => {
    await warm(app, 'climate');
    await warm(app, 'climate', { tab: 'news' });
    await app.get('/api/v1/videos/?q=climate');
    const { username, key } = await newAccount(app);
    const { body } = await search({ q: 'climate', count: '2', result_filter: 'web, news,videos,faq' }, { key });
    expect(Object.keys(body)).toEqual(['type', 'query', 'web', 'news', 'videos']);
    for (const part of ['web', 'news', 'videos']) expect(body[part].results).toHaveLength(2);
    const { days } = await readUsage(app.client, { username }, usagePeriod(new Date()).month);
    expect(Object.values(days)).toEqual([{ web: 1, news: 1, videos: 1 }]);
  });

  test('that names nothing that is served searches for nothing, and counts nothing', async () => {
    const { key } = await newAccount(app);
    const { status, body } = await search({ q: 'redis', result_filter: 'locations' }, { key });
    expect([status, body]).toEqual([200, { type: 'search', query: { original: 'redis' } }]);
    expect(await searchesOf(app, key)).toBe(0);
  });
});

describe('other kinds of search', () => {
  test('news have dates, publishers and pictures', async () => {
    await warm(app, 'climate', { tab: 'news' });
    const { body } = await search({ q: 'climate', count: '5' }, { kind: 'news' });
    expect(body).toMatchObject({ type: 'news', query: { original: 'climate' } });
    expect(urlsOf(body.results)).toEqual(urlsOf((await own('news', 'q=climate&limit=5')).results));
    for (const row of body.results) {
      expect(row).toMatchObject({ type: 'news_result', page_age: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}$/) });
    }
  });

  test('images have the picture and where it is from', async () => {
    await warm(app, 'golden retriever', { tab: 'images' });
    const { body } = await search({ q: 'golden retriever', count: '100' }, { kind: 'images' });
    expect(body.type).toBe('images');
    expect(body.results[0]).toMatchObject({
      type: 'image_result',
      source: expect.any(String),
      thumbnail: { src: expect.stringMatching(/^https:/) },
      properties: { url: expect.stringMatching(/^https:/) },
    });
  });

  test('videos have a duration and a publisher', async () => {
    const { body } = await search({ q: 'climate', count: '2' }, { kind: 'videos' });
    expect(body.results).toHaveLength(2);
    expect(body.results[0]).toMatchObject({ type: 'video_result', video: { publisher: expect.any(String) } });
  });
});

describe('errors have the shape of Brave:', () => {
  const errorOf = ({ status, body, headers }: Reply) => {
    expect(body).toEqual({ type: 'ErrorResponse', error: expect.anything(), time: expect.any(Number) });
    expect(body.error).toMatchObject({ id: headers.get('x-request-id'), status, meta: {} });
    return [status, body.error.code, body.error.detail];
  };

  test.each([
    [{}, 'q: This field is required.'],
    [{ q: 'x', count: '21' }, 'count: Use a number from 1 to 20.'],
    [{ q: 'x', count: '0' }, 'count: Use a number from 1 to 20.'],
    [{ q: 'x', offset: '10' }, 'offset: Use a number from 0 to 9.'],
    [{ q: 'x', country: 'XX' }, 'country: Use the two letters of a country, such as DE.'],
    [{ q: 'x', search_lang: '!' }, 'search_lang: Use a language tag such as en, de or pt-BR, or leave it empty.'],
    [{ q: 'x', safesearch: 'on' }, 'safesearch: Use off, moderate or strict.'],
    ...['week', '2026-02-30to2026-03-01', '2026-03-01to2026-02-01'].map((freshness): [object, string] => [
      { q: 'x', freshness },
      'freshness: Use pd, pw, pm, py or days such as 2026-01-01to2026-01-31.',
    ]),
  ])('%j: %s', async (params, detail) => {
    expect(errorOf(await search(params as Record<string, string>))).toEqual([400, 'VALIDATION', detail]);
  });

  test('a key that is missing or bad, in any place', async () => {
    const missing = 'Authentication credentials were not provided.';
    const bad = 'Invalid or revoked API key.';
    expect(errorOf(await search({ q: 'redis' }, { key: '' }))).toEqual([401, 'SUBSCRIPTION_TOKEN_INVALID', missing]);
    expect(errorOf(await search({ q: 'redis' }, { key: 'BSA-x' }))).toEqual([401, 'SUBSCRIPTION_TOKEN_INVALID', bad]);
    const bearer = { authorization: `Bearer ${app.key}` };
    expect((await search({ q: 'redis' }, { key: '', headers: bearer })).status).toBe(200);
  });

  test('a short wait is a rate, and a long one a quota, which clients do not wait for', async () => {
    const codeOf = async (web: number) => {
      const { key } = await newAccount(app);
      await search({ q: 'redis' }, { key, web });
      const reply = await search({ q: 'redis' }, { key, web });
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      return errorOf(reply).slice(0, 2);
    };
    expect(await codeOf(webs.burst)).toEqual([429, 'RATE_LIMITED']);
    expect(await codeOf(webs.tight)).toEqual([429, 'QUOTA_LIMITED']);
    expect(await codeOf(webs.capped)).toEqual([429, 'QUOTA_LIMITED']);
  });

  test('no engine, and a dialect that is off', async () => {
    const text = 'No search engine is configured on this deployment.';
    expect(errorOf(await search({ q: 'redis' }, { web: webs.nobody }))).toEqual([503, 'UNAVAILABLE', text]);
    expect((await search({ q: 'redis' }, { web: webs.off })).status).toBe(404);
  });
});

test('neither the key nor the query is logged', async () => {
  const { key } = await newAccount(app);
  const headers = { 'x-request-id': 'logged-brave' };
  expect((await search({ q: 'persimmon' }, { key, headers })).status).toBe(200);
  const output = () => app.webs.map((web) => web.output).join('');
  await eventually('the request is logged', () => output().includes('"logged-brave"'));
  for (const secret of [key, 'persimmon']) expect(output()).not.toContain(secret);
});
