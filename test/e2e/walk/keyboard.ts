import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boxOf, keysOf, ledTo } from '../looks.ts';
import type { Sites } from '../site.ts';

const chosenOn = (page: Page) =>
  page.evaluate('document.activeElement.closest("[data-result]")?.getAttribute("data-result") ?? null');
const suggestionsOn = (page: Page) => page.locator('.suggestions [role=option]');

/** Types into the box until something is suggested: on a busy machine the first answer may come too late, and be empty. */
export async function typeForSuggestions(page: Page, text: string): Promise<void> {
  const answer = () =>
    page.waitForResponse((response) => response.url().endsWith(`/suggest.json?q=${encodeURIComponent(text)}`));
  let answered = answer();
  // A page that has just been opened may give the focus to its box later.
  await page.locator('#q:focus').waitFor();
  await page.keyboard.type(text);
  while (!(await (await answered).json()).suggestions?.length) {
    answered = answer();
    await page.keyboard.press('ArrowDown');
  }
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
}

/** "Keyboard: `/`, `j`/`k`/`o`/`Enter`, `?` for help", and the suggestions of the box. */
export function keyboard(get: () => Sites): void {
  test.each(['/?q=linux', '/?q=climate&tab=news'])(
    '`j`, `k`, `o` and `Enter` choose and open results: %s',
    async (path) => {
      await get().ways.both(async (way) => {
        const { page, scripts } = way;
        await way.goto(path);
        const all = await keysOf(page);
        const steps = [
          ['j', 0],
          ['j', 1],
          ['j', 2],
          ['k', 1],
        ] as const;
        for (const [key, at] of steps) {
          await page.keyboard.press(key);
          expect([key, await chosenOn(page)]).toEqual([key, scripts ? all[at] : null]);
        }
        // Without scripts, Tab leads to the link.
        if (!scripts) await page.locator('[data-result] .title-link').nth(1).focus();
        const href = await page.evaluate('document.activeElement.href');
        for (const key of scripts ? ['o', 'Enter'] : ['Enter']) {
          expect([key, await ledTo(page, () => page.keyboard.press(key))]).toEqual([key, href]);
          await way.goto(path);
          await page.locator('[data-result] .title-link').nth(1).focus();
        }
      });
    },
  );

  test('`?` and a button tell the keys, Escape closes them; without scripts, there are none to tell', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await page.goto('/?q=linux');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
      await page.keyboard.press('?');
      expect([await help.isVisible(), await button.isVisible()]).toEqual([scripts, scripts]);
      if (!scripts) return;
      expect(await help.locator('kbd').allInnerTexts()).toEqual(['/', 'j', 'k', 'o', 'Enter', 'r', '?']);
      expect((await boxOf(page, '#keys h2')).y).toBeGreaterThan((await boxOf(page, '#keys')).y);
      await way.expectGoodLooks('#keys');
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });
      await button.click();
      await help.getByRole('button', { name: 'Close' }).click();
      await help.waitFor({ state: 'hidden' });
    }));

  test('`/` leads to the box, where keys do nothing but type', () =>
    get().ways.both(async ({ page, scripts }) => {
      await page.goto('/?q=linux');
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.id')).toBe(scripts ? 'q' : '');
      if (!scripts) await page.fill('#q', '');
      await page.keyboard.type('j?o');
      expect(await page.inputValue('#q')).toBe('j?o');
      expect(await page.locator('#keys').isVisible()).toBe(false);
    }));

  test('the box suggests; arrows choose, Escape gives back what was typed, Enter searches', () =>
    get().ways.withScripts(async (way) => {
      const { page } = way;
      await page.goto('/?q=redis');
      await page.keyboard.press('/');
      const box = page.getByRole('combobox', { name: 'Search for' });
      await typeForSuggestions(page, 'linu');
      expect(await box.getAttribute('aria-expanded')).toBe('true');
      await way.expectGoodLooks('header');

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
    }));

  test('a suggestion is chosen with the mouse; without scripts, the box is sent as it is', () =>
    get().ways.both(async ({ page, scripts }) => {
      await page.goto('/');
      let text: string | null = 'linux kernel';
      if (scripts) {
        await typeForSuggestions(page, 'linu');
        const first = suggestionsOn(page).first();
        text = await first.textContent();
        await first.click();
      } else {
        await page.fill('#q', text);
        await page.getByRole('button', { name: 'Search', exact: true }).click();
      }
      await page.waitForURL((url) => url.searchParams.get('q') === text);
      expect(await page.locator('article.result').count()).toBeGreaterThan(0);
    }));
}
