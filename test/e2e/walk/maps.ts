import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PageServer } from '../../harness/page-server.ts';
import { eventually } from '../../harness/processes.ts';
import { boxOf, expectFitsZoomed } from '../looks.ts';
import { People } from '../people.ts';
import type { Sites } from '../site.ts';
import { Ways } from '../ways.ts';

/** One pixel, which the map makes as large as a tile. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SPRINGFIELD = '/?q=springfield&tab=maps';

/** The numbers and names of the pins, and of the list. */
const pinsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((pins) => pins.map((pin) => pin.getAttribute('aria-label')).sort());
const listOf = (page: Page) =>
  page
    .locator('.places .place')
    .evaluateAll((items) =>
      items.map((item) => `${item.querySelector('.number')?.textContent}: ${item.querySelector('h2')?.textContent}`),
    );

/**
 * "Maps: one map with all places (tiles from a configured server, off until chosen; a plain SVG sketch of positions without
 * one), list beside it, coordinates and 'near me' work, reverse geocoding by click."
 */
export function maps(get: () => Sites): void {
  describe('tiles from a configured server, through this instance', () => {
    let tiles: PageServer;
    let ways: Ways;
    beforeAll(async () => {
      const { app, browser } = get();
      tiles = await PageServer.start('127.0.0.2');
      tiles.serveAll((_, response) => void response.end(TILE));
      const settings = { MAP_TILES_URL: `${tiles.url}/{z}/{x}/{y}.png`, PUBLIC_URL: '', TRUST_PROXY: '' };
      ways = new Ways(new People(browser, await app.addWeb(settings), app.client));
    });
    afterAll(async () => {
      await ways?.close();
      await tiles?.close();
    });

    test('one map with all places, list beside it; nothing from elsewhere', () =>
      ways.both(async (way) => {
        const { page, scripts, size } = way;
        const asked: string[] = [];
        const ask = (request: { url(): string }) => asked.push(request.url());
        page.on('request', ask);
        await way.goto(SPRINGFIELD);
        if (scripts) await page.locator('.leaflet-tile-loaded').first().waitFor();
        else expect(await page.locator('.sketch image').count()).toBeGreaterThan(0);
        page.off('request', ask);
        const own = new URL(page.url()).origin;
        expect(asked.filter((address) => !address.startsWith(`${own}/`))).toEqual([]);
        expect(asked.some((address) => address.startsWith(`${own}/img/tile/`))).toBe(true);
        expect(tiles.asked.length).toBeGreaterThan(0);
        expect(await pinsOf(page, scripts ? '.leaflet-marker-icon' : '.sketch .pin')).toEqual(await listOf(page));
        const [map, list] = [await boxOf(page, 'place-map'), await boxOf(page, '.places')];
        if (size === 'desk') expect(list.x + list.width).toBeLessThanOrEqual(map.x);
        else expect(map.y + map.height).toBeLessThanOrEqual(list.y);
        await way.expectGoodLooks();
      }));

    test('pointing at a pin marks its place, and the other way round; a name moves the map', () =>
      ways.withScripts(async ({ page }) => {
        await page.goto(SPRINGFIELD);
        await page.locator('.leaflet-tile-loaded').first().waitFor();
        await page.locator('.place[data-pin="2"]').hover();
        expect(await page.locator('.leaflet-marker-icon.marked').textContent()).toBe('2');
        await page.locator('.leaflet-marker-icon[data-pin="3"]').focus();
        expect(await page.locator('.place.marked').getAttribute('id')).toBe('place-3');
        const sources = () =>
          page.locator('.leaflet-tile').evaluateAll((all) => all.map((tile) => tile.getAttribute('src')));
        const before = await sources();
        await page.locator('#place-1 .title-link').click();
        await eventually('closer tiles are loaded', async () => (await sources()).some((src) => !before.includes(src)));
      }));

    test('reverse geocoding by click', () =>
      ways.withScripts(async ({ page }) => {
        await page.goto(SPRINGFIELD);
        await page.locator('.leaflet-tile-loaded').first().waitFor();
        await page.locator('place-map').click({ position: { x: 30, y: 200 } });
        await page.getByRole('link', { name: 'What is here?' }).click();
        await page.waitForURL(/tab=maps&q=-?\d+\.\d+%2C\+-?\d+\.\d+/);
        await page.locator('place-map').waitFor();
      }));
  });

  test('a plain sketch without tiles, whose pins lead to the list', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await way.goto(SPRINGFIELD);
      expect(await page.locator('.sketch image').count()).toBe(0);
      expect(await pinsOf(page, '.sketch .pin')).toEqual(await listOf(page));
      await way.expectGoodLooks();
      await page.locator('.sketch .pin[data-pin="2"]').click();
      await page.waitForURL(/#place-2$/);
      await page.locator('.place[data-pin="3"]').hover();
      const marked = page.locator('.sketch .pin.marked');
      if (scripts) expect(await marked.getAttribute('data-pin')).toBe('3');
      else expect(await marked.count()).toBe(0);
      if (way.size === 'desk') await expectFitsZoomed(page);
    }));

  test('coordinates work; reverse geocoding by click, too', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await way.goto('/?q=48.8584,2.2945&tab=maps');
      await page.locator('#place-1', { hasText: 'Eiffel Tower' }).waitFor();
      await way.expectGoodLooks('main');
      const map = await boxOf(page, 'place-map');
      await page.locator('place-map').click({ position: { x: map.width / 2, y: map.height / 2 + 40 } });
      const link = page.getByRole('link', { name: 'What is here?' });
      // Without scripts, nobody can tell where the click was: coordinates are typed.
      if (!scripts) return expect(await link.count()).toBe(0);
      await link.click();
      await page.waitForURL(/q=48\.85\d+%2C\+2\.29\d+/);
      await page.locator('#place-1', { hasText: 'Eiffel Tower' }).waitFor();
    }));

  test('"near me" searches around the position that the browser tells, rounded, and keeps it out of addresses and logs', async () => {
    const { app, ways } = get();
    await ways.both(async (way) => {
      const { page, scripts } = way;
      await page.goto('/?tab=maps');
      await page.fill('#q', 'museum');
      const button = page.getByRole('button', { name: 'Near me' });
      // Without scripts, the browser cannot be asked.
      if (!scripts) return expect(await button.isVisible()).toBe(false);
      await button.click();
      await page.waitForURL(/\/near$/);
      expect(await listOf(page)).toEqual(['1: Louvre Museum', "2: Musée d'Orsay"]);
      expect(await page.locator('place-map').getAttribute('data-here')).toBe('48.857,2.341');
      await way.expectGoodLooks();
    });
    // The seconds of a time in the log, behind a colon, may look like a latitude.
    const position = /(?<!:)48\.857|lat.{1,9}2\.341/;
    for (const { output } of [...app.webs, ...app.workers]) expect(output).not.toMatch(position);
  });

  test('"near me" works in words; without scripts, the page says what to do', () =>
    get().ways.both(async ({ page, scripts }) => {
      await page.goto('/?tab=maps');
      await page.fill('#q', 'museum near me');
      await page.keyboard.press('Enter');
      await page.waitForURL(scripts ? /\/near$/ : /q=museum\+near\+me/);
      if (scripts) expect(await listOf(page)).toContain('1: Louvre Museum');
      else expect(await page.getByRole('note').innerText()).toContain('Near me');
    }));

  test('"near me" says so if the browser does not tell', () =>
    get().ways.withScripts(async ({ page }) => {
      const context = page.context();
      await context.clearPermissions();
      await page.goto('/?q=paris&tab=maps');
      await page.getByRole('button', { name: 'Near me' }).click();
      await page.getByText('Your browser did not share your location.').waitFor();
      await context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation']);
    }));
}
