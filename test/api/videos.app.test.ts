import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedRows, commonsFiles } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';
import { testSearchTab } from './search-tab-cases.ts';
import { callsTo, expectClean, foundIn, onlyQuestion, startTabs, type TabDeployment } from './tab-response.ts';

let deployment: TabDeployment;
beforeAll(async () => {
  deployment = await startTabs(
    { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'wikipedia' },
    { ENGINE_A: 'kagi', ENGINE_B: 'serper', ENGINE_C: 'mojeek' },
  );
});
afterAll(() => deployment?.app.stop());
beforeEach(() => deployment.app.reset());

/** The slot of each upstream, and whether it is in the other web process. */
const PLACES = {
  brave: ['engine_a', false],
  searxng: ['engine_b', false],
  commons: ['engine_c', false],
  kagi: ['engine_a', true],
  serper: ['engine_b', true],
} as const;
type Place = keyof typeof PLACES;
const UPSTREAMS = Object.keys(PLACES) as Place[];

const find = (params: string, web = 0) => foundIn(deployment.app, 'videos', params, { web });
const findAt = (upstream: Place, params: string) => {
  const [slug, other] = PLACES[upstream];
  return find(`${params}&engine=${slug}`, other ? deployment.other : 0);
};
const canned = (upstream: Place, rows: readonly unknown[]) => cannedRows(deployment.app, upstream, 'videos', rows);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();

/** A video of this length in each upstream's wire format. */
const lasting = (upstream: Place, url: string, duration: unknown) =>
  ({
    brave: { url, video: { duration } },
    searxng: { url, length: duration },
    commons: commonsFiles([{ title: '', descriptionurl: url, duration }])[0],
    kagi: { url, props: { duration } },
    serper: { link: url, duration },
  })[upstream];

testSearchTab(
  { tab: 'videos', upstreams: ['brave', 'searxng', 'commons'], tooDeep: 11, without: ['engine_c'] },
  () => deployment,
);

describe('a video', () => {
  test('has its title, URL, age, channel, length, host and thumbnail', async () => {
    await canned('brave', [
      {
        url: 'https://www.films.example/watch?v=1',
        title: 'A film',
        page_age: daysAgo(2),
        video: { duration: '04:13', publisher: 'Films', creator: 'Ada' },
        thumbnail: { src: 'https://www.films.example/1.jpg' },
      },
    ]);
    expect((await findAt('brave', 'q=film')).results).toEqual([
      {
        title: 'A film',
        url: 'https://www.films.example/watch?v=1',
        age: '2 days ago',
        source: 'Ada',
        duration: '4:13',
        hostname: 'www.films.example',
        thumbnail: 'https://www.films.example/1.jpg',
      },
    ]);
  });

  test.each(UPSTREAMS)(
    'has empty values, not missing ones, for fields that %s does not send, and the host as publisher',
    async (upstream) => {
      await canned(upstream, [lasting(upstream, 'https://www.plain.example/a', undefined)]);
      expect((await findAt(upstream, 'q=bare')).results).toEqual([
        {
          title: '',
          url: 'https://www.plain.example/a',
          age: '',
          source: 'plain.example',
          duration: '',
          hostname: 'www.plain.example',
          thumbnail: '',
        },
      ]);
    },
  );

  test.each(UPSTREAMS)('has its length in clock format, whatever format %s sends', async (upstream) => {
    const forms: [unknown, string][] = [
      ['00:04:13', '4:13'],
      ['4:13', '4:13'],
      ['01:02:03', '1:02:03'],
      ['0:07', '0:07'],
      [253, '4:13'],
      [3723.4, '1:02:03'],
      ['PT1H2M3S', '1:02:03'],
      ['253', '4:13'],
      ['4 min 13 sec', '4:13'],
      ['live', ''],
      [-5, ''],
      [Number.MAX_VALUE, ''],
      [{}, ''],
    ];
    await canned(
      upstream,
      forms.map(([form], index) => lasting(upstream, `https://v.example/${index}`, form)),
    );
    const { results } = await findAt(upstream, 'q=lengths');
    expect(results.map(({ duration }) => duration)).toEqual(forms.map(([, clock]) => clock));
  });

  test('of the sandbox has a length if its engine sends one', async () => {
    const { results } = await find('q=climate+change');
    expect(results.filter(({ duration }) => duration !== '').length).toBeGreaterThan(5);
    expect(results.map(({ source }) => source)).toEqual(expect.arrayContaining(['NASA Goddard', 'Planet Notes']));
  });

  test('is never its own thumbnail', async () => {
    const film = { descriptionurl: 'https://c.example/f', url: 'https://upload.example/f.webm' };
    await canned('commons', commonsFiles([{ title: 'File:Film.webm', ...film }]));
    const { results } = await findAt('commons', 'q=thumbnail');
    expect(results).toMatchObject([{ title: 'Film', thumbnail: '' }]);
  });
});

test('merging videos ranks the results and fills the gaps of the best engine', async () => {
  await canned('brave', [
    { url: 'https://v.example/watch?v=1&utm_source=x', title: 'One by Brave' },
    { url: 'https://v.example/watch?v=2', title: 'Two by Brave', video: { duration: '1:00' } },
  ]);
  await canned('searxng', [
    { url: 'https://w.example/3', title: 'Three by SearXNG', length: 33 },
    {
      url: 'https://www.v.example/watch?v=1',
      title: 'One by SearXNG',
      length: 61,
      author: 'Ada',
      thumbnail: 'https://t.example/1',
    },
  ]);
  await canned(
    'commons',
    commonsFiles([
      { title: 'File:Four.webm', descriptionurl: 'https://c.example/4' },
      { title: 'File:Five.webm', descriptionurl: 'https://c.example/5' },
      { title: 'File:One.webm', descriptionurl: 'http://v.example/watch?v=1', duration: 99, timestamp: daysAgo(400) },
    ]),
  );
  const { results } = await find('q=fusion');
  expect(results.map(({ title, duration }) => [title, duration])).toEqual([
    ['One by Brave', '1:01'],
    ['Three by SearXNG', '0:33'],
    ['Two by Brave', '1:00'],
    // Wikimedia Commons counts less than the others.
    ['Four', ''],
    ['Five', ''],
  ]);
  expect(results[0]).toEqual({
    title: 'One by Brave',
    url: 'https://v.example/watch?v=1&utm_source=x',
    age: '1 year ago',
    source: 'Ada',
    duration: '1:01',
    hostname: 'v.example',
    thumbnail: 'https://t.example/1',
  });
});

describe('parameters of a video search', () => {
  const ask = async (upstream: Place, params: string) => {
    await deployment.app.reset();
    const reply = await findAt(upstream, params);
    return { ...reply, asked: await onlyQuestion(deployment.app, upstream) };
  };

  test.each([
    ['d', 'pd', 'day', 'qdr:d'],
    ['w', 'pw', 'week', 'qdr:w'],
    ['m', 'pm', 'month', 'qdr:m'],
    ['y', 'py', 'year', 'qdr:y'],
  ])(
    'date=%s is sent to the engines that support it, and skips the one that does not',
    async (date, pd, range, qdr) => {
      const q = `q=climate+change&date=${date}`;
      expect((await ask('brave', q)).asked).toMatchObject({ freshness: pd });
      expect((await ask('searxng', q)).asked).toMatchObject({ time_range: range });
      expect((await ask('serper', q)).asked).toMatchObject({ tbs: qdr });
      expect((await ask('kagi', q)).asked).toMatchObject({
        workflow: 'videos',
        filters: { after: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
      });
      const reply = await find(q);
      expect(TestApp.outcomes(reply).engine_c).toBe('skipped');
      expect(await callsTo(deployment.app, 'commons')).toEqual({ commons: 0 });
      const skipped = await findAt('commons', q);
      expect(skipped.body).toMatchObject({ engine: [], results: [] });
    },
  );

  test('a date filter excludes older videos', async () => {
    const ages = async (params: string) =>
      (await findAt('brave', `q=climate+change${params}`)).results.map(({ age }) => age);
    const all = await ages('');
    const ofAYear = await ages('&date=y');
    expect(all.some((age) => / years? ago$/.test(age))).toBe(true);
    expect(ofAYear.length).toBeGreaterThan(3);
    for (const age of ofAYear) expect(age).toMatch(/(second|minute|hour|day|week|month)s? ago$/);
    const ofAMonth = await ages('&date=m');
    expect(ofAMonth.length).toBeGreaterThan(0);
    expect(ofAMonth.length).toBeLessThan(ofAYear.length);
  });

  test('the requested page is sent', async () => {
    for (const [upstream, asked] of [
      ['brave', { offset: '1' }],
      ['commons', { gsroffset: '20' }],
      ['kagi', { page: 2 }],
      ['serper', { page: 2 }],
    ] as const) {
      const reply = await ask(upstream, 'q=climate+change&page=2');
      expect(reply.asked, upstream).toMatchObject(asked);
      expect(reply.body.page).toBe(2);
    }
  });

  test('safe search is on unless the request turns it off', async () => {
    expect((await ask('brave', 'q=berlin')).asked).toMatchObject({ safesearch: 'strict' });
    expect((await ask('searxng', 'q=berlin')).asked).toMatchObject({ safesearch: '2' });
    expect((await ask('serper', 'q=berlin')).asked).toMatchObject({ safe: 'active' });
    expect((await ask('brave', 'q=berlin&safe=off')).asked).toMatchObject({ safesearch: 'off' });
    expect((await ask('searxng', 'q=berlin&safe=off')).asked).toMatchObject({ safesearch: '0' });
    expect((await ask('serper', 'q=berlin&safe=off')).asked).not.toHaveProperty('safe');
  });

  test('the language is sent, and ages are written in it', async () => {
    expect((await ask('brave', 'q=berlin&lang=de')).asked).toMatchObject({ search_lang: 'de' });
    expect((await ask('searxng', 'q=berlin&lang=de')).asked).toMatchObject({ language: 'de' });
    const { results } = await find('q=berlin&lang=de');
    expect(results[0]?.title).toBe('Berlin zu Fuß');
    for (const { age } of results) expect(age).toMatch(/^vor \d+ /);
  });
});

test.each(UPSTREAMS)('hostile videos from %s are dropped or cleaned', async (upstream) => {
  const nasty = '<script>alert(1)</script>Fox &amp; <b>hen</b>\u0000\u001b';
  const data = 'data:image/png;base64,AAAA';
  const row = (url: unknown, fields: object = {}) =>
    upstream === 'commons'
      ? commonsFiles([
          { title: `File:${nasty}.webm`, descriptionurl: url, thumburl: data, duration: '<b>1:00</b>', ...fields },
        ])[0]
      : {
          url,
          link: url,
          title: nasty,
          video: { duration: '<b>1:00</b>', publisher: nasty },
          length: '<b>1:00</b>',
          duration: '<b>1:00</b>',
          author: nasty,
          channel: nasty,
          props: { duration: '<b>1:00</b>', publisher: nasty, thumbnail: { url: 'javascript:alert(1)' } },
          thumbnail: upstream === 'brave' ? { src: data } : data,
          imageUrl: data,
          ...fields,
        };
  const wrong = { title: [], video: 'x', author: {}, channel: 7, props: [], thumbnail: {}, length: {}, duration: [] };
  await canned(upstream, [
    ...['javascript:alert(1)', 'data:text/html,x', 'mailto:a@example.org', 'x', '', null, 7, {}].map((url) => row(url)),
    null,
    'text',
    [1],
    row('https://clean.example/1'),
    row('https://clean.example/2', wrong),
  ]);
  const reply = await findAt(upstream, 'q=hostile');
  expectClean(reply);
  const clean = 'alert(1) Fox & hen';
  const rest = { age: '', duration: '', hostname: 'clean.example', thumbnail: '' };
  expect(reply.results).toEqual([
    { title: clean, url: 'https://clean.example/1', source: upstream === 'commons' ? 'clean.example' : clean, ...rest },
    { title: '', url: 'https://clean.example/2', source: 'clean.example', ...rest },
  ]);
});
