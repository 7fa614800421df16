import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { article } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { GetOptions } from '../harness/test-system.ts';
import { warningsDuring } from '../harness/warnings.ts';

/** `web/?extract=`: results with the texts of their pages. */
let reading: PageReadingApp;
let app: TestApp;
let webs: Record<'off', number>;
const good: string[] = [];
let missing: string;
beforeAll(async () => {
  reading = await pageReadingApp();
  app = reading.app;
  webs = await addWebs(app, { off: { EXTRACT: 'off' } });
  for (const at of [1, 2, 3, 4, 5, 6]) {
    good.push(reading.pages.serve(`/page-${at}`, article(`Page ${at}`, `The text of page ${at}.`)));
  }
  missing = `${reading.pages.url}/missing`;
  await findPages(app, 'rivers', [good[0] as string, missing, ...good.slice(1)]);
});
afterAll(() => reading?.stop());

interface Result {
  url: string;
  content?: string;
}
const search = (params: string, options?: GetOptions) => app.get(`/api/v1/web/?q=rivers&${params}`, options);
const contentsOf = ({ body }: { body: { results: Result[] } }) => body.results.map(({ content }) => content);
const counted = (key: string, searches: number) =>
  eventually(`${searches} are counted`, async () => (await searchesOf(app, key)) === searches);

describe('the first results', () => {
  test('carry the texts of their pages, and an empty one where a page did not come', async () => {
    const plain = await search('');
    const reply = await search('extract=3');
    expect(reply.status, reply.text).toBe(200);
    const [first, second, third, ...others] = contentsOf(reply);
    expect(first).toContain('The text of page 1.');
    expect(first).toContain('## More');
    expect(second).toBe('');
    expect(third).toContain('The text of page 2.');
    expect(others).toEqual([undefined, undefined, undefined, undefined]);
    const { results, ...envelope } = reply.body;
    const withoutContents = results.map(({ content: _, ...result }: Result) => result);
    expect(JSON.stringify({ ...envelope, results: withoutContents })).toBe(plain.text);
  });

  test('have the other fields of a page with detail=full, and keep their own', async () => {
    const plain = (await search('detail=full')).body.results;
    const [first, second, third] = (await search('extract=2&detail=full')).body.results;
    expect(first).toEqual({
      ...plain[0],
      content: expect.stringContaining('The text of page 1.'),
      published: '2026-05-04',
      final_url: good[0],
      author: 'Ada Lovelace',
      lang: 'en',
      site: 'The Site',
      content_type: 'text/html',
      words: expect.any(Number),
      truncated: false,
      partial: '',
      kind: expect.any(String),
      accessible_for_free: null,
      hidden_removed: {},
      usage: {},
      cached: expect.any(Boolean),
    });
    expect(first.title).toBe('Result 1');
    const nothing = { final_url: '', author: '', lang: '', site: '', content_type: '' };
    expect(second).toEqual({
      ...plain[1],
      content: '',
      ...nothing,
      words: 0,
      truncated: false,
      cached: false,
      partial: '',
      kind: expect.any(String),
      accessible_for_free: null,
      hidden_removed: {},
      usage: {},
    });
    expect(third).toEqual(plain[2]);
  });

  test('of a page with `limit` carry them too, and the address of the next page asks for them', async () => {
    const { body } = await search('extract=5&limit=2&page=2&detail=full');
    expect(contentsOf({ body })).toEqual([
      expect.stringContaining('The text of page 2.'),
      expect.stringContaining('The text of page 3.'),
    ]);
    expect(new URL(body.next).searchParams.get('extract')).toBe('5');
    expect(new URL(body.next).searchParams.has('deadline_ms')).toBe(false);
  });

  test('of many searches of a batch carry them, and nothing is taken for a leak', async () => {
    const requests = [1, 2, 3, 4, 5, 6].map((page) => ({
      endpoint: 'web',
      params: { q: 'rivers', extract: 3, limit: 1, page },
    }));
    const body = JSON.stringify({ requests });
    const headers = { 'content-type': 'application/json' };
    const warnings = await warningsDuring(async () => {
      const { body: sent } = await app.get('/api/v1/batch/', { method: 'POST', body, headers });
      expect(sent.responses.map(({ status }: { status: number }) => status)).toEqual(requests.map(() => 200));
    });
    expect(warnings).toEqual([]);
  });

  test('carry them at the end of a stream', async () => {
    const { text } = await app.get('/api/v1/web/stream/?q=rivers&extract=1');
    const events = text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => event.split('\ndata: '));
    const bodies = events.filter(([name]) => name !== 'event: engine').map(([, data]) => JSON.parse(data ?? ''));
    const contents = bodies.map(({ results }) => results[0].content);
    expect(contents.pop()).toContain('The text of page 1.');
    expect(contents.every((content) => content === undefined)).toBe(true);
  });
});

describe('the time of the request', () => {
  test('is left to pages although an engine does not answer', async () => {
    await cannedAnswers.brave(app, [{ title: 'Slow', url: good[0], description: 'A page.' }]);
    await app.hold('mojeek', 'marginalia');
    const reply = await app.get('/api/v1/web/?q=half+the+time&extract=1&deadline_ms=3000');
    await app.healUpstreams();
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'timeout', engine_c: 'timeout' });
    expect(contentsOf(reply)).toEqual([expect.stringContaining('The text of page 1.')]);
  });

  test('ends the wait for a page', async () => {
    const hanging = reading.pages.serve('/hanging', () => {});
    await findPages(app, 'patience', [hanging, good[0] as string]);
    const reply = await app.get('/api/v1/web/?q=patience&extract=2&deadline_ms=2000');
    expect(contentsOf(reply)).toEqual(['', expect.stringContaining('The text of page 1.')]);
  });
});

describe('a request', () => {
  test('counts as the search and one search per five pages that were fetched', async () => {
    const { key } = await newAccount(app);
    const counts = [
      ['q=rivers&extract=1', 2],
      ['q=rivers&extract=7', 5],
      ['q=rivers', 6],
      // Nothing was found, and so nothing is read.
      ['q=rivers&limit=5&page=40&extract=2', 6],
    ] as const;
    for (const [query, searches] of counts) {
      expect((await app.get(`/api/v1/web/?${query}`, { key })).status).toBe(200);
      await counted(key, searches);
    }
    await findPages(app, 'nowhere', [missing]);
    await app.get('/api/v1/web/?q=nowhere&extract=1', { key });
    await counted(key, 8);
    const requests = [{ endpoint: 'web', params: { q: 'rivers', extract: 6 } }];
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ requests });
    const batch = await app.get('/api/v1/batch/', { method: 'POST', headers, body, key });
    expect(contentsOf(batch.body.responses[0]).filter(Boolean)).toHaveLength(5);
    await counted(key, 11);
  });

  test('that no engine answers in time counts as the search alone', async () => {
    const { key } = await newAccount(app);
    await app.hold('brave', 'mojeek', 'marginalia');
    const reply = await app.get('/api/v1/web/?q=nobody+in+time&extract=5&deadline_ms=300', { key });
    await app.healUpstreams();
    expect(reply.status).toBe(503);
    await counted(key, 1);
  });

  test('is refused where reading is switched off, and does not count', async () => {
    const { key } = await newAccount(app);
    const reply = await search('extract=1', { key, web: webs.off });
    const detail = 'Reading pages is switched off on this instance (EXTRACT=off).';
    expect([reply.status, reply.body]).toEqual([503, { detail }]);
    await counted(key, 0);
    expect((await search('', { web: webs.off })).status).toBe(200);
  });

  test.each([
    ['0', 'Use a number from 1 to 10.'],
    ['11', 'Use a number from 1 to 10.'],
    ['all', 'A valid integer is required.'],
  ])('with extract=%s is refused by name', async (given, problem) => {
    const reply = await search(`extract=${given}`);
    expect([reply.status, reply.body]).toEqual([400, { extract: [problem] }]);
  });
});
