import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readUsage, usagePeriod } from '../../../lib/limits/usage.ts';
import { eventually } from '../../harness/processes.ts';
import { newAccount, searchesOf, untilAnswersAreLoaded, untilFailureIsRecorded } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import { type GetOptions, type Reply, TestSystem } from '../../harness/test-system.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
  await untilAnswersAreLoaded(app);
});
afterAll(() => app?.stop());

const SEARCH = '/compat/searxng/search';
const search = (query: string, options?: GetOptions) => app.get(`${SEARCH}?${query}`, options);

/**
 * Asks the endpoint first, which waits for slow engines. A search in SearXNG's format that asks the engines the same is
 * then answered from the cache, whatever the machine does.
 */
async function prepared(endpoint: string): Promise<Reply> {
  const reply = await app.get(`/api/v1/${endpoint}`);
  expect([reply.status, Object.values(TestSystem.outcomes(reply)).filter((outcome) => outcome === 'timeout')]).toEqual([
    200,
    [],
  ]);
  return reply;
}

/** The outcomes of all engines that were asked, once each. */
function outcomesOf(reply: Reply): string[] {
  return [...new Set(Object.values(TestSystem.outcomes(reply)))].filter((outcome) => outcome !== 'skipped');
}

/** Searches of an account this month by endpoint. */
async function countsOf(username: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { days } = await readUsage(app.client, { username }, usagePeriod(new Date()).month);
  for (const [endpoint, count] of Object.values(days).flatMap((day) => Object.entries(day))) {
    counts[endpoint] = (counts[endpoint] ?? 0) + count;
  }
  return counts;
}

const text = z.string();
const result = {
  url: z.url({ protocol: /^https?$/ }),
  title: text.min(1),
  content: text,
  engine: z.enum(['brave', 'mojeek', 'marginalia']),
  engines: z.array(text).min(1),
  positions: z.array(z.int().min(1)).min(1),
  score: z.number().min(0).max(1),
  parsed_url: z.array(text).length(6),
  publishedDate: z.iso.datetime().nullable(),
  pubdate: text,
};
const none = z.null();
const results = z.discriminatedUnion('category', [
  z.strictObject({
    ...result,
    category: z.literal('general'),
    template: z.literal('default.html'),
    thumbnail: none,
    img_src: none,
  }),
  z.strictObject({
    ...result,
    category: z.literal('images'),
    template: z.literal('images.html'),
    thumbnail: text.min(1),
    img_src: z.url(),
    thumbnail_src: z.url(),
    source: text.min(1),
    resolution: text.regex(/^(\d+x\d+)?$/),
  }),
  z.strictObject({
    ...result,
    category: z.literal('news'),
    template: z.literal('default.html'),
    thumbnail: text.min(1).nullable(),
    img_src: none,
    source: text.min(1),
  }),
  z.strictObject({
    ...result,
    category: z.literal('videos'),
    template: z.literal('videos.html'),
    thumbnail: text.min(1).nullable(),
    img_src: none,
    length: text,
    author: text.min(1),
    iframe_src: z.url().optional(),
  }),
]);
const replySchema = z.strictObject({
  query: text,
  number_of_results: z.int(),
  results: z.array(results),
  answers: z.array(text),
  corrections: z.array(text),
  infoboxes: z.array(
    z.strictObject({
      infobox: text,
      content: text,
      urls: z.array(z.strictObject({ title: text, url: z.url() })),
      img_src: text.nullable(),
    }),
  ),
  suggestions: z.array(text),
  unresponsive_engines: z.array(z.tuple([text, text])),
});
type SearxngReply = z.infer<typeof replySchema>;

function checked(reply: Reply): SearxngReply {
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = replySchema.parse(reply.body);
  expect(body.number_of_results).toBe(body.results.length);
  const scores = body.results.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  for (const { engine, engines, positions } of body.results) {
    expect(engines).toContain(engine);
    expect(positions).toHaveLength(engines.length);
    expect(positions[engines.indexOf(engine)]).toBe(Math.min(...positions));
  }
  return body;
}

const urlsOf = ({ body }: Reply): string[] => body.results.map(({ url }: { url: string }) => url);

describe('results', () => {
  const TABS: [category: string, endpoint: string][] = [
    ['general', 'web'],
    ['images', 'images'],
    ['news', 'news'],
    ['videos', 'videos'],
  ];
  test.each(TABS)('of %s are those of the endpoint, in the shape that clients read', async (category, endpoint) => {
    const own = await prepared(`${endpoint}/?q=python`);
    const reply = await search(`q=python&format=json&categories=${category}`);
    const body = checked(reply);
    expect(body.results.length).toBeGreaterThan(2);
    expect(urlsOf(reply)).toEqual(urlsOf(own));
    expect(new Set(body.results.map((one) => one.category))).toEqual(new Set([category]));
    expect(outcomesOf(reply)).toEqual(['cached']);
  });

  test('have their address in six parts, as Python splits it', async () => {
    await prepared('videos/?q=python');
    const [video] = checked(await search('q=python&categories=videos')).results;
    expect(video?.parsed_url).toEqual([
      'https',
      'www.youtube.com',
      '/watch',
      '',
      new URL(video?.url ?? '').search.slice(1),
      '',
    ]);
  });

  test('that are images name the full picture and its size', async () => {
    const own = await prepared('images/?q=python&detail=full');
    const [image] = own.body.results;
    const [shown] = checked(await search('q=python&categories=images')).results;
    expect(shown).toMatchObject({
      img_src: image.image_url,
      thumbnail: image.thumbnail,
      thumbnail_src: image.thumbnail,
      resolution: `${image.width}x${image.height}`,
    });
    expect(image.image_url).not.toBe(image.thumbnail);
  });

  test('that are videos have a player if their site is known', async () => {
    await prepared('videos/?q=python');
    const { results } = checked(await search('q=python&categories=videos'));
    const players = results.map((one) => ('iframe_src' in one ? one.iframe_src : undefined));
    const hosts = players.map((player) => player && new URL(player).host);
    expect(new Set(hosts)).toEqual(new Set(['www.youtube-nocookie.com', 'player.vimeo.com', undefined]));
  });

  test('of several categories are in one list by score, and each counts', async () => {
    for (const tab of ['web', 'images', 'news', 'videos']) await prepared(`${tab}/?q=python`);
    const { username, key } = await newAccount(app);
    const reply = await search('q=python&categories=news,general,images,videos,news', { key });
    const found = new Set(checked(reply).results.map(({ category }) => category));
    expect([...found].sort()).toEqual(['general', 'images', 'news', 'videos']);
    expect(await countsOf(username)).toEqual({ web: 1, images: 1, news: 1, videos: 1 });
  });

  test('of several categories are refused as a whole if they do not fit', async () => {
    const { username, key } = await newAccount(app);
    const tight = app.urls.indexOf(await app.addWeb({ API_MONTHLY_LIMIT: '5', API_THROTTLE_BURST: '7/h' }));
    const four = () => search('q=python&categories=news,general,images,videos', { key, web: tight });
    expect((await four()).status).toBe(200);
    const refused = await four();
    expect([refused.status, refused.body.error]).toEqual([429, expect.stringMatching(/^Request was throttled\./)]);
    expect((await search('q=python&categories=news,images', { key, web: tight })).body.error).toMatch(
      /^Monthly search/,
    );
    expect((await search('q=python&categories=news', { key, web: tight })).status).toBe(200);
    expect(await countsOf(username)).toEqual({ web: 1, images: 1, news: 2, videos: 1 });
  });
});

describe('parameters', () => {
  const SAME: [what: string, ours: string, endpoint: string][] = [
    ['nothing but the query', 'q=node', 'web/?q=node'],
    ['a page', 'q=node&pageno=2', 'web/?q=node&page=2'],
    ['a time range', 'q=node&time_range=month', 'web/?q=node&date=m'],
    ['a time range of news', 'q=node&time_range=day&categories=news', 'news/?q=node&date=d'],
    ['a time range of images, which have no dates', 'q=python&time_range=year&categories=images', 'images/?q=python'],
    ['no safe search', 'q=node&safesearch=0', 'web/?q=node&safe=off'],
    ['moderate safe search', 'q=node&safesearch=1', 'web/?q=node&safe=on'],
    ['strict safe search', 'q=node&safesearch=2', 'web/?q=node&safe=on'],
    ['a language', 'q=node&language=de', 'web/?q=node&lang=de'],
    ['a language and a country', 'q=node&language=de-DE', 'web/?q=node&lang=de-DE'],
    ['all languages', 'q=node&language=all', 'web/?q=node'],
    ['automatic language', 'q=node&language=auto&lang=auto', 'web/?q=node'],
    ['an engine by its name', 'q=node&engines=mojeek', 'web/?q=node&engine=engine_b'],
    ['an engine by its slot', 'q=node&engines=engine_c', 'web/?q=node&engine=engine_c'],
    ['two engines and others', 'q=node&engines=Brave, google,MOJEEK', 'web/?q=node&engine=engine_a,engine_b'],
    ['engines that are not here', 'q=node&engines=google,bing,duckduckgo', 'web/?q=node'],
    ['image engines', 'q=python&engines=bing images,google images', 'images/?q=python'],
    ['a news engine', 'q=python&engines=bing news', 'news/?q=python'],
    ['a video site', 'q=python&engines=youtube', 'videos/?q=python'],
    ['a category before engines', 'q=python&categories=news&engines=bing images', 'news/?q=python'],
    ['unknown categories', 'q=node&categories=science,it', 'web/?q=node'],
    ['unknown categories among others', 'q=python&categories=science,news', 'news/?q=python'],
    ['empty ones', 'q=node&time_range=&categories=&engines=&language=&pageno=&safesearch=&format=', 'web/?q=node'],
    ['unknown ones', 'q=node&theme=simple&image_proxy=0&numResults=3&pageNumber=7&x[]=1', 'web/?q=node'],
    ['what would be a command elsewhere', 'q=!images :de node', 'web/?q=!images :de node'],
    ['the category of web search', 'q=node&categories=web', 'web/?q=node'],
    ['a query that is too long', `q=${'a'.repeat(1_001)}`, `web/?q=${'a'.repeat(1_000)}`],
  ];
  test.each(SAME)('%s', async (_what, ours, endpoint) => {
    const own = await prepared(endpoint);
    const reply = await search(ours);
    checked(reply);
    expect(outcomesOf(reply)).toEqual(['cached']);
    expect(urlsOf(reply)).toEqual(urlsOf(own));
  });

  const SENSELESS: [what: string, query: string, error: string][] = [
    ['no query', '', 'No query'],
    ['an empty query', 'q=', 'No query'],
    ['a blank query', 'q=%20%20', 'No query'],
    ['two queries', 'q=a&q=b', 'q: Give this parameter once.'],
    ['page 0', 'q=a&pageno=0', 'pageno: Use a whole number of at least 1.'],
    ['half a page', 'q=a&pageno=1.5', 'pageno: Use a whole number of at least 1.'],
    ['page -1', 'q=a&pageno=-1', 'pageno: Use a whole number of at least 1.'],
    ['an unknown time range', 'q=a&time_range=d', 'time_range: Use day, week, month or year.'],
    ['an unknown level', 'q=a&safesearch=3', 'safesearch: Use 0, 1 or 2.'],
    [
      'an unknown language',
      'q=a&language=!!',
      'language: Use a language tag such as en, de or pt-BR, or leave it empty.',
    ],
    [
      'two wrong ones',
      'q=a&pageno=x&safesearch=on',
      'pageno: Use a whole number of at least 1.; safesearch: Use 0, 1 or 2.',
    ],
  ];
  test.each(SENSELESS)('%s is refused by name, and not counted', async (_what, query, error) => {
    const { key } = await newAccount(app);
    const reply = await search(query, { key });
    expect([reply.status, reply.body]).toEqual([400, { error, results: [] }]);
    expect(await searchesOf(app, key)).toBe(0);
  });

  test('another format is a 403, and not counted', async () => {
    const { key } = await newAccount(app);
    for (const format of ['html', 'csv', 'rss']) {
      const reply = await search(`q=a&format=${format}`, { key, headers: { accept: 'text/html' } });
      expect([reply.status, reply.body]).toEqual([403, { error: 'Only format=json is available.', results: [] }]);
    }
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  });

  test('beyond the last page there is an empty list, without a call to an engine', async () => {
    for (const pageno of ['51', '99999999999999999999']) {
      const reply = await search(`q=node&pageno=${pageno}`);
      expect(checked(reply).results).toEqual([]);
      expect(reply.headers.get('server-timing')).toBeNull();
    }
  });
});

describe('requests', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (query: string, headers: Record<string, string>, body?: string) =>
    search(query, { method: 'POST', headers, ...(body !== undefined && { body }) });

  test('may be a POST without a body, whatever type it claims to have', async () => {
    await prepared('web/?q=node');
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'nonsense']) {
      const reply = await post('q=node&format=json', { 'content-type': type });
      expect(checked(reply).query).toBe('node');
    }
    expect(checked(await post('q=node', {})).query).toBe('node');
  });

  test('may have a form or JSON, whose fields win over the address', async () => {
    await prepared('news/?q=python&page=2&safe=off');
    const json = { q: 'python', categories: ['news'], pageno: 2, safesearch: 0, time_range: null, other: { a: 1 } };
    const form = 'q=python&categories=news&pageno=2&safesearch=0&time_range=';
    for (const [headers, body] of [
      [JSON_TYPE, JSON.stringify(json)],
      [FORM_TYPE, form],
    ] as const) {
      const reply = await post('q=other&categories=images', headers, body);
      expect(checked(reply).query).toBe('python');
      expect(outcomesOf(reply)).toEqual(['cached']);
    }
  });

  test('go to the base as well as to its search, with or without a slash, and get JSON whatever they accept', async () => {
    await prepared('web/?q=node');
    for (const base of ['/compat/searxng', `/compat/searxng/${app.key}`]) {
      for (const path of ['', '/', '/search', '/search/']) {
        const key = base === '/compat/searxng' ? app.key : '';
        const headers = { accept: 'text/html' };
        expect(checked(await app.get(`${base}${path}?q=node`, { key, headers })).query).toBe('node');
      }
    }
  });

  test('that are repeated are answered from memory, as those of the endpoint are', async () => {
    await prepared('web/?q=remembered');
    const cachedReplies = async () => {
      const { text } = await app.get('/metrics', { key: '' });
      return Number(/^tributary_hot_replies_total (\d+)/m.exec(text)?.[1]);
    };
    await eventually('the whole reply is cached', async () => {
      const before = await cachedReplies();
      const reply = await search('q=remembered&engines=engine_a,engine_b,engine_c&safesearch=1');
      expect(checked(reply).query).toBe('remembered');
      return (await cachedReplies()) > before;
    });
  });
});

describe('answers', () => {
  const answersTo = async (query: string, options?: GetOptions) => checked(await search(query, options)).answers;
  const sum = `q=${encodeURIComponent('12*12')}`;

  test('are the line of an instant answer, on the first page of general only', async () => {
    await prepared(`web/?${sum}`);
    await prepared(`web/?${sum}&page=2`);
    await prepared(`news/?${sum}`);
    await eventually('the answer is there in time', async () => (await answersTo(sum)).length > 0);
    expect(await answersTo(sum)).toEqual(['12 × 12 = 144']);
    expect(await answersTo(`${sum}&categories=news`)).toEqual([]);
    expect(await answersTo(`${sum}&pageno=2`)).toEqual([]);
    // Only the beginning of this sum is known.
    expect(await answersTo(`${sum}%20%2B${'9'.repeat(1_000)}`)).toEqual([]);
    expect(await answersTo(sum)).toEqual(['12 × 12 = 144']);
  });

  test('about one caller are not given to another', async () => {
    await prepared('web/?q=my user agent');
    for (const agent of ['Ada/1.0', 'Bob/2.0']) {
      const reply = await eventually('the answer is there in time', async () => {
        const given = await search('q=my user agent', { headers: { 'user-agent': agent } });
        return checked(given).answers.length > 0 && given;
      });
      expect(reply.body.answers).toEqual([expect.stringContaining(agent)]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('that need a provider that is away are missing, and the results are there', async () => {
    await prepared('web/?q=weather in Paris');
    // The first question about a place loads all places, which may keep a busy machine too long for a search.
    await untilAnswersAreLoaded(app, 'weather in Berlin');
    await app.knobs('open-meteo', { status: 500 });
    expect(checked(await search('q=weather in Paris')).answers).toEqual([]);
    await untilFailureIsRecorded(app, 'open_meteo', 'instant');
    await app.reset();
  });

  test('come with corrections and infoboxes of engines', async () => {
    const wrong = await prepared('web/?q=pyhton');
    expect(checked(await search('q=pyhton')).corrections).toEqual([wrong.body.correction]);
    const cards = await prepared('cards/?q=albert einstein');
    await prepared('web/?q=albert einstein');
    const [infobox, ...others] = checked(await search('q=albert einstein')).infoboxes;
    const { title, description, image, url } = cards.body.infobox;
    expect(infobox).toMatchObject({ infobox: title, content: description, img_src: image });
    expect(infobox?.urls.map((link) => link.url)).toContain(url);
    expect(others).toEqual([]);
  });
});

describe('engines that fail', () => {
  test('are named beside the results of the others', async () => {
    await prepared('web/?q=partly&engine=engine_a');
    await app.knobs('mojeek', { status: 500 });
    await app.knobs('marginalia', { status: 429 });
    const reply = await search('q=partly');
    expect(checked(reply).unresponsive_engines).toEqual([
      ['mojeek', 'error'],
      ['marginalia', 'rate_limited'],
    ]);
    for (const slot of ['engine_b', 'engine_c']) await untilFailureIsRecorded(app, slot);
    await app.reset();
  });

  test('all of them: 503 with the whole shape beside the error, and nothing is counted', async () => {
    const { key } = await newAccount(app);
    for (const upstream of ['brave', 'mojeek', 'marginalia']) await app.knobs(upstream, { status: 500 });
    const reply = await search('q=nobody answers&categories=general,news', { key });
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const { error, ...shape } = reply.body;
    expect(error).toBe('No search engine answered.');
    expect(replySchema.parse(shape)).toEqual({
      query: 'nobody answers',
      number_of_results: 0,
      results: [],
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [
        ['brave', 'error'],
        ['mojeek', 'error'],
        ['marginalia', 'error'],
      ],
    });
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
    for (const slot of ['engine_a', 'engine_b', 'engine_c']) await untilFailureIsRecorded(app, slot);
    await app.reset();
  });
});

describe('beside searches', () => {
  test('config describes the instance, needs a key, and counts nothing', async () => {
    const { key } = await newAccount(app);
    for (const path of ['/compat/searxng/config', `/compat/searxng/${key}/config`]) {
      const reply = await app.get(path, { key: path.includes(key) ? '' : key });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        instance_name: 'Tributary',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        categories: ['general', 'images', 'news', 'videos', 'web'],
        plugins: [],
        locales: {},
        default_locale: expect.any(String),
        autocomplete: 'brave',
        safe_search: 1,
      });
      const timeout = 4.5;
      const common = { enabled: true, paging: true, safesearch: true, language_support: true, timeout };
      const [brave, mojeek, marginalia] = reply.body.engines;
      const tabs = ['general', 'images', 'news', 'videos', 'web'];
      expect(brave).toEqual({
        ...common,
        name: 'brave',
        categories: tabs,
        shortcut: 'engine_a',
        time_range_support: true,
      });
      expect(mojeek).toMatchObject({ name: 'mojeek', categories: ['general', 'web'], time_range_support: true });
      expect(marginalia).toMatchObject({ name: 'marginalia', shortcut: 'engine_c', time_range_support: false });
    }
    expect(await searchesOf(app, key)).toBe(0);
    expect((await app.get('/compat/searxng/config', { key: '' })).status).toBe(401);
  });

  test('autocompleter suggests in the format of browsers, or as a bare list to scripts', async () => {
    const { username, key } = await newAccount(app);
    const suggest = (headers = {}) => app.get('/compat/searxng/autocompleter?q=pyth', { key, headers });
    // Suggestions have 800 ms, so that a busy machine may need several attempts.
    await eventually('there are suggestions', async () => (await suggest()).body[1].length > 0);
    for (let i = 0; i < 2; i++) {
      const reply = await suggest();
      expect(reply.headers.get('content-type')).toBe('application/x-suggestions+json; charset=utf-8');
      expect(reply.body).toEqual(['pyth', expect.arrayContaining(['python']), [], []]);
      const bare = await suggest({ 'x-requested-with': 'XMLHttpRequest' });
      expect(bare.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(bare.body).toEqual(reply.body[1]);
    }
    expect(await countsOf(username)).toEqual({ suggest: await searchesOf(app, key) });
    expect((await app.get('/compat/searxng/autocompleter', { key })).body).toEqual({ error: 'No query', results: [] });
  });

  test('healthz needs no key', async () => {
    for (const path of ['/compat/searxng/healthz', '/compat/searxng/anything/healthz']) {
      const { status, text, headers } = await app.get(path, { key: '' });
      expect([status, text, headers.get('content-type')]).toEqual([200, 'OK', 'text/plain']);
    }
  });
});
