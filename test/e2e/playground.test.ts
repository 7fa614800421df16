import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';

const TIMEOUT = { timeout: 120_000 };

describe.skipIf(browserPath === null)('the playground of the API reference', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000' } });
    await createUser(app.client, 'ada', { admin: false, password: PASSWORD });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const open = async () => visitor(browser, app.urls[0] as string);

  /** Pastes a text as the key, in place of the one before. */
  async function authorise(page: Page, text: string): Promise<void> {
    await page.locator('.authorize').first().click();
    const dialog = page.locator('.auth-container');
    const logOut = dialog.getByRole('button', { name: 'Remove authorization' });
    if (await logOut.isVisible()) await logOut.click();
    await dialog.locator('input').fill(text);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto('/login?next=/docs');
    await page.fill('main [name=username]', 'ada');
    await page.fill('main [name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL('**/docs');
  }

  /** Executes an operation, returns the status and the curl command that the page shows, and clears them. */
  async function execute(page: Page, operationId: string, fields: Record<string, string> = {}) {
    const operation = page.locator(`[id^=operations-][id$=-${operationId}]`);
    if (!(await operation.locator('.execute').isVisible())) {
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('.try-out__btn').click();
    }
    for (const [name, value] of Object.entries(fields)) {
      await operation.locator(`tr[data-param-name=${name}] input`).fill(value);
    }
    await operation.locator('.execute').click();
    const shown = await operation.locator('.live-responses-table .response-col_status').last().textContent();
    const curl = await operation.locator('.curl-command .curl').textContent();
    await operation.getByRole('button', { name: 'Clear' }).click();
    return { status: Number.parseInt(shown ?? '', 10), curl: curl ?? '' };
  }

  test('needs a key, pasted with or without "Api-Key" before it', TIMEOUT, async () => {
    const page = await open();
    await page.goto('/docs');
    for (const operation of ['key', 'status']) expect((await execute(page, operation)).status).toBe(401);
    for (const prefix of ['', 'Api-Key ']) {
      await authorise(page, prefix + app.key);
      const { status, curl } = await execute(page, 'key');
      expect(status).toBe(200);
      expect(curl).toContain(`Authorization: Api-Key ${app.key}`);
    }
    await page.context().close();
  });

  // One test, because the page takes seconds to load.
  test(
    'searches for a signed-in user without a key, shows the address of the API, and leads to a key and to the search',
    TIMEOUT,
    async () => {
      const page = await open();
      await signIn(page);
      const before = await searchesOf(app, app.key);
      const { status, curl } = await execute(page, 'web', { q: 'linux' });
      expect(status).toBe(200);
      // Without filters that nobody set, and with a place for the key.
      expect(curl).toContain(`'${app.urls[0]}/api/v1/web/?q=linux'`);
      expect(curl).toContain("-H 'Authorization: Api-Key <key>'");
      expect(curl).not.toContain('/docs/try');
      expect((await execute(page, 'key')).status).toBe(401);
      expect(await searchesOf(app, app.key)).toBe(before);

      await page.getByRole('link', { name: 'Create a key' }).click();
      await page.waitForURL('**/settings/api-keys');
      await page.goBack();
      const own = page.getByRole('navigation', { name: 'Tributary' });
      await own.getByRole('link', { name: 'Search', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.context().close();
    },
  );
});
