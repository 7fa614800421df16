import FirecrawlClient, { FirecrawlAppV1 } from '@mendable/firecrawl-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveShop, siteMaker } from '../harness/crawl-sites.ts';
import { article } from '../harness/page-server.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { newAccount } from '../harness/searching.ts';

let reading: PageReadingApp;
let account: { key: string };
let river: string;
beforeAll(async () => {
  reading = await pageReadingApp({ CRAWL_GAP_MS: '0' }, 'redis');
  account = await newAccount(reading.app);
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  // The client of version 1 always asks for the United States.
  for (const params of [{}, { lang: 'und-US' }]) {
    await findPages(reading.app, 'rivers', [river, `${reading.pages.url}/missing`], params as Record<string, string>);
  }
});
afterAll(async () => {
  await reading?.stop();
});

const newSite = siteMaker();
const POLLED = { timeout: 30_000, interval: 500 };
const addresses = (data: { metadata?: { sourceURL?: string } }[]) =>
  data.map(({ metadata }) => metadata?.sourceURL).sort();

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
    await expect(client().extract({ urls: [river], prompt: 'x' })).rejects.toThrow('extract is not supported');
    await expect(client().crawl(river, { includePaths: ['(?=a)'] })).rejects.toThrow('Lookaheads and backreferences');
    await expect(client().getCrawlStatus('6fa1c1f0-b7f6-4f2f-9d1f-8f0e2a5b9c3d')).rejects.toThrow('Job not found');
  });

  test('crawls a site, in parts and until it has ended, and tells of errors and of what runs', async () => {
    const site = await newSite();
    const urls = await serveShop(site, { products: 12, perList: 4 });
    const job = await client().crawl(`${site.url}/`, { limit: 50, pollInterval: 1, timeout: 60 });
    expect(job).toMatchObject({ status: 'completed', total: urls.length, completed: urls.length });
    expect(addresses(job.data)).toEqual(urls.sort());
    expect(job.data[0]?.markdown).toContain('This is all about');
    const started = await client().startCrawl(`${site.url}/about`, {
      includePaths: ['about|gone'],
      maxDiscoveryDepth: 2,
    });
    await expect.poll(async () => (await client().getCrawlStatus(started.id)).status, POLLED).toBe('completed');
    expect(await client().getCrawlErrors(started.id)).toEqual({ errors: [], robotsBlocked: [] });
    const part = await client().getCrawlStatus(job.id, { autoPaginate: true, maxResults: 5 });
    expect(part.data.length).toBeGreaterThanOrEqual(5);
    site.serve('/slow', () => {});
    const slow = await client().startCrawl(`${site.url}/slow`);
    expect((await client().getActiveCrawls()).crawls.map(({ id }) => id)).toContain(slow.id);
    expect(await client().cancelCrawl(slow.id)).toBe(true);
    expect((await client().getCrawlStatus(slow.id)).status).toBe('cancelled');
  });

  test('reads a batch, and maps a site', async () => {
    const site = await newSite();
    const urls = await serveShop(site, { products: 4, perList: 2 });
    const job = await client().batchScrape([...urls.slice(0, 3), `${site.url}/gone`], {
      options: { formats: ['markdown', 'links'] },
      pollInterval: 1,
      timeout: 60,
    });
    expect(job.status).toBe('completed');
    expect(addresses(job.data)).toEqual(urls.slice(0, 3).sort());
    expect((await client().getBatchScrapeErrors(job.id)).errors).toMatchObject([{ url: `${site.url}/gone` }]);
    const { links } = await client().map(site.url, { search: 'product 3', limit: 10 });
    expect(links[0]?.url).toBe(`${site.url}/product/3`);
    // It leaves out query parameters unless it is told not to.
    const whole = urls.filter((url) => !url.includes('?'));
    expect(links.map(({ url }) => url).sort()).toEqual(whole.sort());
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
  });

  test('crawls, reads a batch and maps', async () => {
    const site = await newSite();
    const urls = await serveShop(site, { products: 6, perList: 3 });
    const crawl = await client().crawlUrl(`${site.url}/`, { limit: 20, maxDepth: 3 }, 1);
    expect(crawl).toMatchObject({ success: true, status: 'completed', completed: urls.length });
    const batch = await client().batchScrapeUrls(urls.slice(0, 2), { formats: ['markdown'] }, 1);
    expect(batch).toMatchObject({ success: true, status: 'completed', completed: 2 });
    const { id } = (await client().asyncCrawlUrl(`${site.url}/gone`, {})) as { id: string };
    // It sends DELETE there, and means GET.
    const errors = async () => (await client().checkCrawlErrors(id)) as { errors: { url: string }[] };
    await expect.poll(async () => (await errors()).errors.map(({ url }) => url), POLLED).toEqual([`${site.url}/gone`]);
    const map = (await client().mapUrl(site.url, { limit: 10 })) as { links: string[] };
    expect(map.links.sort()).toEqual(urls.sort());
  });
});
