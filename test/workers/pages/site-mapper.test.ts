import { expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { tooMany } from '../../../lib/net/page-failure.ts';
import { makeSeal } from '../../../lib/seal.ts';
import type { MapInput, MapReply } from '../../../lib/sites/map-operation.ts';
import { SiteMapper } from '../../../workers/pages/site-mapper.ts';
import { answering, linking, type MadeSite, shop, sitemapOf } from '../../harness/made-sites.ts';
import { httpSite, pageFetching, type Site } from '../../harness/page-sites.ts';

const { redis, errors, errorLog, threads, fetcherWith } = await pageFetching();

/** A site, and what it was asked for. */
async function started(make: MadeSite | ((url: string) => MadeSite)): Promise<Site & { asked: string[] }> {
  const asked: string[] = [];
  const made: MadeSite = {};
  const site = await httpSite((request, reply) => answering(made, asked)(request, reply));
  Object.assign(made, typeof make === 'function' ? make(site.url) : make);
  return { ...site, asked };
}

async function map(url: string, wanted: Partial<MapInput> = {}, ms = 60_000, by = threads): Promise<MapReply> {
  const fetcher = fetcherWith({ EXTRACT_ALLOW: '127.0.0.1', EXTRACT_ROBOTS: 'on' });
  const input = { url, q: '', limit: 5_000, subdomains: false, include: [], exclude: [], ...wanted };
  const mapper = new SiteMapper({ fetcher, threads: by, errors, redis, gapMs: 1_000 });
  const outcome = await mapper.map(input, 'ann', Deadline.in(ms), makeSeal('a secret for tests'));
  if (!outcome.ok) throw new Error(outcome.failure.reason);
  return outcome.value.output as MapReply;
}
const pathsOf = ({ links }: MapReply, { url }: Site) => links.map((link) => link.url.slice(url.length));

test('a site without a sitemap is mapped by its lists, to the last of 1,000 products', async () => {
  const site = await started(shop(1_000, 20));
  const found = await map(site.url);
  const products = pathsOf(found, site).filter((path) => path.startsWith('/product/'));
  expect(new Set(products).size).toBe(1_000);
  expect(products).toHaveLength(1_000);
  expect(pathsOf(found, site)).toHaveLength(1_051);
  expect(found.failed).toEqual([]);
}, 60_000);

test('a page has the title that it gives itself, or else the text of the link to it', async () => {
  const site = await started({
    '/': linking('Home page', ['/a', 'The first'], ['/b.pdf', 'A paper']),
    '/a': linking('Page A'),
  });
  const { links, hasMore, fetched } = await map(site.url);
  expect(links).toEqual([
    { url: `${site.url}/`, title: 'Home page' },
    { url: `${site.url}/a`, title: 'Page A' },
    { url: `${site.url}/b.pdf`, title: 'A paper' },
  ]);
  expect([hasMore, fetched]).toEqual([false, true]);
  expect(site.asked).not.toContain('/b.pdf');
});

/** One with all of the pages would take a busy machine longer than any page may take. */
const PARTS = Array.from({ length: 10 }, (_, at) => `/part-${at}.xml.gz`);

test('sitemaps are read: those of robots.txt, an index, packed files, 100,000 pages', async () => {
  const site = await started((url) => {
    const tenth = (from: number) => Array.from({ length: 10_000 }, (_, at) => `${url}/page/${from + at}`);
    const index = PARTS.map((part) => `<sitemap><loc>${url}${part}</loc></sitemap>`).join('');
    return {
      '/robots.txt': { type: 'text/plain', body: `Sitemap: ${url}/index.xml\nUser-agent: *\nDisallow: /private` },
      '/': linking('Home'),
      '/index.xml': { type: 'text/xml', body: `<sitemapindex>${index}</sitemapindex>` },
      ...Object.fromEntries(PARTS.map((part, at) => [part, sitemapOf(tenth(at * 10_000), true)])),
    };
  });
  const found = await map(site.url, { q: 'page 98765', limit: 50_000 });
  expect(found.links).toHaveLength(50_000);
  expect(found.links[0]?.url).toBe(`${site.url}/page/98765`);
  expect([found.hasMore, found.failed]).toEqual([true, []]);
  expect(site.asked.toSorted()).toEqual(['/', '/index.xml', ...PARTS, '/robots.txt']);
}, 120_000);

test('a sitemap and links together name each page once, however they write it', async () => {
  const site = await started((url) => ({
    '/': linking(
      'Home',
      ['/a/', 'A'],
      ['/b?utm_source=x', 'B'],
      ['/index.html', 'Home'],
      ['/a#part', 'A'],
      ['/c', 'C'],
    ),
    '/sitemap.xml': sitemapOf([`${url}/a`, `${url}/b`, `${url}/d`, 'https://other.example/e']),
    '/a/': linking('A'),
    '/b?utm_source=x': linking('B'),
    '/c': linking('C', ['/f', 'F']),
    '/f': linking('F'),
  }));
  const found = await map(site.url);
  expect(pathsOf(found, site)).toEqual(['/', '/a/', '/b?utm_source=x', '/c', '/d', '/f']);
});

test('words order the addresses, also those between capitals and accents', async () => {
  const paths = ['/contact', '/rivers/nile', '/RiverPollution', '/fl%C3%BCsse', '/pricing'];
  const pages = Object.fromEntries(paths.map((path) => [path, linking('')]));
  const links = paths.map((path): [string, string] => [path, '']);
  const site = await started({ ...pages, '/': linking('Home', ...links) });
  const first = async (q: string) => pathsOf(await map(site.url, { q, limit: 1 }), site)[0];
  expect([
    await first('river nile'),
    await first('pollution'),
    await first('flusse'),
    await first('price pricing'),
  ]).toEqual(['/rivers/nile', '/RiverPollution', '/fl%C3%BCsse', '/pricing']);
});

test('only the wanted part of a site is listed, but the rest is looked through for it', async () => {
  const site = await started({
    '/': linking('Home', ['/blog', 'Blog'], ['/shop', 'Shop']),
    '/blog': linking('Blog', ['/blog/a', 'A'], ['/blog/print/a', 'A']),
    '/blog/a': linking('A', ['/blog/b', 'B']),
    '/blog/b': linking('B'),
  });
  const found = await map(site.url, { include: ['/blog/**'], exclude: ['/blog/print/**'] });
  expect(pathsOf(found, site)).toEqual(['/blog', '/blog/a', '/blog/b']);
  const [deep] = [await map(site.url, { include: ['/blog/b'] })];
  expect(pathsOf(deep, site)).toEqual(['/blog/b']);
});

test('a calendar without end, robots.txt and dead links end nothing, and are not listed for ever', async () => {
  const asked: string[] = [];
  const site = await httpSite((request, reply) => {
    const url = request.url ?? '';
    asked.push(url);
    const month = /^\/calendar\?year=(\d+)&month=(\d+)$/.exec(url);
    if (url === '/robots.txt') return reply.end('User-agent: *\nDisallow: /secret');
    if (url === '/sitemap.xml' || url === '/dead') return reply.writeHead(404).end();
    const at = month ? Number(month[1]) * 12 + Number(month[2]) : 2026 * 12;
    const later = `/calendar?year=${Math.floor(at / 12)}&month=${(at % 12) + 1}`;
    reply.setHeader('content-type', 'text/html');
    return reply.end(linking('A page', ['/a', 'A'], ['/secret', 'S'], ['/dead', 'D'], [later, 'Next']));
  });
  const found = await map(site.url);
  const paths = pathsOf(found, site);
  expect(paths.filter((path) => !path.startsWith('/calendar'))).toEqual(['/', '/a', '/secret']);
  expect(paths.length).toBeLessThan(40);
  expect(asked).not.toContain('/secret');
  expect(found.failed.map(({ url, reason }) => [url.slice(site.url.length), reason])).toEqual(
    expect.arrayContaining([
      ['/secret', 'robots.txt of the site does not allow it'],
      ['/dead', 'it answered with status 404'],
    ]),
  );
});

test('a limit is exact, and says that there is more', async () => {
  const site = await started(shop(100, 20));
  const found = await map(site.url, { limit: 7 });
  expect([found.links.length, found.hasMore]).toEqual([7, true]);
});

test('when time is up, what was found by then is the map', async () => {
  const site = await httpSite((request, reply) => {
    reply.setHeader('content-type', 'text/html');
    if (request.url === '/') return reply.end(linking('Home', ['/slow', 'Slow'], ['/slower', 'Slower']));
    // The rest never comes.
    return request.url?.startsWith('/slow') ? reply : reply.writeHead(404).end();
  });
  const found = await map(site.url, {}, 4_000);
  expect(pathsOf(found, site)).toEqual(['/', '/slow', '/slower']);
  expect(found.failed.map(({ reason }) => reason)).toEqual(Array(2).fill('it did not come in time'));
});

test('a site that moved is mapped where it is now', async () => {
  const now = await started({ '/home': linking('Moved', ['/a', 'A']), '/a': linking('A') });
  const before = await httpSite((_request, reply) => reply.writeHead(301, { location: `${now.url}/home` }).end());
  const found = await map(before.url);
  expect(found.links.map(({ url }) => url)).toEqual([`${now.url}/home`, `${now.url}/a`]);
});

test.each([
  ['a host that may not be read', 'http://127.0.0.2:80/', false, 'its host does not exist or may not be read'],
  ['a site that is down', 'http://127.0.0.1:9/', true, expect.stringMatching(/refused/)],
])('%s has no map, and the reason is told', async (_what, url, fetched, reason) => {
  const found = await map(url);
  expect([found.links, found.fetched]).toEqual([[], fetched]);
  expect(found.failed[0]).toEqual({ url, reason });
});

test('a site is asked for one thing after the other, with the pause that it asks for', async () => {
  let open = 0;
  let most = 0;
  const site = await httpSite((request, reply) => {
    if (request.url === '/robots.txt') return reply.end('User-agent: *\nCrawl-delay: 0.05');
    open += 1;
    most = Math.max(most, open);
    reply.on('close', () => {
      open -= 1;
    });
    reply.setHeader('content-type', 'text/html');
    return setTimeout(() => reply.end(linking('A', ['/a', 'A'], ['/b', 'B'], ['/c', 'C'])), 30);
  });
  expect(pathsOf(await map(site.url), site)).toEqual(['/', '/a', '/b', '/c']);
  expect(most).toBe(1);
});

test('reports no error of its own', () => {
  expect(errorLog()).toBe('');
});

test('addresses are listed without their query if that is to be ignored, each once, and are followed as they are', async () => {
  const site = await started({
    '/': linking('Home page', ['/list?page=1', 'List'], ['/a?b=1', 'A'], ['/a?b=2', 'A']),
    '/list?page=1': linking('List', ['/list?page=2', 'Next'], ['/c', 'C']),
    '/list?page=2': linking('List', ['/d?e', 'D']),
    ...Object.fromEntries(['/a?b=1', '/a?b=2', '/c', '/d?e'].map((path) => [path, linking(path)])),
  });
  const found = await map(site.url, { ignoresQuery: true });
  expect(pathsOf(found, site)).toEqual(['/', '/list', '/a', '/c', '/d']);
  expect(found.hasMore).toBe(false);
  const few = await map(site.url, { ignoresQuery: true, limit: 3 });
  expect([pathsOf(few, site), few.hasMore]).toEqual([['/', '/list', '/a'], true]);
  expect(pathsOf(await map(site.url), site)).toContain('/a?b=2');
});

test('what was found comes in its order, with more to come, if it cannot be put in order in time', async () => {
  const site = await started({
    '/': linking('Home', ['/a', 'A'], ['/b', 'B']),
    '/a': linking('A'),
    '/b': linking('B'),
  });
  const run: typeof threads.run = (name, args, turn) =>
    name === 'matches' ? Promise.reject(tooMany()) : threads.run(name, args, turn);
  const late = Object.assign(Object.create(threads), { run });
  const found = await map(site.url, { q: 'b' }, 60_000, late);
  expect(pathsOf(found, site)).toEqual(['/', '/a', '/b']);
  expect([found.hasMore, found.fetched]).toEqual([true, true]);
});

test('a map that fails is no map', async () => {
  const site = await started({ '/': linking('Home') });
  const run = () => Promise.reject(new Error('a bug'));
  const broken = Object.assign(Object.create(threads), { run });
  await expect(map(site.url, { q: 'b' }, 60_000, broken)).rejects.toThrow('it could not be read');
});
