import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import type { Site } from './site.ts';

/** The list of results: filters, more of them, and keys. */
export function results(get: () => Site): void {
  const members = (options: BrowserContextOptions = {}) => get().people.again('member', options);
  const keysOf = (page: Page) =>
    page.locator('[data-result]').evaluateAll((items) => items.map((item) => item.getAttribute('data-result')));
  const chosenOn = (page: Page) =>
    page.evaluate('document.activeElement.closest("[data-result]")?.getAttribute("data-result") ?? null');
  const more = (page: Page) => page.getByRole('link', { name: 'More results' });

  test('a filter applies when it is chosen, keys only open its list, and a link clears it', async () => {
    const page = await members();
    await page.goto('/?q=linux');
    expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(false);
    await page.getByLabel('Engine').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).search).toBe('?q=linux');
    await page.getByLabel('Date').selectOption('w');
    await page.waitForURL((url) => url.search === '?q=linux&date=w');
    expect(await page.locator('.chip.active').innerText()).toContain('Past week');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '?q=linux');
  });

  test('more results continue the list in place, without a repetition, until there are no more', async () => {
    const page = await members();
    await page.goto('/?q=world');
    let before = await keysOf(page);
    while ((await more(page).count()) > 0) {
      await more(page).click();
      await page.locator(`[data-result]:nth-child(${before.length + 1})`).waitFor();
      const after = await keysOf(page);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(new Set(after).size).toBe(after.length);
      expect(await chosenOn(page)).toBe(after[before.length]);
      await page
        .getByRole('status')
        .getByText(`${after.length - before.length} more results`)
        .waitFor();
      before = after;
      await page.locator('.paging [aria-busy]').waitFor({ state: 'detached' });
    }
    expect(before.length).toBeGreaterThan(15);
    expect(new URL(page.url()).search).toBe('?q=world');
    expect(await page.locator('.engines').count()).toBe(1);
    await expectAccessible(page);
  });

  test('without JavaScript, more results are the next page, which repeats none', async () => {
    const page = await members({ javaScriptEnabled: false });
    await page.goto('/?q=world');
    const first = await keysOf(page);
    await more(page).click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    const second = await keysOf(page);
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((key) => first.includes(key))).toEqual([]);
  });

  test.each(['/?q=linux', '/?q=climate&tab=news'])('keys choose and open results: %s', async (path) => {
    const page = await members();
    await page.goto(path);
    const all = await keysOf(page);
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await chosenOn(page)]).toEqual([key, all[at]]);
    }
    const href = await page.evaluate('document.activeElement.href');
    const opening = page.waitForRequest((request) => request.isNavigationRequest());
    await page.keyboard.press('o');
    expect((await opening).url()).toBe(href);
  });

  test('keys do nothing while one types', async () => {
    const page = await members();
    await page.goto('/?q=linux');
    await page.keyboard.press('/');
    await page.keyboard.type('j?o');
    expect(await page.inputValue('#q')).toBe('j?o');
    expect(await page.locator('#keys').isVisible()).toBe(false);
  });

  test.each([{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: { width: 390, height: 740 } }] as const)(
    'the keys are told by "?" and by a button, and Escape closes them: $colorScheme',
    async (look) => {
      const page = await members(look);
      await page.goto('/?q=linux');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await page.keyboard.press('?');
      await help.waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });
      const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
      await button.click();
      await help.getByRole('button', { name: 'Close' }).click();
      await help.waitFor({ state: 'hidden' });
      await page.locator('.engines summary').click();
      await page.getByRole('list', { name: 'Engines' }).getByText('Brave').waitFor();
      await expectAccessible(page);
    },
  );
}
