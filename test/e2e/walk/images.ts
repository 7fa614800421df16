import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { boxesOf, boxOf, movementOf, until } from '../looks.ts';
import type { Sites } from '../site.ts';
import type { Way } from '../ways.ts';
import { openCanned, withPictures } from './canned-media.ts';

/** The sizes of the pictures; 0 where the engine does not know. The proxied ones are all squares. */
const SIZES = [
  [1_600, 900],
  [900, 1_600],
  [0, 0],
  [1_000, 1_000],
  [3_000, 1_000],
  [1_200, 800],
  [800, 1_200],
  [2_400, 1_350],
  [1_024, 768],
  [1_500, 1_490],
] as const;
const ROWS = SIZES.map(([width, height], index) => ({
  title: `Picture ${index}`,
  url: `https://pictures.example/${index}`,
  thumbnail: { src: `https://pictures.example/${index}-small.png` },
  properties: { url: `https://pictures.example/${index}-full.png`, ...(width > 0 ? { width, height } : {}) },
}));

const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');
const shownIn = (page: Page) => page.locator('.pane:popover-open h3');

/** "Images: justified grid of true proportions; a pane with the picture, size, licence where known, page, engine, similar
 * images; arrow keys." */
export function images(get: () => Sites): void {
  afterEach(() => get().app.healUpstreams());
  const walk = async (steps: (way: Way, path: string) => Promise<void>, { full = 200, isOfPhone = false } = {}) => {
    const path = await openCanned(get().app, 'images', ROWS);
    const go = (way: Way) => withPictures(way.page, () => steps(way, path), full);
    await get().ways.both(go);
    if (isOfPhone) await get().ways.withScripts(go, 'phone');
  };

  test('justified grid of true proportions, in which nothing moves', () =>
    walk(async (way, path) => {
      const { page } = way;
      await way.goto(path);
      for (const turned of [false, true]) {
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        if (turned) await page.setViewportSize({ width: height, height: width });
        await expectJustified(page);
      }
      await page.waitForLoadState('networkidle');
      expect(await movementOf(page)).toEqual([]);
    }));

  test('a pane with the picture, size, page, engine and similar images', () =>
    walk(
      async (way, path) => {
        const { page, scripts, size } = way;
        await way.goto(path);
        await page.locator('.open').nth(1).click();
        const pane = page.locator('.pane:popover-open');
        expect(await shownIn(page).textContent()).toBe('Picture 1');
        expect(await pane.locator('dl').textContent()).toContain('900 × 1600');
        expect(await pane.getByRole('list', { name: 'Found by' }).innerText()).toContain('Brave');
        expect(await pane.getByRole('link', { name: 'Visit page' }).getAttribute('href')).toBe(
          'https://pictures.example/1',
        );
        expect(await focused(page)).toBe('Close');
        expect(await pane.getByRole('button', { name: 'Next picture' }).count()).toBe(scripts ? 1 : 0);
        const box = await boxOf(page, '.pane:popover-open');
        if (size === 'phone') expect(box).toEqual({ x: 0, y: 0, width: 390, height: 740 });
        // The pane is beside the grid.
        else
          for (const { x, width } of await boxesOf(page, '.images .open')) expect(x + width).toBeLessThanOrEqual(box.x);
        await until(page, 'document.querySelector(".pane:popover-open .full img").naturalWidth > 0');
        await way.expectGoodLooks('.pane:popover-open');
        await page.getByRole('button', { name: 'Close' }).click();
        expect(await shownIn(page).count()).toBe(0);
        await page.locator('.open').nth(2).click();
        await page.getByRole('link', { name: 'Similar images' }).click();
        await page.waitForURL((url) => url.searchParams.get('similar') === 'https://pictures.example/2');
        expect(await page.locator('.images > li').count()).toBe(SIZES.length - 1);
      },
      { isOfPhone: true },
    ));

  test('arrow keys lead to the neighbours, Escape closes the pane, and the focus returns', () =>
    walk(async ({ page, scripts }, path) => {
      await page.goto(path);
      await page.locator('.open').nth(1).click();
      if (scripts) {
        await page.keyboard.press('ArrowRight');
        expect(await shownIn(page).textContent()).toBe('Picture 2');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
        expect(await shownIn(page).textContent()).toBe('Picture 0');
        // There is nothing before the first.
        await page.keyboard.press('ArrowLeft');
        expect(await shownIn(page).textContent()).toBe('Picture 0');
        expect(await page.getByRole('button', { name: 'Previous picture' }).isDisabled()).toBe(true);
        await page.getByRole('button', { name: 'Next picture' }).click();
        expect(await focused(page)).toBe('Next picture');
      }
      expect(await shownIn(page).textContent()).toBe('Picture 1');
      await page.keyboard.press('Escape');
      await shownIn(page).waitFor({ state: 'detached' });
      await until(page, 'document.activeElement.getAttribute("aria-label") === "Show Picture 1, 900 × 1600"');
      await page.keyboard.press('Enter');
      expect(await shownIn(page).textContent()).toBe('Picture 1');
    }));

  test('where the full picture is out of reach, the pane shows the thumbnail; a click on another picture changes to it', () =>
    walk(
      async ({ page, size, scripts }, path) => {
        await page.goto(path);
        await page.locator('.open').nth(1).click();
        await until(page, 'document.querySelector(".pane:popover-open .under img").naturalWidth > 0');
        if (scripts) await until(page, 'document.querySelector(".pane:popover-open .full img").hidden');
        expect(await page.locator('.pane:popover-open .under img').isVisible()).toBe(true);
        if (size === 'phone') return;
        await page.locator('.open').nth(3).click();
        expect(await shownIn(page).textContent()).toBe('Picture 3');
        expect(await shownIn(page).count()).toBe(1);
      },
      { full: 404 },
    ));
}

/** Pictures are in rows of one height, in their proportions, and all rows but the last end where the grid ends. */
async function expectJustified(page: Page): Promise<void> {
  const boxes = await boxesOf(page, '.images .open');
  expect(boxes).toHaveLength(SIZES.length);
  for (const [index, { width, height }] of boxes.entries()) {
    const [w, h] = SIZES[index] ?? [0, 0];
    expect(Math.abs(width / height / (w > 0 ? w / h : 4 / 3) - 1)).toBeLessThan(0.025);
  }
  const grid = await boxOf(page, '.images');
  const tops = [...new Set(boxes.map(({ y }) => Math.round(y)))];
  const rows = tops.map((top) => boxes.filter(({ y }) => Math.round(y) === top));
  expect(rows.length).toBeGreaterThan(1);
  for (const [index, row] of rows.entries()) {
    const heights = row.map(({ height }) => height);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
    const end = Math.max(...row.map(({ x, width }) => x + width));
    if (index < rows.length - 1) expect(end).toBeCloseTo(grid.x + grid.width, 0);
  }
}
