import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from './accounts.ts';
import { browserPath } from './browser.ts';
import { keysOf } from './looks.ts';
import { Sites } from './site.ts';
import { typeForSuggestions } from './walk/keyboard.ts';
import { expectGood } from './ways.ts';

// One walk through the main pages. All pages in all their states, and all that can be done on them, are in
// `site.system.test.ts`; what they say is tested over HTTP.
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

  test.each([
    ['member', '/?q=linux'],
    ['administrator', '/admin/accounts'],
  ] as const)('is accessible and fits, for the %s: %s', async (role, path) => {
    const page = await sites.root.people.visit(role);
    await page.goto(path);
    await expectGood(page);
  });
});
