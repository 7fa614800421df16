import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import type { Site } from './site.ts';

const TABS = [
  '/',
  '/?q=linux',
  '/?q=retriever&tab=images',
  '/?q=climate&tab=news',
  '/?q=space&tab=videos',
  '/?q=paris&tab=maps',
  '/?tab=translate',
  '/?q=linux&page=99',
  '/preferences',
];

const suggestionsOn = (page: Page) => page.locator('.suggestions [role=option]');

/** Types into the box until something is suggested: on a busy machine the first answer may come too late, and be empty. */
export async function typeForSuggestions(page: Page, text: string): Promise<void> {
  const answer = () =>
    page.waitForResponse((response) => response.url().endsWith(`/suggest.json?q=${encodeURIComponent(text)}`));
  let answered = answer();
  await page.keyboard.type(text);
  while (!(await (await answered).json()).suggestions?.length) {
    answered = answer();
    await page.keyboard.press('ArrowDown');
  }
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
}

export function searchPage(get: () => Site): void {
  /** Opens a browser in which the member has signed in before. */
  const members = (options: BrowserContextOptions = {}) => get().people.again('member', options);

  test('suggests while one types; arrows choose, Escape gives back what was typed, Enter searches', async () => {
    const page = await members();
    await page.goto('/?q=redis');
    await page.keyboard.press('/');
    const box = page.getByRole('combobox', { name: 'Search for' });
    expect(await page.evaluate('document.activeElement.id')).toBe('q');
    await typeForSuggestions(page, 'linu');
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible(page);

    await page.keyboard.press('ArrowDown');
    const first = suggestionsOn(page).first();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    expect(await box.inputValue()).toBe(await first.textContent());

    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe('linu');
    expect(await box.getAttribute('aria-expanded')).toBe('false');

    await page.keyboard.press('ArrowDown');
    await first.waitFor();
    await page.keyboard.press('ArrowUp');
    const last = await suggestionsOn(page).last().textContent();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === last);
  });

  test('a suggestion is chosen with the mouse', async () => {
    const page = await members();
    await page.goto('/');
    await typeForSuggestions(page, 'linu');
    const first = suggestionsOn(page).first();
    const text = await first.textContent();
    await first.click();
    await page.waitForURL((url) => url.searchParams.get('q') === text);
  });

  test("answers about time are in the browser's zone", async () => {
    const page = await members({ timezoneId: 'Asia/Kolkata' });
    await page.goto('/');
    await page.goto('/?q=what+time+is+it');
    expect(await page.locator('.instant').textContent()).toContain('UTC+05:30');
  });

  test('works without JavaScript', async () => {
    const page = await members({ javaScriptEnabled: false });
    await page.goto('/');
    await page.fill('#q', 'linux');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/q=linux/);
    await page.selectOption('[name=engine]', 'engine_b');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/engine=engine_b/);
    expect(await page.locator('article.result').count()).toBeGreaterThan(0);
    expect(await page.locator('.engines').textContent()).toContain('Mojeek');
    await page.getByRole('link', { name: 'Translate' }).click();
    await page.fill('textarea', 'good morning');
    await page.selectOption('[name=target]', 'de');
    await page.getByRole('button', { name: 'Translate' }).click();
    expect((await page.locator('#translation').textContent())?.toLowerCase()).toBe('guten morgen');
    expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(false);
  });

  test('fetches nothing but its own when pictures are off', { timeout: 60_000 }, async () => {
    const page = await members();
    await page.goto('/preferences');
    await page.uncheck('[name=pictures]');
    await page.getByRole('button', { name: 'Save' }).click();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    for (const address of TABS) await page.goto(address);
    expect([...new Set(asked)]).toEqual([new URL(get().url).host]);
  });
}
