import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';

describe.skipIf(browserPath === null)('the main navigation of an administrator', () => {
  let stack: Stack;
  let browser: Browser;

  beforeAll(async () => {
    stack = await Stack.start({ workers: 0 });
    await createUser(stack.client, 'root', { password: PASSWORD, admin: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  async function signedIn(width: number, javaScriptEnabled: boolean): Promise<Page> {
    const viewport = { width, height: 740 };
    const page = await visitor(browser, stack.urls[0] as string, { viewport, javaScriptEnabled });
    await page.goto('/login?next=/settings/password');
    await page.fill('[name=username]', 'root');
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL('**/settings/password');
    return page;
  }

  const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
  const buttonOf = (page: Page) => page.getByRole('button', { name: 'Menu' });

  test.each([true, false])('on a phone is one line and a menu that opens and closes; scripts: %s', async (scripts) => {
    const page = await signedIn(360, scripts);
    const header = await page.locator('header.top').boundingBox();
    const brand = await page.locator('.brand').boundingBox();
    expect(header?.height).toBeLessThan(2.5 * (brand?.height ?? 0));
    expect(await menuOf(page).isVisible()).toBe(false);

    await buttonOf(page).focus();
    await page.keyboard.press('Enter');
    expect(await menuOf(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menuOf(page).isVisible()).toBe(false);

    await buttonOf(page).click();
    await menuOf(page).getByRole('link', { name: 'Providers' }).click();
    await page.waitForURL('**/admin/providers');
    await buttonOf(page).click();
    await menuOf(page).getByRole('button', { name: 'Sign out root' }).click();
    await page.waitForURL('**/login');
  });

  test('with room is a line of links, without a button', async () => {
    const page = await signedIn(1280, false);
    expect(await buttonOf(page).isVisible()).toBe(false);
    await menuOf(page).getByRole('link', { name: 'Queues' }).click();
    await page.waitForURL('**/admin/queues');
  });
});
