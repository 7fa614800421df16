import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from './accounts.ts';
import { browserPath, expectAccessible } from './browser.ts';
import { expectFits, expectWidth, keysOf } from './looks.ts';
import { openListed } from './pages/check-pages.ts';
import { pages } from './pages/page-list.ts';
import { Sites } from './site.ts';
import { typeForSuggestions } from './walk/keyboard.ts';

/** What people search with, and the first state of every other page. */
const main = pages.filter(
  ({ route, isWalked }, index) => isWalked || pages.findIndex((other) => other.route === route) === index,
);

// One walk through the main pages. All pages in all their states, sizes and colours, and all that can be done on them,
// are in `site.system.test.ts`: where that runs too, the pages are not opened twice.
const hasAll = process.env.npm_lifecycle_event === 'test:all';
describe.skipIf(browserPath === null)('the main pages in a browser', { timeout: 120_000 }, () => {
  let sites: Sites;
  beforeAll(async () => {
    sites = await Sites.start({ proxied: false });
  }, 180_000);
  afterAll(() => sites?.stop());

  describe('from set-up to a disabled account', () => accounts(() => sites));

  test('a search is suggested, sent and continued, and goes on in another tab', () =>
    sites.ways.both(async ({ page, scripts }) => {
      await page.goto('/');
      let text: string | null = 'linux kernel';
      if (scripts) {
        await typeForSuggestions(page, 'linu');
        text = await page.getByRole('option').first().textContent();
        await page.getByRole('option').first().click();
      } else {
        await page.fill('#q', text);
        await page.keyboard.press('Enter');
      }
      await page.waitForURL((url) => url.searchParams.get('q') === text);
      // This has a second page.
      await page.goto('/?q=world');
      const first = await keysOf(page);
      expect(first.length).toBeGreaterThan(3);
      await page.getByRole('link', { name: 'More results' }).click();
      if (scripts) await page.locator(`[data-result]:nth-child(${first.length + 1})`).waitFor();
      else await page.waitForURL((url) => url.searchParams.get('page') === '2');
      const all = await keysOf(page);
      expect(all.filter((key) => first.includes(key))).toEqual(scripts ? first : []);
      await page.getByRole('navigation', { name: 'Search type' }).getByRole('link', { name: 'Images' }).click();
      await page.waitForURL((url) => url.searchParams.get('q') === 'world' && url.searchParams.get('tab') === 'images');
    }));

  // Axe looks at one page of each tab; its other states are for the walk.
  const lookedAt = new Set<string>();
  describe.skipIf(hasAll)('each page', () => {
    test.each(main)('$what ($route)', async (entry) => {
      const page = await openListed(entry, sites.root);
      if (!entry.isWalked) return expectWidth(page);
      await expectFits(page);
      const { pathname, searchParams } = new URL(page.url());
      const tab = `${pathname} ${searchParams.get('tab')}`;
      if (!lookedAt.has(tab)) await expectAccessible(page);
      lookedAt.add(tab);
    });
  });
});
