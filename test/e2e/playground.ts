import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { searchesOf } from '../harness/searching.ts';
import { openReference } from './pages/api-reference.ts';
import type { Sites } from './site.ts';

/** The playground of the API reference. */
export function playground(get: () => Sites): void {
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

  test('needs a key, pasted with or without "Api-Key" before it, and calls the API where it is', async () => {
    const { below, root } = get();
    const { people, scene, url } = below ?? root;
    const page = await people.visit('nobody');
    // It is still shown from when it was checked.
    if (page.url() !== `${url}/docs`) await openReference(page);
    for (const operation of ['key', 'status']) expect((await execute(page, operation)).status).toBe(401);
    for (const prefix of ['', 'Api-Key ']) {
      await authorise(page, prefix + scene.key);
      const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'));
      const { status, curl } = await execute(page, 'key');
      expect(status).toBe(200);
      expect((await answered).url()).toBe(`${url}/api/v1/key/`);
      expect(curl).toContain(`Authorization: Api-Key ${scene.key}`);
    }
  });

  test('searches for a signed-in user without a key, shows the address of the API, and leads to a key and to the search', async () => {
    const { root, stack } = get();
    const page = await root.people.visit('member');
    await openReference(page);
    const before = await searchesOf(stack, root.scene.key);
    const { status, curl } = await execute(page, 'web', { q: 'linux' });
    expect(status).toBe(200);
    // Without filters that nobody set, and with a place for the key.
    expect(curl).toContain(`'${root.url}/api/v1/web/?q=linux'`);
    expect(curl).toContain("-H 'Authorization: Api-Key <key>'");
    expect(curl).not.toContain('/docs/try');
    expect((await execute(page, 'key')).status).toBe(401);
    expect(await searchesOf(stack, root.scene.key)).toBe(before);

    const own = page.getByRole('navigation', { name: 'Tributary' });
    const home = await own.getByRole('link', { name: 'Search', exact: true }).getAttribute('href');
    expect(home).toBe('/');
    await own.getByRole('link', { name: 'Create a key' }).click();
    await page.waitForURL('**/settings/api-keys');
  });
}
