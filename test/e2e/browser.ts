import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '../../tools/chromium.js';

/** Path of the browser, or null: then the browser tests are skipped, and say so loudly. */
export const browserPath = findChromium();
if (browserPath === null) {
  process.stderr.write(
    '\n*** NO BROWSER: the browser tests are SKIPPED. Install Chromium, or set CHROMIUM_PATH. ***\n\n',
  );
}

/**
 * What a browser with windows has and no test sees: pages of its own in every window, which take as long as ours. This list
 * replaces Playwright's own, of which it has what matters to pages.
 */
const LEFT_OUT = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'MediaRouter', 'OptimizationHints'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
];

export async function openBrowser(): Promise<Browser> {
  // Nothing is shown from elsewhere than this machine. A route that refuses the rest would turn the browser's cache off.
  const onlyHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
  const args = ['--no-sandbox', '--disable-gpu', onlyHere, `--disable-features=${LEFT_OUT.join()}`];
  return chromium.launch({ executablePath: browserPath ?? '', args });
}

/** A visitor with a browser profile of their own. */
export async function visitor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> {
  // The certificate of nginx, which no authority has signed, is accepted.
  const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true, ...options });
  // Colours on their way to others are nobody's choice: from the first moment on, they change at once.
  await context.addInitScript(`(() => { const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets = [still]; })()`);
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const { pathname } = new URL(baseURL);
  if (pathname !== '/') {
    // Playwright would take a path as one from the root of the host. A link of the page has all of it, as has an address.
    const goto = page.goto.bind(page);
    const isBelow = (path: string) => path.startsWith(`${pathname}/`);
    page.goto = (path, how) => goto(path.startsWith('/') && !isBelow(path) ? pathname + path : path, how);
  }
  return page;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** On a page without scripts, the browser runs no timers, but it does run what follows a promise. */
const TIMERS = `if (!matchMedia('(scripting: enabled)').matches) window.setTimeout = (run) => { Promise.resolve().then(run); };`;

/** Something that axe finds wrong with a page of somebody else's making, and that cannot be mended from outside. */
export interface KnownFinding {
  rule: string;
  selector: string;
}

interface Finding {
  id: string;
  nodes: { html: string; target: string[] }[];
}

/** What axe looks for. */
interface AxeOptions {
  known?: readonly KnownFinding[] | undefined;
  /** All rules unless told. */
  rules?: readonly string[];
  /** Rules that are left out. */
  without?: readonly string[];
  /** A selector of the part of the page to look at; all of it by default. */
  within?: string | undefined;
}

/** Axe finds nothing wrong with the page as it is shown now, but for what is known. `look` tells one run from another. */
export async function expectAccessible(
  page: Page,
  look = '',
  { known = [], rules, without = [], within = 'html' }: AxeOptions = {},
): Promise<void> {
  // With its stylesheet: a page that a click has led to may be there before it.
  await page.waitForLoadState();
  // The pointer is where it has clicked, and another size of the page puts something else there.
  await page.mouse.move(0, 0);
  // Evaluated rather than added as a script, which the page's policy refuses, as it should. Half a megabyte: once a page.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(`(() => { ${TIMERS} ${axeSource} })()`);
  const left = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = { resultTypes: ['violations'], preload: false, rules: left, ...(rules ? { runOnly: rules } : {}) };
  const findings =
    (await page.evaluate(`(() => { return axe.run('${within}', ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ target }) => !${JSON.stringify(known)}.some(
      ({ rule, selector }) => rule === id && document.querySelector(target[0])?.matches(selector)))})))
  })()`)) as Finding[];
  const wrong = findings
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  expect([page.url(), look, wrong]).toEqual([page.url(), look, []]);
}
