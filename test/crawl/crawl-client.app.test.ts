import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../lib/client/client.ts';
import { pageWith, serveShop } from '../harness/crawl-sites.ts';
import { PageServer } from '../harness/page-server.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let site: PageServer;
let tributary: Client;
beforeAll(async () => {
  const env = {
    EXTRACT_ALLOW: '127.0.0.1',
    API_THROTTLE_SUSTAINED: 'off',
    CRAWL_GAP_MS: '0',
    EXTRACT_DEADLINE_MS: '45000',
  };
  app = await TestApp.start({ env, queue: 'redis', workers: 1 });
  site = await PageServer.start();
  tributary = createClient({ baseUrl: app.urls[0] ?? '', apiKey: app.key });
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
});

async function urlsOf(pages: AsyncIterable<{ url: string }>): Promise<string[]> {
  const urls: string[] = [];
  for await (const { url } of pages) urls.push(url);
  return urls.sort();
}

test('the typed client iterates over the pages of a crawl until it has ended', async () => {
  const urls = await serveShop(site, { products: 8, perList: 4 });
  const { id } = await tributary.crawl.start({ url: `${site.url}/`, limit: 50 });
  expect(await urlsOf(tributary.crawl.pages(id))).toEqual(urls.toSorted());
  expect(await tributary.crawl.get(id)).toMatchObject({ state: 'completed', fetched: urls.length });
  const { links, has_more } = await tributary.map({ url: site.url, q: 'product 3' });
  expect([links[0]?.url, links.length, has_more]).toEqual([`${site.url}/product/3`, urls.length, false]);
});

test('the typed client reads a batch, and tells what has failed in it', async () => {
  const urls = ['/x', '/y'].map((path) => site.serve(path, pageWith(`Page ${path}`, ['/elsewhere'])));
  const { id } = await tributary.crawl.start({ urls: [...urls, `${site.url}/gone`] });
  expect(await urlsOf(tributary.crawl.pages(id))).toEqual(urls);
  expect(await urlsOf(tributary.crawl.pages(id, { state: 'failed' }))).toEqual([`${site.url}/gone`]);
  expect((await tributary.crawl.list()).items.map((crawl) => crawl.id)).toContain(id);
  site.serve('/slow', () => {});
  const slow = await tributary.crawl.start({ urls: [`${site.url}/slow`] });
  expect(await tributary.crawl.cancel(slow.id)).toMatchObject({ state: 'cancelled' });
});
