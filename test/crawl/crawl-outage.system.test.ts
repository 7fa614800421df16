import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawled, startCrawl, untilEnded } from '../harness/crawling.ts';
import { TestApp } from '../harness/test-app.ts';

/** Longer than a command may take, and shorter than two. */
const PAUSE_MS = 700;

let app: TestApp;
const newSite = siteMaker();

beforeAll(async () => {
  const env = { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off', CRAWL_GAP_MS: '0' };
  app = await TestApp.start({ env, queue: 'redis', workers: 1, ownRedis: true });
});
afterAll(async () => {
  await app?.stop();
});

test('a page has not failed because Redis was away while its site answered', async () => {
  const before = await newSite();
  before.serve('/robots.txt', 'User-agent: *\nAllow: /\n', { 'content-type': 'text/plain' });
  before.serve('/', pageWith('Home', []));
  // The threads that read pages start with the first one.
  expect(await crawled(app, { url: `${before.url}/`, sitemap: 'skip' })).toMatchObject({ state: 'completed' });
  const site = await newSite();
  let pauses = 0;
  site.serve('/robots.txt', (_, response) => {
    pauses += 1;
    const pause = pauses === 1 ? app.client.client('PAUSE', PAUSE_MS, 'WRITE') : Promise.resolve();
    void pause.then(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /\n'));
  });
  site.serve('/', pageWith('Home', ['/1']));
  site.serve('/1', pageWith('One', []));
  const { id } = await startCrawl(app, { url: `${site.url}/`, sitemap: 'skip' });
  expect(await untilEnded(app, id)).toMatchObject({ state: 'completed', fetched: 2, failed: { total: 0 } });
});
