import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
import { SEARCHES } from './quick.ts';
import type { Site } from './site.ts';

const ARABIC = 'مرحبا بالعالم';
const HEBREW = 'שלום עולם';
const row = (title: string, index: number) => ({
  ...{ title, description: `${title}.`, age: '3 days ago', url: `https://words.example/${index}` },
  thumbnail: { src: `https://words.example/${index}.png` },
  properties: { url: `https://words.example/${index}-full.png` },
});

/**
 * Text that is outside the window, or in a box that cuts it off without a sign of it. What scrolls is not cut off. What
 * is for screen readers only is in a box of one pixel.
 */
const CUT_OFF = `[...document.querySelectorAll('body *')].filter((element) => {
  const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
  if (!hasText || !element.checkVisibility() || element.closest('.unseen, .skip, option, svg')) return false;
  const { left, right } = element.getBoundingClientRect();
  for (let box = element; box; box = box.parentElement) {
    if (box.clientWidth === 1) return false;
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
    if (['hidden', 'clip'].includes(overflowX) && box.scrollWidth > box.clientWidth + 1) return true;
  }
  return left < -1 || right > innerWidth + 1;
}).map((element) => element.outerHTML.slice(0, 200))`;

async function expectFits(page: Page): Promise<void> {
  const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect([page.url(), excess, await page.evaluate(CUT_OFF)]).toEqual([page.url(), 0, []]);
}

/** What an element is told apart by where a person's colours replace ours. */
const LINES = `(element) => { const style = getComputedStyle(element);
  return ['borderTop', 'borderBottom', 'outline'].map((line) => style[line + 'Style'] + style[line + 'Width']).join() +
    style.textDecorationLine + style.fontWeight; }`;
/** Whether the element that has the focus, or the control that it is part of, has an outline. */
const FOCUS_SHOWN = `[document.activeElement, document.activeElement.closest('.chip, .search-bar')].some((element) =>
  element && getComputedStyle(element).outlineStyle !== 'none' && parseFloat(getComputedStyle(element).outlineWidth) > 0)`;

/** Search pages at 200 %, from right to left, and in the colours of the system. */
export function everyWay(get: () => Site): void {
  const members = (options: BrowserContextOptions = {}) => get().people.again('member', options);
  const startOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.x ?? 0;

  afterEach(() => get().scene.stack.healUpstreams());

  test.each(SEARCHES)(
    'fits at 200 % and at 400 %, in both directions, whose controls are mirrored: %s',
    async (path) => {
      const page = await members({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
      await page.goto(path);
      for (const width of [320, 640]) {
        await page.setViewportSize({ width, height: 400 });
        await page.evaluate('document.documentElement.dir = "ltr"');
        await expectFits(page);
        await page.evaluate('document.documentElement.dir = "rtl"');
        await expectFits(page);
      }
      const tabs = [await startOf(page, '.tabs li:first-child'), await startOf(page, '.tabs li:last-child')] as const;
      expect(tabs[0]).toBeGreaterThan(tabs[1]);
      if (path.endsWith('translate')) return;
      expect(await startOf(page, '#q')).toBeGreaterThan(await startOf(page, '.search-bar button'));
    },
  );

  test.each(['web', 'images', 'news', 'videos'] as const)(
    'results have the direction of their words: %s',
    async (tab) => {
      const { stack } = get().scene;
      const rows = [ARABIC, HEBREW, 'Hello world'].map(row);
      await (tab === 'web' ? cannedAnswers.brave(stack, rows) : cannedRows(stack, 'brave', tab, rows));
      const page = await members();
      await page.goto(`/?q=directions+in+${tab}&tab=${tab}&engine=engine_a`);
      const directions = await page
        .locator('[data-result]')
        .evaluateAll((items) =>
          items.map((item) => [
            (item.querySelector('.title') ?? item.querySelector('h2'))?.textContent,
            [...item.querySelectorAll('h2:not(:has(.title)), .title, .snippet')].map((element) =>
              element.matches(':dir(rtl)'),
            ),
          ]),
        );
      const hasText = tab === 'web' || tab === 'news';
      const both = (isRtl: boolean) => (hasText ? [isRtl, isRtl] : [isRtl]);
      const all = directions
        .map(([title, found]) => [
          String(title)
            .replace(/[^\p{L} ]/gu, '')
            .trim(),
          found,
        ])
        .sort();
      expect(all).toEqual(
        [
          ['Hello world', both(false)],
          [ARABIC, both(true)],
          [HEBREW, both(true)],
        ].sort(),
      );
    },
  );

  test('the colours of the system leave the chosen tab, chosen filters and the focus visible', async () => {
    const page = await members({ forcedColors: 'active' });
    await page.goto('/?q=linux&date=y');
    const linesOf = (selector: string) => page.evaluate(`(${LINES})(document.querySelector('${selector}'))`);
    expect(await linesOf('.tabs a[aria-current]')).not.toBe(await linesOf('.tabs a:not([aria-current])'));
    expect(await linesOf('.chip.active')).not.toBe(await linesOf('.chip:not(.active)'));
    const shown: unknown[] = [];
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      shown.push([
        await page.evaluate('document.activeElement.outerHTML.slice(0, 120)'),
        await page.evaluate(FOCUS_SHOWN),
      ]);
    }
    expect(shown).toEqual(shown.map((each) => [(each as unknown[])[0], true]));
  });
}
