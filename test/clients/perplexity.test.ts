import { Perplexity } from '@perplexity-ai/perplexity_ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { article } from '../harness/page-server.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';

let reading: PageReadingApp;
let river: string;
beforeAll(async () => {
  reading = await pageReadingApp({}, 'redis');
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  await findPages(reading.app, 'rivers', [river]);
});
afterAll(() => reading?.stop());

const client = (apiKey = reading.app.key) =>
  new Perplexity({ apiKey, baseURL: `${reading.app.urls[0]}/compat/perplexity`, maxRetries: 0 });

test("Perplexity's client gets the passages of pages as snippets", async () => {
  const { id, results } = await client().search.create({ query: 'rivers', max_results: 3, max_tokens_per_page: 1024 });
  expect(id).toMatch(/./);
  expect(results).toEqual([
    {
      title: 'Result 1',
      url: river,
      snippet: expect.stringContaining('A river flows to the sea.'),
      date: '2026-05-04',
      last_updated: '2026-05-04',
    },
  ]);
});

test('it shows the words of errors', async () => {
  await expect(client('nonsense').search.create({ query: 'rivers' })).rejects.toThrow('Invalid or revoked API key.');
  await expect(client().search.create({ query: 'rivers', max_results: 21 })).rejects.toThrow(
    'max_results: Use a number from 1 to 20.',
  );
});
