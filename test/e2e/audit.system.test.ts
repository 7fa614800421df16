import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { TestApp } from '../harness/test-app.ts';
import { browserPath, openBrowser } from './browser.ts';
import { People } from './people.ts';
import { expectGood, SIZES } from './ways.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';

describe.skipIf(browserPath === null)('the audit log in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let people: People;

  beforeAll(async () => {
    app = await TestApp.start({ workers: 0, env: { PUBLIC_URL: 'http://localhost:3999' } });
    browser = await openBrowser();
    people = new People(browser, app.urls[0] as string, app.client);
    for (let at = 0; at < 60; at++) {
      const source = {
        via: 'page',
        account: 'ada',
        address: '203.0.113.9',
        program: BROWSER,
        request: `req-${at}`,
      } as const;
      await writeEntry(app.client, source, {
        action: 'key changed',
        target: 'trib_1a2B3c4D',
        before: { name: 'laptop', burst: '10/min' },
        after: { name: `phone ${at}`, addresses: '203.0.113.0/24, 2001:db8::/32' },
      });
    }
    await writeEntry(app.client, { via: 'page', account: '', address: '2001:db8::7' }, { action: 'sign-in failed' });
    await writeEntry(
      app.client,
      { via: 'instance', account: '' },
      {
        action: 'setting changed',
        target: 'BRAVE_BUDGET',
        before: { BRAVE_BUDGET: '1/day' },
        after: { BRAVE_BUDGET: '2/day' },
      },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  test('has a sign-out in the browser', async () => {
    const page = await people.visit('newcomer');
    await page.goto('/settings/usage');
    await page.getByRole('button', { name: 'Sign out newcomer' }).click();
    await page.waitForURL(/\/login$/);
    const { items } = await readAudit(app.client, { account: 'newcomer' }, { limit: 1 });
    expect(items).toMatchObject([{ action: 'signed out', target: 'newcomer', via: 'page' }]);
  });

  test.each([
    ['desk', true, 'en-GB', 'Audit log', 'Who', 'Show', 'Older entries'],
    ['phone', false, 'de-DE', 'Audit-Log', 'Wer', 'Anzeigen', 'Ältere Einträge'],
  ] as const)(
    'is filtered and read on, at a %s, scripts: %s, %s',
    async (size, scripts, locale, title, who, show, older) => {
      const page = await people.signIn('administrator', { ...SIZES[size], locale, javaScriptEnabled: scripts });
      await page.goto('/admin/audit');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expectGood(page, { axe: scripts });
      await page.getByLabel(who, { exact: true }).fill('ada');
      await page.getByRole('button', { name: show, exact: true }).click();
      await page.waitForURL(/account=ada/);
      expect(await page.locator('tbody tr').count()).toBe(50);
      await page.getByRole('link', { name: older }).click();
      await page.waitForURL(/before=/);
      expect(await page.locator('tbody tr').count()).toBe(10);
      expect(await page.getByLabel(who, { exact: true }).inputValue()).toBe('ada');
      await expectGood(page, { axe: scripts });
    },
  );
});
