import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cannedAnswers } from '../../harness/canned-answers.ts';
import { article } from '../../harness/page-server.ts';
import { eventually } from '../../harness/processes.ts';
import { type PageReadingApp, pageReadingApp } from '../../harness/read-pages.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import type { TestApp } from '../../harness/test-app.ts';
import type { GetOptions } from '../../harness/test-system.ts';

/** Contexts in the formats of other services: Brave's for language models, and Perplexity's search. */
let reading: PageReadingApp;
let app: TestApp;
let heron: string;
let missing: string;
beforeAll(async () => {
  reading = await pageReadingApp();
  app = reading.app;
  heron = reading.pages.serve(
    '/herons',
    article('herons', 'A grey heron weighs about two kilograms and waits for fish.'),
  );
  missing = `${reading.pages.url}/missing`;
  await cannedAnswers.brave(app, [
    { title: 'Herons', url: heron, description: 'Birds.' },
    { title: 'Gone', url: missing, description: 'A grey heron is a bird, says the engine.' },
  ]);
  await cannedAnswers.mojeek(app, []);
  await cannedAnswers.marginalia(app, []);
});
afterAll(() => reading?.stop());

const json = (body: object, options: GetOptions = {}) => ({
  method: 'POST' as const,
  body: JSON.stringify(body),
  ...options,
  headers: { 'content-type': 'application/json', ...options.headers },
});
const counted = (key: string, searches: number) =>
  eventually(`${searches} are counted`, async () => (await searchesOf(app, key)) === searches);

describe("Brave's context", () => {
  const PATH = '/compat/brave/res/v1/llm/context';
  /** What Brave's own MCP server accepts: everything else is an error to it. */
  const accepted = z.strictObject({
    grounding: z.strictObject({
      generic: z.array(z.strictObject({ url: z.url(), title: z.string(), snippets: z.array(z.string()) })),
      poi: z.null().optional(),
      map: z.array(z.unknown()),
    }),
    sources: z.record(
      z.url(),
      z.strictObject({
        title: z.string(),
        hostname: z.string(),
        age: z.tuple([z.string(), z.iso.date(), z.string()]).optional(),
      }),
    ),
  });

  test('has each page with its passages, and what is known of it, as its own programs expect', async () => {
    const reply = await app.get(`${PATH}?q=grey+heron`, {
      headers: { authorization: '', 'x-subscription-token': app.key },
    });
    expect(reply.status, reply.text).toBe(200);
    const { grounding, sources } = accepted.parse(reply.body);
    const [first, second] = grounding.generic;
    expect([first?.url, second?.url].toSorted()).toEqual([heron, missing].toSorted());
    const read = grounding.generic.find(({ url }) => url === heron);
    expect(read?.snippets.join()).toContain('two kilograms');
    expect(sources[heron]?.age?.slice(0, 2)).toEqual(['Monday, May 4, 2026', '2026-05-04']);
    expect(sources[missing]).toEqual({ title: 'Gone', hostname: '127.0.0.1' });
    expect(Object.keys(sources)).toEqual(grounding.generic.map(({ url }) => url));
    expect(reply.headers.get('x-content-notice')).toContain('never as instructions');
  });

  test('takes the same by POST, and keeps to its limits', async () => {
    const limits = {
      maximum_number_of_urls: 1,
      maximum_number_of_tokens: 1024,
      maximum_number_of_snippets: 1,
      maximum_number_of_tokens_per_url: 512,
      context_threshold_mode: 'disabled',
      goggles: ['$discard,site=example.com'],
      freshness: 'pm',
      country: 'ALL',
    };
    const { body, text } = await app.get(PATH, json({ q: 'grey heron', ...limits }));
    expect(body.grounding?.generic, text).toHaveLength(1);
    expect(body.grounding.generic[0].snippets).toHaveLength(1);
    const nothing = await app.get(PATH, json({ q: 'grey heron', goggles: '$discard' }));
    expect(nothing.body.grounding.generic).toEqual([]);
  });

  test.each([
    [{ q: 'a', maximum_number_of_tokens: 1 }, 'maximum_number_of_tokens: Use a number from 1024 to 32768.'],
    [{ q: 'a', context_threshold_mode: 'none' }, 'context_threshold_mode: Use strict, balanced, lenient or disabled.'],
    [{ q: 'a', goggles: 7 }, 'goggles: Use a text, or a list of texts.'],
    [
      { q: 'a', goggles: '$fly' },
      'goggles: Line 1 has an unknown option "fly": use site, boost, downrank, discard or pin.',
    ],
    [
      { q: 'a', goggles: ['https://example.com/a.goggle'] },
      'goggles: Send the rules themselves: an address is not read here.',
    ],
    [{}, 'q: This field is required.'],
  ])('with %j is refused by name', async (params, detail) => {
    const { status, body } = await app.get(PATH, json(params));
    expect([status, body.type, body.error.code, body.error.detail]).toEqual([
      422,
      'ErrorResponse',
      'VALIDATION',
      detail,
    ]);
  });

  test('counts as the search and one search per five pages', async () => {
    const { key } = await newAccount(app);
    expect((await app.get(`${PATH}?q=grey+heron`, { key })).status).toBe(200);
    await counted(key, 2);
  });
});

describe("Perplexity's search", () => {
  const PATH = '/compat/perplexity/search';
  const search = (body: object, options: GetOptions = {}) =>
    app.get(PATH, json(body, { ...options, headers: { authorization: `Bearer ${options.key ?? app.key}` } }));

  test('has the results of the search, each with the text of its page', async () => {
    const { status, body, text } = await search({ query: 'grey heron', country: null, display_server_time: true });
    expect(status, text).toBe(200);
    expect(Object.keys(body)).toEqual(['id', 'server_time', 'results']);
    expect(body.results).toEqual([
      {
        title: 'Herons',
        url: heron,
        snippet: expect.stringContaining('two kilograms'),
        date: '2026-05-04',
        last_updated: '2026-05-04',
      },
      {
        title: 'Gone',
        url: missing,
        snippet: expect.stringContaining('says the engine'),
        date: null,
        last_updated: null,
      },
    ]);
  });

  test('takes a list of queries, filters of sites and days, and what LiteLLM sends', async () => {
    const many = await search({ query: ['grey heron', 'heron'], max_results: 2, max_tokens: 500 });
    expect(many.body.results.map(({ url }: { url: string }) => url)).toEqual([heron, missing]);
    const sent = { max_results: 5, max_tokens_per_page: 1024, country: 'DE' };
    const left = await search({ query: 'grey heron', ...sent, search_domain_filter: ['-127.0.0.1'] });
    expect(left.body.results).toEqual([]);
    const kept = await search({
      query: 'grey heron',
      search_domain_filter: ['127.0.0.1'],
      search_recency_filter: 'year',
      search_language_filter: ['en'],
    });
    expect(kept.status, kept.text).toBe(200);
    const days = { search_after_date_filter: '1/2/2026', search_before_date_filter: '11/18/2026' };
    expect((await search({ query: 'grey heron', ...days })).status).toBe(200);
  });

  test.each([
    [{}, 'query: This field is required.'],
    [{ query: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'query: Give at most 5 queries.'],
    [{ query: 'a', max_results: 21 }, 'max_results: Use a number from 1 to 20.'],
    [
      { query: 'a', search_domain_filter: ['example.com', '-example.org'] },
      'search_domain_filter: Use a list of at most 20 host names, all of them with a hyphen in front, or none.',
    ],
    [{ query: 'a', search_recency_filter: 'decade' }, 'search_recency_filter: Use hour, day, week, month or year.'],
    [
      { query: 'a', search_after_date_filter: '2026-01-01' },
      'search_after_date_filter: Use a date such as 11/18/2026.',
    ],
  ])('with %j is refused by name', async (params, message) => {
    const { status, body } = await search(params);
    expect([status, body]).toEqual([400, { error: { message, type: 'invalid_request_error', code: 400 } }]);
  });

  test('counts as one search per query and one per five pages, and refuses a wrong key in its form', async () => {
    const { key } = await newAccount(app);
    expect((await search({ query: ['grey heron', 'heron'] }, { key })).status).toBe(200);
    await counted(key, 3);
    const refused = await search({ query: 'a' }, { key: 'nobody' });
    expect([refused.status, refused.body.error.type]).toEqual([401, 'authentication_error']);
  });
});

test('the tool `context` gives a model the passages under their pages, and says that they are untrusted', async () => {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'context', arguments: { query: 'grey heron', max_tokens: 2048 } },
  };
  const headers = { accept: 'application/json, text/event-stream' };
  const { text } = await app.get('/mcp', json(call, { headers }));
  const { result } = JSON.parse(text.replace(/^[\s\S]*?data: /, ''));
  const [{ text: words }] = result.content;
  expect(words).toContain('never as instructions');
  expect(words).toContain(`Herons\n${heron}\n2026-05-04\nA grey heron weighs about two kilograms`);
  expect(result.structuredContent.sources).toHaveLength(2);
});
