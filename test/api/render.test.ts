import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChromiumServer, chromiumPath } from '../harness/chromium-server.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { TestApp } from '../harness/test-app.ts';

let chromium: ChromiumServer;
let app: TestApp;
let without: TestApp;
let pages: PageServer;
beforeAll(async () => {
  if (chromiumPath === null) return;
  chromium = await ChromiumServer.start();
  pages = await PageServer.start();
  const env = { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off' };
  app = await TestApp.start({ env: { ...env, BROWSER_URL: chromium.url } });
  without = await TestApp.start({ env });
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

/** A page whose text is written by its script, and what it says without. */
function shell(path: string): string {
  const text = JSON.stringify(article('Rendered', 'Its script has written this.').replace(/^[\s\S]*<body>/, ''));
  pages.serve(`${path}.js`, `document.getElementById('root').innerHTML = ${text}`, {
    'content-type': 'text/javascript',
  });
  return pages.serve(path, `<title>Shell</title><div id="root">Loading...</div><script src="${path}.js"></script>`);
}

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

  test('is not rendered in another way than those', async () => {
    const { status, body } = await post({ url: 'https://a.example/', render: 'always' });
    expect([status, body]).toEqual([400, { render: ['Use auto, on or off.'] }]);
  });
});
