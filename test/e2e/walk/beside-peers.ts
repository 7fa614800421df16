import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../harness/processes.ts';
import { expectAccessible } from '../browser.ts';
import { boxOf, keysOf, movementOf } from '../looks.ts';
import type { Sites } from '../site.ts';
import { SIZES } from '../ways.ts';
import { typeForSuggestions } from './keyboard.ts';

/** What was once worse than on other search pages. `docs/search-page.md` compares them. */
export function besidePeers(get: () => Sites): void {
  const opened: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
  const members = async (options: BrowserContextOptions = {}) => {
    const page = await get().root.people.again('member', options);
    opened.push(page.context());
    return page;
  };
  /** Opens a page that has a card: on a busy machine, it may come too late at first. */
  const openWithCard = async (page: Page, path: string) => {
    await eventually('the card is there in time', async () => {
      await page.goto(path);
      return (await page.locator('.cards:not(.after) .portrait').count()) > 0;
    });
  };

  test('results that were added are there again after the way back', async () => {
    const page = await members();
    await page.goto('/?q=world');
    const first = await keysOf(page);
    await page.getByRole('link', { name: 'More results' }).click();
    await page.locator(`[data-result]:nth-child(${first.length + 1})`).waitFor();
    await page.locator('.paging [aria-busy]').waitFor({ state: 'detached' });
    const all = await keysOf(page);
    const next = () => page.locator('.paging a[rel=next]').evaluateAll((links) => links.map(String));
    const leadsTo = await next();
    await page.goto('/settings/preferences');
    await page.goBack();
    expect(await keysOf(page)).toEqual(all);
    expect(await next()).toEqual(leadsTo);
    // The same search, asked anew, begins with its first page.
    await page.goto('/settings/preferences');
    await page.goto('/?q=world');
    expect(await keysOf(page)).toEqual(first);
  });

  test.each(['en', 'de'])('all tabs are on the screen of a phone: %s', async (locale) => {
    const page = await members({ ...SIZES.phone, locale });
    for (const path of ['/', '/?q=linux']) {
      await page.goto(path);
      // None is cut off.
      const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.tabs ul'))`;
      expect(await page.evaluate(hidden)).toBe(0);
      const last = await page.locator('.tabs li').last().boundingBox();
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(SIZES.phone.viewport.width);
    }
  });

  test('a card is beside the results, on a phone above them and short until one wants more', async () => {
    const desk = await members();
    await openWithCard(desk, '/?q=paris');
    expect(await desk.locator('.entity dl').isVisible()).toBe(true);
    expect(await desk.getByRole('link', { name: /^More ?: Paris$/ }).count()).toBe(0);

    const phone = await members({ ...SIZES.phone, javaScriptEnabled: false });
    await openWithCard(phone, '/?q=paris');
    expect((await boxOf(phone, '.entity')).y).toBeLessThan((await boxOf(phone, '.results')).y);
    expect(await phone.locator('.entity dl').isVisible()).toBe(false);
    const { height = 0 } = (await phone.locator('.entity').boundingBox()) ?? {};
    expect(height).toBeLessThan(SIZES.phone.viewport.height / 2);
    await phone.getByRole('link', { name: /^More ?: Paris$/ }).click();
    expect(await phone.locator('.entity dl').isVisible()).toBe(true);
  });

  test('a portrait that cannot be had leaves a letter, and moves nothing', async () => {
    const page = await members();
    await page.route('**/img/**', (route) => route.fulfill({ status: 404, body: 'No such picture.' }));
    await openWithCard(page, '/?q=paris');
    await page.locator('.portrait img').waitFor({ state: 'hidden' });
    expect((await page.locator('.portrait').boundingBox())?.height).toBeGreaterThan(100);
    expect(await page.locator('.portrait').getAttribute('data-letter')).toBe('P');
    expect(await movementOf(page)).toEqual([]);
  });

  test('on a phone, a calculator has keys', async () => {
    const page = await members({ ...SIZES.phone, hasTouch: true, isMobile: true });
    do await page.goto('/?q=2*(3%2B4)');
    while (!(await page.locator('.instant').isVisible()));
    for (const key of ['×', '3', '4', 'Erase', '=']) {
      await page
        .locator('.instant form')
        .getByRole('button', { name: key === '=' ? 'Calculate' : key })
        .tap();
    }
    await page.locator('.instant .value', { hasText: '42' }).waitFor();
    await expectAccessible(page, 'on a phone', { within: '.instant' });
    const desk = await members();
    do await desk.goto('/?q=2*(3%2B4)');
    while (!(await desk.locator('.instant').isVisible()));
    expect(await desk.locator('.keypad').isVisible()).toBe(false);
  });

  test('on a phone, a host is whole, the menu of a result is in its line, and a single button in the middle', async () => {
    const page = await members(SIZES.phone);
    await page.goto('/?q=redis');
    const cut = `[...document.querySelectorAll('.site')].filter((one) => one.scrollWidth > one.clientWidth).length`;
    expect(await page.evaluate(cut)).toBe(0);
    const middle = async (selector: string) => {
      const { y, height } = await boxOf(page, selector);
      return y + height / 2;
    };
    expect(Math.abs((await middle('.crumbs')) - (await middle('.result-menu summary')))).toBeLessThan(4);
    await page.goto('/?tab=maps');
    await page.locator('.near button').waitFor();
    const { x, width } = await boxOf(page, '.near button');
    expect(Math.abs(x + width / 2 - SIZES.phone.viewport.width / 2)).toBeLessThan(1);
  });

  test('what a suggestion adds to the typed text stands out', async () => {
    const page = await members();
    await page.goto('/');
    await typeForSuggestions(page, 'Linu');
    expect(await page.getByRole('option').first().innerHTML()).toBe('linu<b>x</b>');
  });
}
