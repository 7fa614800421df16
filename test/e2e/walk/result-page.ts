import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boxOf, expectFitsZoomed, keysOf } from '../looks.ts';
import type { Sites } from '../site.ts';

const more = (page: Page) => page.getByRole('link', { name: 'More results' });
const isAt = (search: string) => (url: URL) => url.search === search;

/**
 * "The result page: box on top with tabs under it, filters as visible chips that apply on change, engines' outcomes as one
 * line that opens, related searches, correction, 'more results' that continues the list, no result twice between pages."
 */
export function resultPage(get: () => Sites): void {
  test("box on top with tabs under it; engines' outcomes as one line that opens; related searches", () =>
    get().ways.both(async (way) => {
      const { page } = way;
      await way.gotoFor('/?q=linux&date=y', '.related a');
      const parts = ['#q', '.tabs', '.chip', '[data-result]'].map((part) => boxOf(page, part));
      const tops = (await Promise.all(parts)).map(({ y }) => y);
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
      expect(tops[0]).toBeLessThan(100);
      expect(await page.inputValue('#q')).toBe('linux');
      expect(await page.locator('.chip.active').innerText()).toContain('Past year');

      const engines = page.getByRole('list', { name: 'Engines' });
      expect(await engines.isVisible()).toBe(false);
      expect((await boxOf(page, '.engines summary')).height).toBeLessThan(40);
      await page.locator('.engines summary').click();
      expect(await engines.innerText()).toMatch(/Brave.*Mojeek/s);
      await way.expectGoodLooks();
      if (way.size === 'desk') await expectFitsZoomed(page);

      const related = page.getByRole('region', { name: 'Related searches' }).getByRole('link').first();
      const words = await related.innerText();
      await related.click();
      await page.waitForURL((url) => url.searchParams.get('q') === words);
    }));

  test('filters apply on change, keys only open their lists; without scripts a button applies them; a link clears them', () =>
    get().ways.both(async ({ page, scripts }) => {
      await page.goto('/?q=linux');
      const apply = page.getByRole('button', { name: 'Apply' });
      expect(await apply.isVisible()).toBe(!scripts);
      if (scripts) {
        await page.getByRole('combobox', { name: 'Engine' }).focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Escape');
        expect(new URL(page.url()).search).toBe('?q=linux');
      }
      await page.getByRole('combobox', { name: 'Engine' }).selectOption('engine_b');
      if (!scripts) await apply.click();
      await page.waitForURL((url) => url.searchParams.get('engine') === 'engine_b');
      expect(await page.locator('.chip.active').innerText()).toContain('Mojeek');
      expect(await page.locator('article.result').count()).toBeGreaterThan(0);
      expect(await page.locator('.engines').textContent()).not.toContain('Brave');
      if (scripts) expect(new URL(page.url()).search).toBe('?q=linux&engine=engine_b');
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await page.waitForURL(isAt('?q=linux'));
    }));

  test('correction', () =>
    get().ways.both(async (way) => {
      const { page } = way;
      await way.goto('/?q=climte');
      const correction = page.locator('.correction');
      expect(await correction.innerText()).toBe('Did you mean climate?');
      await correction.getByRole('link').click();
      await page.waitForURL(isAt('?q=climate'));
    }));

  test('"more results" continues the list in place, or is page 2; no result twice', async () => {
    await get().ways.withScripts(async (way) => {
      const { page } = way;
      await way.goto('/?q=world');
      let before = await keysOf(page);
      while ((await more(page).count()) > 0) {
        await more(page).click();
        await page.locator(`[data-result]:nth-child(${before.length + 1})`).waitFor();
        const after = await keysOf(page);
        expect(after.slice(0, before.length)).toEqual(before);
        expect(new Set(after).size).toBe(after.length);
        const focused = 'document.activeElement.closest("[data-result]").dataset.result';
        expect(await page.evaluate(focused)).toBe(after[before.length]);
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
      await way.expectFits();
    });
    await get().ways.withoutScripts(async (way) => {
      const { page } = way;
      await way.goto('/?q=world');
      const first = await keysOf(page);
      await more(page).click();
      await page.waitForURL(isAt('?q=world&page=2'));
      const second = await keysOf(page);
      expect(second.length).toBeGreaterThan(0);
      expect(second.filter((key) => first.includes(key))).toEqual([]);
      await way.expectGoodLooks();
      await page.getByRole('link', { name: 'Previous page' }).click();
      await page.waitForURL(isAt('?q=world'));
    });
  });
}
