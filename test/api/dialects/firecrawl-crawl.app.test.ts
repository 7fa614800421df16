import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../harness/as-tester.ts';
import { pageWith, serveShop, siteMaker } from '../../harness/crawl-sites.ts';
import { crawlNow } from '../../harness/crawling.ts';
import { post } from '../../harness/dialects.ts';
import { article } from '../../harness/page-server.ts';
import { eventually } from '../../harness/processes.ts';
import { newAccount } from '../../harness/searching.ts';
import { SiteClock } from '../../harness/site-clock.ts';
import { TestApp } from '../../harness/test-app.ts';
import type { GetOptions, Reply } from '../../harness/test-system.ts';
import { startReceiver, verified } from '../../harness/webhooks.ts';

let app: TestApp;
const newSite = siteMaker();

beforeAll(async () => {
  const env = {
    EXTRACT_ALLOW: '127.0.0.1',
    API_THROTTLE_SUSTAINED: 'off',
    CRAWL_GAP_MS: '0',
    EXTRACT_DEADLINE_MS: '45000',
  };
  app = await TestApp.start({ env: { ...env, CRAWL_MAX_PAGES: '500' }, queue: 'redis', workers: 1 });
});
afterAll(async () => {
  await app?.stop();
});

const BASE = '/compat/firecrawl/';
const send = (path: string, body: object, options?: GetOptions) =>
  post(app, BASE + path, JSON.stringify(body), options);
const bearer = (key = app.key): GetOptions => ({ key: '', headers: { authorization: `Bearer ${key}` } });
const look = (path: string, options: GetOptions = {}) => app.get(BASE + path, { ...bearer(), ...options });

async function started(path: string, body: object): Promise<Reply['body']> {
  const reply = await send(path, body);
  expect([reply.status, reply.body.success], reply.text).toEqual([200, true]);
  return reply.body;
}

/** Looks until a crawl has ended, as clients do. */
async function ended(path: string): Promise<Reply['body']> {
  let body: Reply['body'];
  await eventually('the crawl has ended', async () => {
    const reply = await look(path);
    expect(reply.status, reply.text).toBe(200);
    body = reply.body;
    return body.status !== 'scraping';
  });
  return body;
}

const urlsIn = (data: { metadata: { sourceURL: string } }[]) => data.map(({ metadata }) => metadata.sourceURL).sort();
const pathsIn = (data: { metadata: { sourceURL: string } }[]) => urlsIn(data).map((url) => new URL(url).pathname);

describe.each(['v1', 'v2'])('a crawl of %s', (version) => {
  test('reads a site, in parts whose addresses lead to each other and end', async () => {
    const site = await newSite();
    const urls = await serveShop(site, { products: 20, perList: 5 });
    const { id, url } = await started(`${version}/crawl`, { url: `${site.url}/`, origin: 'test', limit: 100 });
    expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/compat/firecrawl/${version}/crawl/${id}$`));
    const all = await ended(`${version}/crawl/${id}`);
    expect(all).toMatchObject({
      success: true,
      status: 'completed',
      total: urls.length,
      completed: urls.length,
      creditsUsed: Math.ceil(urls.length / 5),
      expiresAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(all).not.toHaveProperty('next');
    expect('duration' in all).toBe(version === 'v2');
    expect(urlsIn(all.data)).toEqual(urls.sort());
    expect(all.data[0]).toEqual({
      markdown: expect.stringContaining('This is all about The shop.'),
      metadata: expect.objectContaining({ title: 'The shop', statusCode: 200, url: `${site.url}/` }),
    });
    const seen = [];
    let next: string | undefined = `${url}?limit=7`;
    while (next !== undefined) {
      const { pathname, search } = new URL(next);
      const part: Reply['body'] = (await look(pathname.slice(BASE.length) + search)).body;
      expect(part.data.length).toBeGreaterThan(0);
      seen.push(...part.data);
      next = part.next;
    }
    expect(urlsIn(seen)).toEqual(urls);
  });

  test('of an unknown id, or of another account, is a 404', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', []));
    const { id } = await started(`${version}/crawl`, { url: site.url });
    const { key } = await newAccount(app);
    const none = { success: false, error: 'Job not found', code: 'NOT_FOUND' };
    for (const [path, options] of [
      [id, bearer(key)],
      ['6fa1c1f0-b7f6-4f2f-9d1f-8f0e2a5b9c3d', {}],
      ['nonsense', {}],
    ] as const) {
      for (const method of ['GET', 'DELETE']) {
        const reply = await look(`${version}/crawl/${path}`, { ...options, method });
        expect([reply.status, reply.body]).toEqual([404, none]);
      }
    }
  });
});

describe('a crawl', () => {
  test('keeps to its regular expressions, to what is below its start, and to its depth', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/docs', '/docs-old/x', '/blog/b']));
    site.serve('/docs', pageWith('Docs', ['/docs/1', '/docs/22', '/docs/a/b', '/docs-old/x', '/blog/b']));
    for (const path of ['/docs/1', '/docs/22', '/docs-old/x', '/blog/b']) site.serve(path, pageWith(path, []));
    site.serve('/docs/a/b', pageWith('B', ['/docs/a/b/c']));
    site.serve('/docs/a/b/c', pageWith('C', []));
    const crawl = async (body: object) => {
      const { id } = await started('v2/crawl', { url: `${site.url}/docs`, sitemap: 'skip', ...body });
      return pathsIn((await ended(`v2/crawl/${id}`)).data);
    };
    expect(await crawl({})).toEqual(['/docs', '/docs/1', '/docs/22', '/docs/a/b', '/docs/a/b/c']);
    expect(await crawl({ crawlEntireDomain: true, excludePaths: ['docs/.*'] })).toEqual([
      '/blog/b',
      '/docs',
      '/docs-old/x',
    ]);
    expect(await crawl({ includePaths: ['^/docs/[0-9]{2}$', 'a/b$'] })).toEqual(['/docs', '/docs/22', '/docs/a/b']);
    expect(await crawl({ includePaths: ['^http.*/docs/1$'], regexOnFullURL: true })).toEqual(['/docs', '/docs/1']);
    expect(await crawl({ maxDiscoveryDepth: 1 })).toEqual(['/docs', '/docs/1', '/docs/22', '/docs/a/b']);
    const { id } = await started('v1/crawl', { url: `${site.url}/docs`, ignoreSitemap: true, maxDepth: 1 });
    expect(pathsIn((await ended(`v1/crawl/${id}`)).data)).toEqual(['/docs', '/docs/1', '/docs/22']);
  });

  test('that a limit has ended is completed, because its clients know no other word, and says so', async () => {
    const site = await newSite();
    await serveShop(site, { products: 30, perList: 10 });
    const body = {
      url: `${site.url}/`,
      limit: 4,
      ignoreRobotsTxt: true,
      scrapeOptions: { formats: ['html', 'rawHtml'] },
    };
    const { id } = await started('crawl', body);
    const all = await ended(`crawl/${id}`);
    expect(all).toMatchObject({ status: 'completed', total: 4, completed: 4 });
    expect(all.warning).toBe('Ignored: ignoreRobotsTxt. A limit ended it: limit.');
    expect(Object.keys(all.data[0]).sort()).toEqual(['html', 'metadata', 'rawHtml']);
    const many = await started('crawl', { url: `${site.url}/about`, limit: 501 });
    expect((await ended(`crawl/${many.id}`)).warning).toBe('Limited to 500 pages (CRAWL_MAX_PAGES).');
  });

  test('lists what has failed and what robots.txt forbids, also for the client that sends DELETE there', async () => {
    const site = await newSite();
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /private\n', { 'content-type': 'text/plain' });
    site.serve('/', pageWith('Home', ['/gone', '/private/1']));
    const { id } = await started('v1/crawl', { url: site.url });
    await ended(`v1/crawl/${id}`);
    const expected = {
      errors: [{ id: `${id}-0`, url: `${site.url}/gone`, error: 'it answered with status 404' }],
      robotsBlocked: [`${site.url}/private/1`],
    };
    for (const method of ['GET', 'DELETE']) {
      expect((await look(`v1/crawl/${id}/errors`, { method })).body).toEqual(expected);
    }
    const nothing = await started('v2/crawl', { url: `${site.url}/nowhere` });
    expect(await ended(`v2/crawl/${nothing.id}`)).toMatchObject({
      status: 'failed',
      data: [],
      error: 'it answered with status 404',
    });
  });

  test('that runs is listed, gives no next part before it is there, and can be cancelled', async () => {
    const site = await newSite();
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    site.serve('/', pageWith('Home', ['/slow']));
    site.serve('/slow', (_, response) => void held.then(() => response.end()));
    const { id } = await started('v2/crawl', { url: site.url, sitemap: 'skip' });
    const now = async () => (await look(`v2/crawl/${id}`)).body;
    await eventually('the first page is read', async () => (await now()).data.length === 1);
    expect(await now()).toMatchObject({ status: 'scraping', total: 2, completed: 1 });
    expect(await now()).not.toHaveProperty('next');
    for (const path of ['v1/crawl/active', 'v2/crawl/ongoing']) {
      const { body } = await look(path);
      expect(body.success).toBe(true);
      expect(body.crawls).toContainEqual(expect.objectContaining({ id, url: `${site.url}/`, teamId: 'tester' }));
    }
    expect((await look(`v2/crawl/${id}`, { method: 'DELETE' })).body).toMatchObject({ status: 'cancelled' });
    hold();
    expect((await ended(`v2/crawl/${id}`)).status).toBe('cancelled');
    expect((await look('v2/crawl/active')).body.crawls.map((crawl: { id: string }) => crawl.id)).not.toContain(id);
    expect((await crawlNow(app, id.replaceAll('-', ''))).state).toBe('cancelled');
  });

  test.each([
    [
      { includePaths: ['(?=a)b'] },
      /^includePaths: \(\?=a\)b cannot be used .* Lookaheads and backreferences are not supported\./,
    ],
    [{ excludePaths: ['(a)\\1'] }, /^excludePaths: .*Lookaheads and backreferences/],
    [{ includePaths: ['[a'] }, /^includePaths: \[a cannot be used \(missing closing \]/],
    [{ includePaths: Array(10).fill('(?:.{0,999}){1}') }, 'includePaths: The patterns are too large together.'],
    [{ scrapeOptions: { formats: ['screenshot'] } }, /screenshot is not supported in a crawl/],
    [{ scrapeOptions: { formats: ['json'] } }, /json is not supported/],
    [{ limit: 0 }, 'limit: Use a number from 1.'],
    [{ delay: 601 }, 'delay: Use a number of seconds from 0 to 600.'],
    [{ delay: '2' }, 'delay: A valid number is required.'],
    [{ url: 'ftp://x' }, 'url: Use an http:// or https:// address.'],
    [{ webhook: { url: 'https://a.example/', headers: { a: 'b' } } }, /^webhook: headers are not supported/],
    [{ webhook: 'nonsense' }, /^webhook: Use an address/],
  ])('with %j is refused by name', async (given, error) => {
    const { status, body } = await send('v2/crawl', { url: 'https://a.example/', ...given });
    expect([status, body.success, body.code]).toEqual([400, false, 'BAD_REQUEST']);
    expect(body.error).toMatch(typeof error === 'string' ? new RegExp(`^${error.replace(/[.()]/g, '\\$&')}$`) : error);
  });

  test.each([
    [{ allowExternalLinks: true }, 'allowExternalLinks: Not supported: a crawl reads one site.'],
    [{ prompt: 'Only docs' }, 'prompt: Not supported: there is no model. Use includePaths and excludePaths.'],
    [{ zeroDataRetention: true }, /^zeroDataRetention: Not supported/],
  ])('with %j is not offered, and says why', async (given, error) => {
    const { status, body } = await send('v2/crawl', { url: 'https://a.example/', ...given });
    expect([status, body.success, body.code]).toEqual([501, false, 'NOT_OFFERED']);
    expect(body.error).toMatch(error);
    const asNobodyWants = Object.fromEntries(Object.keys(given).map((name) => [name, name === 'prompt' ? '' : false]));
    expect((await send('v2/crawl', { url: (await newSite()).url, ...asNobodyWants })).status).toBe(200);
  });

  test('with ignoreQueryParameters takes addresses that differ in their query alone for one page', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/a?b=1', '/a?b=2', '/to']));
    for (const query of ['?b=1', '?b=2']) site.serve(`/a${query}`, pageWith(`Page ${query}`, []));
    site.serve('/to', (_, response) => response.writeHead(302, { location: '/a?b=3' }).end());
    const crawl = async (more: object) => {
      const { id } = await started('v2/crawl', { url: `${site.url}/`, sitemap: 'skip', ...more });
      const { data, warning } = await ended(`v2/crawl/${id}`);
      expect(warning).not.toContain('ignoreQueryParameters');
      return urlsIn(data).map((url) => url.slice(site.url.length));
    };
    expect(await crawl({ ignoreQueryParameters: true })).toEqual(['/', '/a?b=1']);
    expect(await crawl({})).toEqual(['/', '/a?b=1', '/a?b=2']);
  });

  test('with a delay makes no request sooner after the one before, and holds up no other crawl', async () => {
    const site = await newSite();
    const clock = new SiteClock();
    site.clock = clock;
    site.serve('/', pageWith('Home', ['/1', '/2', '/3']));
    for (const at of [1, 2, 3]) site.serve(`/${at}`, pageWith(`Page ${at}`, []));
    const crawl = async (delay: number | null) =>
      `v2/crawl/${(await started('v2/crawl', { url: site.url, limit: 10, sitemap: 'skip', delay })).id}`;
    const done = await ended(await crawl(0.4));
    expect(done).toMatchObject({ completed: 4 });
    expect(done).not.toHaveProperty('warning');
    clock.stop();
    expect(clock.count).toBe(5);
    expect(clock.closerThan(400)).toEqual([]);
    const patient = await crawl(600);
    await eventually('it has read a page', async () => (await look(patient)).body.completed === 1);
    expect(await ended(await crawl(null))).toMatchObject({ completed: 4 });
    expect((await look(patient)).body).toMatchObject({ status: 'scraping', completed: 1 });
    await look(patient, { method: 'DELETE' });
  });

  test('is looked at without taking a place of the burst limit', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', []));
    const { key } = await createKey(app.client, 'tester', { name: 'narrow', fields: { burst: '2/3600000' } });
    const { id } = (await send('v2/crawl', { url: site.url }, { key })).body;
    for (let at = 0; at < 8; at += 1) expect((await look(`v2/crawl/${id}`, bearer(key))).status).toBe(200);
    expect((await send('v2/map', { url: site.url }, { key })).status).toBe(200);
    expect((await send('v2/map', { url: site.url }, { key })).status).toBe(429);
  });

  test('needs the scope of reading', async () => {
    const { key } = await createKey(app.client, 'tester', { name: 'search', fields: { scopes: 'search' } });
    expect((await send('v2/crawl', { url: 'https://a.example/' }, { key })).status).toBe(403);
    expect((await look('v2/crawl/active', bearer(key))).status).toBe(403);
  });
});

describe('a batch', () => {
  test('reads its pages, follows none, names bad addresses, and answers under both addresses', async () => {
    const site = await newSite();
    const urls = ['/1', '/2', '/3'].map((path) => site.serve(path, article(path, `This is page ${path}.`)));
    const body = { urls: [...urls, 'nonsense', `${site.url}/gone`], formats: ['markdown', 'links'] };
    const started2 = await started('v2/batch/scrape', body);
    expect(started2.invalidURLs).toEqual(['nonsense']);
    expect(started2.url).toContain(`/compat/firecrawl/v2/batch/scrape/${started2.id}`);
    const all = await ended(`v2/batch/scrape/${started2.id}`);
    expect(all).toMatchObject({ status: 'completed', total: 3, completed: 3 });
    expect(urlsIn(all.data)).toEqual(urls);
    expect(all.data[0].links).toContain(`${site.url}/next`);
    expect(site.countOf('/next')).toBe(0);
    expect((await look(`v1/crawl/${started2.id}`)).body.data).toHaveLength(3);
    expect((await look(`v2/batch/scrape/${started2.id}/errors`)).body.errors).toMatchObject([
      { url: `${site.url}/gone` },
    ]);
    const strict = await send('v1/batch/scrape', body);
    expect([strict.status, strict.body.error]).toEqual([400, 'urls: Use http:// or https:// addresses: nonsense']);
    const plain = await started('v1/batch/scrape', { urls });
    expect(plain).not.toHaveProperty('invalidURLs');
    const appended = await send('v2/batch/scrape', { urls, appendToId: 'x' });
    expect([appended.status, appended.body.error]).toEqual([501, 'appendToId: Not supported: start another batch.']);
  });
});

describe('a webhook', () => {
  test('is told in its shape, in order, and signed in both ways', async () => {
    const [site, receiver] = [await newSite(), await startReceiver()];
    site.serve('/', pageWith('Home', ['/gone', '/a']));
    site.serve('/a', pageWith('A', []));
    const webhook = { url: `${receiver.url}/hook`, metadata: { job: 7 }, events: ['started', 'page', 'completed'] };
    const { id, webhookSecret } = await started('v2/crawl', { url: site.url, webhook, sitemap: 'skip' });
    await eventually('all is delivered', () => receiver.got.length >= 5);
    const bodies = receiver.got.map(({ body }) => JSON.parse(body));
    const pages = Array(3).fill('crawl.page');
    expect(bodies.map(({ type }) => type)).toEqual(['crawl.started', ...pages, 'crawl.completed']);
    expect(bodies[1]).toEqual({
      success: true,
      type: 'crawl.page',
      id,
      webhookId: receiver.got[1]?.headers['webhook-id'],
      data: [
        {
          markdown: expect.stringContaining('This is all about Home.'),
          metadata: expect.objectContaining({ title: 'Home', sourceURL: `${site.url}/`, statusCode: 200 }),
        },
      ],
      metadata: { job: 7 },
    });
    expect(bodies[3]).toMatchObject({
      success: false,
      data: [{ metadata: { sourceURL: `${site.url}/gone` } }],
      error: 'it answered with status 404',
    });
    expect(bodies[4]).toMatchObject({ success: true, data: [] });
    for (const one of receiver.got) {
      const signature = createHmac('sha256', webhookSecret).update(one.body).digest('hex');
      expect(one.headers['x-firecrawl-signature']).toBe(`sha256=${signature}`);
      expect(verified(one, webhookSecret)).toEqual(JSON.parse(one.body));
    }
  });

  test('of a batch hears only of what it asked for', async () => {
    const [site, receiver] = [await newSite(), await startReceiver()];
    const webhook = { url: receiver.url, events: ['failed', 'completed'] };
    await started('v2/batch/scrape', { urls: [site.serve('/', pageWith('One', []))], webhook });
    await eventually('it is delivered', () => receiver.got.length === 1);
    expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({ type: 'batch_scrape.completed', metadata: {} });
  });
});

describe('a map', () => {
  test('has the addresses of a site in the shape of its version, by its sitemaps, its links or both', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/linked', '/rivers']));
    for (const path of ['/linked', '/rivers', '/listed']) site.serve(path, pageWith(path.slice(1), []));
    site.serve('/sitemap.xml', `<?xml version="1.0"?><urlset><url><loc>${site.url}/listed</loc></url></urlset>`, {
      'content-type': 'application/xml',
    });
    const all = [`${site.url}/`, ...['/linked', '/listed', '/rivers'].map((path) => site.url + path)];
    const v1 = (await send('v1/map', { url: site.url })).body;
    expect(v1.success).toBe(true);
    expect(v1.links.toSorted()).toEqual(all);
    const links = async (body: object) => (await send('v2/map', { url: site.url, ...body })).body.links;
    const v2 = await links({ search: 'rivers', limit: 2 });
    expect(v2[0]).toEqual({ url: `${site.url}/rivers`, title: expect.any(String) });
    expect(v2).toHaveLength(2);
    const paths = (given: { url: string }[]) => given.map(({ url }) => new URL(url).pathname).sort();
    expect(paths(await links({ sitemap: 'only' }))).toEqual(['/listed']);
    expect(paths(await links({ sitemap: 'skip' }))).toEqual(['/', '/linked', '/rivers']);
    const { key } = await newAccount(app);
    const gone = await send('v2/map', { url: `${(await newSite()).url}/gone` }, bearer(key));
    expect((await app.get('/api/v1/key/', { key })).body.usage.searches).toBe(1);
    expect([gone.status, gone.body.error]).toEqual([422, 'The site could not be mapped: it answered with status 404.']);
    const slow = await newSite();
    slow.serveAll(() => {});
    const late = await send('v2/map', { url: slow.url, timeout: 300 });
    expect([late.status, late.body.error]).toEqual([408, 'The site could not be mapped: it did not come in time.']);
    expect(paths(await links({ limit: 5_000, includeSubdomains: false, ignoreCache: true }))).toHaveLength(4);
  });
});
