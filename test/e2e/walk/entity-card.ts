import { expect, test } from 'vitest';
import type { Sites } from '../site.ts';
import { withPictures } from './canned-media.ts';

/** "One entity card: article, infobox and map merged, one source line." */
export function entityCard(get: () => Sites): void {
  test('article, infobox and map are one card with one source line', () =>
    get().ways.both(async (way) => {
      const { page, size } = way;
      await withPictures(page, () => way.gotoFor('/?q=paris', '.entity'));
      const card = page.locator('.card');
      expect(await card.count()).toBe(1);
      expect(await card.getByRole('heading', { name: 'Paris' }).isVisible()).toBe(true);
      expect(await card.innerText()).toContain('capital');
      // On a phone, it is short at first.
      if (size === 'phone') await card.getByRole('link', { name: /^More ?: Paris$/ }).click();
      expect(await card.locator('dl').isVisible()).toBe(true);
      expect(await card.locator('dl dt').count()).toBeGreaterThan(0);
      expect(await card.getByRole('link', { name: 'OpenStreetMap', exact: true }).isVisible()).toBe(true);
      expect(await card.locator('.from').isVisible()).toBe(true);
      expect(await card.locator('.from').allInnerTexts()).toEqual([
        expect.stringMatching(/^Source: Wikipedia .*OpenStreetMap/),
      ]);
      await way.expectGoodLooks();
      await card.getByRole('link', { name: 'Map', exact: true }).click();
      await page.waitForURL((url) => url.searchParams.get('tab') === 'maps');
    }));

  test('an answer to a question is a card of its own', () =>
    get().ways.both(async (way) => {
      await way.gotoFor('/?q=how+do+I+exit+vim', '.card .verbatim');
      expect(await way.page.innerText('.card')).toContain('5,940 votes');
      await way.expectGoodLooks('.cards');
    }));
}
