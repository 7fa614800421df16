import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crawlEnv, pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawled, pagesOf } from '../harness/crawling.ts';
import type { PageServer } from '../harness/page-server.ts';
import { SiteClock } from '../harness/site-clock.ts';
import { TestApp } from '../harness/test-app.ts';

/** What a crawl says of itself is so: which pages are twins, how far it went, and whether pages may be missing. */
let app: TestApp;
const newSite = siteMaker();

beforeAll(async () => {
  app = await TestApp.start({ env: crawlEnv({ EXTRACT_ALLOW: '127.0.0.1,127.0.0.3' }), queue: 'redis', workers: 2 });
});
afterAll(() => app?.stop());

const TEXT = { 'content-type': 'text/plain' };
const XML = { 'content-type': 'application/xml' };
const paths = (items: { url: string }[]) => items.map(({ url }) => new URL(url).pathname + new URL(url).search);

test('pages that differ only after max_chars are no twins', async () => {
  const site = await newSite();
  const intro = 'Every article of this site begins with the same words about its author. '.repeat(3);
  const pages = [1, 2, 3].map((at) => `/${at}`);
  site.serve('/', pageWith('Home', pages));
  for (const path of pages) site.serve(path, pageWith('An article', [], `${intro} This one is number ${path}.`));
  const crawl = await crawled(app, { url: `${site.url}/`, sitemap: 'skip', max_chars: 100 });
  expect(crawl).toMatchObject({ state: 'completed', fetched: 4, skipped: { total: 0 } });
});

describe('what comes after a page by its number', () => {
  test('is no list, and depth holds', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/product/1']));
    for (let at = 1; at <= 5; at += 1) {
      const next = `<a href="/product/${at + 1}">Green chair</a>`;
      site.serve(`/product/${at}`, pageWith(`Product ${at}`, []).replace('</main>', `${next}</main>`));
    }
    const crawl = await crawled(app, { url: `${site.url}/`, sitemap: 'skip', depth: 1 });
    expect(paths(await pagesOf(app, crawl.id))).toEqual(['/', '/product/1']);
  });

  test('waits until what is nearer has been read, also in a list', async () => {
    const site = await newSite();
    const docs = Array.from({ length: 20 }, (_, at) => `/docs/${at}`);
    site.serve('/', pageWith('Home', ['/blog/1', '/docs']));
    for (let at = 1; at <= 40; at += 1) {
      const next = `<a rel="next" href="/blog/${at + 1}">Older</a>`;
      site.serve(`/blog/${at}`, pageWith(`Post ${at}`, []).replace('<main>', `<main>${next}`));
    }
    site.serve('/docs', pageWith('Docs', docs));
    for (const path of docs) site.serve(path, pageWith(`Docs ${path}`, []));
    const crawl = await crawled(app, { url: `${site.url}/`, sitemap: 'skip', limit: 25 });
    expect(crawl).toMatchObject({ state: 'partial', reason: 'limit', fetched: 25 });
    expect(paths(await pagesOf(app, crawl.id))).toEqual(expect.arrayContaining([...docs, '/blog/2']));
  });
});

describe('a sitemap', () => {
  /** A site with one page, whose robots.txt names a sitemap. */
  async function announcing(serve: (site: PageServer) => void): Promise<PageServer> {
    const site = await newSite();
    site.serve('/robots.txt', `User-agent: *\nSitemap: ${site.url}/map.xml\n`, TEXT);
    site.serve('/', pageWith('Home', []));
    serve(site);
    return site;
  }
  const index = (site: PageServer, ...named: string[]) =>
    `<sitemapindex>${named.map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

  test.each<[what: string, serve: (site: PageServer) => void]>([
    ['is not there', () => {}],
    ['is a page', (site) => site.serve('/map.xml', pageWith('Nothing here', []))],
    ['names one that is not there', (site) => site.serve('/map.xml', index(site, '/part.xml'), XML)],
    [
      'is too deep',
      (site) => {
        site.serve('/map.xml', index(site, '/1.xml'), XML);
        for (const at of [1, 2, 3]) site.serve(`/${at}.xml`, index(site, `/${at + 1}.xml`), XML);
      },
    ],
    [
      'redirects for ever',
      (site) => {
        const to = (location: string) => (_: unknown, response: ServerResponse) =>
          void response.writeHead(302, { location }).end();
        site.serve('/map.xml', to('/0.xml'));
        for (let at = 0; at < 8; at += 1) site.serve(`/${at}.xml`, to(`/${at + 1}.xml`));
      },
    ],
  ])('that was announced and %s leaves the crawl partial', async (_what, serve) => {
    const site = await announcing(serve);
    const crawl = await crawled(app, { url: `${site.url}/` });
    expect(crawl).toMatchObject({ state: 'partial', reason: 'sitemap', fetched: 1 });
  });

  test('that nobody announced need not be there', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', []));
    expect(await crawled(app, { url: `${site.url}/` })).toMatchObject({ state: 'completed', reason: '', fetched: 1 });
  });

  test('that fails does not hide why a crawl has no page', async () => {
    const site = await announcing(() => {});
    expect(await crawled(app, { url: `${site.url}/gone` })).toMatchObject({
      state: 'failed',
      reason: 'it answered with status 404',
    });
    expect(await crawled(app, { url: `${site.url}/`, sitemap: 'only' })).toMatchObject({
      state: 'failed',
      reason: 'sitemap',
    });
  });

  test('of 45 MB is read', async () => {
    const site = await newSite();
    const body = `<urlset><!--${'\u00fc'.repeat(22 * 1024 * 1024)}--><url><loc>${site.url}/far</loc></url></urlset>`;
    site.serve('/sitemap.xml', body, XML);
    site.serve('/far', pageWith('Far', []));
    const crawl = await crawled(app, { url: `${site.url}/`, sitemap: 'only' });
    expect(crawl).toMatchObject({ state: 'completed', fetched: 1 });
  });
});

test('lists go on where they were, though newer entries have come', async () => {
  const site = await newSite();
  site.serve('/', pageWith('Home', []));
  const ids: string[] = [];
  const start = async () => ids.unshift((await crawled(app, { url: `${site.url}/`, sitemap: 'skip' })).id);
  for (let count = 0; count < 4; count += 1) await start();
  const list = (cursor = '') => app.get(`/api/v1/crawl/?limit=2${cursor && `&cursor=${cursor}`}`);
  const first = (await list()).body;
  const before = [...ids];
  await start();
  const second = (await list(first.next_cursor)).body;
  const shown = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(shown).toEqual(before.slice(0, 4));
  expect((await list('WyIwMDAwMDAwMDEiXQ')).status).toBe(400);
});

test('the Crawl-delay of a robots.txt that is elsewhere is that of the site which sends there', async () => {
  const [site, other] = [await newSite(), await newSite('127.0.0.3')];
  site.serve('/robots.txt', (_, response) => response.writeHead(301, { location: `${other.url}/rules` }).end());
  other.serve('/rules', 'User-agent: *\nCrawl-delay: 0.4\n', TEXT);
  const clock = new SiteClock();
  site.serveAll((request, response) => {
    clock.note();
    const at = Number(request.url?.slice(1));
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(`Page ${at}`, [`/${at + 1}`]));
  });
  await crawled(app, { url: `${site.url}/0`, limit: 4, sitemap: 'skip' });
  clock.stop();
  expect([clock.count, clock.closerThan(400)]).toEqual([4, []]);
});
