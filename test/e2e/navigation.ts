import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Site } from './site.ts';

/** The main navigation of an administrator. */
export function navigation(get: () => Site): void {
  const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
  const buttonOf = (page: Page) => page.getByRole('button', { name: 'Menu' });

  test.each([true, false])(
    'on a phone is one line and a menu that opens and closes; scripts: %s',
    async (javaScriptEnabled) => {
      const viewport = { width: 360, height: 740 };
      const page = await get().people.signIn('administrator', { viewport, javaScriptEnabled });
      await page.goto('/settings/usage');
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
      await menuOf(page).getByRole('link', { name: 'Engines' }).click();
      await page.waitForURL('**/admin/engines');
      await buttonOf(page).click();
      await menuOf(page).getByRole('button', { name: 'Sign out administrator' }).click();
      await page.waitForURL('**/login');
      const names = (await page.context().cookies()).map(({ name }) => name);
      expect(names.filter((name) => name.endsWith('tributary'))).toEqual([]);
    },
  );

  test('with room is a sidebar that stays in view and says where the page is', async () => {
    const page = await get().people.again('administrator', { javaScriptEnabled: false });
    await page.goto('/settings/usage');
    expect(await buttonOf(page).isVisible()).toBe(false);
    expect(await menuOf(page).locator('[aria-current=page]').allInnerTexts()).toEqual(['Usage']);
    await page.goto('/admin/accounts/administrator');
    expect(await menuOf(page).locator('[aria-current=true]').allInnerTexts()).toEqual(['Accounts and teams']);
    await page.getByRole('navigation', { name: 'Above this page' }).getByRole('link').click();
    await page.waitForURL('**/admin/accounts');
    await menuOf(page).getByRole('link', { name: 'Queue dashboard' }).click();
    await page.waitForURL('**/admin/queues');
  });

  test('on the search page is a menu with one way into the console, at any width', async () => {
    const page = await get().people.again('administrator', { javaScriptEnabled: false });
    for (const path of ['/', '/?q=linux']) {
      await page.goto(path);
      expect(await menuOf(page).isVisible()).toBe(false);
      await buttonOf(page).click();
      expect(await menuOf(page).getByRole('link').allInnerTexts()).toEqual(['Settings']);
      await menuOf(page).getByRole('link', { name: 'Settings' }).click();
      await page.waitForURL('**/settings/preferences?next=*');
      await page.getByRole('link', { name: 'Back to the search' }).click();
      await page.waitForURL(`**${path}`);
    }
  });
}
