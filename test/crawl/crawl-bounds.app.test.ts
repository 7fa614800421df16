import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { listEndpoints } from '../../lib/webhooks/endpoint-store.ts';
import { crawlEnv, pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawled, putPages } from '../harness/crawling.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

/** What one account can make this instance keep, read and send with crawls. No worker reads their pages. */
const ACCOUNT_BYTES = 1024 * 1024;
let app: TestApp;
const newSite = siteMaker();
beforeAll(async () => {
  const env = crawlEnv({ CRAWL_ACCOUNT_MB: '1', CRAWL_MAX_RUNNING: '20' });
  app = await TestApp.start({ env, queue: 'redis', workers: 0 });
  await app.pretendWorker();
});
afterAll(() => app?.stop());

const post = (body: object, key = app.key): Promise<Reply> =>
  app.get('/api/v1/crawl/', {
    ...{ key, method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
const addresses = (count: number, chars: number) =>
  Array.from({ length: count }, (_, at) => `http://127.0.0.1:9/${at}/`.padEnd(chars, 'x'));

/** The bytes of the keys whose names contain one of these texts, as Redis counts them. */
async function bytesOf(...texts: string[]): Promise<number> {
  const names = (await app.keys('*')).filter((name) => texts.some((text) => name.includes(text)));
  const sizes = await Promise.all(names.map((name) => app.client.memory('USAGE', name, 'SAMPLES', 0)));
  return sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
}

/** What is counted for an account. */
const counted = async (account: string) => Number((await app.client.hget(redisKeys.crawlSizes, `@${account}`)) ?? 0);

test('A crawl that does not fit is refused, and leaves nothing', async () => {
  const { username, key } = await newAccount(app);
  const started: string[] = [];
  let refused: Reply | undefined;
  for (let at = 0; at < 12 && !refused; at += 1) {
    const reply = await post({ urls: addresses(250, 900) }, key);
    if (reply.status === 202) started.push(reply.body.id);
    else refused = reply;
  }
  expect(refused).toMatchObject({
    status: 503,
    body: { detail: 'The crawls of this account hold as much as they may (CRAWL_ACCOUNT_MB).' },
  });
  // What is stored is counted, nearly as Redis counts it.
  const stored = await bytesOf(...started);
  expect(await counted(username)).toBeLessThanOrEqual(ACCOUNT_BYTES);
  expect(stored / (await counted(username))).toBeLessThan(1.25);
  const { items } = (await app.get('/api/v1/crawl/', { key })).body;
  expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([...started].sort());
  expect(await app.client.scard(redisKeys.accountCrawlsRunning(username))).toBe(started.length);
});

test('Also small crawls are counted, with their endpoints, which end by themselves and are no others of the account', async () => {
  const { username, key } = await newAccount(app);
  const webhook = { url: `http://127.0.0.1:9/${'x'.repeat(1_900)}` };
  const { body, status } = await post({ url: 'http://127.0.0.1:9/', webhook }, key);
  expect(status, JSON.stringify(body)).toBe(202);
  const [endpoint = ''] = await app.client.zrange(redisKeys.userWebhooks(username), '0', '-1');
  const stored = await bytesOf(body.id, redisKeys.webhook(endpoint));
  expect(stored / (await counted(username))).toBeLessThan(1.25);
  expect(await app.client.pttl(redisKeys.webhook(endpoint))).toBeLessThanOrEqual(3 * 86_400_000 + 3_600_000);
  expect(await listEndpoints(app.client, username)).toEqual([]);
});

test('What was asked for is not read to list crawls, nor those that have ended to list those that run', async () => {
  const { key } = await newAccount(app);
  const ids: string[] = [];
  for (const at of [1, 2]) {
    const { body } = await post({ url: `http://127.0.0.1:9/${at}`, include: ['/docs/**'] }, key);
    ids.push(body.id);
  }
  const [ended = '', running = ''] = ids;
  await app.get(`/api/v1/crawl/${ended}/`, { key, method: 'DELETE' });
  for (const id of ids) await app.client.hset(redisKeys.crawl(id), 'request', 'what cannot be opened');
  const { items } = (await app.get('/api/v1/crawl/', { key })).body;
  expect(items.map(({ id, url, state }: Record<string, string>) => [id, url, state])).toEqual([
    [running, 'http://127.0.0.1:9/2', 'running'],
    [ended, 'http://127.0.0.1:9/1', 'cancelled'],
  ]);
  await app.client.hset(redisKeys.crawl(ended), 'about', 'what cannot be opened');
  const bearer = { key: '', headers: { authorization: `Bearer ${key}` } };
  const { crawls } = (await app.get('/compat/firecrawl/v2/crawl/active', bearer)).body;
  expect(crawls).toMatchObject([{ url: 'http://127.0.0.1:9/2', options: { limit: 100, maxDiscoveryDepth: 20 } }]);
});

test('A batch may have as many addresses as it says', async () => {
  const { key } = await newAccount(app);
  expect((await post({ urls: addresses(1_000, 30) }, key)).status).toBe(202);
  expect((await post({ urls: addresses(1_001, 30) }, key)).body).toEqual({ urls: ['Give at most 1000 addresses.'] });
});

test('The addresses of a batch are stored once', async () => {
  const { key } = await newAccount(app);
  const { id, url } = (await post({ urls: addresses(200, 100) }, key)).body;
  expect(url).toBe(addresses(1, 100)[0]);
  expect(await app.client.hstrlen(redisKeys.crawl(id), 'request')).toBeLessThan(2_000);
});

test('A reply has as many pages as fit into it when they are unpacked, and the rest in the next', async () => {
  const { key } = await newAccount(app);
  const { id } = (await post({ urls: addresses(30, 40) }, key)).body;
  // A few hundred bytes in Redis.
  await putPages(app, id, 30, (at) => `Page ${at} `.repeat(60_000));
  const bearer = { key: '', headers: { authorization: `Bearer ${key}` } };
  const seen: string[] = [];
  for (let next = `/compat/firecrawl/v2/crawl/${id}?limit=1000`; next; ) {
    const { text, body } = await app.get(next, bearer);
    expect(text.length).toBeLessThan(6_000_000);
    seen.push(...body.data.map(({ metadata }: { metadata: { title: string } }) => metadata.title));
    const { pathname, search } = new URL(body.next ?? 'http://none');
    next = body.next ? pathname + search : '';
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => `Page ${at}`));
  const { text, body } = await app.get(`/api/v1/crawl/${id}/pages/?limit=100`, { key });
  expect(text.length).toBeLessThan(6_000_000);
  expect(body.next_cursor).not.toBeNull();
});

describe('what workers read', () => {
  beforeAll(() => void app.addWorker());

  test('The addresses that a page is redirected to are counted', async () => {
    const site = await newSite();
    let at = 0;
    site.serveAll(({ url = '' }, response) => {
      at += 1;
      if (url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(302, { location: `/${at}/`.padEnd(1_900, 'x') }).end();
    });
    const urls = Array.from({ length: 90 }, (_, page) => `${site.url}/${page}`);
    expect(await crawled(app, { urls })).toMatchObject({ reason: 'size' });
  });

  test('What sites say to robots is counted for the crawl that asks them', async () => {
    app.key = (await newAccount(app)).key;
    const sites = await Promise.all([1, 2, 3, 4].map(() => newSite()));
    for (const site of sites) {
      const rules = Array.from({ length: 40 }, () => `Disallow: /${randomBytes(8_000).toString('base64url')}`);
      site.serve('/robots.txt', `User-agent: *\n${rules.join('\n')}`, { 'content-type': 'text/plain' });
      site.serve('/', pageWith('Home', []));
    }
    const urls = sites.map(({ url }) => url);
    expect(await crawled(app, { urls })).toMatchObject({ reason: 'size' });
  });

  test('Pages that robots.txt forbids count if their sites had to be asked for something', async () => {
    app.key = (await newAccount(app)).key;
    const searches = async () => (await app.get('/api/v1/key/')).body.usage.searches;
    const shut = async () => {
      const site = await newSite();
      site.serve('/robots.txt', 'User-agent: *\nDisallow: /', { 'content-type': 'text/plain' });
      return site;
    };
    const sites = await Promise.all(Array.from({ length: 40 }, shut));
    // One forbids many pages, and one leads to where it is forbidden.
    const pages = [1, 2, 3, 4, 5, 6].map((page) => `${sites[0]?.url}/${page}`);
    const leading = await newSite();
    leading.serve('/', (_, response) => response.writeHead(302, { location: `${sites[1]?.url}/moved` }).end());
    const urls = [...sites.map(({ url }) => url), ...pages, leading.url];
    const crawl = await crawled(app, { urls });
    expect(crawl).toMatchObject({ state: 'failed', reason: 'robots', skipped: { reasons: { robots: 47 } } });
    // A page of each of 41 sites, and some that were taken meanwhile.
    const counted = await searches();
    expect(counted).toBeGreaterThanOrEqual(9);
    // Nobody is asked once more.
    expect(await crawled(app, { urls: pages })).toMatchObject({ skipped: { reasons: { robots: 6 } } });
    expect(await searches()).toBe(counted + 1);
  });
});
