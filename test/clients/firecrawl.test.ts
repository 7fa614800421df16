import FirecrawlClient, { FirecrawlAppV1 } from '@mendable/firecrawl-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { article } from '../harness/page-server.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { newAccount } from '../harness/searching.ts';

let reading: PageReadingApp;
let account: { key: string };
let river: string;
beforeAll(async () => {
  reading = await pageReadingApp({}, 'redis');
  account = await newAccount(reading.app);
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  // The client of version 1 always asks for the United States.
  for (const params of [{}, { lang: 'und-US' }]) {
    await findPages(reading.app, 'rivers', [river, `${reading.pages.url}/missing`], params as Record<string, string>);
  }
});
afterAll(() => reading?.stop());

const fields = (apiKey = account.key) => ({ apiKey, apiUrl: `${reading.app.urls[0]}/compat/firecrawl` });

describe("Firecrawl's client", () => {
  const client = (apiKey?: string) => new FirecrawlClient(fields(apiKey));

  test('scrapes', async () => {
    const page = await client().scrape(river, { formats: ['markdown', 'html', 'links'] });
    expect(page.markdown).toContain('A river flows to the sea.');
    expect(page.html).toContain('<h2>More</h2>');
    expect(page.links).toContain(`${reading.pages.url}/next`);
    expect(page.metadata).toMatchObject({ title: 'Rivers', statusCode: 200, sourceURL: river });
    const missing = await client().scrape(`${reading.pages.url}/missing`);
    expect(missing.metadata?.statusCode).toBe(404);
  });

  test('searches, with and without the pages', async () => {
    const found = await client().search('rivers', { limit: 2 });
    expect(found.web).toEqual([
      { title: 'Result 1', description: 'A page.', url: river },
      { title: 'Result 2', description: 'A page.', url: `${reading.pages.url}/missing` },
    ]);
    const read = await client().search('rivers', { scrapeOptions: { formats: ['markdown'] } });
    expect(read.web?.[0]).toMatchObject({ markdown: expect.stringContaining('A river flows to the sea.') });
  });

  test('tells what is left of the month, and how much may be asked at once', async () => {
    const { remainingCredits, planCredits } = await client().getCreditUsage();
    expect(remainingCredits).toBe(planCredits);
    expect((await client().getConcurrency()).maxConcurrency).toBeGreaterThan(0);
  });

  test('shows the words of errors, and does not wait for what is not offered', async () => {
    await expect(client().scrape(river, { formats: ['summary'] })).rejects.toThrow('summary is not supported');
    await expect(client('fc-nonsense').search('rivers')).rejects.toThrow('Invalid or revoked API key.');
    await expect(client().scrape('http://10.0.0.1/')).rejects.toThrow('its host does not exist or may not be read');
    await expect(client().crawl(river)).rejects.toThrow('crawl is not supported');
    await expect(client().map(river)).rejects.toThrow('map is not supported');
    await expect(client().batchScrape([river])).rejects.toThrow('batch/scrape is not supported');
  });
});

describe("Firecrawl's client of version 1", () => {
  const client = () => new FirecrawlAppV1(fields());

  test('searches without reading, and scrapes', async () => {
    const found = await client().search('rivers', {});
    expect(found.success).toBe(true);
    expect(found.data).toHaveLength(2);
    expect(found.data[0]).toEqual({ title: 'Result 1', description: 'A page.', url: river });
    const page = await client().scrapeUrl(river, { formats: ['markdown'] });
    expect(page).toMatchObject({ success: true, markdown: expect.stringContaining('A river flows to the sea.') });
    await expect(client().crawlUrl(river, {})).rejects.toThrow('crawl is not supported');
  });
});
