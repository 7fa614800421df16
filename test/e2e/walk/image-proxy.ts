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
  test('pictures come through `/img/…`, signed, or not at all if they are off', () =>
    get().ways.both(async ({ page }) => {
      /** The addresses of all pictures but our own. */
      const picturesOn = async (paths: readonly string[]) => {
        const found: string[] = [];
        for (const path of paths) {
          await page.goto(path, { waitUntil: 'domcontentloaded' });
          found.push(...((await page.evaluate(PICTURES)) as string[]));
        }
        return found;
      };
      const choose = async (isOn: boolean) => {
        await page.goto('/preferences');
        await page.setChecked('[name=pictures]', isOn);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('.notice').waitFor();
      };
      const shown = await picturesOn(PAGES);
      expect(shown.length).toBeGreaterThan(PAGES.length);
      expect(shown.filter((address) => !SIGNED.test(address))).toEqual([]);
      await choose(false);
      expect(await picturesOn(PAGES.slice(0, 2))).toEqual([]);
      await choose(true);
    }));
}
