import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { expectAccessible } from './browser.ts';
import { People } from './people.ts';
import type { Sites } from './site.ts';

/** One pixel, which the map makes as large as a tile. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PARIS = { latitude: 48.8571234, longitude: 2.3411234 };
const PHONE = { width: 390, height: 800 };

/** The numbers and names of the pins, and of the list. */
const pinsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((pins) => pins.map((pin) => pin.getAttribute('aria-label')).sort());
const listOf = (page: Page) =>
  page
    .locator('.places .place')
    .evaluateAll((items) =>
      items.map((item) => `${item.querySelector('.number')?.textContent}: ${item.querySelector('h2')?.textContent}`),
    );
const translationOf = (page: Page) => page.locator('#translation');

export function places(get: () => Sites): void {
  let tiles: PageServer;
  let tiled: People;
  beforeAll(async () => {
    const { stack, browser } = get();
    tiles = await PageServer.start('127.0.0.2');
    tiles.serveAll((_, response) => void response.end(TILE));
    const url = await stack.addWeb({ MAP_TILES_URL: `${tiles.url}/{z}/{x}/{y}.png`, PUBLIC_URL: '', TRUST_PROXY: '' });
    tiled = new People(browser, url, stack.client);
  });
  afterAll(() => tiles?.close());

  const member = (options: BrowserContextOptions = {}) => get().root.people.again('member', options);

  describe('a map with tiles', () => {
    const moved = async (options: BrowserContextOptions = {}) => {
      const page = await tiled.again('member', options);
      await page.goto('/?q=springfield&tab=maps');
      await page.locator('.leaflet-tile-loaded').first().waitFor();
      return page;
    };

    test('loads them through this instance, and nothing from elsewhere', async () => {
      const page = await tiled.again('member', {});
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto('/?q=springfield&tab=maps');
      await page.locator('.leaflet-tile-loaded').first().waitFor();
      const own = new URL(page.url()).origin;
      expect(asked.filter((address) => !address.startsWith(`${own}/`))).toEqual([]);
      expect(asked.some((address) => address.startsWith(`${own}/img/tile/`))).toBe(true);
      expect(tiles.asked.length).toBeGreaterThan(0);
      await expectAccessible(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, 'dark');
    });

    test('has the pins of the list; pointing at one marks the other; a name moves the map', async () => {
      const page = await moved();
      expect(await pinsOf(page, '.leaflet-marker-icon')).toEqual(await listOf(page));
      await page.locator('.place[data-pin="2"]').hover();
      expect(await page.locator('.leaflet-marker-icon.marked').textContent()).toBe('2');
      await page.locator('.leaflet-marker-icon[data-pin="3"]').focus();
      expect(await page.locator('.place.marked').getAttribute('id')).toBe('place-3');
      const before = tiles.asked.length;
      await page.locator('#place-1 .title-link').click();
      await eventually('closer tiles are loaded', () => tiles.asked.length > before);
    });

    test('offers what is at the point that is clicked', async () => {
      const page = await moved();
      await page.locator('place-map').click({ position: { x: 30, y: 200 } });
      const link = page.getByRole('link', { name: 'What is here?' });
      await link.click();
      await page.waitForURL(/tab=maps&q=-?\d+\.\d+%2C\+-?\d+\.\d+/);
      await page.locator('place-map').waitFor();
    });

    test('is beside the list on a desk, above it on a phone, and there without JavaScript', async () => {
      const desk = await moved();
      const boxes = async (page: Page) =>
        Promise.all(['place-map', '.places'].map(async (part) => page.locator(part).boundingBox()));
      const [map, list] = await boxes(desk);
      expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(map?.x ?? 0);
      const [small, below] = await boxes(await moved({ viewport: PHONE }));
      expect((small?.y ?? 0) + (small?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      const still = await tiled.again('member', { javaScriptEnabled: false });
      await still.goto('/?q=springfield&tab=maps');
      expect(await still.locator('.sketch image').count()).toBeGreaterThan(0);
      expect(await pinsOf(still, '.sketch .pin')).toEqual(await listOf(still));
    });
  });

  describe('a map without tiles', () => {
    test('is a sketch whose pins lead to the list', async () => {
      const page = await member();
      await page.goto('/?q=springfield&tab=maps');
      expect(await pinsOf(page, '.sketch .pin')).toEqual(await listOf(page));
      await page.locator('.sketch .pin[data-pin="2"]').click();
      await page.waitForURL(/#place-2$/);
      await page.locator('.place[data-pin="3"]').hover();
      expect(await page.locator('.sketch .pin.marked').getAttribute('data-pin')).toBe('3');
    });

    test('offers what is at the point that is clicked, too', async () => {
      const page = await member();
      await page.goto('/?q=48.8584,2.2945&tab=maps');
      const { width = 0, height = 0 } = (await page.locator('place-map').boundingBox()) ?? {};
      await page.locator('place-map').click({ position: { x: width / 2, y: height / 2 + 40 } });
      await page.getByRole('link', { name: 'What is here?' }).click();
      await page.waitForURL(/q=48\.85\d+%2C\+2\.29\d+/);
      await page.locator('#place-1', { hasText: 'Eiffel Tower' }).waitFor();
    });
  });

  describe('near me', () => {
    const there = { geolocation: PARIS, permissions: ['geolocation'] };

    test('searches around the position that the browser tells, rounded, and keeps it out of the address', async () => {
      const page = await member(there);
      await page.goto('/?tab=maps');
      await page.fill('#q', 'museum');
      await page.getByRole('button', { name: 'Near me' }).click();
      await page.waitForURL(/\/near$/);
      expect(await listOf(page)).toEqual(['1: Louvre Museum', "2: Musée d'Orsay"]);
      expect(await page.locator('place-map').getAttribute('data-here')).toBe('48.857,2.341');
      await expectAccessible(page);
      const { webs, workers } = get().stack;
      for (const { output } of [...webs, ...workers]) expect(output).not.toMatch(/48\.857|2\.341/);
    });

    test('works in words: "museum near me"', async () => {
      const page = await member(there);
      await page.goto('/?tab=maps');
      await page.fill('#q', 'museum near me');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/near$/);
      expect(await listOf(page)).toContain('1: Louvre Museum');
    });

    test('says so if the browser does not tell', async () => {
      const page = await member({ permissions: [] });
      await page.goto('/?q=paris&tab=maps');
      await page.getByRole('button', { name: 'Near me' }).click();
      await page.getByText('The browser did not tell the position.').waitFor();
    });
  });

  describe('a translation', () => {
    test('comes as one types, with the language that was detected, and is swapped', async () => {
      const page = await member();
      await page.goto('/?tab=translate');
      await page.selectOption('[name=target]', 'de');
      await page.locator('textarea').pressSequentially('good morning');
      await translationOf(page).filter({ hasText: 'guten Morgen' }).waitFor();
      expect(await page.locator('[name=source] option:checked').textContent()).toBe('English (detected)');
      expect(await page.locator('#characters').textContent()).toBe('12 / 10,000');
      expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Swap languages' }).click();
      expect(await page.locator('textarea').inputValue()).toBe('guten Morgen');
      expect(await translationOf(page).textContent()).toBe('good morning');
      const chosen = ['source', 'target'].map((name) => page.locator(`[name=${name}]`).inputValue());
      expect(await Promise.all(chosen)).toEqual(['de', 'en']);
      await page.fill('textarea', 'gute Nacht');
      await translationOf(page).filter({ hasText: 'good night' }).waitFor();
      await page.fill('textarea', '');
      await eventually('nothing is left of it', async () => (await translationOf(page).textContent()) === '');
    });

    test('is that of the last text, whatever reply comes last', async () => {
      const page = await member();
      await page.goto('/?tab=translate');
      await page.selectOption('[name=target]', 'de');
      let held: () => Promise<void> = async () => {};
      await page.route('**/translate.json', async (route) => {
        if (route.request().postData()?.includes('good+night')) held = () => route.continue();
        else await route.continue();
      });
      const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('good+night'));
      await page.fill('textarea', 'good night');
      await asked;
      await page.fill('textarea', 'good morning');
      await translationOf(page).filter({ hasText: 'guten Morgen' }).waitFor();
      // The page has given it up, so that there may be nothing left to continue.
      await held().catch(() => {});
      expect(await translationOf(page).textContent()).toBe('guten Morgen');
    });

    test('says in place what went wrong, and does not send more than it may', async () => {
      const page = await member();
      await page.goto('/?tab=translate');
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await page.fill('textarea', 'x'.repeat(10_001));
      expect(await page.locator('#characters.wrong').textContent()).toBe('10,001 / 10,000');
      await page.keyboard.press('Control+Enter');
      expect(sent.filter((address) => address.includes('translate.json'))).toEqual([]);
      await get().stack.knobs('libretranslate', { status: 500 });
      await page.fill('textarea', 'good evening');
      await page.locator('.said.wrong', { hasText: 'Translation is unavailable' }).waitFor();
      await get().stack.healUpstreams();
      await expectAccessible(page);
    });

    test('stacks its panes on a phone, light and dark', async () => {
      const page = await member({ viewport: PHONE, colorScheme: 'dark' });
      await page.goto('/?tab=translate&q=good+morning');
      await page.selectOption('[name=target]', 'fr');
      await translationOf(page).filter({ hasText: 'bonjour' }).waitFor();
      const [text, translated] = await Promise.all(
        ['textarea', '#translation'].map((part) => page.locator(part).boundingBox()),
      );
      expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(translated?.y ?? 0);
      await expectAccessible(page, 'dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await expectAccessible(page, 'light');
    });

    test('is swapped without JavaScript', async () => {
      const page = await member({ javaScriptEnabled: false });
      await page.goto('/?tab=translate&q=good+morning');
      await page.selectOption('[name=target]', 'de');
      await page.getByRole('button', { name: 'Translate', exact: true }).click();
      await page.getByRole('button', { name: 'Swap languages' }).click();
      expect(await page.locator('textarea').inputValue()).toBe('guten Morgen');
      expect(await translationOf(page).textContent()).toBe('good morning');
    });
  });
}
