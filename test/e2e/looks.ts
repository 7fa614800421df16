import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../harness/processes.ts';

/** How wide a desk is in the pixels of a page that is shown at 200 % and at 400 %. */
const ZOOMED = [640, 320];

/**
 * Text that is outside the window, or in a box that cuts it off without a sign of it. What scrolls is not cut off. What
 * is for screen readers only is in a box of one pixel. A map goes on outside its frame.
 */
const CUT_OFF = `[...document.querySelectorAll('body *')].filter((element) => {
  const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
  if (!hasText || !element.checkVisibility() || element.closest('.unseen, .skip, option, svg, .leaflet-container')) return false;
  const { left, right } = element.getBoundingClientRect();
  for (let box = element; box; box = box.parentElement) {
    if (box.clientWidth === 1) return false;
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
    if (['hidden', 'clip'].includes(overflowX) && box.scrollWidth > box.clientWidth + 1) return true;
  }
  return left < -1 || right > innerWidth + 1;
}).map((element) => element.outerHTML.slice(0, 200))`;

const EXCESS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Nothing is wider than the window. */
export async function expectWidth(page: Page): Promise<void> {
  const look = [page.url(), page.viewportSize()?.width];
  expect([...look, await page.evaluate(EXCESS)]).toEqual([...look, 0]);
}

/** Lists whose last columns are out of sight. A table below a chart has a column per series, and may scroll. */
const CLIPPED = `[...document.querySelectorAll('section.table:has(.stacked)')].filter((one) =>
  one.scrollWidth > one.clientWidth).map((one) =>
  one.getAttribute('aria-label') + ' is wider by ' + (one.scrollWidth - one.clientWidth))`;

/** Nothing is wider than the window, and no text is cut off. */
export async function expectFits(page: Page): Promise<void> {
  await expectWidth(page);
  expect([page.url(), await page.evaluate(CUT_OFF)]).toEqual([page.url(), []]);
}

/** Words in lists that end in dots because there is no room for them. Identifiers may be cut. */
const SHORTENED = `[...document.querySelectorAll('section.table:has(.stacked) :not(.cut)')].filter((one) =>
  getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth).map((one) =>
  one.textContent + ' ends in dots')`;

/** Every list shows all its columns without scrolling, and all their words. */
export async function expectWholeLists(page: Page): Promise<void> {
  const look = [page.url(), page.viewportSize()?.width];
  expect([...look, await page.evaluate(CLIPPED), await page.evaluate(SHORTENED)]).toEqual([...look, [], []]);
}

/** The page fits at 200 % and at 400 %, in both directions; from right to left, its controls are mirrored. */
export async function expectFitsZoomed(page: Page): Promise<void> {
  for (const width of ZOOMED) {
    await page.setViewportSize({ width, height: 400 });
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      await expectFits(page);
    }
  }
  const [firstTab, lastTab] = [await boxOf(page, '.tabs li:first-child'), await boxOf(page, '.tabs li:last-child')];
  expect(firstTab.x).toBeGreaterThan(lastTab.x);
  if ((await page.locator('#q').count()) === 0) return;
  expect((await boxOf(page, '#q')).x).toBeGreaterThan((await boxOf(page, '.search-bar button')).x);
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where elements are in the window. */
export function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  })`) as Promise<Box[]>;
}

/** Where the first of these elements is. */
export async function boxOf(page: Page, selector: string): Promise<Box> {
  const [box] = await boxesOf(page, selector);
  if (!box) throw new Error(`There is no ${selector}.`);
  return box;
}

/**
 * What has moved by this much since the page began to load, but for what a person's action moved. The measure is the
 * browser's: the share of the window that moved, times the share of its size by which it moved.
 */
export function movementOf(page: Page, least = 0): Promise<string[]> {
  return page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Without scripts, frames are not told of.
    if (matchMedia('(scripting: enabled)').matches) for (let frames = 0; frames < 2; frames++) await frame();
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const moved = ({ hadRecentInput, value }) => !hadRecentInput && value > ${least};
    return observer.takeRecords().filter(moved).map(({ value, sources }) =>
      value + ' ' + sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 100)).join(' | '));
  })()`) as Promise<string[]>;
}

/** The results on the page, by their keys. */
export function keysOf(page: Page): Promise<(string | null)[]> {
  return page.locator('[data-result]').evaluateAll((items) => items.map((item) => item.getAttribute('data-result')));
}

/** Waits until an expression is true on the page, which may be without scripts. */
export async function until(page: Page, expression: string): Promise<void> {
  await eventually(expression, async () => (await page.evaluate(expression)) === true);
}

/** The address elsewhere that an action leads to, which is out of reach here. */
export async function ledTo(page: Page, act: () => Promise<unknown>): Promise<string> {
  const asked = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
  await act();
  const address = (await asked).url();
  // The browser shows a page of its own about that, now or soon, which would interrupt another.
  await eventually('that page is left', async () => (await page.goto('about:blank')) === null);
  return address;
}
