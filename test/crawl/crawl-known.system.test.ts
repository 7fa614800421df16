import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlEnv, pageWith, serveShop, siteMaker } from '../harness/crawl-sites.ts';
import { crawled, pagesOf } from '../harness/crawling.ts';
import { Stack, WATCHFUL_WORKER } from '../harness/stack.ts';

/** Crawls of sites of which everything is known. */
const SLOW = 600_000;
const TEXT = { 'content-type': 'text/plain' };
let stack: Stack;
const newSite = siteMaker();
beforeAll(async () => {
  const env = crawlEnv({ CRAWL_ACCOUNT_MB: '400' });
  stack = await Stack.start({ workers: 2, worker: WATCHFUL_WORKER, env });
});
afterAll(async () => {
  await stack?.stop();
});
const paths = (pages: { url: string }[]) => pages.map(({ url }) => new URL(url).pathname + new URL(url).search).sort();

test(
  'a sitemap of 100,000 entries in two files, one packed, is found whole, and what is wanted of it is read',
  async () => {
    const site = await newSite();
    const half = (from: number) => {
      const entries = Array.from({ length: 50_000 }, (_, at) => `<url><loc>${site.url}/p/${from + at}</loc></url>`);
      return `<?xml version="1.0"?><urlset>${entries.join('')}</urlset>`;
    };
    const xml = { 'content-type': 'application/xml' };
    const index = ['/one.xml', '/two.xml.gz']
      .map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`)
      .join('');
    site.serve('/sitemap.xml', `<sitemapindex>${index}</sitemapindex>`, xml);
    site.serve('/one.xml', half(0), xml);
    const packed = gzipSync(half(50_000));
    site.serve('/two.xml.gz', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(packed),
    );
    site.serveAll((request, response) => {
      if (!request.url?.startsWith('/p/')) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(`Page ${request.url}`, []));
    });
    const wanted = ['/p/0', '/p/49999', '/p/50000', '/p/99999'];
    const crawl = await crawled(stack, { url: `${site.url}/`, sitemap: 'only', include: wanted }, SLOW);
    expect(crawl).toMatchObject({ state: 'completed', found: 100_000, fetched: 4 });
    expect(crawl.skipped).toEqual({ total: 99_996, reasons: { scope: 99_996 } });
    expect(paths(await pagesOf(stack, crawl.id))).toEqual(wanted);
    expect(site.asked.filter(({ url }) => url?.startsWith('/p/'))).toHaveLength(4);
  },
  SLOW,
);

test('hundreds of products behind a list of many parts without a sitemap are all found by two workers, each once', async () => {
  const site = await newSite();
  const urls = await serveShop(site, { products: 240, perList: 6 });
  const crawl = await crawled(stack, { url: `${site.url}/`, limit: 10_000 }, SLOW);
  expect(crawl).toMatchObject({ state: 'completed', found: urls.length, fetched: urls.length });
  const pages = await pagesOf(stack, crawl.id);
  expect(pages.map(({ url }) => url).sort()).toEqual(urls.sort());
  for (const url of urls) expect(site.countOf(new URL(url).pathname + new URL(url).search), url).toBe(1);
}, 600_000);

test.each([
  [
    'its own group wins over the one for all',
    'User-agent: *\nDisallow: /\n\nUser-agent: tributary\nDisallow: /b',
    ['/', '/a', '/c.pdf?x', '/d'],
  ],
  [
    'the longest rule wins, and Allow a tie',
    'User-agent: *\nDisallow: /\nAllow: /$\nAllow: /a\nDisallow: /a',
    ['/', '/a'],
  ],
  ['wildcards and ends', 'User-agent: *\nDisallow: /*.pdf\nDisallow: /d$', ['/', '/a', '/b']],
  [
    'several agents, comments, BOM, CRLF',
    '\ufeffUser-agent: other\r\nUser-agent: Tributary # us\r\nDisallow: /a # no\r\n',
    ['/', '/b', '/c.pdf?x', '/d'],
  ],
  ['an empty rule allows all', 'User-agent: *\nDisallow:\n', ['/', '/a', '/b', '/c.pdf?x', '/d']],
] as const)('robots.txt: %s', async (_, robots, allowed) => {
  const site = await newSite();
  site.serve('/robots.txt', robots, TEXT);
  const all = ['/a', '/b', '/c.pdf?x', '/d'];
  site.serve('/', pageWith('Home', all));
  for (const path of all) site.serve(path, pageWith(`Page ${path}`, ['/']));
  const crawl = await crawled(stack, { url: `${site.url}/`, sitemap: 'skip' }, SLOW);
  expect(paths(await pagesOf(stack, crawl.id))).toEqual([...allowed]);
  expect(crawl.skipped).toEqual(
    allowed.length === 5
      ? { total: 0, reasons: {} }
      : { total: 5 - allowed.length, reasons: { robots: 5 - allowed.length } },
  );
  const asked = new Set(site.asked.map(({ url }) => url));
  for (const path of all) expect(asked.has(path)).toBe((allowed as readonly string[]).includes(path));
});

test('robots.txt that fails keeps all out, and one that is elsewhere is followed', async () => {
  const [broken, moved] = [await newSite(), await newSite()];
  broken.serve('/robots.txt', (_, response) => response.writeHead(500).end());
  broken.serve('/', pageWith('Home', []));
  expect(await crawled(stack, { url: `${broken.url}/` }, SLOW)).toMatchObject({ state: 'failed', fetched: 0 });
  expect(broken.countOf('/')).toBe(0);
  moved.serve('/robots.txt', (_, response) => response.writeHead(301, { location: '/rules' }).end());
  moved.serve('/rules', 'User-agent: *\nDisallow: /a', TEXT);
  moved.serve('/', pageWith('Home', ['/a', '/b']));
  moved.serve('/b', pageWith('B', []));
  const crawl = await crawled(stack, { url: `${moved.url}/`, sitemap: 'skip' }, SLOW);
  expect(crawl).toMatchObject({ state: 'completed', fetched: 2, skipped: { reasons: { robots: 1 } } });
});

test(
  'a site with traps is read to its end: every page, once, and of what has no end only a part',
  async () => {
    const site = await newSite();
    const real = Array.from({ length: 12 }, (_, at) => `/real/${at}`);
    const html = { 'content-type': 'text/html' };
    site.serve('/', pageWith('Home', ['/calendar/2026/11', '/deep/a/', '/shop?sort=1', ...real]));
    // A server that tells visitors without cookies apart writes another session into each link that it sends.
    const session = () => `;jsessionid=${randomUUID().replaceAll('-', '').toUpperCase()}`;
    const sessionPages = new Map(real.map((path) => [path, path]));
    sessionPages.set('/about', '/about');
    site.serveAll((request, response) => {
      const url = new URL(request.url ?? '/', site.url);
      const [, kind, year = '', month = ''] = url.pathname.split('/');
      const own = sessionPages.get(url.pathname.split(';', 1)[0] ?? '');
      if (own) {
        const links = ['/', ...sessionPages.keys()].map((path) => `${path}${session()}`);
        return response.writeHead(200, html).end(pageWith(`Page ${own}`, links));
      }
      if (kind === 'calendar') {
        const next = new Date(Date.UTC(Number(year), Number(month), 1));
        const link = `/calendar/${next.getUTCFullYear()}/${next.getUTCMonth() + 1}`;
        return response.writeHead(200, html).end(pageWith(`Calendar ${url.pathname}`, [link]));
      }
      // A relative link by mistake: each page leads one deeper.
      if (kind === 'deep')
        return response.writeHead(200, html).end(pageWith(`Deep ${url.pathname}`, [`${url.pathname}a/`]));
      if (kind === 'shop') {
        const links = ['sort=1', 'colour=2', 'size=3', 'page=4', 'view=5', 'in=6'].map(
          (pair) => `/shop${url.search}&${pair}`,
        );
        return response.writeHead(200, html).end(pageWith(`Shop ${url.search}`, links));
      }
      return response.writeHead(404, html).end();
    });
    const crawl = await crawled(stack, { url: `${site.url}/`, limit: 3_000, depth: 100 }, SLOW);
    expect(crawl.state).toBe('completed');
    expect(crawl.skipped.reasons.trap).toBeGreaterThan(0);
    const pages = paths(await pagesOf(stack, crawl.id)).map((path) => path.split(';', 1)[0] ?? '');
    const known = pages.filter((path) => path === '/' || sessionPages.has(path));
    expect(known.sort()).toEqual(['/', ...sessionPages.keys()].sort());
    // The months until two years ahead, one segment repeated, and the combinations of six parameters.
    const most = { calendar: 40, deep: 2, shop: 64 };
    for (const [kind, bound] of Object.entries(most)) {
      const read = pages.filter((path) => path.startsWith(`/${kind}`)).length;
      expect([kind, read > 0, read <= bound], `${kind}: ${read}`).toEqual([kind, true, true]);
    }
    expect(pages.filter((path) => !/^\/(?:calendar|deep|shop)/.test(path))).toHaveLength(known.length);
    for (const path of new Set(site.asked.map(({ url }) => url))) expect(site.countOf(path ?? ''), path).toBe(1);
    const asked = site.asked.map(({ url = '' }) => url.split(';', 1)[0]).filter((path) => sessionPages.has(path ?? ''));
    expect(asked).toHaveLength(sessionPages.size);
  },
  SLOW,
);

test(
  'a site that refuses all but its first page ends its crawl with that reason',
  async () => {
    const site = await newSite();
    site.serve('/robots.txt', '', TEXT);
    site.serve('/', pageWith('Home', ['/a', '/b', '/c']));
    site.serveAll((_, response) => response.writeHead(429).end());
    const crawl = await crawled(stack, { url: `${site.url}/`, sitemap: 'skip' }, SLOW);
    expect(crawl).toMatchObject({ state: 'partial', reason: 'refused', fetched: 1 });
    expect(crawl.failed).toEqual({ total: 3, reasons: { 'its site refuses further requests': 3 } });
  },
  SLOW,
);

test(
  '100 MB of pages are read, and the workers stay small',
  async () => {
    const site = await newSite();
    const [count, bytes] = [34, 3 * 1024 * 1024];
    site.serveAll((request, response) => {
      const at = Number(request.url?.slice(1));
      if (!Number.isInteger(at) || at >= count) return response.writeHead(404).end();
      const rows = 'a word and another one in this row of data that only a script would read '.repeat(bytes / 74);
      const html = pageWith(`Page ${at}`, [`/${at * 2 + 1}`, `/${at * 2 + 2}`]).replace(
        '</main>',
        `</main><script type="application/json">${rows}</script>`,
      );
      return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    const crawl = await crawled(stack, { url: `${site.url}/0`, limit: 500, sitemap: 'skip' }, SLOW);
    expect(crawl.fetched).toBe(count);
    for (const { pid } of stack.workers) {
      const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
      expect(peakKb / 1_024).toBeLessThan(700);
    }
  },
  SLOW,
);
