import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChromiumServer, chromiumPath } from '../harness/chromium-server.ts';
import { crawlEnv, pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawled, pagesOf } from '../harness/crawling.ts';
import { article, type PageServer } from '../harness/page-server.ts';
import { SiteClock } from '../harness/site-clock.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let chromium: ChromiumServer | undefined;
const newSite = siteMaker();

beforeAll(async () => {
  chromium = chromiumPath === null ? undefined : await ChromiumServer.start();
  const env = {
    ...crawlEnv({ EXTRACT_SIGNALS: 'respect' }),
    ...{ PUBLIC_URL: 'https://search.example.org', CONTACT: 'ops@example.org' },
    ...(chromium && { BROWSER_URL: chromium.url }),
  };
  app = await TestApp.start({ env, queue: 'redis', workers: 2 });
});
afterAll(async () => {
  await app?.stop();
  await chromium?.stop();
});

/** A page whose text and link are written by its script. */
function serveShell(site: PageServer, path: string): void {
  const body = article(`Rendered ${path}`, 'Its script has written this.').replace(/^[\s\S]*<body>/, '');
  const write = `document.getElementById('root').innerHTML = ${JSON.stringify(`${body}<a href="/behind">Behind</a>`)}`;
  site.serve(`${path}.js`, write, { 'content-type': 'text/javascript' });
  site.serve(path, `<title>Shell</title><div id="root">Loading...</div><script src="${path}.js"></script>`);
}

describe.skipIf(chromiumPath === null)('a crawl in a browser', () => {
  test('renders with render=auto what shows nothing without it, follows its links, and counts that as two', async () => {
    const site = await newSite();
    site.serve('/', pageWith('Home', ['/shell']));
    serveShell(site, '/shell');
    site.serve('/behind', pageWith('Behind', []));
    const searches = async () => (await app.get('/api/v1/key/')).body.usage.searches as number;
    const before = await searches();
    const crawl = await crawled(app, { url: `${site.url}/`, sitemap: 'skip', render: 'auto' });
    expect(crawl).toMatchObject({ state: 'completed', fetched: 3, failed: { total: 2 } });
    const pages = await pagesOf(app, crawl.id);
    expect(pages.map(({ url, rendered }) => [new URL(url).pathname, rendered])).toEqual([
      ['/', false],
      ['/shell', true],
      ['/behind', false],
    ]);
    expect(pages[1].content).toContain('Its script has written this.');
    expect(pages[1].render_ms).toBeGreaterThan(0);
    // Six pages: one that was rendered, two with text, and two that are not there.
    expect((await searches()) - before).toBe(2);
    expect(site.countOf('/shell')).toBe(2);
  });

  test('renders all with render=on, and goes nowhere else: what scripts lead to takes a turn of its own', async () => {
    const [site, other] = [await newSite(), await newSite()];
    site.serve('/', article('Home', 'A page with all its text.'));
    site.serve('/leads', `${article('Leads', 'On.')}<script>location.href = '/target'</script>`);
    site.serve('/out', `${article('Out', 'Away.')}<script>location.href = '${other.url}/'</script>`);
    site.serve('/target', article('Target', 'The target.'));
    const urls = ['/', '/leads', '/out'].map((path) => site.url + path);
    const crawl = await crawled(app, { urls, render: 'on' });
    const pages = await pagesOf(app, crawl.id);
    expect(pages.map(({ final_url, rendered }) => [final_url.replace(site.url, ''), rendered])).toContainEqual([
      '/',
      true,
    ]);
    expect(crawl.fetched + crawl.failed.total).toBe(3);
    // The browser has not gone there: a site is asked for its robots.txt first.
    expect(other.asked[0]?.url ?? '/robots.txt').toBe('/robots.txt');
  });
});

test('a crawl without render fails for a shell, as a single page does', async () => {
  const site = await newSite();
  serveShell(site, '/shell');
  const crawl = await crawled(app, { url: `${site.url}/shell`, sitemap: 'skip' });
  expect(await pagesOf(app, crawl.id, 'failed')).toMatchObject([
    { reason: expect.stringMatching(/^needs_javascript/) },
  ]);
  expect(crawl).toMatchObject({ state: 'failed', reason: 'needs_javascript' });
});

describe('a batch with max_age', () => {
  test('takes pages that were read before, for nothing and without asking their site', async () => {
    const site = await newSite();
    const url = site.serve('/known', article('Known', 'It is known.'), { 'cache-control': 'max-age=600' });
    await app.get(`/api/v1/extract/?urls=${encodeURIComponent(url)}`);
    expect(site.countOf('/known')).toBe(1);
    const again = await crawled(app, { urls: [url], max_age: 600 });
    expect(await pagesOf(app, again.id)).toMatchObject([{ url, cached: true, title: 'Known' }]);
    expect(site.countOf('/known')).toBe(1);
    const anew = await crawled(app, { urls: [url] });
    expect(await pagesOf(app, anew.id)).toMatchObject([{ cached: false }]);
    expect(site.countOf('/known')).toBe(2);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ url, max_age: 5 });
    const refused = await app.get('/api/v1/crawl/', { method: 'POST', body, headers });
    expect(refused).toMatchObject({ status: 400, body: { max_age: [expect.stringContaining('urls')] } });
  });
});

test('what a site says of the use of its pages is with each page, and is respected', async () => {
  const site = await newSite();
  const robots = 'User-agent: *\nContent-Signal: /shut ai-input=no\nContent-Signal: search=yes\n';
  site.serve('/robots.txt', robots, { 'content-type': 'text/plain' });
  site.serve('/', pageWith('Home', ['/shut', '/tagged', '/open']));
  site.serve('/shut', pageWith('Shut', []));
  site.serve('/tagged', pageWith('Tagged', []), { 'x-robots-tag': 'noai' });
  site.serve('/open', pageWith('Open', []), { 'content-usage': 'train-ai=n' });
  const crawl = await crawled(app, { url: `${site.url}/`, sitemap: 'skip', detail: 'full' });
  expect(crawl).toMatchObject({ fetched: 2, failed: { reasons: { 'its site does not allow programs to use it': 2 } } });
  expect((await pagesOf(app, crawl.id)).map(({ usage }) => usage)).toEqual([
    { content_signal: { search: 'yes' } },
    { content_signal: { search: 'yes' }, content_usage: { 'train-ai': 'n' } },
  ]);
  const reasons = (await pagesOf(app, crawl.id, 'failed')).map(({ reason }) => reason);
  expect(reasons).toContain('its site does not allow programs to use it (Content-Signal: ai-input=no)');
});

test('a site hears who asks, and the Crawl-delay of its robots.txt is kept', async () => {
  const site = await newSite();
  site.serve('/robots.txt', 'User-agent: *\nCrawl-delay: 0.4\n', { 'content-type': 'text/plain' });
  const clock = new SiteClock();
  site.serveAll((request, response) => {
    clock.note();
    const at = Number(request.url?.slice(1));
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(`Page ${at}`, [`/${at + 1}`]));
  });
  await crawled(app, { url: `${site.url}/0`, limit: 4, sitemap: 'skip' });
  clock.stop();
  expect([clock.count, clock.closerThan(400)]).toEqual([4, []]);
  const agents = new Set(site.asked.map(({ headers }) => headers['user-agent']));
  expect([...agents]).toEqual([
    expect.stringMatching(/^Tributary\/.*ops@example\.org.*https:\/\/search\.example\.org\/bot/),
  ]);
});
