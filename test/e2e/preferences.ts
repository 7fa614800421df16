import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import type { Site } from './site.ts';

const GROUNDS = { light: 'rgb(255, 255, 255)', dark: 'rgb(17, 22, 28)' } as const;
const groundOf = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');

export function preferences(get: () => Site): void {
  /** Opens a browser in which the member has signed in before, with preferences of its own. */
  const members = (options: BrowserContextOptions = {}) => get().people.again('member', options);
  const save = async (page: Page) => {
    await page.locator('main form.stack button[type=submit]').click();
    await page.locator('.notice').waitFor();
  };

  test.each([
    ['light', 'dark', true],
    ['dark', 'light', true],
    ['light', 'dark', false],
    ['dark', 'light', false],
  ] as const)('a system that is %s: the switch makes pages %s; scripts: %s', async (system, chosen, scripts) => {
    const page = await members({ colorScheme: system, javaScriptEnabled: scripts });
    await page.goto('/settings/usage');
    expect(await groundOf(page)).toBe(GROUNDS[system]);
    const leaves: string[] = [];
    page.on('framenavigated', (frame) => leaves.push(frame.url()));
    const choice = page.getByRole('button', { name: `${chosen === 'dark' ? 'Dark' : 'Light'} colours` });
    const [stored] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/theme')),
      choice.click(),
    ]);
    expect(stored.status()).toBe(303);
    await page.waitForFunction(`document.documentElement.dataset.theme === '${chosen}'`);
    await page.waitForLoadState();
    expect(await groundOf(page)).toBe(GROUNDS[chosen]);
    expect(await choice.getAttribute('aria-pressed')).toBe('true');
    expect(leaves.length).toBe(scripts ? 0 : 1);
    for (const path of ['/', '/preferences']) {
      await page.goto(path);
      expect(await groundOf(page)).toBe(GROUNDS[chosen]);
      if (scripts) await expectAccessible(page, `${chosen} on ${system}`);
    }
    await page.goto('/settings/usage');
    await page.getByRole('button', { name: "The system's colours" }).click();
    await page.waitForFunction('document.documentElement.dataset.theme === undefined');
    expect(await groundOf(page)).toBe(GROUNDS[system]);
  });

  test('results open in a new tab', async () => {
    const page = await members();
    await page.goto('/preferences');
    await page.check('[name=newTab]');
    await save(page);
    await page.goto('/?q=linux');
    await Promise.all([page.context().waitForEvent('page'), page.locator('article.result h2 a').first().click()]);
    expect(new URL(page.url()).search).toBe('?q=linux');
  });

  test("pages are in the browser's language, or the preferred one", async () => {
    const page = await members({ locale: 'de-AT' });
    await page.goto('/settings/api-keys');
    await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
    await page.goto('/preferences');
    await page.selectOption('[name=pageLanguage]', 'en');
    await save(page);
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await expectAccessible(page);
  });

  test('bangs choose the tab and the engine; two exclamation marks lead to a site of the own list', async () => {
    const page = await members();
    await page.goto('/');
    await page.fill('#q', '!i retriever');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '?q=retriever&tab=images');
    await page.fill('#q', '!w !mojeek linux');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '?q=linux&engine=engine_b');

    await page.goto('/preferences');
    await page.fill('[name=sites]', 'wiki https://www.wiki.example/search?q=%s\nnothing');
    await save(page);
    expect(await page.locator('.notice').textContent()).toContain('Line 2');
    await page.fill('[name=sites]', 'wiki https://www.wiki.example/search?q=%s');
    await save(page);
    await page.goto('/');
    await page.fill('#q', '!!wiki linux kernel');
    // The site is out of reach here; the browser asks for it.
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith('https://www.wiki.example/')),
      page.keyboard.press('Enter'),
    ]);
    expect(asked.url()).toBe('https://www.wiki.example/search?q=linux%20kernel');
  });
}
