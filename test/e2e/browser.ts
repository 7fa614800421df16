import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '../../bin/chromium.js';

/** Path of the browser, or null: then the browser tests are skipped, and say so loudly. */
export const browserPath = findChromium();
if (browserPath === null) {
  process.stderr.write(
    '\n*** NO BROWSER: the browser tests are SKIPPED. Install Chromium, or set CHROMIUM_PATH. ***\n\n',
  );
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox', '--disable-gpu'] });
}

/** A visitor with a browser profile of their own, who may be shown nothing from elsewhere than this machine. */
export async function visitor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL, ...options });
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return page;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is shown now, by rule and element. */
export async function expectAccessible(page: Page): Promise<void> {
  // Not as a script of the page's own: its policy would refuse it, as it should.
  const violations = await page.evaluate(`(() => { ${axeSource}; return axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | '))); })()`);
  expect([page.url(), violations]).toEqual([page.url(), []]);
}
