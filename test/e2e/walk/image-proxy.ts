import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Sites } from '../site.ts';

const PAGES = ['/?q=linux', '/?q=retriever&tab=images', '/?q=climate&tab=news', '/?q=space&tab=videos'];
const PICTURES = `[...document.images].map((image) => image.getAttribute('src')).filter((src) => !src.startsWith('/static/'))`;
const SIGNED = /^\/img\/\d+\/[\w-]{16,}\//;

/**
 * "Image proxy: thumbnails, favicons and tiles through `/img/…`, signed; on by default, so that visitors' addresses stay
 * here." That nothing comes from elsewhere is seen to on every page of the walk. Its guards are tested with loopback canaries,
 * without a browser.
 */
export function imageProxy(get: () => Sites): void {
  /** The addresses of all pictures but our own. */
  async function picturesOn(page: Page, paths: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      found.push(...((await page.evaluate(PICTURES)) as string[]));
    }
    return found;
  }

  test('pictures come through `/img/…`, signed, or not at all if they are off', async () => {
    await get().ways.both(async ({ page }) => {
      const shown = await picturesOn(page, PAGES);
      expect(shown.length).toBeGreaterThan(PAGES.length);
      expect(shown.filter((address) => !SIGNED.test(address))).toEqual([]);
    });
    await get().ways.withScripts(async ({ page }) => {
      const choose = async (isOn: boolean) => {
        await page.goto('/settings/preferences');
        await page.setChecked('[name=pictures]', isOn);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.locator('.notice').waitFor();
      };
      await choose(false);
      expect(await picturesOn(page, PAGES.slice(0, 2))).toEqual([]);
      await choose(true);
    });
  });
}
