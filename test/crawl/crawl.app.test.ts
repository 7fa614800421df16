import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRequests } from '../../lib/requests/read-requests.ts';
import { readUsageStatistics } from '../../lib/statistics/read-usage.ts';
import type { Counts } from '../../lib/statistics/usage-counts.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { pageWith, serveShop, siteMaker } from '../harness/crawl-sites.ts';
import { crawled, crawlNow, pagesOf, startCrawl, untilEnded } from '../harness/crawling.ts';
import { callTool } from '../harness/mcp.ts';
import { eventually } from '../harness/processes.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
const newSite = siteMaker();

beforeAll(async () => {
  const env = {
    EXTRACT_ALLOW: '127.0.0.1,127.0.0.3',
    API_THROTTLE_SUSTAINED: 'off',
    CRAWL_GAP_MS: '0',
    CRAWL_MAX_PAGES: '2000',
    CRAWL_MAX_RUNNING: '3',
  };
  app = await TestApp.start({ env, queue: 'redis', workers: 2 });
});
afterAll(async () => {
  await app?.stop();
});

const paths = (items: { url: string }[]) => items.map(({ url }) => new URL(url).pathname + new URL(url).search).sort();

describe('a crawl of a site', () => {
  test('finds every page behind numbered lists without a sitemap, each once', async () => {
    const site = await newSite();
    const urls = await serveShop(site, { products: 60, perList: 6 });
    const crawl = await crawled(app, { url: `${site.url}/`, limit: 1_000 });
    expect(crawl).toMatchObject({ state: 'completed', reason: '', fetched: urls.length, queued: 0 });
    const pages = await pagesOf(app, crawl.id, 'fetched', 7);
    expect(pages.map(({ url }) => url).sort()).toEqual(urls.sort());
    expect(pages[0]).toMatchObject({ title: 'The shop', depth: 0, content_type: 'text/html' });
    for (const url of urls) expect(site.countOf(new URL(url).pathname + new URL(url).search), url).toBe(1);
  });

  test('reads exactly as many pages as its limit, and says which it left', async () => {
    const site = await newSite();
    await serveShop(site, { products: 30, perList: 10 });
    const crawl = await crawled(app, { url: `${site.url}/`, limit: 13, sitemap: 'skip' });
    expect(crawl).toMatchObject({ state: 'partial', reason: 'limit', fetched: 13, queued: 0 });
    expect(site.asked.filter(({ url }) => url !== '/robots.txt')).toHaveLength(13);
    const left = await pagesOf(app, crawl.id, 'skipped', 5);
    expect(left).toHaveLength(crawl.skipped.reasons.limit ?? 0);
    expect(left.every(({ reason }) => reason === 'limit')).toBe(true);
  });

  test('takes twins for one page: slash, index, parameters, and equal texts', async () => {
    const site = await newSite();
    site.serve(
      '/',
      pageWith('Home', ['/a', '/a/', '/a/index.html', '/a?utm_source=x', '/index.html', '/b?sort=1', '/b']),
    );
    site.serve('/a', pageWith('A', ['/']));
    for (const path of ['/b', '/b?sort=1']) site.serve(path, pageWith('B', ['/']));
    const crawl = await crawled(app, { url: site.url });
    expect(await pagesOf(app, crawl.id, 'failed')).toEqual([]);
    expect(crawl).toMatchObject({ state: 'completed', fetched: 3, skipped: { total: 1, reasons: { duplicate: 1 } } });
    expect(await pagesOf(app, crawl.id, 'skipped')).toMatchObject([{ reason: 'duplicate' }]);
  });

  test('follows redirects within the site, and says what became of the others', async () => {
    const [site, other] = [await newSite(), await newSite('127.0.0.3')];
    const moves = (path: string, location: string) =>
      site.serve(path, (_, response) => response.writeHead(302, { location }).end());
    site.serve('/', pageWith('Home', ['/moved', '/known', '/out', '/loop', '/gone', '/long/0']));
    moves('/moved', '/target');
    moves('/known', '/');
    moves('/out', `${other.url}/`);
    moves('/loop', '/loop2');
    moves('/loop2', '/loop');
    for (let at = 0; at < 8; at += 1) moves(`/long/${at}`, `/long/${at + 1}`);
    site.serve('/target', pageWith('Target', []));
    const crawl = await crawled(app, { url: site.url });
    expect(crawl).toMatchObject({
      state: 'completed',
      fetched: 2,
      skipped: { total: 2, reasons: { scope: 1, duplicate: 1 } },
      failed: {
        total: 3,
        reasons: {
          'it answered with status 404': 1,
          'it redirects in a circle': 1,
          'it redirects more than 5 times': 1,
        },
      },
    });
    const [, target] = await pagesOf(app, crawl.id);
    expect(target).toMatchObject({ url: `${site.url}/moved`, final_url: `${site.url}/target` });
    expect(paths(await pagesOf(app, crawl.id, 'failed'))).toEqual(['/gone', '/long/0', '/loop']);
    expect(other.asked).toEqual([]);
  });

  test('obeys robots.txt, reads the sitemaps that it names, and cuts traps', async () => {
    const site = await newSite();
    site.serve('/robots.txt', `User-agent: *\nDisallow: /private\nSitemap: ${site.url}/map.xml\n`, {
      'content-type': 'text/plain',
    });
    const xml = (body: string) => `<?xml version="1.0"?>${body}`;
    const asXml = { 'content-type': 'application/xml' };
    site.serve(
      '/map.xml',
      xml(`<sitemapindex><sitemap><loc>${site.url}/one.xml</loc></sitemap></sitemapindex>`),
      asXml,
    );
    site.serve('/one.xml', xml(`<urlset><url><loc>${site.url}/hidden</loc></url></urlset>`), asXml);
    site.serve('/', pageWith('Home', ['/private/1', '/x/x/x/x/1', 'https://elsewhere.example/']));
    site.serve('/hidden', pageWith('Hidden', []));
    const crawl = await crawled(app, { url: site.url });
    expect(crawl).toMatchObject({ state: 'completed', fetched: 2, skipped: { reasons: { robots: 1, trap: 1 } } });
    expect(site.countOf('/private/1')).toBe(0);
    expect(site.countOf('/robots.txt')).toBe(1);
    expect(paths(await pagesOf(app, crawl.id))).toEqual(['/', '/hidden']);
    const only = await crawled(app, { url: site.url, sitemap: 'only' });
    expect(paths(await pagesOf(app, only.id))).toEqual(['/hidden']);
  });

  test('reads the newest pages of a sitemap first', async () => {
    const site = await newSite();
    const entries = [
      ['/undated', ''],
      ['/old', '2020-01-01'],
      ['/newest', '2026-11-02T10:00:00+01:00'],
      ['/new', '2026-11-01'],
    ].map(([path, date]) => `<url><loc>${site.url}${path}</loc><lastmod>${date}</lastmod></url>`);
    site.serve('/sitemap.xml', `<urlset>${entries.join('')}</urlset>`, { 'content-type': 'application/xml' });
    for (const path of ['/undated', '/old', '/newest', '/new']) site.serve(path, pageWith(`Page ${path}`, []));
    const crawl = await crawled(app, { url: site.url, sitemap: 'only', limit: 3 });
    expect(paths(await pagesOf(app, crawl.id))).toEqual(['/new', '/newest', '/old']);
  });

  test('keeps to its patterns and its depth', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/docs/a', '/blog/b', '/docs/old/c']));
    site.serve('/docs/a', pageWith('A', ['/docs/deep']));
    site.serve('/docs/deep', pageWith('Deep', []));
    const request = { url: site.url, include: ['/docs/**'], exclude: ['/docs/old/**'], sitemap: 'skip' };
    const crawl = await crawled(app, request);
    expect(paths(await pagesOf(app, crawl.id))).toEqual(['/', '/docs/a', '/docs/deep']);
    expect(crawl.skipped).toEqual({ total: 2, reasons: { scope: 2 } });
    const shallow = await crawled(app, { ...request, depth: 1 });
    expect(paths(await pagesOf(app, shallow.id))).toEqual(['/', '/docs/a']);
  });

  test('without a page has failed, and says why', async () => {
    const site = await newSite();
    expect(await crawled(app, { url: `${site.url}/nothing` })).toMatchObject({
      state: 'failed',
      reason: 'it answered with status 404',
      fetched: 0,
    });
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /\n', { 'content-type': 'text/plain' });
    const shut = await newSite('127.0.0.3');
    shut.serve('/robots.txt', 'User-agent: *\nDisallow: /\n', { 'content-type': 'text/plain' });
    expect(await crawled(app, { url: shut.url })).toMatchObject({ state: 'failed', reason: 'robots' });
  });
});

describe('a batch', () => {
  test('reads its pages and follows no link', async () => {
    const site = await newSite();
    const urls = ['/1', '/2', '/3'].map((path) => site.serve(path, pageWith(`Page ${path}`, ['/elsewhere'])));
    const crawl = await crawled(app, { urls: [...urls, `${site.url}/gone`], format: 'text' });
    expect(crawl).toMatchObject({ state: 'completed', found: 4, fetched: 3, failed: { total: 1 } });
    expect(site.countOf('/elsewhere')).toBe(0);
  });
});

describe('a crawl that runs', () => {
  test('is seen by its account alone, can be followed, and ends when it is cancelled', async () => {
    const site = await newSite();
    let count = 0;
    site.serveAll((request, response) => {
      count += 1;
      const at = Number(request.url?.slice(1));
      const html = pageWith(`Page ${at}`, [`/${at * 2 + 1}`, `/${at * 2 + 2}`]);
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), 30);
    });
    const { id } = await startCrawl(app, { url: `${site.url}/0`, limit: 2_000, depth: 100 });
    await eventually('some pages are read', async () => (await crawlNow(app, id)).fetched > 3);
    await createUser(app.client, 'stranger');
    const { key } = await createKey(app.client, 'stranger', { name: 'other' });
    for (const path of ['', 'pages/', 'stream/']) {
      expect((await app.get(`/api/v1/crawl/${id}/${path}`, { key })).status).toBe(404);
    }
    expect((await app.get(`/api/v1/crawl/${id}/`, { key, method: 'DELETE' })).status).toBe(404);
    expect((await app.get('/api/v1/crawl/', { key })).body).toEqual({ items: [], next_cursor: null });
    expect((await app.get('/api/v1/crawl/')).body.items.map((crawl: { id: string }) => crawl.id)).toContain(id);
    const stream = app.get(`/api/v1/crawl/${id}/stream/`);
    const first = (await app.get(`/api/v1/crawl/${id}/pages/?limit=2`)).body;
    expect((await app.get(`/api/v1/crawl/${id}/`, { method: 'DELETE' })).body).toMatchObject({ state: 'cancelled' });
    const asked = count;
    const { text } = await stream;
    const ended = await crawlNow(app, id);
    expect(ended.queued).toBeGreaterThan(0);
    // Two may have been under way.
    expect(count).toBeLessThanOrEqual(asked + 2);
    expect((await app.get(`/api/v1/crawl/${id}/pages/?limit=2`)).body.items).toEqual(first.items);
    expect(text.match(/^event: page$/gm)).toHaveLength(ended.fetched);
    expect(text).toMatch(/event: done\ndata: .*"state":"cancelled"/);
  });

  test('is refused where too many run, and with what is not valid', async () => {
    const site = await newSite();
    site.serveAll((_, response) => void response);
    const { key } = await createKey(app.client, 'tester', { name: 'many' });
    const post = (body: object, options = {}) =>
      app.get('/api/v1/crawl/', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        ...options,
      });
    const running = await Promise.all([1, 2, 3].map((at) => startCrawl(app, { url: `${site.url}/${at}` }, { key })));
    expect((await post({ url: site.url })).status).toBe(429);
    for (const { id } of running) await app.get(`/api/v1/crawl/${id}/`, { method: 'DELETE' });
    const bad = { limit: 2_001, depth: -1, sitemap: 'x', include: 'x' };
    expect((await post({ ...bad, url: 'ftp://x' })).body).toMatchObject({
      url: [expect.any(String)],
      depth: [expect.any(String)],
      sitemap: [expect.any(String)],
      include: [expect.any(String)],
    });
    expect(await post({ url: site.url, limit: 2_001 })).toMatchObject({
      status: 400,
      body: { limit: ['This instance reads at most 2000 pages (CRAWL_MAX_PAGES).'] },
    });
    expect((await post({ url: site.url, urls: [site.url] })).body).toHaveProperty('url');
    expect((await post({})).body).toEqual({ url: ['This field is required.'] });
    const { key: narrow } = await createKey(app.client, 'tester', { name: 'narrow', fields: { scopes: 'search' } });
    expect((await post({ url: site.url }, { key: narrow })).status).toBe(403);
    expect((await app.get(`/api/v1/crawl/${running[0]?.id}/`, { key: narrow })).status).toBe(403);
  });
});

/** What the statistics of the account have counted in a row. */
async function countsOf(row: string): Promise<Counts> {
  const { rows } = await readUsageStatistics(app.client, { account: 'tester', period: '24h' }, Date.now());
  return rows.get(row) ?? new Map();
}

test('a tool that waits for pages is no slow answer', async () => {
  const site = await newSite();
  site.serve('/', pageWith('Home', []));
  await callTool(app, 'crawl_site', { url: site.url });
  const row = 'endpoint:mcp/crawl_site';
  await eventually('its call is counted', async () => (await countsOf(row)).get('requests') === 1);
  expect([...(await countsOf(row)).keys()].filter((name) => name.startsWith('ms:'))).toEqual([]);
});

describe('what a crawl costs', () => {
  test('is one search for five pages, and a month that is used up ends it', async () => {
    const site = await newSite();
    await serveShop(site, { products: 30, perList: 10 });
    const labels = JSON.stringify({ team: 'blue' });
    const fields = { monthly: '3', labels };
    const { key, prefix } = await createKey(app.client, 'tester', { name: 'poor', fields });
    const { id } = await startCrawl(app, { url: `${site.url}/`, sitemap: 'skip' }, { key });
    expect(await untilEnded(app, id)).toMatchObject({ state: 'partial', reason: 'month', fetched: 15 });
    const usage = (await app.get('/api/v1/key/', { key })).body.usage;
    expect(usage.searches).toBe(3);
    // The statistics say the same, and so does the log of requests.
    await eventually('its searches are counted', async () => (await countsOf(`key:${prefix}`)).get('searches') === 3);
    expect((await countsOf('label:team=blue')).get('searches')).toBe(3);
    await eventually('its searches are in the log', async () => {
      const { items } = await readRequests(app.client, ['tester'], { key: prefix }, { limit: 100 });
      return items.reduce((sum, { cost }) => sum + cost, 0) === 3;
    });
    const refused = await app.get('/api/v1/crawl/', {
      ...{ key, method: 'POST', body: JSON.stringify({ url: site.url }) },
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(429);
  });
});

test('nothing of a crawl is in Redis in clear', async () => {
  const site = await newSite();
  site.serve('/secret-address', pageWith('Secret title', ['/gone-address'], 'A very secret text.'));
  await crawled(app, { url: `${site.url}/secret-address`, query: 'secret question' });
  const contents = await redisContents(app.client);
  for (const text of ['secret-address', 'Secret title', 'very secret', 'gone-address', 'secret question']) {
    expect(contents.includes(text), text).toBe(false);
  }
});
