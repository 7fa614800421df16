import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrawl, untilEnded } from '../harness/crawling.ts';
import { PageServer } from '../harness/page-server.ts';
import { TestApp } from '../harness/test-app.ts';

const PAGES = 60;
const MIB = 1024 * 1024;
let app: TestApp;
let site: PageServer;

beforeAll(async () => {
  site = await PageServer.start();
  const env = { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off', CRAWL_GAP_MS: '0' };
  app = await TestApp.start({ env, queue: 'redis', workers: 1, ownRedis: true });
  await app.client.config('SET', 'maxmemory', '32mb', 'maxmemory-policy', 'noeviction');
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
});

test('a crawl of large pages ends before it fills a small Redis, and searches go on', {
  timeout: 120_000,
}, async () => {
  for (let at = 0; at < PAGES; at += 1) {
    const words = randomBytes(225_000).toString('hex').replace(/.{9}/g, '$& ');
    const next = `<a href="/${at + 1}">Page ${at + 1}</a>`;
    site.serve(`/${at}`, `<title>Page ${at}</title><main><h1>Page ${at}</h1>${next}<p>${words}</p></main>`);
  }
  const { id } = await startCrawl(app, {
    url: `${site.url}/0`,
    limit: PAGES,
    depth: PAGES,
    max_chars: 500_000,
    sitemap: 'skip',
  });
  const crawl = await untilEnded(app, id);
  expect(crawl).toMatchObject({ state: 'partial', reason: 'size' });
  // Each holds a little more than half of its digits: a quarter of Redis is room for more than twenty, and not for all.
  expect(crawl.fetched).toBeGreaterThan(20);
  expect(crawl.fetched).toBeLessThan(PAGES);
  const used = Number(/used_memory:(\d+)/.exec(await app.client.info('memory'))?.[1]);
  expect(used).toBeLessThan(0.75 * 32 * MIB);
  expect((await app.get('/api/v1/web/?q=still+there')).status).toBe(200);
});
