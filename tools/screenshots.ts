import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { parseKey } from '../lib/keys/key-format.ts';
import { admit } from '../lib/limits/admission.ts';
import { searchIn } from '../lib/limits/cost.ts';
import type { RequestRecord } from '../lib/requests/request-record.ts';
import { UsageStatistics } from '../lib/statistics/usage-statistics.ts';
import { createUser } from '../test/harness/as-tester.ts';
import { ensureChromium } from './chromium.js';
import { type DemoDeployment, startDemoDeployment } from './demo-deployment.ts';

/** `npm run screenshots`: starts a deployment with the sandbox, uses it and saves screenshots. */
const FOLDER = 'docs/screenshots';
const DESK = { width: 1160, height: 740 };
const PHONE = { width: 390, height: 760 };
const ADMIN = { username: 'grace', password: 'correct horse battery' };
const SEARCHES_A_DAY = [
  3, 8, 5, 12, 9, 2, 1, 14, 11, 17, 9, 13, 4, 2, 19, 22, 16, 12, 18, 5, 3, 21, 26, 19, 24, 15, 6, 4, 23,
];
const ENDPOINTS = ['web', 'web', 'images', 'web', 'news', 'instant', 'web', 'suggest'];
const DAY_MS = 86_400_000;

const browserPath = ensureChromium((line) => console.error(line));
if (!browserPath) process.exit(1);
mkdirSync(FOLDER, { recursive: true });
const deployment = await startDemoDeployment({ PUBLIC_URL: 'https://search.example.org', API_MONTHLY_LIMIT: '10000' });
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await takeAll(deployment, browser);
} finally {
  await browser.close();
  await deployment.stop();
}

async function takeAll({ url, redis, sandboxUrl }: DemoDeployment, on: Browser): Promise<void> {
  await createUser(redis, ADMIN.username, { password: ADMIN.password, admin: true });
  await createUser(redis, 'ada', { password: ADMIN.password });
  const page = await signedIn(on, url);
  const take = (name: string) => page.screenshot({ path: path.join(FOLDER, `${name}.png`) });

  await page.goto('/settings/api-keys');
  await page.fill('main [name=name]', 'reading list');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = /trib_\w{8}\.\w{38}/.exec((await page.textContent('main')) ?? '')?.[0] ?? '';
  await take('key-created');
  await useKey(key, url);
  await remember(key);

  await show(page, '/?q=linux', DESK, 'light');
  await take('search-light');
  await show(page, '/?q=linux', DESK, 'dark');
  await take('search-dark');
  await show(page, '/?q=weather+berlin', PHONE, 'light');
  await take('weather-phone');
  await show(page, '/?q=100+usd+in+eur', PHONE, 'dark');
  await take('currency-phone');
  await show(page, '/?q=linux&tab=images', DESK, 'light');
  await page.locator('.images .open').first().click();
  await page.waitForLoadState('networkidle');
  await take('images');
  await show(page, '/?q=paris&tab=maps', DESK, 'light');
  await take('maps');
  await show(page, '/settings/usage', DESK, 'light');
  await take('usage');

  await fetch(`${sandboxUrl}/_sandbox/knobs/mojeek`, { method: 'PUT', body: JSON.stringify({ status: 502 }) });
  for (const q of ['one', 'two', 'three']) await search(key, url, `web/?q=${q}`);
  // The page of the log has its own requests open: it is never idle.
  await show(page, '/settings/requests', { ...DESK, width: 1_280 }, 'light', 'load');
  await page.locator('.engine-bars .failed').nth(2).waitFor();
  // Opened again, it has all of them as rows that are not new.
  await page.reload({ waitUntil: 'load' });
  await page.locator('[data-live][data-state=on]').waitFor();
  await take('requests');
  // What the log has is counted, too.
  await show(page, '/admin', DESK, 'light');
  await take('overview');

  /** Counts searches on past days through the same admission as real searches, and in the statistics. */
  async function remember(of: string): Promise<void> {
    const presented = parseKey(of);
    if (!presented) throw new Error('No key was created.');
    const requests: RequestRecord[] = [];
    for (const [index, searches] of SEARCHES_A_DAY.entries()) {
      const day = new Date(Date.now() - (SEARCHES_A_DAY.length - index) * DAY_MS);
      for (let i = 0; i < searches; i++) {
        const endpoint = ENDPOINTS[i % ENDPOINTS.length] as string;
        await admit(redis, presented, { burst: null, sustained: null, monthly: null }, searchIn(endpoint), day);
        requests.push(pastRequest(presented.prefix, endpoint, day.getTime(), requests.length));
      }
    }
    await new UsageStatistics(redis).keep(requests);
  }
}

async function signedIn(on: Browser, baseURL: string): Promise<Page> {
  const context = await on.newContext({ baseURL, viewport: DESK, reducedMotion: 'reduce' });
  // The sandbox's results link to sites that do not exist.
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  const page = await context.newPage();
  await page.goto('/login');
  await page.fill('[name=username]', ADMIN.username);
  await page.fill('[name=password]', ADMIN.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  return page;
}

async function show(
  page: Page,
  address: string,
  viewport: typeof DESK,
  colorScheme: 'light' | 'dark',
  waitUntil: 'networkidle' | 'load' = 'networkidle',
): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.goto(address, { waitUntil });
}

/** One of many, of which some took longer, came from the cache or failed. */
function pastRequest(key: string, endpoint: string, at: number, which: number): RequestRecord {
  const isFailed = which % 43 === 42;
  const isCached = which % 5 === 0;
  return {
    ...{
      id: `past-${which}`,
      at,
      ms: 90 + ((which * 7_919) % 700),
      account: ADMIN.username,
      key,
      labels: {},
      endpoint,
    },
    ...{ status: isFailed ? 503 : 200, reason: isFailed ? 'timeout' : null, cost: isFailed ? 0 : 1, cached: isCached },
    ...{ engines: [{ engine: 'engine_a', outcome: isCached ? 'cached' : 'ok', ms: 80 }], trace: null, program: 'curl' },
  };
}

async function useKey(key: string, url: string): Promise<void> {
  const searches = ['web/?q=linux', 'web/?q=redis', 'images/?q=forest', 'news/?q=climate'];
  // An answer that comes after the first results would wait for a click.
  const answers = ['instant/?q=2%2B2', 'instant/?q=weather+berlin', 'instant/?q=100+usd+in+eur'];
  for (const query of [...searches, ...answers]) {
    await search(key, url, query);
  }
}

async function search(key: string, url: string, query: string): Promise<void> {
  await fetch(`${url}/api/v1/${query}`, { headers: { authorization: `Api-Key ${key}` } });
}
