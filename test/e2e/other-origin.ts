import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PageServer } from '../harness/page-server.ts';
import { TestApp } from '../harness/test-app.ts';
import { visitor } from './browser.ts';

/** What a page does with the client that is built for it. */
const SCRIPT = `import('/client.js').then(async ({ createClient }) => {
  const search = (apiKey) => createClient({ baseUrl, apiKey, retries: 0 });
  const outcome = (call) => call.catch(({ status, message, requestId }) => ({ status, message, requestId }));
  const limits = () => fetch(baseUrl + '/api/v1/key/', { headers: { Authorization: 'Api-Key ' + key } });
  const events = () => fetch(baseUrl + '/api/v1/web/stream/?q=linux', { headers: { Authorization: 'Api-Key ' + key } });
  return {
    found: await outcome(search(key).web({ q: 'linux' }).then(({ results }) => results[0].url)),
    posted: await outcome(search(key).translate({ q: 'Good morning', target: 'de' }).then(({ target }) => target)),
    refused: await outcome(search('nonsense').key()),
    limit: await outcome(limits().then(({ headers }) => headers.get('ratelimit'))),
    streamed: await outcome(events().then((reply) => reply.text())),
    page: await outcome(fetch(baseUrl + '/login').then(({ status }) => status)),
  };
})`;

interface Outcome {
  status?: number;
  message: string;
  requestId?: string;
}

/** Pages of other origins, one of which `CORS_ORIGINS` names, use the API of an instance of their own. */
export function otherOrigin(browser: () => Browser): void {
  let [named, unnamed]: PageServer[] = [];
  let app: TestApp | undefined;
  beforeAll(async () => {
    [named, unnamed] = [await PageServer.start(), await PageServer.start()];
    app = await TestApp.start({ env: { CORS_ORIGINS: named.url, REQUEST_DEADLINE_MS: '60000' } });
  });
  afterAll(async () => {
    await app?.stop();
    await Promise.all([named?.close(), unnamed?.close()]);
  });

  /** Runs the script in a page of the server. */
  async function run(server: PageServer | undefined): Promise<Record<string, string | Outcome>> {
    if (!server || !app) throw new Error('Nothing was started.');
    server.serve('/client.js', readFileSync('dist-client/client.js', 'utf8'), { 'content-type': 'text/javascript' });
    const page = await visitor(browser(), server.url);
    await page.goto(server.serve('/', '<!doctype html><title>Elsewhere</title>'));
    const names = `const [baseUrl, key] = ${JSON.stringify([app.urls[0], app.key])};`;
    const done = (await page.evaluate(`(() => { ${names} return ${SCRIPT} })()`)) as Record<string, string | Outcome>;
    await page.context().close();
    return done;
  }

  test('a page of an origin that is named searches with the built client, and reads refusals and limits', async () => {
    const done = await run(named);
    expect(done.found).toMatch(/^https?:/);
    expect(done.posted).toBe('de');
    expect(done.refused).toEqual({
      status: 401,
      message: 'Invalid or revoked API key.',
      requestId: expect.stringMatching(/\S/),
    });
    expect(done.limit).toMatch(/r=\d+/);
    expect(done.streamed).toMatch(/^event: done$/m);
    expect(done.page).toMatchObject({ message: 'Failed to fetch' });
  });

  test('a page of another origin reads nothing', async () => {
    const done = await run(unnamed);
    for (const name of ['found', 'posted', 'refused']) expect(done[name], name).toMatchObject({ status: 0 });
    for (const name of ['limit', 'streamed', 'page']) {
      expect(done[name], name).toMatchObject({ message: 'Failed to fetch' });
    }
  });
}
