import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChromiumServer, chromiumPath } from '../harness/chromium-server.ts';
import { crawlEnv, pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawlNow, startCrawl } from '../harness/crawling.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

/** A crawl that is cancelled asks its site for nothing any more. */
let app: TestApp;
let chromium: ChromiumServer | undefined;
const newSite = siteMaker();

beforeAll(async () => {
  chromium = chromiumPath === null ? undefined : await ChromiumServer.start();
  const env = crawlEnv(chromium && { BROWSER_URL: chromium.url });
  app = await TestApp.start({ env, queue: 'redis', workers: 2 });
});
afterAll(async () => {
  await app?.stop();
  await chromium?.stop();
});

const cancel = (id: string) => app.get(`/api/v1/crawl/${id}/`, { method: 'DELETE' });

/** Until each request that passed the gate of a host is over, by which the work of all workers on it is. */
async function untilQuiet(): Promise<void> {
  await eventually('no request is under way', async () => {
    const gates = await app.client.keys('*crawl-host*gate');
    const fields = await Promise.all(gates.map((gate) => app.client.hkeys(gate)));
    return gates.length > 0 && fields.flat().every((field) => !field.startsWith('t:'));
  });
}

test('a page that was under way is the last one', async () => {
  const site = await newSite();
  const answers: (() => void)[] = [];
  const held = new EventTarget();
  site.serve('/robots.txt', '', { 'content-type': 'text/plain' });
  site.serveAll((request, response) => {
    const at = Number(request.url?.slice(1));
    const html = pageWith(`Page ${at}`, [`/${at + 1}`, `/${at + 9}`]);
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    if (at < 3) return answer();
    answers.push(answer);
    return held.dispatchEvent(new Event('held'));
  });
  const isHeld = new Promise((resolve) => held.addEventListener('held', resolve));
  const { id } = await startCrawl(app, { url: `${site.url}/0`, sitemap: 'skip' });
  await isHeld;
  expect((await cancel(id)).body).toMatchObject({ state: 'cancelled' });
  const asked = site.asked.length;
  for (const answer of answers) answer();
  await untilQuiet();
  // One more may have been let through before.
  expect(site.asked.length).toBeLessThanOrEqual(asked + 1);
  expect((await crawlNow(app, id)).queued).toBeGreaterThan(0);
});

test.skipIf(chromiumPath === null)('a page that is being rendered ends, whatever its scripts still want', async () => {
  const site = await newSite();
  site.serve('/robots.txt', '', { 'content-type': 'text/plain' });
  site.serve('/begun', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end();
    begun.dispatchEvent(new Event('begun'));
  });
  const begun = new EventTarget();
  const isBegun = new Promise((resolve) => begun.addEventListener('begun', resolve));
  // A page is given three seconds to come to rest: without an end, its script would get there.
  const script = "fetch('/begun'); setInterval(() => fetch('/more'), 100); setTimeout(() => fetch('/late'), 2500);";
  site.serve('/', pageWith('Live', []).replace('</main>', `</main><script>${script}</script>`));
  const { id } = await startCrawl(app, { urls: [`${site.url}/`], render: 'on' });
  await isBegun;
  expect((await cancel(id)).body).toMatchObject({ state: 'cancelled' });
  await untilQuiet();
  const asked = site.asked.length;
  expect(site.countOf('/late')).toBe(0);
  await chromium?.stop();
  chromium = undefined;
  expect(site.asked.length).toBe(asked);
});
