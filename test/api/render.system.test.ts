import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChromiumServer, chromiumPath } from '../harness/chromium-server.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { TestApp } from '../harness/test-app.ts';

let chromium: ChromiumServer;
let app: TestApp;
let without: TestApp;
let pages: PageServer;
beforeAll(async () => {
  if (chromiumPath === null) return;
  chromium = await ChromiumServer.start();
  pages = await PageServer.start();
  const env = { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off', EXTRACT_DEADLINE_MS: '45000' };
  app = await TestApp.start({ env: { ...env, BROWSER_URL: chromium.url }, queue: 'redis' });
  without = await TestApp.start({ env });
  // The first page takes the browser longest.
  await post({ url: pages.serve('/first', article('First', 'It is there.')), render: 'on' });
});
afterAll(async () => {
  await app?.stop();
  await without?.stop();
  await pages?.close();
  await chromium?.stop();
});
beforeEach(async () => {
  await app?.reset();
});

const post = (body: unknown, to = app) =>
  to.get('/api/v1/extract/', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const searches = async () => (await app.get('/api/v1/key/')).body.usage.searches as number;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

/** A page whose text is written by its script, and what it says without. */
function shell(path: string): string {
  const text = JSON.stringify(article('Rendered', 'Its script has written this.').replace(/^[\s\S]*<body>/, ''));
  pages.serve(`${path}.js`, `document.getElementById('root').innerHTML = ${text}`, {
    'content-type': 'text/javascript',
  });
  return pages.serve(path, `<title>Shell</title><div id="root">Loading...</div><script src="${path}.js"></script>`);
}

describe.skipIf(chromiumPath === null)('the formats of other services', () => {
  const WRITTEN = 'Its script has written this.';
  const send = (path: string, body: unknown, to = app) =>
    to.get(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const tool = (name: string, args: object, to = app) =>
    send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, to);

  test('render what shows nothing without its scripts, wherever there is a browser', async () => {
    const url = shell('/dialects');
    const scraped = await send('/compat/firecrawl/v2/scrape', { url });
    expect(scraped.body).toMatchObject({ success: true, data: { markdown: expect.stringContaining(WRITTEN) } });
    const urls = [url, `${url}?1`, `${url}?2`].map((one, at) => (at === 0 ? one : shell(`/dialects-${at}`)));
    const before = await searches();
    const extracted = await send('/compat/tavily/extract', { urls, include_usage: true });
    expect(extracted.body.results.map((one: { raw_content: string }) => one.raw_content)).toEqual(
      urls.map(() => expect.stringContaining(WRITTEN)),
    );
    // Three pages that count as two each: two searches.
    expect(extracted.body.usage).toEqual({ credits: 2 });
    await expect.poll(searches).toBe(before + 2);
    const { structuredContent } = (await tool('read_page', { url })).body.result;
    expect(structuredContent.content).toContain(WRITTEN);
    expect(structuredContent).not.toHaveProperty('rendered');
    const refused = await send('/compat/firecrawl/v2/scrape', { url }, without);
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('needs_javascript')]);
    expect((await tool('read_page', { url }, without)).body.result).toMatchObject({ isError: true });
  }, 60_000);

  test('render the pages of crawls, too', async () => {
    const url = shell('/crawled');
    const started = await send('/compat/firecrawl/v2/crawl', { url, sitemap: 'skip', limit: 3 });
    const status = `/compat/firecrawl/v2/crawl/${started.body.id}`;
    await expect.poll(async () => (await app.get(status)).body.status, { timeout: 30_000 }).toBe('completed');
    expect((await app.get(status)).body).toMatchObject({
      creditsUsed: 1,
      data: [{ markdown: expect.stringContaining(WRITTEN) }],
    });
    const crawled = await send('/compat/tavily/crawl', { url, limit: 1 });
    expect(crawled.body.results).toMatchObject([{ raw_content: expect.stringContaining(WRITTEN) }]);
    const read = await tool('crawl_site', { url, limit: 1 });
    expect(read.body.result.structuredContent.pages).toMatchObject([{ content: expect.stringContaining(WRITTEN) }]);
  }, 90_000);
});

describe.skipIf(chromiumPath === null)('a page that shows nothing without its scripts', () => {
  test('fails as before if nobody asks for a browser', async () => {
    const { body } = await post({ url: shell('/plain') });
    expect(body).toEqual({
      results: [],
      failed: [{ url: expect.anything(), reason: expect.stringMatching(/^needs_javascript/) }],
    });
  });

  test('is rendered with render=auto, says so, and counts as two', async () => {
    const url = shell('/auto');
    const other = pages.serve('/whole', article('Whole', 'It needs no script.'));
    const before = await searches();
    const { body } = await post({ urls: [url, other, `${other}?1`, `${other}?2`, `${other}?3`], render: 'auto' });
    expect(body.failed).toEqual([
      { url: `${other}?1`, reason: 'it answered with status 404' },
      { url: `${other}?2`, reason: 'it answered with status 404' },
      { url: `${other}?3`, reason: 'it answered with status 404' },
    ]);
    const [rendered, plain] = body.results;
    expect(rendered).toMatchObject({ url, rendered: true, cached: false });
    expect(rendered.content).toContain('Its script has written this.');
    expect(rendered.render_ms).toBeGreaterThan(0);
    expect(plain).toMatchObject({ url: other, rendered: false, render_ms: 0 });
    // Six pages, of which a search has five.
    await expect.poll(searches).toBe(before + 2);
  }, 60_000);

  test('is rendered with render=on whatever it is, and robots.txt counts', async () => {
    const url = pages.serve('/on', article('On', 'It needs no script.'));
    expect((await post({ url, render: 'on' })).body.results[0]).toMatchObject({ rendered: true, title: 'On' });
    const robots = await PageServer.start('127.0.0.1');
    robots.serve('/robots.txt', 'User-agent: *\nDisallow: /private');
    const closed = robots.serve('/private', article('A', 'B'));
    expect((await post({ url: closed, render: 'on' })).body.failed).toEqual([
      { url: closed, reason: 'robots.txt of the site does not allow it' },
    ]);
    expect(robots.countOf('/private')).toBe(0);
    await robots.close();
  }, 60_000);

  test('fails with its reason on an instance without a browser', async () => {
    const url = shell('/none');
    expect((await post({ url, render: 'auto' }, without)).body.failed[0].reason).toMatch(/^needs_javascript/);
    expect((await post({ url, render: 'on' }, without)).body.failed[0].reason).toBe(
      'this instance has no browser (BROWSER_URL)',
    );
  });

  describe('and its screenshot', () => {
    /** What a PNG says of itself. */
    const sizeOf = (dataUri: string) => {
      const png = Buffer.from(dataUri.replace(/^data:image\/png;base64,/, ''), 'base64');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes: png.length };
    };
    const tall = (height: number) =>
      `<title>Tall</title><body style="margin:0"><main style="height:${height}px">${'It is tall. '.repeat(50)}</main>`;

    test('is of a window or of the whole page, with its images, and the page counts as two', async () => {
      const stranger = await PageServer.start('127.0.0.2');
      stranger.serveAll((_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SVG));
      const picture = pages.serve('/picture.svg', SVG, { 'content-type': 'image/svg+xml' });
      const pictures = `<img src="${picture}"><img src="${stranger.url}/private.svg">`;
      const url = pages.serve('/tall', tall(3_000).replace('<main', `${pictures}<main`));
      const before = await searches();
      const one = (await post({ url, screenshot: 'viewport' })).body.results[0];
      expect(one).toMatchObject({ url, rendered: true, screenshot_cut: false, title: 'Tall' });
      expect(sizeOf(one.screenshot)).toMatchObject({ width: 1_280, height: 800 });
      expect(pages.countOf('/picture.svg')).toBe(1);
      // A picture from a private address is no picture.
      expect(stranger.asked).toEqual([]);
      const whole = (await post({ url, screenshot: 'page', render: 'on' })).body.results[0];
      const { width, height } = sizeOf(whole.screenshot);
      expect([width, height >= 3_000 && height < 3_500]).toEqual([1_280, true]);
      await expect.poll(searches).toBe(before + 2);
      await stranger.close();
    }, 60_000);

    test('is cut where the page is too tall', async () => {
      const { body } = await post({ url: pages.serve('/tower', tall(60_000)), screenshot: 'page' });
      expect(body.results[0].screenshot_cut).toBe(true);
      expect(sizeOf(body.results[0].screenshot)).toMatchObject({ width: 1_280, height: 10_000 });
    }, 60_000);

    test('is a format of Firecrawl, of either kind', async () => {
      const url = pages.serve('/fire', tall(2_000));
      const scraped = async (formats: unknown[]) => {
        const body = JSON.stringify({ url, formats });
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.key}` };
        return (await app.get('/compat/firecrawl/v2/scrape', { method: 'POST', key: '', headers, body })).body.data;
      };
      const one = await scraped(['markdown', 'screenshot']);
      expect(one.markdown).toContain('It is tall.');
      expect(sizeOf(one.screenshot)).toMatchObject({ width: 1_280, height: 800 });
      for (const format of ['screenshot@fullPage', { type: 'screenshot', fullPage: true, quality: 80 }]) {
        expect(sizeOf((await scraped([format])).screenshot).height).toBeGreaterThanOrEqual(2_000);
      }
    }, 60_000);

    test('leaves nothing in Redis', async () => {
      await post({ url: pages.serve('/kept', tall(100), { 'cache-control': 'max-age=60' }), screenshot: 'viewport' });
      expect(await redisContents(app.client)).not.toContain('iVBORw0KGgo');
    }, 60_000);

    test('is refused where there is no browser, or where it makes no sense', async () => {
      const url = pages.serve('/plain', article('Plain', 'It needs no script.'));
      expect((await post({ url, screenshot: 'viewport' }, without)).body).toEqual({
        results: [],
        failed: [{ url, reason: 'this instance has no browser (BROWSER_URL)' }],
      });
      const urls = Array.from({ length: 6 }, (_, at) => `${url}?${at}`);
      const bad = [
        { url, screenshot: 'jpeg' },
        { url, screenshot: 'page', render: 'off' },
        { urls, screenshot: 'page' },
      ];
      const bodies = await Promise.all(bad.map(async (body) => (await post(body)).body));
      expect(bodies).toEqual([
        { screenshot: ['Use viewport or page.'] },
        { render: ['A screenshot needs render=on.'] },
        { screenshot: ['Give at most 5 addresses with screenshot.'] },
      ]);
    });
  });

  test('is not rendered in another way than those', async () => {
    const { status, body } = await post({ url: 'https://a.example/', render: 'always' });
    expect([status, body]).toEqual([400, { render: ['Use auto, on or off.'] }]);
  });
});
