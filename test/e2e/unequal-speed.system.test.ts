import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { browserPath, openBrowser } from './browser.ts';
import { type Box, boxOf, keysOf, until } from './looks.ts';
import { People } from './people.ts';
import { SETTINGS } from './site-settings.ts';
import { type Way, Ways } from './ways.ts';

const ITEMS = 'section > ol > li';
/** Where the result with this key is. */
const placeOf = (page: Page, key: string | null | undefined): Promise<Box> =>
  boxOf(page, `${ITEMS}[data-result=${JSON.stringify(key)}]`);
/** Browsers scroll by whole pixels of the screen. */
const expectSamePlace = (one: Box, other: Box | undefined) =>
  expect([one.x, Math.abs(Math.round(one.y - (other?.y ?? Number.NaN)))]).toEqual([other?.x, 0]);
/** Opens a page until this is seen on it, with what was searched for in its box. */
async function openUntil(page: Page, path: string, seen: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(seen).first().waitFor();
  const box = page.locator('#q');
  if ((await box.count()) > 0) expect(await box.inputValue()).toBe(new URL(page.url()).searchParams.get('q'));
}
/** The page knows that the person has touched it: from now on, what they see stays. */
const TOUCHED = 'Boolean(history.state?.left)';
/** The person has scrolled past what is above the results. */
async function scrolled({ page }: Way): Promise<void> {
  await page.evaluate(`document.querySelector('${ITEMS}').scrollIntoView()`);
  await page.waitForFunction(`scrollY > 0 && ${TOUCHED}`);
}
/** The person points at what is there. A busy browser makes one event of a whole movement, in which nothing moves yet. */
async function pointAt(page: Page, { x, y }: Box): Promise<void> {
  await eventually('the page is touched', async () => {
    for (const step of [1, 2]) await page.mouse.move(x + 20 * step, y + 10 * step, { steps: 4 });
    return page.evaluate<boolean>(TOUCHED);
  });
}

// Engines answer one after the other, as real ones do, and services beside them in between. What a person sees after half
// a second is what the first two engines found; after a second, the last engine and the instant answer; after three, the
// whole page. The stand-ins answer when the test lets them, so that the order is exact on any machine.
describe.skipIf(browserPath === null)('engines of unequal speed', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let ways: Ways;
  beforeAll(async () => {
    app = await TestApp.start({ env: SETTINGS });
    await untilAnswersAreLoaded(app);
    browser = await openBrowser();
    ways = new Ways(new People(browser, app.urls[0] ?? '', app.client));
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  afterEach(() => app.reset());

  const withScripts = (steps: (way: Way) => Promise<void>) => ways.withScriptsOnBoth(steps);
  const release = (...upstreams: readonly string[]) =>
    Promise.all(upstreams.map((upstream) => app.knobs(upstream, {})));

  /** Opens a page with scripts while these upstreams are held, once this is seen on it. */
  async function openWhileHeld(path: string, held: readonly string[], seen: string): Promise<void> {
    await app.hold(...held);
    await withScripts(({ page }) => openUntil(page, path, seen));
  }

  /** Lets all upstreams go, and walks on with the settled page. */
  async function settled(steps: (way: Way) => Promise<void>): Promise<void> {
    await app.healUpstreams();
    await withScripts(async (way) => {
      await way.page.waitForLoadState();
      await steps(way);
    });
  }

  const MORE = 'Asking more engines…';
  test.each([
    { path: '/?q=redis', note: 'Asking three engines…', first: ['brave', 'mojeek'], more: MORE, size: 'phone' },
    { path: '/?q=retriever&tab=images', note: 'Asking two engines…', first: ['brave'], more: MORE, size: 'desk' },
    { path: '/?q=climate&tab=news', note: 'Asking two engines…', first: ['brave'], more: MORE, size: 'phone' },
    { path: '/?q=space&tab=videos', note: 'Asking two engines…', first: ['brave'], more: MORE, size: 'desk' },
    { path: '/?q=paris&tab=maps', note: 'Searching for places…', first: [], more: null, size: 'phone' },
    {
      path: '/?q=good+day&tab=translate',
      note: 'Asking the translation service…',
      first: [],
      more: null,
      size: 'desk',
    },
  ] as const)('$path says whom it asks, then has a list of some, then by itself that of all', async (listed) => {
    const { path, note, first, more, size } = listed;
    await app.hold('brave', 'mojeek', 'searxng', 'nominatim', 'photon', 'libretranslate');
    let order: unknown[] = [];
    await ways.withScripts(async (way) => {
      const { page } = way;
      // After half a second.
      await openUntil(page, path, `text="${note}"`);
      expect(await page.locator('.foot').count()).toBe(0);
      // After a second.
      await release(...first);
      if (more) {
        await page.locator(ITEMS).first().waitFor();
        expect(await page.getByText(more).isVisible()).toBe(true);
        expect(await page.getByText(note).count()).toBe(0);
        // Nothing of a picture that is not there is seen.
        await page.locator('.picture img[hidden]').first().waitFor({ state: 'attached' });
      }
      // After three.
      await app.healUpstreams();
      await page.waitForLoadState();
      expect(
        await page
          .getByText(/^(Asking|Searching)/)
          .filter({ visible: true })
          .count(),
      ).toBe(0);
      expect(await page.locator('.late button').count()).toBe(0);
      expect(await page.locator('.foot').isVisible()).toBe(true);
      if (more) expect(await page.locator('.engines summary').innerText()).toMatch(/engines? answered in/);
      order = await keysOf(page);
      await way.expectGoodLooks('main');
    }, size);
    // Without scripts, the page is sent whole.
    await ways.withoutScripts(async (way) => {
      await way.goto(path);
      expect(await way.page.locator('template').count()).toBe(0);
      expect(await keysOf(way.page)).toEqual(order);
    }, size);
  });

  test('what is seen of the list stays once it is pointed at; better results are told, and the list comes back', async () => {
    const row = (host: string) => ({ title: host, url: `https://${host}.example/`, description: 'A page. '.repeat(9) });
    const found = (...hosts: string[]) => hosts.map((host) => ({ ...row(host), desc: 'A page.', content: 'A page.' }));
    const seen = new Map<string, { keys: (string | null)[]; place: Box }>();
    await cannedAnswers.brave(app, ['one', 'two', 'three', 'four'].map(row));
    const path = '/?q=zxqvblorp';
    await openWhileHeld(path, ['mojeek', 'searxng'], ITEMS);
    await withScripts(async ({ page, size }) => {
      const keys = await keysOf(page);
      const place = await placeOf(page, keys[1]);
      seen.set(size, { keys, place });
      await pointAt(page, place);
    });
    await cannedAnswers.mojeek(app, found('better', 'best'));
    await cannedRows(app, 'searxng', 'news', found('best', 'better'));
    await withScripts(async (way) => {
      const { page, size } = way;
      const told = page.getByRole('button', { name: '2 better results above' });
      await told.waitFor();
      await page.waitForLoadState();
      const { keys: [, key] = [], place } = seen.get(size) ?? {};
      expectSamePlace(await placeOf(page, key), place);
      const all = await keysOf(page);
      expect(all.indexOf('https://best.example/')).toBeLessThan(2);
      expect(all).toHaveLength(6);
      // Before anything else scrolls there, and takes it away.
      await told.click();
      await until(page, `document.querySelector('${ITEMS}').getBoundingClientRect().top > 0`);
      expect(await told.count()).toBe(0);
      await way.expectGoodLooks();
      await page.reload();
      expect(await keysOf(page)).toEqual(all);
      await page.goto('/settings/preferences');
      await page.goBack();
      expect(await keysOf(page)).toEqual(all);
    });
  });

  test('an instant answer has its place in the first list, and takes it without moving what is read', async () => {
    const path = '/?q=weather+in+hamburg';
    const places = new Map<string, Box>();
    await openWhileHeld(path, ['searxng', 'open-meteo'], `.awaited ~ ol > li`);
    await withScripts(async ({ page, size }) => {
      await page.mouse.wheel(0, 40);
      await page.waitForFunction(`scrollY > 0 && ${TOUCHED}`);
      places.set(size, await placeOf(page, (await keysOf(page))[1]));
    });
    await app.knobs('open-meteo', {});
    const keys = new Map<string, string | null | undefined>();
    await withScripts(async ({ page, size }) => {
      await page.locator('.instant[data-answer]').waitFor();
      expect(await page.locator('.awaited').count()).toBe(0);
      keys.set(size, (await keysOf(page))[1]);
    });
    await settled(async (way) => {
      expect(await way.page.locator('.instant').count()).toBe(1);
      expect(await way.page.locator('.degree-choice :checked').inputValue()).toBe('c');
      expectSamePlace(await placeOf(way.page, keys.get(way.size)), places.get(way.size));
      await way.expectGoodLooks();
    });
  });

  test('a late correction and late cards have a button if they are above what is read', async () => {
    await openWhileHeld('/?q=linx', ['mojeek'], ITEMS);
    await withScripts(scrolled);
    await settled(async ({ page }) => {
      await page.getByRole('button', { name: 'Did you mean linux?' }).click();
      await until(page, `document.querySelector('.correction').getBoundingClientRect().top > 0`);
    });
    await openWhileHeld('/?q=paris&engine=engine_a,engine_b', ['mojeek', 'wikipedia'], ITEMS);
    await withScripts(scrolled);
    await settled(async ({ page, size }) => {
      await page.locator('.entity').waitFor();
      expect(await page.locator('.late button').allTextContents()).toEqual(size === 'phone' ? ['Paris'] : []);
      // Whoever goes there needs no button.
      await page.evaluate('scrollTo(0, 0)');
      await until(page, `document.querySelector('.late button') === null`);
    });
  });

  test('a story is told once, also if a better article about it comes late', async () => {
    const row = (title: string, host: string) => ({ title, url: `https://${host}.example/`, description: 'Rain.' });
    const told = row('Old town of Passau floods after heavy rain', 'one');
    await cannedRows(app, 'brave', 'news', [row('Bavarian brewery reopens', 'a'), row('A museum moves', 'b'), told]);
    await openWhileHeld('/?q=passau&tab=news&engine=engine_a,engine_c', ['searxng'], ITEMS);
    const better = {
      ...row('Heavy rain floods the old town of Passau', 'two'),
      content: 'Rain.',
      template: 'default.html',
    };
    const body = JSON.stringify({ query: 'passau', results: [better], unresponsive_engines: [] });
    await app.knobs('searxng', { status: 200, body });
    await withScripts(async ({ page }) => {
      await page.waitForLoadState();
      expect(await page.locator(ITEMS).count()).toBe(3);
    });
  });
});
