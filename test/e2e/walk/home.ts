import { expect, test } from 'vitest';
import { expectFitsZoomed } from '../looks.ts';
import type { Sites } from '../site.ts';
import { Ways } from '../ways.ts';

const TABS = ['Web', 'Images', 'News', 'Videos', 'Maps', 'Translate'];

/** "A home page worth opening: mark, box, tabs, the sandbox note only there and once." */
export function home(get: () => Sites): void {
  test('mark, box and tabs', () =>
    get().ways.both(async (way) => {
      const { page } = way;
      await way.goto('/');
      expect(await page.locator('.wordmark svg').isVisible()).toBe(true);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Tributary');
      expect(await page.locator('#q:focus').isVisible()).toBe(true);
      const tabs = page.getByRole('navigation', { name: 'Search type' }).getByRole('link');
      expect(await tabs.allInnerTexts()).toEqual(TABS);
      expect(await page.locator('.tabs [aria-current]').innerText()).toBe('Web');
      expect(await page.locator('.sandbox').count()).toBe(0);
      await way.expectGoodLooks();
      await expectFitsZoomed(page);
    }));

  test('the sandbox note only there and once', async ({ skip }) => {
    const { below } = get();
    if (below === null) return skip('The sandbox is told of below a path, which needs nginx.');
    const ways = new Ways(below.people, 'administrator');
    await ways.both(async (way) => {
      // A page without pictures, which the sandbox draws.
      await way.goto('/?q=paris&tab=maps');
      expect(await way.page.locator('.sandbox').count()).toBe(0);
      await way.goto('/');
      expect(await way.page.locator('.sandbox').count()).toBe(1);
      expect(await way.page.getByText('Sandbox: demonstration data').isVisible()).toBe(true);
      await way.expectGoodLooks('.sandbox');
    });
    await ways.close();
  });
}
