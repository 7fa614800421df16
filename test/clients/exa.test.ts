import { Exa } from 'exa-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { article } from '../harness/page-server.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { warm } from '../harness/warm-searches.ts';

let reading: PageReadingApp;
let account: { key: string };
let river: string;
beforeAll(async () => {
  reading = await pageReadingApp({}, 'redis');
  account = await newAccount(reading.app);
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  await findPages(reading.app, 'rivers', [river]);
  await warm(reading.app, 'redis');
  await warm(reading.app, 'climate', { tab: 'news' });
});
afterAll(() => reading?.stop());

const client = (key = account.key) => new Exa(key, `${reading.app.urls[0]}/compat/exa`);

test("Exa's client searches without reading, and with filters", async () => {
  const before = await searchesOf(reading.app, account.key);
  const { results, requestId } = await client().search('redis', { contents: false, numResults: 3 });
  expect(results).toHaveLength(3);
  expect(requestId).toMatch(/./);
  expect(await searchesOf(reading.app, account.key)).toBe(before + 1);
  const filtered = await client().search('redis', { contents: false, includeDomains: ['wikipedia.org'] });
  for (const { url } of filtered.results) expect(new URL(url).hostname).toMatch(/wikipedia\.org$/);
  const news = await client().search('climate', { contents: false, category: 'news' });
  expect(Date.parse(news.results[0]?.publishedDate ?? '')).toBeGreaterThan(0);
});

test('its plain search reads the pages, as it asks for their text', async () => {
  const { results } = await client().search('rivers');
  expect(results).toMatchObject([{ id: river, text: expect.stringContaining('A river flows to the sea.') }]);
});

test('it gets passages, and contents by address', async () => {
  const { results } = await client().search('rivers', { contents: { highlights: { query: 'river' } } });
  expect(results[0]?.highlights.join(' ')).toContain('A river flows to the sea.');
  const read = await client().getContents([river, 'http://10.0.0.1/'], { text: { maxCharacters: 500 } });
  expect(read.results).toMatchObject([{ url: river, title: 'Rivers', text: expect.stringContaining('A river') }]);
  expect(read.statuses?.map(({ status }) => status)).toEqual(['success', 'error']);
});

test('it shows the words of errors', async () => {
  await expect(client('nonsense').search('redis')).rejects.toThrow('Invalid or revoked API key.');
  await expect(client().search('redis', { numResults: 101 })).rejects.toThrow(
    'numResults: Use a number from 1 to 100.',
  );
  await expect(client().answer('What is Redis?')).rejects.toThrow('answer is not supported');
  await expect(client().search('redis', { contents: { summary: true } })).rejects.toThrow('does not generate text');
});
