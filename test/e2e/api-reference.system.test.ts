import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../api/reference/document.ts';
import { type ReferencePage, referencePages } from '../../api/reference/pages.ts';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { createUser } from '../harness/as-tester.ts';
import { keyOf } from '../harness/management.ts';
import { PATIENCE } from '../harness/patience.ts';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';
import { expectFits } from './looks.ts';
import { signedInPage } from './sign-in.ts';
import { expectGood, SIZES } from './ways.ts';

/** What a page's scripts threw, and what its policy refused. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}

/** These have all that the pages are made of. */
const SHOWING_ALL = ['/docs', '/docs/web', '/docs/crawl', '/docs/admin/keys'];

describe.skipIf(browserPath === null)('the API reference in a browser', { timeout: 300_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let pages: readonly ReferencePage[];
  beforeAll(async () => {
    app = await TestApp.start({ env: { ...PATIENCE, API_THROTTLE_BURST: 'off' } });
    browser = await openBrowser();
    await createUser(app.client, 'ada', { password: PASSWORD, admin: true });
    pages = referencePages((await app.get('/api/v1/openapi.json', { key: '' })).body as ApiDocument);
    await untilAnswersAreLoaded(app);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const signedIn = (options: BrowserContextOptions) => signedInPage({ browser, app }, 'ada', options);

  /** Opens all that is folded on the page, so that it is looked at. */
  const unfold = (page: Page) =>
    page.evaluate("for (const one of document.querySelectorAll('#reference details')) one.open = true");

  test('every page fits a phone, and is accessible', async () => {
    const page = await visitor(browser, app.urls[0] as string, { ...SIZES.phone, locale: 'en-GB' });
    const faults = faultsOf(page);
    for (const path of ['/docs', ...pages.map(({ id }) => `/docs/${id}`)]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await unfold(page);
      if (SHOWING_ALL.includes(path)) await expectGood(page);
      else await expectFits(page);
    }
    expect(faults).toEqual([]);
  });

  test('so is the frame in German, with the forms of somebody who is signed in', async () => {
    const page = await signedIn({ ...SIZES.desk, locale: 'de-DE' });
    for (const path of SHOWING_ALL) {
      expect((await page.goto(path))?.status()).toBe(200);
      await unfold(page);
      await expectGood(page, { axe: false });
    }
  });

  // That every form is answered is tested over HTTP.
  test('a form sends its request and shows the reply in its place', async () => {
    const page = await signedIn(SIZES.desk);
    const faults = faultsOf(page);
    const keys = { key: app.key, admin_keys: await keyOf(app, 'ada', { scopes: ['manage'] }) };
    for (const id of ['web', 'translate_post', 'key', 'admin_keys']) {
      await page.goto(`/docs/${pages.find(({ operations }) => operations.some((one) => one.id === id))?.id}`);
      const form = page.locator(`form[data-result="${id}-result"]`);
      await page.locator(`#${id} .try > summary`).click();
      if (id in keys) await form.locator('[name=key]').fill(keys[id as keyof typeof keys]);
      await form.locator('button[type=submit]').click();
      const result = page.locator(`#${id}-result`);
      await result.locator('h3').waitFor();
      const status = Number.parseInt((await result.locator('.state').first().textContent()) ?? '', 10);
      expect([id, status, new URL(page.url()).hash]).toEqual([id, 200, '']);
    }
    await page.goto('/docs/web');
    await page.locator('#web .try > summary').click();
    await page.locator('#web [name="query.q"]').fill('a query of its own');
    await page.locator('#web .try button[type=submit]').click();
    await page.locator('#web-result .bar-list rect').first().waitFor();
    expect(await page.locator('#web-result').textContent()).toContain('"query": "a query of its own"');
    await expectGood(page);
    expect(faults).toEqual([]);
  });

  test('without scripts, a form leads to a page with the reply, and a language can be chosen', async () => {
    const page = await signedIn({ ...SIZES.phone, javaScriptEnabled: false });
    await page.goto('/docs/web');
    expect(await page.locator('#web-python').isVisible()).toBe(false);
    await page.locator('#web .languages').getByLabel('Python').check();
    expect(await page.locator('#web-python').isVisible()).toBe(true);
    expect(await page.locator('#web-curl').isVisible()).toBe(false);
    await page.locator('#web .try > summary').click();
    await page.locator('#web [name="query.q"]').fill('linux');
    await page.locator('#web .try button[type=submit]').click();
    await page.locator('#web-result .bar-list rect').first().waitFor();
    expect(await page.locator('#web [name="query.q"]').inputValue()).toBe('linux');
    await expectGood(page);
  });

  test('remembers the language of samples on all pages, and copies one', async () => {
    const page = await visitor(browser, app.urls[0] as string, {
      ...SIZES.desk,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto('/docs');
    await page.locator('#first').getByLabel('TypeScript').check();
    expect(await page.locator('#stream-call-typescript').isVisible()).toBe(true);
    await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link', { name: 'News search' }).click();
    await page.waitForURL('**/docs/news');
    expect(await page.locator('#news-typescript').isVisible()).toBe(true);
    await page.locator('#news .code:has(#news-typescript) button').click();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied).toContain('await tributary.news(');
  });

  test('says who is not signed in where to, and leads back', async () => {
    const page = await visitor(browser, app.urls[0] as string, SIZES.desk);
    await page.goto('/docs/maps');
    await page.locator('#maps .try > summary').click();
    await page.locator('#maps .try').getByRole('link', { name: 'Sign in' }).click();
    await page.fill('[name=username]', 'ada');
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL('**/docs/maps');
    expect(await page.locator('#maps .try form').count()).toBe(1);
  });
});

describe.skipIf(browserPath === null)('the first hour in a browser', { timeout: 180_000 }, () => {
  test.each([
    ['at a desk', SIZES.desk, true, 'en-GB'],
    ['on a phone without scripts, in German', SIZES.phone, false, 'de-DE'],
  ] as const)('goes from the set-up link to the first request, %s', async (_, size, javaScriptEnabled, locale) => {
    const app = await TestApp.start({ env: { ...PATIENCE, ENGINE_C: 'kagi', KAGI_API_KEY: '' } });
    const browser = await openBrowser();
    try {
      await eventually('a set-up link is offered', () => app.webs[0]?.output.includes('/setup?token='));
      const page = await visitor(browser, app.urls[0] as string, { ...size, javaScriptEnabled, locale });
      const faults = faultsOf(page);
      await page.goto(`/setup?token=${await newSetUpToken(app.client)}`);
      await page.fill('[name=username]', 'root');
      await page.fill('[name=password]', PASSWORD);
      await page.click('main button[type=submit]');
      await page.waitForURL('**/admin/first-steps');
      await expectGood(page, { axe: javaScriptEnabled });

      await page.locator('main form button[type=submit]').click();
      await page
        .getByText(/answered, \d|geantwortet, \d/)
        .first()
        .waitFor();
      await page.locator('main table', { hasText: 'KAGI_API_KEY' }).waitFor();
      await expectGood(page, { axe: javaScriptEnabled });

      await page.locator('main a.button').click();
      await page.waitForURL('**/admin/first-steps/key');
      await expectGood(page, { axe: javaScriptEnabled });
      await page.locator('main form button[type=submit]').click();
      const key = (await page.locator('#new-key').textContent())?.trim() ?? '';
      await expectGood(page, { axe: javaScriptEnabled });
      for (const name of ['JavaScript', 'Python', 'MCP']) {
        await page.getByLabel(name, { exact: true }).check();
        const shown = page.locator(`.code[data-of="${name.toLowerCase()}"]`);
        expect([name, await shown.isVisible(), (await shown.textContent())?.includes(key)]).toEqual([name, true, true]);
      }

      expect((await app.get('/api/v1/web/?q=node.js', { key })).status).toBe(200);
      if (!javaScriptEnabled) await page.locator('#first-request a.button').click();
      await page.locator('#first-request .notice.done').waitFor();
      // Scripts replace the part that waits, then the others.
      await page.locator('.steps [aria-current]').waitFor({ state: 'detached' });
      await page.locator('.skip-steps').waitFor({ state: 'detached' });
      await expectGood(page, { axe: javaScriptEnabled });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      await app.stop();
    }
  });
});
