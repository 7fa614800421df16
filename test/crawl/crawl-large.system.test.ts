import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveShop } from '../harness/crawl-sites.ts';
import { crawled, pagesOf } from '../harness/crawling.ts';
import { PageServer } from '../harness/page-server.ts';
import { Stack } from '../harness/stack.ts';

let stack: Stack;
let site: PageServer;
beforeAll(async () => {
  site = await PageServer.start();
  const env = { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off', CRAWL_GAP_MS: '0' };
  stack = await Stack.start({ workers: 2, env });
});
afterAll(async () => {
  await stack?.stop();
  await site?.close();
});

test('1,000 products behind 50 lists without a sitemap are all found, each once', async () => {
  const urls = await serveShop(site, { products: 1_000, perList: 20 });
  const crawl = await crawled(stack, { url: `${site.url}/`, limit: 10_000 }, 500_000);
  expect(crawl).toMatchObject({ state: 'completed', found: urls.length, fetched: urls.length });
  const pages = await pagesOf(stack, crawl.id);
  expect(pages.map(({ url }) => url).sort()).toEqual(urls.sort());
  for (const url of urls) expect(site.countOf(new URL(url).pathname + new URL(url).search), url).toBe(1);
}, 600_000);
