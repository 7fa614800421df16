import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import { UsageStatistics } from '../../lib/statistics/usage-statistics.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser } from './browser.ts';
import { signedInPage } from './sign-in.ts';
import { expectGood, SIZES } from './ways.ts';

const HOUR = 3_600_000;
const REASONS = ['burst', 'scope', 'month'];
const PAGES = ['/settings/usage?period=24h', '/settings/usage?period=30d&by=label', '/admin/usage?period=7d', '/admin'];

describe.skipIf(browserPath === null)('usage in a browser', { timeout: 240_000 }, () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await TestApp.start({ env: { BRAVE_PRICE: '5', BRAVE_BUDGET: '2000/month', BUDGET_CURRENCY: 'EUR' } });
    browser = await openBrowser();
    await createUser(app.client, 'root', { password: PASSWORD, admin: true });
    const keys = await Promise.all(
      ['crawler', 'chat', 'nightly'].map((name) => createKey(app.client, 'root', { name })),
    );
    // Forty days of use with its days and nights.
    const records = Array.from({ length: 4_000 }, (_, at): RequestRecord => {
      const when = Date.now() - Math.floor((at / 4_000) ** 2 * 40 * 24 * HOUR);
      const status = at % 17 === 0 ? 429 : at % 41 === 0 ? 503 : 200;
      return {
        ...{ id: 'r', at: when, ms: 60 + ((at * 7_919) % 900), account: at % 5 === 0 ? 'crew' : 'root', trace: null },
        ...{ key: keys[at % 3]?.prefix ?? '', labels: { app: ['bot', 'site'][at % 2] ?? '' }, status, program: 'curl' },
        ...{
          endpoint: ['web', 'news', 'mcp/web_search'][at % 3] ?? '',
          cost: status === 200 ? 1 : 0,
          cached: at % 4 === 0,
        },
        reason: status === 429 ? (REASONS[at % 3] ?? null) : status === 503 ? 'timeout' : null,
        engines: [{ engine: 'engine_a', outcome: at % 4 === 0 ? 'cached' : 'ok', ms: 80 }],
      };
    });
    await new UsageStatistics(app.client).keep(records);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const signedIn = (options: BrowserContextOptions) => signedInPage({ browser, app }, 'root', options);

  test.each(['en-GB', 'de-DE'])(
    'every page is accessible and fits, light and dark, on desk and phone: %s',
    async (locale) => {
      const page = await signedIn({ ...SIZES.desk, locale });
      for (const path of PAGES) {
        await page.goto(path);
        await expectGood(page, { axe: locale === 'en-GB' });
      }
      await page.context().close();
    },
  );

  test('a point of a chart tells its values under the pointer, and by keyboard, one after the other', async () => {
    const page = await signedIn({ ...SIZES.desk, locale: 'en-GB' });
    await page.goto('/settings/usage?period=24h');
    const chart = page.getByRole('figure', { name: 'Requests' });
    const points = chart.locator('.point');
    const shown = chart.locator('.box').filter({ visible: true });
    await chart.locator('.hit').nth(20).hover();
    expect(await shown.count()).toBe(1);
    expect(await shown.textContent()).toMatch(/Answered: \d+Refused: \d+Failed: \d+/);
    await page.mouse.move(0, 0);
    expect(await shown.count()).toBe(0);
    // One stop of the Tab key; arrows go on from there.
    expect(await chart.locator('.point[tabindex="0"]').count()).toBe(1);
    await points.last().focus();
    const last = await shown.textContent();
    expect(last).toContain('(so far)');
    await page.keyboard.press('ArrowLeft');
    expect(await shown.textContent()).not.toBe(last);
    await page.keyboard.press('Home');
    expect(await points.first().evaluate((point) => point === point.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await shown.count()).toBe(0);
    // The same numbers are in the table.
    await chart.getByText('Show as table').click();
    expect(await chart.getByRole('row').count()).toBe(25);
    await page.context().close();
  });

  test('without scripts, every point is reached with the Tab key, and the files come', async () => {
    const page = await signedIn({ ...SIZES.phone, locale: 'en-GB', javaScriptEnabled: false });
    await page.goto('/settings/usage?period=24h');
    const chart = page.getByRole('figure', { name: 'Requests' });
    expect(await chart.locator('.point[tabindex="0"]').count()).toBe(24);
    await chart.locator('.point').nth(22).focus();
    expect(await chart.locator('.box').filter({ visible: true }).count()).toBe(1);
    await page.getByRole('link', { name: '30 days' }).click();
    await page.getByRole('link', { name: 'By label' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toBe('usage-30d-by-label.csv');
    await page.context().close();
  });
});
