import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crawlEnv, pageWith, serveShop, siteMaker } from '../harness/crawl-sites.ts';
import { crawlNow, pagesOf, startCrawl, untilEnded } from '../harness/crawling.ts';
import { eventually } from '../harness/processes.ts';
import { SiteClock } from '../harness/site-clock.ts';
import { Stack, WATCHFUL_WORKER } from '../harness/stack.ts';

/** Crawls by several worker processes, some of which die. */
let stack: Stack;
const newSite = siteMaker();
const GAP_MS = 150;

beforeAll(async () => {
  const env = crawlEnv({ CRAWL_GAP_MS: String(GAP_MS) });
  stack = await Stack.start({ workers: 4, web: 2, worker: WATCHFUL_WORKER, env });
});
afterAll(async () => {
  await stack?.stop();
});

describe('a host', () => {
  test('is asked at its pace and by two at a time, by four workers and two crawls together', async () => {
    const site = await newSite();
    const shop = new Map<string, string>();
    for (let at = 0; at < 14; at += 1) shop.set(`/${at}`, pageWith(`Page ${at}`, [`/${at + 1}`, `/${at + 7}`]));
    const clock = new SiteClock();
    let running = 0;
    let most = 0;
    site.serveAll((request, response) => {
      clock.note();
      running += 1;
      most = Math.max(most, running);
      // Longer than two gaps, so that a third request would come if the gate let it through.
      setTimeout(() => {
        running -= 1;
        const html = shop.get(request.url ?? '');
        response.writeHead(html ? 200 : 404, { 'content-type': 'text/html' }).end(html ?? '');
      }, 2.5 * GAP_MS);
    });
    const crawls = await Promise.all([0, 1].map((web) => startCrawl(stack, { url: `${site.url}/0` }, { web })));
    for (const { id } of crawls) {
      expect(await untilEnded(stack, id)).toMatchObject({ state: 'completed', fetched: 14 });
    }
    clock.stop();
    expect(clock.closerThan(GAP_MS)).toEqual([]);
    expect(most).toBeLessThanOrEqual(2);
    // The robots.txt and the sitemap that is not there are asked for once by all.
    expect(site.countOf('/robots.txt')).toBe(1);
  });

  test('that answers 429 is asked less often, as it says, and nothing is lost', async () => {
    const site = await newSite();
    await serveShop(site, { products: 6, perList: 3 });
    let refused = 0;
    let last = 0;
    const early: number[] = [];
    site.serve('/about', (_, response) => {
      const now = performance.now();
      if (refused > 0 && now - last < 900) early.push(now - last);
      last = now;
      refused += 1;
      if (refused <= 2) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith('About', []));
    });
    const { id } = await startCrawl(stack, { url: `${site.url}/`, sitemap: 'skip' });
    expect(await untilEnded(stack, id)).toMatchObject({ state: 'completed', fetched: 10, failed: { total: 0 } });
    expect(refused).toBe(3);
    expect(early).toEqual([]);
  });
});

describe('a crawl whose processes die', () => {
  test('has every page once, exactly as many as its limit, and keeps the gap of its host', async () => {
    const site = await newSite();
    const urls = await serveShop(site, { products: 40, perList: 8 });
    const clock = new SiteClock();
    site.clock = clock;
    const limit = urls.length - 5;
    const { id } = await startCrawl(stack, { url: `${site.url}/`, limit, sitemap: 'skip' });
    await eventually('it has begun', async () => (await crawlNow(stack, id)).fetched > 5);
    await stack.workers[0]?.stop('SIGKILL');
    await stack.webs[1]?.stop('SIGKILL');
    await eventually('it goes on', async () => (await crawlNow(stack, id)).fetched > 12);
    await Promise.all([1, 2].map((at) => stack.workers[at]?.stop('SIGKILL')));
    const crawl = await untilEnded(stack, id, 120_000);
    expect(crawl).toMatchObject({ state: 'partial', reason: 'limit', fetched: limit, failed: { total: 0 } });
    const pages = await pagesOf(stack, id);
    expect(pages).toHaveLength(limit);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(limit);
    for (const { url } of pages) expect(urls).toContain(url);
    clock.stop();
    expect(clock.closerThan(GAP_MS)).toEqual([]);
    await stack.addWorker();
  }, 180_000);
});
