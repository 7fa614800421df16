import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawlNow, startCrawl } from '../harness/crawling.ts';
import { article } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
const newSite = siteMaker();
const HOSTS = Array.from({ length: 12 }, (_, at) => `127.0.0.${at + 2}`);
const MIB = 1024 * 1024;

beforeAll(async () => {
  const env = {
    ...{ EXTRACT_ALLOW: ['127.0.0.1', ...HOSTS].join(','), API_THROTTLE_SUSTAINED: 'off', API_THROTTLE_BURST: 'off' },
    ...{ CRAWL_GAP_MS: '0', CRAWL_ACCOUNT_MB: '1' },
  };
  app = await TestApp.start({ env, queue: 'redis', workers: 1 });
});
afterAll(async () => {
  await app?.stop();
});

async function newAccount(name: string): Promise<string> {
  await createUser(app.client, name);
  return (await createKey(app.client, name, { name: 'crawls' })).key;
}

test('an account with one crawl reads about as many pages as one with four beside it', async () => {
  const [few, many] = [await newAccount('few'), await newAccount('many')];
  const batch = async (hosts: string[], pages: number) => {
    const urls: string[] = [];
    for (const host of hosts) {
      const site = await newSite(host);
      site.serveAll((request, response) => {
        if (request.url === '/robots.txt') response.writeHead(404).end();
        else
          setTimeout(() => {
            response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(`${host} ${request.url}`, []));
          }, 60);
      });
      for (let at = 0; at < pages; at += 1) urls.push(`${site.url}/${at}`);
    }
    // Hosts take turns.
    return urls.sort((one, other) => new URL(one).pathname.localeCompare(new URL(other).pathname));
  };
  const others = await Promise.all([0, 1, 2, 3].map(() => batch(HOSTS.slice(0, 6), 12)));
  const own = await batch(HOSTS.slice(6), 10);
  const theirs = await Promise.all(others.map((urls) => startCrawl(app, { urls }, { key: many })));
  await eventually('they run', async () => (await crawlNow(app, theirs[0]?.id ?? '', { key: many })).fetched > 0);
  const fetchedOfMany = async () => {
    const crawls = await Promise.all(theirs.map(({ id }) => crawlNow(app, id, { key: many })));
    return crawls.reduce((sum, { fetched }) => sum + fetched, 0);
  };
  // The robots.txt of its hosts are read before, as those of the others are.
  const hosts = [...new Map(own.map((url) => [new URL(url).host, url])).values()];
  const first = await startCrawl(app, { urls: hosts }, { key: few });
  await eventually(
    'it has ended',
    async () => (await crawlNow(app, first.id, { key: few })).state !== 'running',
    60_000,
  );
  const before = await fetchedOfMany();
  const { id } = await startCrawl(app, { urls: own }, { key: few });
  await eventually('it has ended', async () => (await crawlNow(app, id, { key: few })).state !== 'running', 60_000);
  const meanwhile = (await fetchedOfMany()) - before;
  expect(await crawlNow(app, id, { key: few })).toMatchObject({ state: 'completed', fetched: own.length });
  // An account has a share of two jobs, and at most the two that are spare; sixteen pages of those are on their way.
  expect(meanwhile).toBeLessThan(2 * own.length + 16);
  for (const one of theirs) await app.get(`/api/v1/crawl/${one.id}/`, { key: many, method: 'DELETE' });
}, 240_000);

test('a search and a single page are answered while crawls have all that they may have', async () => {
  const keys = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => newAccount(`crawler-${name}`)));
  let hanging = 0;
  const started = await Promise.all(
    keys.map(async (key, account) => {
      const urls = await Promise.all(
        HOSTS.slice(0, 5).map(async (host) => {
          const site = await newSite(host);
          site.serveAll((request, response) => {
            if (request.url === '/robots.txt') response.writeHead(404).end();
            else hanging += 1;
          });
          return [`${site.url}/${account}-0`, `${site.url}/${account}-1`];
        }),
      );
      return { key, ...(await startCrawl(app, { urls: urls.flat() }, { key })) };
    }),
  );
  // Ten requests are all that crawls of one process may make.
  await eventually('crawls have all', () => hanging >= 10);
  const page = (await newSite('127.0.0.1')).serve('/page', article('Page', 'A page for somebody who waits.'));
  const read = await app.get(`/api/v1/extract/?urls=${encodeURIComponent(page)}`);
  expect(read.body).toMatchObject({ results: [{ title: 'Page' }], failed: [] });
  const search = async () => (await app.get('/api/v1/web/?q=beside+a+crawl')).status;
  // On a busy machine, engines may answer too late; crawls go on hanging.
  await eventually('a search is answered', async () => (await search()) === 200, 30_000);
  expect(hanging).toBeGreaterThanOrEqual(10);
  for (const { key, id } of started) {
    expect(await crawlNow(app, id, { key })).toMatchObject({ state: 'running', fetched: 0 });
    await app.get(`/api/v1/crawl/${id}/`, { key, method: 'DELETE' });
  }
});

test.each([
  ['texts', 'large-texts'],
  ['sitemaps', 'large-sitemaps'],
])('a crawl whose %s take more than an account may hold ends with what it has', async (what, name) => {
  const key = await newAccount(name);
  const site = await newSite('127.0.0.1');
  const addresses = Array.from({ length: what === 'texts' ? 40 : 8_000 }, (_, at) => `${site.url}/${at}`);
  const entries = addresses.map((url) => `<url><loc>${url}</loc></url>`).join('');
  site.serve('/sitemap.xml', `<?xml version="1.0"?><urlset>${entries}</urlset>`, { 'content-type': 'application/xml' });
  site.serveAll((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end();
    // Nothing makes random words shorter.
    const text = what === 'texts' ? randomBytes(40_000).toString('hex').replace(/.{8}/g, '$& ') : 'Short.';
    return response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(`Page ${request.url}`, [], text));
  });
  const { id } = await startCrawl(app, { url: `${site.url}/`, limit: 1_000 }, { key });
  await eventually('it has ended', async () => (await crawlNow(app, id, { key })).state !== 'running', 60_000);
  const crawl = await crawlNow(app, id, { key });
  // Without a page, it has failed for the same reason.
  const state = crawl.fetched === 0 ? 'failed' : 'partial';
  expect(crawl).toMatchObject({ state, reason: 'size', queued: 0 });
  expect(Number(await app.client.hget(redisKeys.crawlSizes, `@${name}`))).toBeLessThanOrEqual(MIB);
  let bytes = 0;
  for (const part of await app.client.keys(`*${id}*`)) bytes += (await app.client.memory('USAGE', part)) ?? 0;
  expect(bytes).toBeLessThan(1.5 * MIB);
});
