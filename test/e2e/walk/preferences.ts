import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { ledTo } from '../looks.ts';
import type { Sites } from '../site.ts';
import { COLOUR_RULES, type Way } from '../ways.ts';

const GROUNDS = { light: 'rgb(255, 255, 255)', dark: 'rgb(17, 22, 28)' } as const;
const OTHER = { light: 'dark', dark: 'light' } as const;
const groundOf = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');
const save = async (page: Page) => {
  await page.locator('main form.stack[action="/settings/preferences"] button[type=submit]').click();
  await page.locator('.notice').waitFor();
};
const search = async (page: Page, q: string) => {
  await page.fill('#q', q);
  await page.keyboard.press('Enter');
};
const isAt = (search: string) => (url: URL) => url.search === search;

/**
 * "Bangs `!i !n !v !m !t !w`, `!brave`-like engine choice, and `!!` for a site of the person's own list; open in new tab by
 * preference; theme switch; language of the page in English and German at least, by `Accept-Language` and preference."
 */
export function preferences(get: () => Sites): void {
  test('bangs choose the tab and the engine', () =>
    get().ways.both(async ({ page }) => {
      await page.goto('/');
      for (const [bang, tab] of Object.entries({ i: 'images', n: 'news', v: 'videos', m: 'maps' })) {
        await search(page, `!${bang} paris`);
        await page.waitForURL(isAt(`?q=paris&tab=${tab}`));
      }
      await search(page, '!web !mojeek linux');
      await page.waitForURL(isAt('?q=linux&engine=engine_b'));
      await page.goto('/');
      await search(page, '!t bonjour');
      await page.waitForURL(isAt('?q=bonjour&tab=translate'));
    }));

  test('two exclamation marks lead to a site of the own list', () =>
    get().ways.inTurn(async (way) => {
      const { page } = way;
      await page.goto('/settings/preferences');
      await page.fill('[name=sites]', 'wiki https://www.wiki.example/search?q=%s\nnothing');
      await save(page);
      expect(await page.locator('.notice').textContent()).toContain('Line 2');
      await page.fill('[name=sites]', 'wiki https://www.wiki.example/search?q=%s');
      await save(page);
      await way.expectGoodLooks();
      await page.goto('/');
      const address = await ledTo(page, () => search(page, '!!wiki linux kernel'));
      expect(address).toBe('https://www.wiki.example/search?q=linux%20kernel');
    }));

  test('results open in a new tab', () =>
    get().ways.inTurn(async ({ page }) => {
      const choose = async (isOn: boolean) => {
        await page.goto('/settings/preferences');
        await page.setChecked('[name=newTab]', isOn);
        await save(page);
        await page.goto('/?q=linux');
      };
      await choose(true);
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.locator('article.result h2 a').first().click(),
      ]);
      expect(new URL(page.url()).search).toBe('?q=linux');
      await opened.close();
      await choose(false);
      expect(await page.locator('article.result h2 a').first().getAttribute('target')).toBeNull();
    }));

  /** The switch is on every page: on the search page in the menu. */
  async function expectSwitch({ page, scripts, size }: Way, system: 'light' | 'dark'): Promise<void> {
    const chosen = OTHER[system];
    const menu = page.getByRole('button', { name: 'Menu' });
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/settings/usage');
    expect(await groundOf(page)).toBe(GROUNDS[system]);
    const leaves: string[] = [];
    const leave = () => leaves.push(page.url());
    page.on('framenavigated', leave);
    if (size === 'phone') await menu.click();
    const choice = page.getByRole('button', { name: `${chosen === 'dark' ? 'Dark' : 'Light'} colours` });
    const [stored] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/theme')),
      choice.click(),
    ]);
    expect(stored.status()).toBe(303);
    await page.locator(`html[data-theme=${chosen}]`).waitFor();
    await page.waitForLoadState();
    page.off('framenavigated', leave);
    expect(leaves.length).toBe(scripts ? 0 : 1);
    expect(await groundOf(page)).toBe(GROUNDS[chosen]);
    expect(await page.locator(`[name=theme][value=${chosen}]`).getAttribute('aria-pressed')).toBe('true');
    await page.goto('/?q=linux');
    expect(await groundOf(page)).toBe(GROUNDS[chosen]);
    await expectAccessible(page, `${chosen} on ${system}`, { rules: COLOUR_RULES });
    await menu.click();
    await page.getByRole('button', { name: "The system's colours" }).click();
    await page.locator('html:not([data-theme])').waitFor();
    expect(await groundOf(page)).toBe(GROUNDS[system]);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  test('theme switch: the chosen colours, whatever the system has', () =>
    get().ways.inTurn((way) => expectSwitch(way, way.scripts ? 'light' : 'dark')));

  test("pages are in the browser's language, or the preferred one", () =>
    get().ways.inTurn(async (way) => {
      const { page } = way;
      await page.setExtraHTTPHeaders({ 'accept-language': 'de-AT' });
      try {
        await page.goto('/?q=linux');
        expect(await page.locator('.tabs').innerText()).toContain('Bilder');
        expect(await page.locator('html').getAttribute('lang')).toBe('de-AT');
        // German words are longer.
        await way.expectFits();
        await page.goto('/settings/preferences');
        await way.expectFits();
        await page.selectOption('[name=pageLanguage]', 'en');
        await save(page);
        await page.getByRole('heading', { name: 'Preferences' }).waitFor();
      } finally {
        await page.setExtraHTTPHeaders({});
        await page.goto('/settings/preferences');
        await page.selectOption('[name=pageLanguage]', '');
        await save(page);
      }
    }));
}
