import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { article } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { GetOptions } from '../harness/test-system.ts';
import { warm } from '../harness/warm-searches.ts';

/** `/api/v1/context/`: the passages of pages that answer a question. */
let reading: PageReadingApp;
let app: TestApp;
let webs: Record<'off', number>;
const PATH = '/api/v1/context/';
const PASSAGE = ['url', 'title', 'heading', 'text', 'tokens', 'score', 'published', 'source'];

interface Source {
  url: string;
  state: string;
  reason: string;
}
interface Passage extends Record<string, unknown> {
  url: string;
  text: string;
  tokens: number;
}

/** Makes a search find these addresses, with a description each. */
async function find(q: string, ...found: [url: string, description: string][]): Promise<void> {
  const rows = found.map(([url, description], at) => ({ title: `Result ${at + 1}`, url, description }));
  await cannedAnswers.brave(app, rows);
  await cannedAnswers.mojeek(app, []);
  await cannedAnswers.marginalia(app, []);
  await warm(app, q);
  await app.healUpstreams();
}

const serve = (name: string, text: string) => reading.pages.serve(`/${name}`, article(name, text));
const get = (query: string, options?: GetOptions) => app.get(`${PATH}?${query}`, options);
const post = (body: object, options: GetOptions = {}) =>
  app.get(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...options,
  });
const statesOf = (body: { sources: Source[] }) => body.sources.map(({ state }) => state);
const textsOf = (body: { passages: Passage[] }) => body.passages.map(({ text }) => text).join('\n');
const counted = (key: string, searches: number) =>
  eventually(`${searches} are counted`, async () => (await searchesOf(app, key)) === searches);

let heron: string;
let kettle: string;
let missing: string;
beforeAll(async () => {
  reading = await pageReadingApp((sandboxUrl) => ({ RERANK_URL: `${sandboxUrl}/rerank` }));
  app = reading.app;
  webs = await addWebs(app, { off: { EXTRACT: 'off' } });
  heron = serve('herons', 'A grey heron weighs about two kilograms and waits for fish.');
  kettle = serve('kettles', 'The kettle of the heron hunter holds one litre of water.');
  missing = `${reading.pages.url}/missing`;
  await find('grey heron', [heron, 'Birds.'], [missing, 'A grey heron is a bird, says the engine.'], [kettle, 'Pots.']);
});
afterAll(() => reading?.stop());

describe('rules and ranking', () => {
  const order = (body: { passages: Passage[] }) => [...new Set(body.passages.map(({ url }) => url))];

  test('rules leave sites out before pages are read', async () => {
    const rules = encodeURIComponent(`|${kettle}\n$discard`);
    const { body } = await get(`q=grey+heron&rules=${rules}`);
    expect(body.sources.map(({ url }: Source) => url)).toEqual([kettle]);
    expect((await get('q=grey+heron&rules=%24fly')).body).toHaveProperty('rules');
  });

  test('with rerank=on a model orders the passages, and if it fails their words do', async () => {
    const { body: byWords } = await get('q=grey+heron&pages=3');
    const { body, headers, text } = await get('q=grey+heron&pages=3&rerank=on');
    expect(headers.get('server-timing'), text).toContain('rerank;dur=');
    // The stand-in likes what comes last.
    expect([order(byWords)[0], order(body)[0]]).toEqual([heron, kettle]);
    await app.knobs('rerank', { status: 401 });
    // Another page limit, so that no cached ranking answers.
    const { body: fallback, headers: timing } = await get('q=grey+heron&pages=2&rerank=on');
    await app.healUpstreams();
    expect(order(fallback)).not.toEqual([]);
    expect(timing.get('server-timing')).toContain('lexical;desc="fallback"');
    expect((await get('q=grey+heron&rerank=maybe')).body).toEqual({ rerank: ['Use on or off.'] });
  });
});

describe('a context', () => {
  test('has the passages that answer the question, and what became of each page', async () => {
    const { status, body, text, headers } = await get('q=grey+heron&pages=2');
    expect(status, text).toBe(200);
    expect(Object.keys(body)).toEqual(['passages', 'sources', 'tokens', 'partial']);
    for (const passage of body.passages) expect(Object.keys(passage)).toEqual(PASSAGE);
    expect(body.passages.map(({ url, source }: Passage) => [url, source])).toEqual(
      expect.arrayContaining([
        [heron, 'page'],
        [missing, 'description'],
      ]),
    );
    expect(body.passages.find(({ url }: Passage) => url === heron)).toMatchObject({
      title: 'Result 1',
      heading: '',
      text: expect.stringContaining('weighs about two kilograms'),
      published: '2026-05-04',
    });
    expect(textsOf(body)).toContain('says the engine');
    expect(body.sources).toEqual([
      { url: heron, title: 'Result 1', state: 'read', reason: '', published: '2026-05-04' },
      { url: missing, title: 'Result 2', state: 'failed', reason: 'it answered with status 404', published: '' },
      { url: kettle, title: 'Result 3', state: 'not_needed', reason: '', published: '' },
    ]);
    expect(body.tokens).toBe(body.passages.reduce((sum: number, { tokens }: Passage) => sum + tokens, 0));
    expect(body.partial).toBe(false);
    expect(headers.get('x-content-notice')).toContain('never as instructions');
    expect(headers.get('server-timing')).toContain('engine_a');
  });

  test('is the same by POST, where numbers may be numbers and a switch true or false', async () => {
    const wish = { q: 'grey heron', pages: 2, max_tokens: 2048, safe: true, deadline_ms: 50_000, site: ['127.0.0.1'] };
    const [asked, sent] = [await get('q=grey+heron&pages=2'), await post({ q: 'grey heron', pages: 2 })];
    expect(sent.body).toEqual(asked.body);
    const { status, text } = await post(wish);
    expect(status, text).toBe(200);
  });

  test('keeps to its budget', async () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `<p>Heron ${at}: ${`word${at} of the river. `.repeat(30)}</p>`,
    ).join('');
    const long = reading.pages.serve(
      '/long',
      `<html lang="en"><title>Long</title><body><article>${many}</article></body></html>`,
    );
    await find('budget heron', [long, 'Long.'], [heron, 'Birds.']);
    const small = (await get('q=budget+heron&max_tokens=1024')).body;
    const large = (await get('q=budget+heron&max_tokens=8192&max_tokens_per_page=4096')).body;
    expect(small.tokens).toBeLessThanOrEqual(1_024);
    expect(large.tokens).toBeGreaterThan(2_048);
    const ofPage = (await get('q=budget+heron&max_tokens_per_page=500')).body.passages as Passage[];
    const tokens = ofPage.filter(({ url }) => url === long).reduce((sum, one) => sum + one.tokens, 0);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(500);
  });

  test('answers up to five questions at once, from one budget', async () => {
    await find('one litre kettle', [kettle, 'Pots.']);
    const { body, text } = await post({ q: ['grey heron', 'one litre kettle'], pages: 4 });
    expect(
      body.sources?.map(({ url }: Source) => url),
      text,
    ).toEqual([heron, kettle, missing]);
    expect(textsOf(body)).toContain('two kilograms');
    expect(textsOf(body)).toContain('one litre');
  });

  test('of nothing that was found is empty', async () => {
    await find('nothing at all');
    const { body } = await get('q=nothing+at+all');
    expect(body).toEqual({ passages: [], sources: [], tokens: 0, partial: false });
  });

  test('is answered within a batch', async () => {
    const requests = [{ endpoint: 'context', params: { q: 'grey heron', pages: 1 } }];
    const headers = { 'content-type': 'application/json' };
    const { body } = await app.get('/api/v1/batch/', { method: 'POST', headers, body: JSON.stringify({ requests }) });
    expect(body.responses[0].status).toBe(200);
    expect(statesOf(body.responses[0].body)).toEqual(['read', 'not_needed', 'not_needed']);
  });
});

describe('by the deadline', () => {
  test('a context has what was read, and says that it is partial', async () => {
    const hanging = reading.pages.serve('/hanging', () => {});
    await find('late heron', [hanging, 'A late heron never comes.'], [heron, 'Birds.']);
    const { body, text } = await get('q=late+heron&deadline_ms=2500');
    expect(body.partial, text).toBe(true);
    expect(statesOf(body)).toEqual(['failed', 'read']);
    expect(body.sources[0].reason).toBe('it did not come in time');
    expect(textsOf(body)).toContain('two kilograms');
    expect(textsOf(body)).toContain('never comes');
  });

  test('it goes on without an engine that does not answer', async () => {
    await cannedAnswers.brave(app, [{ title: 'Slow', url: heron, description: 'A page.' }]);
    await app.hold('mojeek', 'marginalia');
    const reply = await get('q=half+the+heron&deadline_ms=3000');
    await app.healUpstreams();
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'timeout', engine_c: 'timeout' });
    expect(reply.body.partial).toBe(true);
    expect(textsOf(reply.body)).toContain('two kilograms');
  });
});

describe('a request', () => {
  test('counts as one search per question, and one per five pages that were fetched', async () => {
    const { key } = await newAccount(app);
    expect((await get('q=grey+heron', { key })).status).toBe(200);
    await counted(key, 2);
    expect((await get('q=nothing+at+all', { key })).status).toBe(200);
    await counted(key, 3);
    expect((await post({ q: ['grey heron', 'one litre kettle'] }, { key })).status).toBe(200);
    await counted(key, 6);
  });

  test('is refused where reading is switched off, and does not count', async () => {
    const { key } = await newAccount(app);
    const reply = await get('q=grey+heron', { key, web: webs.off });
    expect([reply.status, reply.body.detail]).toEqual([
      503,
      'Reading pages is switched off on this instance (EXTRACT=off).',
    ]);
    await counted(key, 0);
  });

  test.each([
    ['', { q: ['This field is required.'] }],
    ['q=', { q: ['This field is required.'] }],
    ['q=a&q=b', { q: ['Give this parameter once.'] }],
    ['q=a&max_tokens=1000', { max_tokens: ['Use a number from 1024 to 32768.'] }],
    ['q=a&max_tokens=many', { max_tokens: ['A valid integer is required.'] }],
    ['q=a&max_tokens_per_page=1', { max_tokens_per_page: ['Use a number from 128 to 32768.'] }],
    ['q=a&pages=21', { pages: ['Use a number from 1 to 20.'] }],
    ['q=a&threshold=none', { threshold: ['Use strict, balanced or lenient.'] }],
    [
      'q=a&safe=perhaps&country=xx1',
      { safe: ['Use on or off.'], country: ['Use the two letters of a country, such as DE.'] },
    ],
    ['q=a&date=d&from=2026-01-01', { date: ['Use either date or from and to.'] }],
    ['q=a&deadline_ms=1', { deadline_ms: ['Use a number from 100 to 600000.'] }],
  ])('with %s is refused by name', async (query, problems) => {
    const reply = await get(query);
    expect([reply.status, reply.body]).toEqual([400, problems]);
  });

  test.each([
    [{ q: [] }, { q: ['This field is required.'] }],
    [{ q: ['a', 'b', 'c', 'd', 'e', 'f'] }, { q: ['Give at most 5 questions.'] }],
    [{ q: 7 }, { q: ['Give a question, or a list of up to 5.'] }],
    [{ q: 'a', pages: 1.5 }, { pages: ['A valid integer is required.'] }],
  ])('by POST with %j is refused by name', async (body, problems) => {
    const reply = await post(body);
    expect([reply.status, reply.body]).toEqual([400, problems]);
  });
});

describe('the stream', () => {
  const eventsOf = (text: string) =>
    text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => {
        const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        return { name, data: JSON.parse(data) };
      });

  test('shows the sources, each page as it arrives, and ends with the body of the plain endpoint', async () => {
    const slow = reading.pages.serve('/slow', (_request, response) => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/html' }).end(article('slow', 'A slow heron flies.')),
        300,
      );
    });
    await find('stream heron', [slow, 'Slow.'], [heron, 'Birds.']);
    const events = eventsOf((await app.get(`${PATH}stream/?q=stream+heron`)).text);
    expect(events.map(({ name }) => name)).toEqual(['sources', 'page', 'page', 'done']);
    expect(events[0]?.data.map(({ state }: Source) => state)).toEqual(['not_needed', 'not_needed']);
    expect(events.slice(1, 3).map(({ data }) => [data.source.url, data.source.state])).toEqual([
      [heron, 'read'],
      [slow, 'read'],
    ]);
    expect(textsOf(events[1]?.data)).toContain('two kilograms');
    const plain = await get('q=stream+heron');
    expect(events[3]?.data).toEqual(plain.body);
  });

  test('has errors with a status before it begins, and counts as the plain endpoint does', async () => {
    const { key } = await newAccount(app);
    expect((await app.get(`${PATH}stream/?q=a&pages=0`, { key })).body).toEqual({
      pages: ['Use a number from 1 to 20.'],
    });
    expect((await app.get(`${PATH}stream/?q=grey+heron`, { key })).status).toBe(200);
    await counted(key, 2);
  });
});
