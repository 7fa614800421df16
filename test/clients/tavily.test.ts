import { TavilyExtract, TavilySearch } from '@langchain/tavily';
import { tavily } from '@tavily/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { article, PageServer } from '../harness/page-server.ts';
import { findPages } from '../harness/read-pages.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { Stack } from '../harness/stack.ts';
import { warm, warmInstant } from '../harness/warm-searches.ts';

let stack: Stack;
let account: { key: string };
let pages: PageServer;
let river: string;
beforeAll(async () => {
  pages = await PageServer.start();
  river = pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  stack = await Stack.start({
    env: { EXTRACT_ALLOW: '127.0.0.1', REQUEST_DEADLINE_MS: '60000', CACHE_TTL_S: '86400', CRAWL_GAP_MS: '0' },
  });
  account = await newAccount(stack);
  for (const q of ['redis', '2+2', 'zxqvblorp']) await warm(stack, q);
  await warm(stack, 'golden retriever');
  await warm(stack, 'golden retriever', { tab: 'images' });
  await warm(stack, 'climate', { tab: 'news', date: 'y' });
  await warmInstant(stack, '2+2');
  await findPages(stack, 'rivers', [river]);
});
afterAll(async () => {
  await stack?.stop();
  await pages?.close();
});

const base = () => `${stack.urls[0]}/compat/tavily`;

describe("Tavily's own client", () => {
  const client = (apiKey = account.key) => tavily({ apiKey, apiBaseURL: base() });

  test('searches, and each search counts once', async () => {
    const before = await searchesOf(stack, account.key);
    const found = await client().search('redis', { maxResults: 3, searchDepth: 'advanced', includeFavicon: true });
    expect(found).toMatchObject({ query: 'redis', images: [], responseTime: expect.any(Number) });
    expect(found.results).toHaveLength(3);
    for (const { title, url, content, score, favicon } of found.results) {
      expect([title, url, content, favicon].every((text) => typeof text === 'string' && text !== '')).toBe(true);
      expect(score).toBeGreaterThan(0);
    }
    expect(await searchesOf(stack, account.key)).toBe(before + 1);
  });

  test('reads answers, images, news and their dates', async () => {
    expect((await client().search('2+2', { includeAnswer: true })).answer).toBe('2 + 2 = 4');
    const options = { includeImages: true, includeImageDescriptions: true };
    const { images } = await client().search('golden retriever', options);
    expect(images[0]).toEqual({
      url: expect.stringMatching(/^https:/),
      description: expect.stringMatching(/retriever/i),
    });
    const { results } = await client().search('climate', { topic: 'news', timeRange: 'year' });
    expect(Date.parse(results[0]?.publishedDate ?? '')).toBeGreaterThan(0);
  });

  test('extracts pages, and searches with their contents', async () => {
    const { results, failedResults } = await client().extract([river, 'http://10.0.0.1/'], { includeImages: true });
    expect(results).toMatchObject([{ url: river, rawContent: expect.stringContaining('A river flows to the sea.') }]);
    expect(results[0]?.images).toEqual([`${pages.url}/picture.png`]);
    expect(failedResults).toEqual([{ url: 'http://10.0.0.1/', error: 'its host does not exist or may not be read' }]);
    const found = await client().search('rivers', { includeRawContent: 'text' });
    expect(found.results[0]?.rawContent).toContain('A river flows to the sea.');
  });

  test('crawls and maps a site', async () => {
    const options = { maxDepth: 2, limit: 20, includeUsage: true, timeout: 60 };
    const found = await client().crawl(`${pages.url}/river`, options);
    expect(found).toMatchObject({ baseUrl: river, requestId: expect.any(String), responseTime: expect.any(Number) });
    expect(found.results).toMatchObject([
      { url: river, rawContent: expect.stringContaining('A river flows to the sea.') },
    ]);
    const map = await client().map(river, { selectPaths: ['^/nothing$'], timeout: 60 });
    expect(map.results).toEqual([]);
    expect((await client().map(river, { timeout: 60 })).results).toEqual([river]);
  });

  test('keeps to domains', async () => {
    const includeDomains = ['redis.io', 'wikipedia.org'];
    const { results } = await client().search('redis', { includeDomains, maxResults: 20 });
    expect(results.length).toBeGreaterThan(0);
    for (const { url } of results) expect(url).toMatch(/^https:\/\/(redis\.io|en\.wikipedia\.org)\//);
  });

  test('shows the words of errors', async () => {
    await expect(client().search('redis', { maxResults: 50 })).rejects.toThrow(
      'max_results: Use a number from 0 to 20.',
    );
    await expect(client('tvly-nonsense').search('redis')).rejects.toThrow('Invalid or revoked API key.');
    await expect(tavily({ apiKey: '', apiBaseURL: base() }).search('redis')).rejects.toThrow(
      'Authentication credentials were not provided.',
    );
    await expect(client().research('rivers')).rejects.toThrow('research is not supported');
    await expect(client().crawl(river, { selectPaths: ['(?=a)'] })).rejects.toThrow('Lookaheads and backreferences');
    await expect(client().crawl(`${pages.url}/gone`)).rejects.toThrow('it answered with status 404');
  });
});

describe("LangChain's tools", () => {
  test('extract', async () => {
    const extracted = await call(new TavilyExtract(fields()), { urls: [river] });
    expect(JSON.stringify(extracted)).toContain('A river flows to the sea.');
  });

  /** Calls a tool as an agent does. Its types do not name its arguments. */
  const call = (tool: { invoke(args: never): Promise<unknown> }, args: object) => tool.invoke(args as never);
  const fields = () => ({ tavilyApiKey: account.key, apiBaseUrl: base() });

  test('search', async () => {
    const tool = new TavilySearch({ ...fields(), maxResults: 2 });
    const found = await call(tool, { query: 'redis' });
    expect(found).toMatchObject({ query: 'redis', results: [{ raw_content: null }, { raw_content: null }] });
  });

  test('give the model the words of errors, and advice if nothing is found', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const tool = new TavilySearch({ ...fields(), maxResults: 50 });
    expect(JSON.stringify(await call(tool, { query: 'redis' }))).toContain('max_results: Use a number from 0 to 20.');
    const none = await call(new TavilySearch(fields()), { query: 'zxqvblorp' });
    expect(JSON.stringify(none)).toContain('No search results found');
    log.mockRestore();
  });
});
