import { expect } from 'vitest';

/** Programs that npm does not have, by the requests that their code sends and the fields that it reads. */

/** A request of a program, and what it reads in the reply. */
export interface Program {
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

export const json = { accept: '*/*', 'content-type': 'application/json' };
const bearer = { ...json, authorization: 'Bearer KEY' };
const page = expect.stringContaining('A river flows to the sea.');
const description = 'A page.';

/** Each with the text that it finds. */
export const PROGRAMS: [Program, text: unknown][] = [
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
];

/** Programs that have passages ranked, with what they send besides query and passages. */
export const RERANKERS: [name: string, path: string, body: Record<string, unknown>][] = [
  ['Open WebUI', 'rerank/v1/rerank', { model: 'any', top_n: 2 }],
  ['Dify, Jina', 'rerank/v1/rerank', { model: 'any', top_n: null, return_documents: false }],
];
