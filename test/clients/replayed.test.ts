import { afterAll, beforeAll, expect, test } from 'vitest';
import { article } from '../harness/page-server.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { newAccount } from '../harness/searching.ts';

/** Programs that npm does not have, by the requests that their code sends and the fields that it reads. */

let reading: PageReadingApp;
let key = '';
let river = '';
beforeAll(async () => {
  reading = await pageReadingApp({}, 'redis');
  key = (await newAccount(reading.app)).key;
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  await findPages(reading.app, 'rivers', [river]);
});
afterAll(() => reading?.stop());

interface Program {
  name: string;
  /** Below `/compat/`. `KEY` stands for the key, here and in the headers. */
  path: string;
  headers: Record<string, string>;
  /** Posted as JSON; undefined for a GET. */
  body?: Record<string, unknown>;
  /** What the program takes of the reply: address and text of the first result. */
  // biome-ignore lint/suspicious/noExplicitAny: programs read what they want to be there.
  read(reply: any): [url: unknown, text: unknown];
}

const json = { accept: '*/*', 'content-type': 'application/json' };
const bearer = { ...json, authorization: 'Bearer KEY' };
const page = expect.stringContaining('A river flows to the sea.');
const description = 'A page.';

const PROGRAMS: [Program, text: unknown][] = [
  [
    {
      name: 'LiteLLM, Firecrawl',
      path: 'firecrawl/search',
      headers: bearer,
      body: { query: 'rivers', limit: 5, scrapeOptions: { formats: ['markdown'], onlyMainContent: true } },
      read: ({ data }) => [data.web[0].url, data.web[0].markdown || data.web[0].description],
    },
    page,
  ],
  [
    {
      name: 'LiteLLM, Serper',
      path: 'serper/search',
      headers: { ...json, 'x-api-key': 'KEY' },
      body: { q: 'rivers', num: 5 },
      read: ({ organic }) => [organic[0].link, organic[0].snippet],
    },
    description,
  ],
  [
    {
      name: 'CrewAI, Serper',
      path: 'serper/search',
      headers: { ...json, 'x-api-key': 'KEY' },
      body: { q: 'rivers', num: 10, gl: '', location: '', hl: '' },
      read: ({ organic, searchParameters, credits }) =>
        searchParameters.q === 'rivers' && credits === 1 ? [organic[0].link, organic[0].snippet] : [null, null],
    },
    description,
  ],
  [
    {
      name: 'Open WebUI, Firecrawl (version 1)',
      path: 'firecrawl/v1/search',
      headers: bearer,
      body: { query: 'rivers', limit: 3 },
      read: ({ data }) => [data[0].url, data[0].description],
    },
    description,
  ],
  [
    {
      name: 'Open WebUI, Jina',
      path: 'jina/',
      headers: { ...json, accept: 'application/json', authorization: 'KEY', 'x-retain-images': 'none' },
      body: { q: 'rivers', count: 3 },
      read: ({ data }) => [data[0].url, data[0].content],
    },
    page,
  ],
  [
    {
      name: 'gpt-researcher, crw',
      path: 'firecrawl/v1/search',
      headers: bearer,
      body: { query: 'rivers', limit: 10 },
      read: ({ data }) => [data[0].url, data[0].markdown || data[0].description],
    },
    description,
  ],
  [
    {
      name: 'Page Assist, SearXNG in its JSON mode',
      path: 'searxng/KEY?q=rivers&format=json',
      headers: { accept: 'application/json' },
      read: ({ results }) => [results[0].url, results[0].content],
    },
    description,
  ],
  [
    {
      name: 'tavily-python',
      path: 'tavily/search',
      headers: { ...bearer, 'x-client-source': 'tavily-python' },
      body: { query: 'rivers', search_depth: 'basic', topic: 'general', max_results: 5, include_raw_content: true },
      read: ({ results }) => [results[0].url, results[0].raw_content],
    },
    page,
  ],
  [
    {
      name: 'exa-py',
      path: 'exa/search',
      headers: { ...json, 'x-api-key': 'KEY' },
      body: { query: 'rivers', contents: { text: { maxCharacters: 10_000 } } },
      read: ({ results }) => [results[0].url, results[0].text],
    },
    page,
  ],
  // Its package needs Node 24.
  [
    {
      name: 'LibreChat, SearXNG',
      path: 'searxng/search?q=rivers&format=json&engines=google%2Cbing%2Cduckduckgo&language=all&categories=general',
      headers: { ...json, 'x-api-key': 'KEY' },
      read: ({ results }) => [results[0].url, results[0].content],
    },
    description,
  ],
];

const RERANKERS: [name: string, path: string, body: Record<string, unknown>][] = [
  ['LibreChat', 'jina/v1/rerank', { model: 'jina-reranker-v2-base-multilingual', top_n: 5, return_documents: true }],
  ['Open WebUI', 'rerank/v1/rerank', { model: 'any', top_n: 2 }],
  ['Dify, Jina', 'rerank/v1/rerank', { model: 'any', top_n: null, return_documents: false }],
];

test.each(RERANKERS)('%s ranks the passages that it has read', async (_name, path, options) => {
  const documents = ['Bread is baked.', 'A river flows to the sea.'];
  const reply = await fetch(`${reading.app.urls[0]}/compat/${path}`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: 'rivers', documents, ...options }),
  });
  expect(reply.status).toBe(200);
  const { results } = (await reply.json()) as {
    results: { index: number; relevance_score: number; document?: { text: string } }[];
  };
  expect(results.map(({ index }) => index)).toEqual([1, 0]);
  for (const { relevance_score } of results) expect(relevance_score).toBeGreaterThanOrEqual(0);
  if (options.return_documents) expect(results[0]?.document?.text).toBe(documents[1]);
});

test('LibreChat reads a page by Firecrawl', async () => {
  const reply = await fetch(`${reading.app.urls[0]}/compat/firecrawl/v2/scrape`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${key}` },
    body: JSON.stringify({ url: river, formats: ['markdown', 'rawHtml'], timeout: 7_500 }),
  });
  const body = (await reply.json()) as { success: boolean; data: { markdown: string } };
  expect([reply.status, body.success]).toEqual([200, true]);
  expect(body.data.markdown).toEqual(page);
});

test.each(PROGRAMS)('$name finds what it reads', async ({ path, headers, body, read }, text) => {
  const withKey = (value: string) => value.replace('KEY', key);
  const reply = await fetch(`${reading.app.urls[0]}/compat/${withKey(path)}`, {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withKey(value)])),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(reply.status).toBe(200);
  expect(read(await reply.json())).toEqual([river, text]);
});
