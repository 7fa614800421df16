import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../../lib/limits/usage.ts';
import { cannedRows } from '../../harness/canned-answers.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import { type Reply, TestSystem } from '../../harness/test-system.ts';
import { warm, warmInstant } from '../../harness/warm-searches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
  await warm(app, 'redis');
});
afterAll(() => app?.stop());
beforeEach(() => app.forgetCalls());

interface Result {
  title: string;
  url: string;
  content: string;
  score: number;
  published_date?: string;
  favicon?: string;
}

function search(body: Record<string, unknown>, key = app.key): Promise<Reply> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return app.get('/compat/tavily/search', { method: 'POST', key: '', headers, body: JSON.stringify(body) });
}

async function results(body: Record<string, unknown>): Promise<Result[]> {
  const reply = await search(body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.results;
}

const hostOf = ({ url }: { url: string }) => new URL(url).hostname;

describe('a search', () => {
  test('has the shape of Tavily, with the first five results of the web tab', async () => {
    const { key } = await newAccount(app);
    const { body, headers } = await search({ query: ' redis ' }, key);
    const own = (await app.get('/api/v1/web/?q=redis&detail=full')).body.results.slice(0, 5);
    expect(body).toEqual({
      query: 'redis',
      follow_up_questions: null,
      answer: null,
      images: [],
      results: own.map((result: Record<string, string>) => ({
        title: result.title,
        url: result.url,
        content: result.description,
        score: result.score,
        raw_content: null,
        ...(result.published && { published_date: new Date(result.published).toUTCString() }),
      })),
      response_time: expect.any(Number),
      request_id: headers.get('x-request-id'),
    });
    expect(body.results).toHaveLength(5);
    const scores: number[] = body.results.map(({ score }: Result) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
    expect(Object.values(TestSystem.outcomes({ headers } as Reply))).toEqual(['cached', 'cached', 'cached']);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('that is answered from memory has its own request id', async () => {
    const hits = async () =>
      Number(/^tributary_reply_cache_hits_total (\d+)/m.exec((await app.get('/metrics')).text)?.[1]);
    const first = await search({ query: 'redis', max_results: 3 });
    const before = await hits();
    const second = await search({ query: 'redis', max_results: 3 });
    expect(await hits()).toBe(before + 1);
    expect(second.body).toEqual({
      ...first.body,
      response_time: expect.any(Number),
      request_id: second.headers.get('x-request-id'),
    });
    expect(second.body.request_id).not.toBe(first.body.request_id);
    expect(second.headers.get('server-timing')).toBe(first.headers.get('server-timing'));
  });

  test('has as many results as asked for, and none for 0', async () => {
    expect(await results({ query: 'redis', max_results: 7 })).toHaveLength(7);
    expect(await results({ query: 'redis', max_results: 0 })).toEqual([]);
    expect((await results({ query: 'redis', max_results: 20 })).length).toBeGreaterThan(7);
  });

  test('that finds nothing is an empty list', async () => {
    await warm(app, 'zxqvblorp');
    expect(await results({ query: 'zxqvblorp' })).toEqual([]);
  });

  test('with a query of more than 1,000 characters searches for as many of its first words as fit', async () => {
    const words = 'word '.repeat(199);
    await warm(app, `${words}last`);
    const { status, body } = await search({ query: `${words}last overlong` });
    expect([status, body.query]).toEqual([200, `${words}last`]);
  });

  test('with a sum of more than 1,000 characters has no answer, because only its beginning is known', async () => {
    const sum = '12*12';
    await warm(app, sum);
    await warmInstant(app, sum);
    expect((await search({ query: sum, include_answer: true })).body.answer).toBe('12 × 12 = 144');
    const { body } = await search({ query: `${sum} +${'9'.repeat(1_000)}`, include_answer: true });
    expect([body.query, body.answer]).toEqual([sum, null]);
  });

  test('ignores what has no effect, what is unknown, and null', async () => {
    const ignored = {
      search_depth: 'advanced',
      chunks_per_source: 3,
      include_raw_content: 'markdown',
      auto_parameters: true,
      exact_match: true,
      language: 'German',
      client_source: 'langchain-js',
      apiKey: 'x',
      apiBaseURL: 'http://x.example',
      topic: null,
      max_results: null,
      include_domains: null,
      days: null,
    };
    expect(await results({ query: 'redis', ...ignored })).toEqual(await results({ query: 'redis' }));
  });

  test('adds icons and usage on request', async () => {
    const { body } = await search({ query: 'redis', include_favicon: true, include_usage: true });
    expect(body.usage).toEqual({ credits: 1 });
    for (const { favicon } of body.results) expect(favicon).toMatch(/^https:\/\//);
  });
});

describe('topics', () => {
  test('news is the news tab, with dates, and counts as one search of it', async () => {
    await warm(app, 'climate', { tab: 'news' });
    const { username, key } = await newAccount(app);
    const { body } = await search({ query: 'climate', topic: 'news', include_favicon: true }, key);
    const own: Result[] = (await app.get('/api/v1/news/?q=climate')).body.results.slice(0, 5);
    expect(body.results.map(({ url }: Result) => url)).toEqual(own.map(({ url }) => url));
    for (const { published_date, favicon, url } of body.results) {
      expect(published_date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
      expect(favicon).toBe(`https://${hostOf({ url })}/favicon.ico`);
    }
    const { days } = await readUsage(app.client, { username }, usagePeriod(new Date()).month);
    expect(Object.values(days)).toEqual([{ news: 1 }]);
  });

  test('finance is the web tab', async () => {
    expect(await results({ query: 'redis', topic: 'finance' })).toEqual(await results({ query: 'redis' }));
  });
});

describe('dates', () => {
  test('limit the search of the engines', async () => {
    await warm(app, 'redis', { date: 'w' });
    await app.forgetCalls();
    const within = await results({ query: 'redis', time_range: 'week' });
    expect(within).not.toEqual(await results({ query: 'redis' }));
    expect(await app.calls('brave')).toEqual([]);
  });

  test('in days limit a search of news, and no other: clients send them with every search', async () => {
    await warm(app, 'climate', { tab: 'news', date: 'w' });
    const news = { query: 'climate', topic: 'news' };
    expect(await results({ ...news, days: 5 })).toEqual(await results({ ...news, time_range: 'week' }));
    expect(await results({ query: 'redis', days: 5 })).toEqual(await results({ query: 'redis' }));
  });

  test('drop results that are known to be older or newer', async () => {
    const all = await results({ query: 'redis', max_results: 20 });
    const days = all.flatMap(({ published_date: date }) => (date ? [new Date(date).toISOString().slice(0, 10)] : []));
    const [oldest = '', middle = ''] = [days.sort().at(0), days[Math.floor(days.length / 2)]];
    const until = await results({ query: 'redis', max_results: 20, end_date: middle });
    const isUndatedOr =
      (holds: (day: string) => boolean) =>
      ({ published_date: date }: Result) =>
        date === undefined || holds(new Date(date).toISOString().slice(0, 10));
    expect(until).toEqual(all.filter(isUndatedOr((day) => day <= middle)));
    expect(until.length).toBeLessThan(all.length);
    const span = await results({ query: 'redis', max_results: 20, start_date: oldest, end_date: oldest });
    expect(span).toEqual(all.filter(isUndatedOr((day) => day === oldest)));
  });
});

describe('domains', () => {
  test('one that is included goes to the engines, and everything is on it', async () => {
    await warm(app, 'redis site:wikipedia.org');
    const [call] = await app.calls('brave');
    expect(call?.query.q).toBe('redis site:wikipedia.org');
    await app.forgetCalls();
    const { body } = await search({ query: 'redis', include_domains: ['Wikipedia.org'] });
    expect(body.query).toBe('redis');
    expect(body.results.length).toBeGreaterThan(0);
    for (const result of body.results) expect(hostOf(result)).toMatch(/(^|\.)wikipedia\.org$/);
    expect(await app.calls('brave')).toEqual([]);
  });

  test('several that are included are kept to', async () => {
    const found = await results({ query: 'redis', max_results: 20, include_domains: ['redis.io', 'wikipedia.org'] });
    expect(new Set(found.map(hostOf))).toEqual(new Set(['redis.io', 'en.wikipedia.org']));
  });

  test('that are excluded go to the engines and are dropped', async () => {
    await warm(app, 'redis -site:redis.io -site:stackoverflow.com');
    await app.forgetCalls();
    const exclude_domains = ['redis.io', 'stackoverflow.com'];
    const found = await results({ query: 'redis', max_results: 20, exclude_domains });
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(hostOf).filter((host) => exclude_domains.includes(host))).toEqual([]);
    expect(await app.calls('brave')).toEqual([]);
  });
});

describe('engines', () => {
  test('get the country as their region and no language, and safe search as asked for', async () => {
    await warm(app, 'redis', { lang: 'und-DE', safe: 'off' });
    const [brave] = await app.calls('brave');
    const [mojeek] = await app.calls('mojeek');
    expect(brave?.query).toMatchObject({ country: 'DE', safesearch: 'off' });
    expect(brave?.query.search_lang).toBeUndefined();
    expect(mojeek?.query.lb).toBeUndefined();
    await app.forgetCalls();
    expect(await results({ query: 'redis', country: 'germany', safe_search: false })).toHaveLength(5);
    expect(await app.calls('brave')).toEqual([]);
  });
});

describe('answers', () => {
  const answerTo = async (query: string, include_answer: unknown) =>
    (await search({ query, include_answer })).body.answer;

  test('are the line of an instant answer, or null', async () => {
    await warmInstant(app, '2+2');
    await warm(app, '2+2');
    for (const asked of [true, 'basic', 'advanced']) expect(await answerTo('2+2', asked)).toBe('2 + 2 = 4');
    expect(await answerTo('2+2', false)).toBeNull();
    expect(await answerTo('redis', true)).toBeNull();
  });

  test('are null if what they need is away, and the search succeeds', async () => {
    await warmInstant(app, 'weather in Berlin');
    await app.knobs('open-meteo', { status: 500 });
    await app.knobs('open-meteo-geocoding', { status: 500 });
    await warm(app, 'weather in Paris');
    const { status, body } = await search({ query: 'weather in Paris', include_answer: true });
    expect([status, body.answer]).toEqual([200, null]);
    expect(body.results).toHaveLength(5);
    await app.healUpstreams();
  });
});

describe('images', () => {
  test('are addresses of pictures, or objects with descriptions, and cost a search of images each time', async () => {
    await warm(app, 'golden retriever');
    await warm(app, 'golden retriever', { tab: 'images' });
    const { key } = await newAccount(app);
    const query = 'golden retriever';
    const plain = await search({ query, include_images: true }, key);
    expect(plain.body.images).toHaveLength(5);
    for (const address of plain.body.images) expect(address).toMatch(/^https:\/\//);
    const described = await search({ query, include_images: true, include_image_descriptions: true }, key);
    expect(described.body.images.map(({ url }: { url: string }) => url)).toEqual(plain.body.images);
    for (const image of described.body.images) {
      expect(image).toEqual({ url: expect.any(String), description: expect.stringMatching(/./) });
    }
    expect(await searchesOf(app, key)).toBe(4);
  });

  test('without an address are left out', async () => {
    const thumbnail = { src: 'https://here.example/small.jpg' };
    await cannedRows(app, 'brave', 'images', [
      { title: 'Nowhere', url: 'https://nowhere.example/' },
      { title: 'Here', url: 'https://here.example/', thumbnail },
    ]);
    await warm(app, 'nowhere', { tab: 'images' });
    await app.healUpstreams();
    await warm(app, 'nowhere');
    const own = await app.get('/api/v1/images/?q=nowhere');
    expect(own.body.results).toHaveLength(2);
    const { body } = await search({ query: 'nowhere', include_images: true });
    expect(body.images).toEqual([thumbnail.src]);
  });

  test('are an empty list if no engine has them, and the search succeeds', async () => {
    await warm(app, 'mojeek');
    await app.knobs('brave', { status: 500 });
    const { status, body } = await search({ query: 'mojeek', include_images: true });
    expect([status, body.images]).toEqual([200, []]);
    expect(body.results.length).toBeGreaterThan(0);
    await app.healUpstreams();
  });
});

describe('values that make no sense are refused with the name of the field:', () => {
  const hosts = 'Use a list of host names such as example.com.';
  test.each([
    [{}, 'query: This field is required.'],
    [{ query: null }, 'query: This field is required.'],
    [{ query: '  ' }, 'query: This field is required.'],
    [{ query: 7 }, 'query: Not a valid string.'],
    [{ query: 'x', max_results: 21 }, 'max_results: Use a number from 0 to 20.'],
    [{ query: 'x', max_results: -1 }, 'max_results: Use a number from 0 to 20.'],
    [{ query: 'x', max_results: 1.5 }, 'max_results: A valid integer is required.'],
    [{ query: 'x', topic: 'sports' }, 'topic: Use general, news or finance.'],
    [{ query: 'x', time_range: 'hour' }, 'time_range: Use day, week, month or year.'],
    [{ query: 'x', days: 0 }, 'days: Use a number from 1.'],
    [{ query: 'x', start_date: '2026-02-30' }, 'start_date: Use a date such as 2026-01-31.'],
    [{ query: 'x', start_date: '2026-02-02', end_date: '2026-02-01' }, 'start_date: Must not be after end_date.'],
    [{ query: 'x', include_domains: 'example.com' }, `include_domains: ${hosts}`],
    [{ query: 'x', include_domains: [7, 8] }, `include_domains: ${hosts}`],
    [{ query: 'x', exclude_domains: ['example.com/path'] }, `exclude_domains: ${hosts}`],
    [{ query: 'x', include_answer: 'long' }, 'include_answer: Use true, false, basic or advanced.'],
    [{ query: 'x', include_images: 'yes' }, 'include_images: Use true or false.'],
    [{ query: 'x', safe_search: 1 }, 'safe_search: Use true or false.'],
    [{ query: 'x', country: 'atlantis' }, "country: Use a country's English name or its code."],
    [{ query: 'x', days: 0, topic: 'x' }, 'topic: Use general, news or finance.; days: Use a number from 1.'],
  ])('%j: %s', async (body, error) => {
    const reply = await search(body);
    expect([reply.status, reply.body]).toEqual([400, { detail: { error } }]);
  });

  test('a list of 900 wrong names once', async () => {
    const list = await search({ query: 'x', include_domains: Array(900).fill(7) });
    expect(list.body.detail.error).toBe(`include_domains: ${hosts}`);
  });
});
