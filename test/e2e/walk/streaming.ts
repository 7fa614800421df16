import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { cannedAnswers, cannedRows } from '../../harness/canned-answers.ts';
import { boxesOf } from '../looks.ts';
import type { Sites } from '../site.ts';
import type { Way } from '../ways.ts';

const ITEMS = 'section > ol > li';
const textsOn = (page: Page) => page.locator(ITEMS).allInnerTexts();
const placeOf = async (page: Page, at: number) => (await boxesOf(page, ITEMS))[at];

/**
 * "With JavaScript the first engines' results are there at once and the list settles when the slow ones come (without
 * moving what the person reads: new ones below the fold or behind '3 better results')." Without it, the page comes whole.
 */
export function streaming(get: () => Sites): void {
  afterEach(() => get().stack.healUpstreams());

  /** Opens the page whose first results are there while the slow engines are still asked; in every size, what is there. */
  async function openEarly(path: string, ...slow: string[]) {
    const seen = new Map<string, { texts: string[]; places: Awaited<ReturnType<typeof boxesOf>> }>();
    await get().stack.hold(...slow);
    await get().ways.withScriptsOnBoth(async ({ page, size }) => {
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByText('Asking more engines…').waitFor();
      await page.locator(ITEMS).first().waitFor();
      expect(await page.evaluate('document.readyState')).toBe('loading');
      seen.set(size, { texts: await textsOn(page), places: await boxesOf(page, ITEMS) });
    });
    return ({ size }: Way) => seen.get(size) ?? { texts: [], places: [] };
  }

  /** Lets the slow engines answer, and walks on with the settled page. */
  async function settled(steps: (way: Way) => Promise<void>): Promise<void> {
    await get().stack.healUpstreams();
    await get().ways.withScriptsOnBoth(async (way) => {
      await way.page.waitForLoadState();
      await steps(way);
    });
  }

  /** Without scripts, the page is the list in its order. */
  async function expectWhole(path: string, texts: ReadonlyMap<string, string[]>): Promise<void> {
    await get().ways.withoutScripts(async (way) => {
      await way.goto(path);
      expect(await way.page.locator('template, .settling-note').count()).toBe(0);
      expect(await textsOn(way.page)).toEqual(texts.get(way.size));
    }, 'desk');
  }

  test('the first results are at once there and stay in place; better ones are behind a button', async () => {
    const path = '/?q=redis';
    const ordered = new Map<string, string[]>();
    const before = await openEarly(path, 'searxng', 'mojeek');
    await get().ways.withScriptsOnBoth(({ page }) => page.locator('section > ol a').nth(1).focus());
    await settled(async (way) => {
      const { page } = way;
      const { texts, places } = before(way);
      const button = page.getByRole('button', { name: /^Show (\d+ better results?|the best order)$/ });
      await button.waitFor();
      expect((await textsOn(page)).slice(0, texts.length)).toEqual(texts);
      expect((await textsOn(page)).length).toBeGreaterThan(texts.length);
      expect(await placeOf(page, 1)).toEqual(places[1]);
      expect(await page.evaluate('document.activeElement.closest("ol > li") !== null')).toBe(true);
      expect(await page.locator('.settling-note summary').innerText()).toMatch(/^3 engines answered in [\d.]+ s$/);
      expect((await page.locator('.engines li').allTextContents()).join()).toContain('Mojeek');
      if (way.size === 'desk') await way.expectGoodLooks('.settling-note');
      await button.click();
      ordered.set(way.size, await textsOn(page));
      expect(await button.count()).toBe(0);
      expect(await page.locator('.settled, .settling').count()).toBe(0);
      if (way.size === 'desk') await way.expectGoodLooks('main');
    });
    await expectWhole(path, ordered);
  });

  test('the list settles by itself if nothing would move', async () => {
    const found = [1, 2].map((at) => ({ title: `Found ${at}`, url: `https://${at}.example/`, description: 'A page.' }));
    await cannedAnswers.brave(get().stack, found);
    // No other engine finds this.
    const path = '/?q=zxqvblorp&engine=engine_a,engine_b';
    const before = await openEarly(path, 'mojeek');
    const ordered = new Map<string, string[]>();
    await settled(async (way) => {
      const { texts, places } = before(way);
      const note = way.page.locator('.settling-note');
      expect(await note.locator('button').count()).toBe(0);
      expect(await note.innerText()).not.toContain('Asking more engines');
      expect(await placeOf(way.page, 0)).toEqual(places[0]);
      expect(await textsOn(way.page)).toEqual(texts);
      ordered.set(way.size, texts);
    });
    await expectWhole(path, ordered);
  });

  test('an answer that comes late moves nothing, and opens on a click', async () => {
    const { stack, ways } = get();
    await cannedAnswers.brave(stack, [{ title: 'Krona', url: 'https://krona.example/', description: 'Money.' }]);
    const before = await openEarly('/?q=19+sek+to+nok&engine=engine_a,engine_b', 'mojeek', 'frankfurter');
    const answerOn = (page: Page) => page.getByRole('button', { name: /^Answer: .*NOK/ });
    await stack.knobs('frankfurter', {});
    await ways.withScriptsOnBoth(async (way) => {
      await answerOn(way.page).waitFor();
      expect(await way.page.evaluate('document.readyState')).toBe('loading');
      expect(await way.page.locator('.instant').isVisible()).toBe(false);
      expect(await placeOf(way.page, 0)).toEqual(before(way).places[0]);
    });
    await settled(async (way) => {
      const { page } = way;
      expect(await placeOf(page, 0)).toEqual(before(way).places[0]);
      if (way.size === 'desk') await way.expectGoodLooks('.settling-note');
      await answerOn(page).click();
      expect(await page.locator('.instant').isVisible()).toBe(true);
      expect(await page.locator('.instant').count()).toBe(1);
      expect(await answerOn(page).count()).toBe(0);
    });
  });

  test('a correction that comes late moves nothing, and opens on a click', async () => {
    const before = await openEarly('/?q=linx', 'mojeek');
    await settled(async (way) => {
      const { page } = way;
      const correction = page.getByRole('button', { name: 'Did you mean linux?' });
      await correction.waitFor();
      expect(await placeOf(page, 0)).toEqual(before(way).places[0]);
      await correction.click();
      expect(await page.getByRole('link', { name: 'linux', exact: true }).first().isVisible()).toBe(true);
    });
  });

  test('a story is told once, also if a better article about it comes late', async () => {
    const { stack } = get();
    const row = (title: string, host: string) => ({ title, url: `https://${host}.example/`, description: 'Rain.' });
    const told = row('Old town of Passau floods after heavy rain', 'one');
    await cannedRows(stack, 'brave', 'news', [row('Bavarian brewery reopens', 'a'), row('A museum moves', 'b'), told]);
    const better = {
      ...row('Heavy rain floods the old town of Passau', 'two'),
      content: 'Rain.',
      template: 'default.html',
    };
    const body = JSON.stringify({ query: 'passau', results: [better], unresponsive_engines: [] });
    // What is held back could not be another answer than the usual one.
    await stack.knobs('searxng', { status: 200, body, delayMs: 2_000 });
    const before = await openEarly('/?q=passau&tab=news&engine=engine_a,engine_c');
    await get().ways.withScriptsOnBoth(async (way) => {
      await way.page.waitForLoadState();
      expect(before(way).texts).toHaveLength(3);
      expect((await way.page.locator('.engines li').allTextContents()).join()).toContain('SearXNG answered');
      expect(await textsOn(way.page)).toHaveLength(3);
    });
  });

  test('cards that come late are beside the results, or below them with a link to them', async () => {
    const found = [{ title: 'Paris', url: 'https://paris.example/', description: 'A city.' }];
    await cannedAnswers.brave(get().stack, found);
    const before = await openEarly('/?q=paris&engine=engine_a,engine_b', 'mojeek', 'wikipedia');
    await settled(async (way) => {
      const { page, size } = way;
      const link = page.locator('.settling-note').getByRole('link', { name: 'Paris' });
      await page.locator('.entity').waitFor();
      expect(await placeOf(page, 0)).toEqual(before(way).places[0]);
      expect(await link.isVisible()).toBe(size === 'phone');
      if (size === 'desk') return;
      await way.expectGoodLooks('.settling-note');
      await link.click();
      await page.locator('.entity:target').waitFor();
    });
  });

  test('images are shown as they come', async () => {
    const path = '/?q=retriever&tab=images';
    await openEarly(path, 'searxng');
    const ordered = new Map<string, string[]>();
    await settled(async (way) => {
      const button = way.page.locator('.settling-note button');
      if ((await button.count()) > 0) await button.click();
      ordered.set(way.size, await textsOn(way.page));
    });
    await expectWhole(path, ordered);
  });
}
