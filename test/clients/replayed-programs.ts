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

/** A page of a crawl, and a crawl, as far as programs read them. */
interface CrawledDocument {
  markdown?: string;
  html?: string;
  rawHtml?: string;
  metadata?: { sourceURL: string };
}
interface CrawledReply {
  success: unknown;
  data: CrawledDocument[];
  total: unknown;
  completed: unknown;
}

/** A program that crawls a site: what it sends, where it looks, and what it takes. `SITE` stands for the site. */
export interface CrawlingProgram {
  name: string;
  /** Below `/compat/`. */
  path: string;
  body: Record<string, unknown>;
  /** Where it looks for a job. */
  status: string;
  /** Whether it looks again. */
  isWaiting(status: string): boolean;
  read(reply: CrawledReply): [url: unknown, text: unknown][];
  /** Whether it follows `next`. */
  followsNext: boolean;
}

export const CRAWLERS: CrawlingProgram[] = [
  {
    name: 'Dify, Firecrawl as a datasource',
    path: 'firecrawl/v2/crawl',
    body: {
      url: 'SITE',
      excludePaths: [],
      includePaths: [],
      maxDiscoveryDepth: 3,
      limit: 200,
      scrapeOptions: { onlyMainContent: true },
    },
    status: 'firecrawl/v2/crawl/',
    isWaiting: (status) => status !== 'completed' && status !== 'failed',
    followsNext: true,
    read: ({ data, total, completed }) => {
      if (typeof total !== 'number' || typeof completed !== 'number') return [];
      return data.filter((one) => one.metadata && one.markdown).map((one) => [one.metadata?.sourceURL, one.markdown]);
    },
  },
  {
    name: 'LangChain for Python, Firecrawl (version 1)',
    path: 'firecrawl/v1/crawl',
    body: { url: 'SITE', limit: 200, origin: 'langchain-python', scrapeOptions: { formats: ['markdown'] } },
    status: 'firecrawl/v1/crawl/',
    isWaiting: (status) => ['active', 'paused', 'pending', 'queued', 'waiting', 'scraping'].includes(status),
    followsNext: true,
    read: ({ data }) => data.map((one) => [one.metadata?.sourceURL, one.markdown || one.html || one.rawHtml || '']),
  },
  {
    name: 'LangChain for JavaScript, Firecrawl (version 1)',
    path: 'firecrawl/v1/crawl',
    body: { url: 'SITE', limit: 200, scrapeOptions: { formats: ['markdown'] }, origin: 'js-sdk@1.29.3' },
    status: 'firecrawl/v1/crawl/',
    isWaiting: (status) => ['active', 'paused', 'pending', 'queued', 'waiting', 'scraping'].includes(status),
    followsNext: true,
    read: ({ data, success }) => (success ? data.map((one) => [one.metadata?.sourceURL, one.markdown || '']) : []),
  },
  {
    name: 'Flowise, Firecrawl (version 1)',
    path: 'firecrawl/v1/crawl',
    body: { url: 'SITE', limit: 200, maxDepth: 2, integration: 'flowise', scrapeOptions: { onlyMainContent: true } },
    status: 'firecrawl/v1/crawl/',
    isWaiting: (status) => status === 'scraping',
    followsNext: false,
    read: ({ data }) => data.map((one) => [one.metadata?.sourceURL, one.markdown]),
  },
];
