import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageWith, serveShop, siteMaker } from '../../harness/crawl-sites.ts';
import { post } from '../../harness/dialects.ts';
import { article } from '../../harness/page-server.ts';
import { redisContents } from '../../harness/redis-contents.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import type { GetOptions } from '../../harness/test-system.ts';

let app: TestApp;
const newSite = siteMaker();

beforeAll(async () => {
  const env = {
    EXTRACT_ALLOW: '127.0.0.1',
    API_THROTTLE_SUSTAINED: 'off',
    CRAWL_GAP_MS: '0',
    EXTRACT_DEADLINE_MS: '45000',
  };
  app = await TestApp.start({ env, queue: 'redis', workers: 1 });
});
afterAll(async () => {
  await app?.stop();
});

const send = (what: 'crawl' | 'map', body: object, options?: GetOptions) =>
  post(app, `/compat/tavily/${what}`, JSON.stringify(body), options);
const paths = (urls: string[]) => urls.map((url) => new URL(url).pathname).sort();
const crawled = async (body: object) => {
  const reply = await send('crawl', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const pathsOf = async (body: object) => paths((await crawled(body)).results.map(({ url }: { url: string }) => url));

describe('a crawl', () => {
  test('answers with the pages that it has read, counts them, and leaves nothing', async () => {
    const site = await newSite();
    const { key } = await newAccount(app);
    site.serve('/', article('Home', 'A river flows to the sea.').replace('/next', '/a').replace('/about', '/gone'));
    site.serve('/a', article('A', 'Bread is baked.'));
    const url = site.url.replace('http://', '');
    const body = { url: site.url, include_usage: true, include_images: true, include_favicon: true, max_breadth: 20 };
    const reply = await send('crawl', body, { key });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      base_url: site.url,
      results: [
        {
          url: `${site.url}/`,
          title: 'Home',
          raw_content: expect.stringContaining('A river flows to the sea.'),
          images: [`${site.url}/picture.png`],
          favicon: `${site.url}/favicon.ico`,
        },
        expect.objectContaining({ url: `${site.url}/a`, raw_content: expect.stringContaining('Bread is baked.') }),
      ],
      response_time: expect.any(Number),
      usage: { credits: 1 },
      request_id: expect.any(String),
    });
    expect(await searchesOf(app, key)).toBe(1);
    expect((await app.get('/api/v1/crawl/', { key })).body.items).toEqual([]);
    expect(await redisContents(app.client)).not.toContain(url);
    const text = (await crawled({ url: site.url, format: 'text', instructions: 'bread', chunks_per_source: 1 }))
      .results[1];
    expect(text.raw_content).toMatch(/^Bread is baked\. [^#]*$/);
  });

  test('follows links to its depth, and keeps to its limit and its patterns', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/docs/one', '/blog/1']));
    site.serve('/docs/one', pageWith('One', ['/docs/two']));
    site.serve('/docs/two', pageWith('Two', []));
    site.serve('/blog/1', pageWith('Blog', []));
    const { url } = site;
    expect(await pathsOf({ url })).toEqual(['/', '/blog/1', '/docs/one']);
    expect(await pathsOf({ url, max_depth: 3 })).toEqual(['/', '/blog/1', '/docs/one', '/docs/two']);
    expect(await pathsOf({ url, max_depth: 3, limit: 2 })).toHaveLength(2);
    expect(await pathsOf({ url, max_depth: 3, select_paths: ['/docs/.*'] })).toEqual(['/', '/docs/one', '/docs/two']);
    expect(await pathsOf({ url, exclude_paths: ['/docs/.*'] })).toEqual(['/', '/blog/1']);
    expect(await pathsOf({ url, select_domains: ['^other\\.example$'] })).toEqual(['/']);
  });

  test('answers when its time is up, with what is there, and asks for nothing more', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/slow', '/later']));
    site.serve('/slow', () => {});
    const { results } = await crawled({ url: site.url, timeout: 4 });
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['Home']);
    expect((await app.get('/api/v1/crawl/')).body.items).toEqual([]);
  });

  test.each([
    [{ select_paths: ['(?=a)'] }, /^select_paths: .*Lookaheads and backreferences are not supported\.$/],
    [{ max_depth: 6 }, /^max_depth: Use a number from 1 to 5\.$/],
    [{ limit: 0 }, /^limit: Use a number from 1\.$/],
    [{ format: 'html' }, /^format: Use markdown or text\.$/],
    [{ url: 'ftp://a.example' }, /^url: Use an http:\/\/ or https:\/\/ address\.$/],
    [{ url: null }, /^url: This field is required\.$/],
  ])('with %j is refused by name', async (given, error) => {
    const { status, body } = await send('crawl', { url: 'https://a.example/', ...given });
    expect([status, body]).toEqual([400, { detail: { error: expect.stringMatching(error) } }]);
  });

  test('of a site that cannot be read is no success', async () => {
    const site = await newSite();
    const { status, body } = await send('crawl', { url: `${site.url}/gone` });
    const error = 'url: No page could be read: it answered with status 404.';
    expect([status, body]).toEqual([400, { detail: { error } }]);
    expect((await send('map', { url: `${site.url}/gone` })).body).toEqual({ detail: { error } });
  });
});

describe('a map', () => {
  test('is a list of addresses, the best for the instructions first', async () => {
    const site = await newSite();
    await serveShop(site, { products: 10, perList: 5 });
    const { status, body } = await send('map', {
      url: site.url,
      instructions: 'product 7',
      limit: 3,
      include_usage: true,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({
      base_url: site.url,
      results: [`${site.url}/product/7`, expect.any(String), expect.any(String)],
      response_time: expect.any(Number),
      usage: { credits: 1 },
      request_id: expect.any(String),
    });
    const { results } = (await send('map', { url: site.url, select_paths: ['product/[1-3]$'] })).body;
    expect(paths(results)).toEqual(['/product/1', '/product/2', '/product/3']);
  });
});
