import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../../lib/limits/usage.ts';
import { post } from '../../harness/dialects.ts';
import { article } from '../../harness/page-server.ts';
import { eventually } from '../../harness/processes.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../../harness/read-pages.ts';
import { addWebs, newAccount, searchesOf } from '../../harness/searching.ts';
import type { GetOptions } from '../../harness/test-system.ts';
import { warm } from '../../harness/warm-searches.ts';

let reading: PageReadingApp;
let webs: Record<'off' | 'hurried', number>;
let river: string;
beforeAll(async () => {
  reading = await pageReadingApp();
  webs = await addWebs(reading.app, { off: { EXTRACT: 'off' }, hurried: { EXTRACT_DEADLINE_MS: '1500' } });
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  await findPages(reading.app, 'rivers', [river, `${reading.pages.url}/missing`, 'http://127.0.0.1:1/refused']);
  await warm(reading.app, 'redis');
});
afterAll(() => reading?.stop());

const send = (path: string, body: Record<string, unknown>, options: GetOptions = {}) =>
  post(reading.app, `/compat/firecrawl/${path}`, JSON.stringify(body), options);
const scrape = (body: Record<string, unknown>, options?: GetOptions) => send('v2/scrape', body, options);
const search = (body: Record<string, unknown>, options?: GetOptions) => send('v2/search', body, options);

/** Lets nothing else of this process run for so long. */
function keepBusy(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}

describe('a scrape', () => {
  test('is the main content as Markdown with metadata, in both versions, and counts once', async () => {
    const { username, key } = await newAccount(reading.app);
    for (const version of ['v1', 'v2']) {
      const { status, body } = await send(`${version}/scrape`, { url: river, origin: 'test' }, { key });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: {
          markdown: expect.stringContaining('A river flows to the sea.'),
          metadata: {
            title: 'Rivers',
            description: 'About Rivers',
            language: 'en',
            author: 'Ada Lovelace',
            publishedTime: '2026-05-04',
            ogSiteName: 'The Site',
            sourceURL: river,
            url: river,
            statusCode: 200,
            contentType: 'text/html',
          },
        },
      });
      expect(body.data.markdown).not.toContain('Imprint');
    }
    const { days } = await readUsage(reading.app.client, { username }, usagePeriod(new Date()).month);
    expect(Object.values(days)).toEqual([{ extract: 2 }]);
  });

  test('has each format that was asked for, by name or as an object, and is fetched once', async () => {
    const url = reading.pages.serve('/formats', article('Formats', 'A river flows.'), {
      'cache-control': 'max-age=60',
    });
    const formats = ['markdown', { type: 'html' }, 'links', { type: 'images' }];
    const { data } = (await scrape({ url, formats })).body;
    expect(data.markdown).toContain('## More');
    expect(data.html).toContain('<h2>More</h2>');
    expect(data.html).not.toContain('Imprint');
    expect(data.links).toContain(`${reading.pages.url}/next`);
    expect(data.images).toEqual([`${reading.pages.url}/picture.png`]);
    expect(reading.pages.countOf('/formats')).toBe(1);
    const both = (await scrape({ url, formats: ['markdown', 'rawHtml'] })).body.data;
    expect(both.markdown).toBe(data.markdown);
    expect(both.rawHtml).toContain('Imprint');
    const links = (await scrape({ url, formats: ['links'] })).body.data;
    expect(Object.keys(links).sort()).toEqual(['links', 'metadata']);
  });

  test.each(['no-store', 'max-age=60'])('is fetched once for its text and its whole source (%s)', async (caching) => {
    const path = `/once-${caching}`;
    const url = reading.pages.serve(path, article('Once', 'A river flows.'), { 'cache-control': caching });
    const { data } = (await scrape({ url, formats: ['markdown', 'html', 'rawHtml'] })).body;
    expect(data.markdown).toContain('## More');
    expect(data.html).not.toContain('Imprint');
    expect(data.rawHtml).toContain('Imprint');
    expect(reading.pages.countOf(path)).toBe(1);
  });

  test('that was read in one form is fetched for another, and then has both', async () => {
    const url = reading.pages.serve('/forms', article('Forms', 'A river flows.'), { 'cache-control': 'max-age=60' });
    for (const format of ['markdown', 'rawHtml', 'markdown', 'rawHtml']) await scrape({ url, formats: [format] });
    expect(reading.pages.countOf('/forms')).toBe(2);
  });

  test('is the whole page if asked for', async () => {
    const { data } = (await scrape({ url: river, onlyMainContent: false })).body;
    expect(data.markdown).toContain('Imprint');
  });

  test('is fetched anew with a maxAge of 0', async () => {
    const url = reading.pages.serve('/fresh', article('Fresh', 'A river flows.'), { 'cache-control': 'max-age=60' });
    await scrape({ url });
    await scrape({ url });
    expect(reading.pages.countOf('/fresh')).toBe(1);
    await scrape({ url, maxAge: 0 });
    expect(reading.pages.countOf('/fresh')).toBe(2);
  });

  test('of a page that is missing is a success with its status', async () => {
    const { status, body } = await scrape({ url: `${reading.pages.url}/missing` });
    expect([status, body.success]).toEqual([200, true]);
    expect(body.data.metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });

  test('names what has no effect', async () => {
    const { data } = (
      await scrape({ url: river, waitFor: 500, mobile: false, includeTags: ['main'], parsers: ['pdf'] })
    ).body;
    expect(data.warning).toBe('Ignored: includeTags, waitFor.');
  });

  test.each([
    [{ url: null }, 'url: This field is required.'],
    [{ url: 'ftp://example.org/' }, 'url: Use an http:// or https:// address.'],
    [{ url: 7 }, 'url: Not a valid string.'],
    [{ formats: ['markdown', { type: 'json', prompt: 'x' }] }, /^formats: json is not supported/],
    [{ formats: ['summary'] }, /^formats: summary is not supported/],
    [{ formats: 'markdown' }, 'formats: Use a list of names, or of objects with a type.'],
    [{ actions: [{ type: 'click' }] }, 'actions: Not supported: nothing on a page is clicked or typed.'],
    [{ timeout: -1 }, 'timeout: Use a number of milliseconds.'],
    [{ onlyMainContent: 'yes' }, 'onlyMainContent: Use true or false.'],
  ])('with %j is refused by name', async (given, error) => {
    const { status, body } = await scrape({ url: river, ...given });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'BAD_REQUEST' });
    expect(body.error).toMatch(error);
  });

  test('with a screenshot needs a browser', async () => {
    for (const formats of [['screenshot'], [{ type: 'screenshot', fullPage: true }]]) {
      const { status, body } = await scrape({ url: river, formats });
      const error = 'The page could not be read: this instance has no browser (BROWSER_URL).';
      expect([status, body]).toEqual([422, { success: false, error, code: 'SCRAPE_FAILED' }]);
    }
  });

  test('that fails says why, and counts if the page was fetched', async () => {
    const { key } = await newAccount(reading.app);
    const refused = await scrape({ url: 'http://10.0.0.1/' }, { key });
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        success: false,
        error: 'The page could not be read: its host does not exist or may not be read.',
        code: 'SCRAPE_FAILED',
      },
    ]);
    expect((await scrape({ url: river }, { key, web: webs.off })).status).toBe(503);
    await eventually('nothing is counted', async () => (await searchesOf(reading.app, key)) === 0);
    // Web and worker, which are in this process, are busy when the request ends.
    const slow = reading.pages.serve('/slow', () => setTimeout(() => keepBusy(300), 1_350));
    const other = reading.pages.serve('/other', () => {});
    const late = (given: Record<string, unknown>, options: GetOptions) =>
      // A machine that has kept others waiting refuses what it could not read in time.
      eventually('it is not refused', async () => {
        const reply = await scrape(given, options);
        return reply.status !== 503 && [reply.status, reply.body.code];
      });
    expect(await late({ url: slow, timeout: 60_000 }, { key, web: webs.hurried })).toEqual([408, 'SCRAPE_TIMEOUT']);
    expect(await late({ url: other, timeout: 1_000 }, {})).toEqual([408, 'SCRAPE_TIMEOUT']);
    await eventually('it is counted', async () => (await searchesOf(reading.app, key)) === 1);
  });
});

describe('a search', () => {
  test('of version 2 has lists by source, and counts once for each', async () => {
    const { app } = reading;
    await warm(app, 'climate');
    await warm(app, 'climate', { tab: 'news' });
    await warm(app, 'climate', { tab: 'images' });
    const { key } = await newAccount(app);
    const sources = ['news', { type: 'web', tbs: 'qdr:w' }, 'images'];
    const { status, body, headers } = await search({ query: 'climate', sources, limit: 3 }, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      warning: null,
      id: headers.get('x-request-id'),
      creditsUsed: 3,
    });
    const own = (await app.get('/api/v1/web/?q=climate')).body.results.slice(0, 3);
    expect(body.data.web).toEqual(
      own.map(({ title, description, url }: Record<string, string>) => ({ title, description, url })),
    );
    expect(body.data.news).toHaveLength(3);
    expect(Object.keys(body.data.news[0]).sort()).toEqual(['date', 'imageUrl', 'position', 'snippet', 'title', 'url']);
    for (const image of body.data.images) {
      expect(image).toMatchObject({ imageUrl: expect.stringMatching(/^https:/), position: expect.any(Number) });
    }
    expect(await searchesOf(app, key)).toBe(3);
  });

  test('of version 1 is a bare list of five web results', async () => {
    const { body } = await send('v1/search', { query: 'redis', lang: 'en', scrapeOptions: { formats: [] } });
    expect(body.success).toBe(true);
    expect(body.data).toHaveLength(5);
    expect(Object.keys(body.data[0]).sort()).toEqual(['description', 'title', 'url']);
    expect((await search({ query: 'redis' })).body.data.web).toHaveLength(10);
  });

  test('reads the pages of web results if asked to, and counts those that it could read', async () => {
    const { key } = await newAccount(reading.app);
    const scrapeOptions = { formats: ['markdown'] };
    const { body } = await search({ query: 'rivers', scrapeOptions }, { key });
    const [first, missing, refused] = body.data.web;
    expect(first).toMatchObject({ title: 'Result 1', url: river, metadata: { title: 'Rivers', statusCode: 200 } });
    expect(first.markdown).toContain('A river flows to the sea.');
    expect(missing.metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect(refused.metadata).toMatchObject({ error: expect.any(String), sourceURL: 'http://127.0.0.1:1/refused' });
    expect(refused).not.toHaveProperty('markdown');
    expect(body.creditsUsed).toBe(2);
    await eventually('the search and its pages are counted', async () => (await searchesOf(reading.app, key)) === 2);
    const v1 = await send('v1/search', { query: 'rivers', scrapeOptions }, { key });
    expect(v1.body.data[0].markdown).toBe(first.markdown);
  });

  test('reads nothing for an empty list of formats, and succeeds where reading is off', async () => {
    const { key } = await newAccount(reading.app);
    const empty = await search({ query: 'rivers', scrapeOptions: { formats: [] } }, { key });
    expect(Object.keys(empty.body.data.web[0]).sort()).toEqual(['description', 'title', 'url']);
    const off = await search({ query: 'rivers', scrapeOptions: {} }, { key, web: webs.off });
    expect(off.body.data.web[0].metadata.error).toContain('EXTRACT=off');
    await eventually('only the searches are counted', async () => (await searchesOf(reading.app, key)) === 2);
  });

  test('keeps to domains and times, and names what has no effect', async () => {
    await warm(reading.app, 'redis site:redis.io');
    const { body } = await search({ query: 'redis', includeDomains: ['redis.io'], categories: ['github'] });
    expect(body.warning).toBe('Ignored: categories.');
    // firecrawl-mcp asks for this source besides the web.
    const more = await search({
      query: 'redis',
      includeDomains: ['redis.io'],
      sources: ['web', { type: 'alexandria' }],
    });
    expect(more.body).toMatchObject({ warning: 'Ignored: alexandria.', creditsUsed: 1, data: body.data });
    expect(body.data.web.length).toBeGreaterThan(0);
    for (const { url } of body.data.web) expect(new URL(url).hostname).toMatch(/(^|\.)redis\.io$/);
    await warm(reading.app, 'redis', { date: 'w' });
    const week = await search({ query: 'redis', tbs: 'qdr:w' });
    expect(week.body.data.web).not.toEqual((await search({ query: 'redis' })).body.data.web);
  });

  test.each([
    [{ limit: 101 }, 'limit: Use a number from 1 to 100.'],
    [{ sources: ['maps'] }, 'sources: Use web, news and images.'],
    [{ tbs: 'qdr:x' }, 'tbs: Use a filter such as qdr:w or cdr:1,cd_min:01/31/2026.'],
    [{ tbs: 'cdr:1,cd_min:02/30/2026' }, 'tbs: Use a filter such as qdr:w or cdr:1,cd_min:01/31/2026.'],
    [{ country: 'XX' }, 'country: Use a country code.'],
    [{ includeDomains: ['a.example'], excludeDomains: ['b.example'] }, /^excludeDomains: Give includeDomains or/],
    [{ scrapeOptions: { formats: ['screenshot'] } }, /screenshot is not supported in a search: use scrape/],
  ])('with %j is refused by name', async (given, error) => {
    const { status, body } = await search({ query: 'redis', ...given });
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
  });
});

describe('an address without a version', () => {
  test('is of version 2, as LiteLLM and others append it', async () => {
    // What LiteLLM sends: it appends /search to the base.
    const sent = { query: 'rivers', limit: 1, scrapeOptions: { formats: ['markdown'], onlyMainContent: true } };
    const { status, body } = await send('search', sent);
    expect(status).toBe(200);
    expect(body.data.web).toMatchObject([{ url: river, markdown: expect.stringContaining('A river flows') }]);
    expect((await send('scrape', { url: river })).body.data.metadata.title).toBe('Rivers');
  });

  test('serves the search of Open WebUI in both of its versions', async () => {
    const both = [await send('v1/search', { query: 'rivers', limit: 3 }), await send('v2/search', { query: 'rivers' })];
    const lists = both.map(({ body }) => body.data.web ?? body.data);
    for (const list of lists) expect(list[0]).toMatchObject({ url: river, title: 'Result 1', description: 'A page.' });
  });
});
