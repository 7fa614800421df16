import { afterAll, describe, expect, test } from 'vitest';
import { ChromiumServer, chromiumPath } from '../../harness/chromium-server.ts';
import { article, PageServer } from '../../harness/page-server.ts';
import { Stack } from '../../harness/stack.ts';

/** The worker as it is built: its bundle loads what talks to a browser only when it needs it. */
const chromium = chromiumPath === null ? null : await ChromiumServer.start();
const pages = await PageServer.start();
const stack = await Stack.start({
  env: { EXTRACT_ALLOW: '127.0.0.1', BROWSER_URL: chromium?.url ?? '', EXTRACT_DEADLINE_MS: '45000' },
});
afterAll(async () => {
  await stack.stop();
  await pages.close();
  await chromium?.stop();
});

describe.skipIf(chromium === null)('a built worker with a browser', () => {
  test('renders a page whose text its script writes, and takes a screenshot of it', { timeout: 120_000 }, async () => {
    const text = JSON.stringify(article('Rendered', 'Its script has written this.').replace(/^[\s\S]*<body>/, ''));
    const script = `document.getElementById('root').innerHTML = ${text}`;
    const shell = `<title>Shell</title><div id="root">Loading...</div><script>${script}</script>`;
    const url = pages.serve('/shell', shell);
    const { body } = await stack.get('/api/v1/extract/', {
      method: 'POST',
      body: JSON.stringify({ url, render: 'auto', screenshot: 'viewport' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(body).toMatchObject({ failed: [], results: [{ url, rendered: true }] });
    const [page] = body.results;
    expect(page.content).toContain('Its script has written this.');
    expect(page.screenshot).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(stack.workers[0]?.output).not.toContain('"level":50');
  });
});
