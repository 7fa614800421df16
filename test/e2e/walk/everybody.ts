import { afterEach, expect, test } from 'vitest';
import { cannedAnswers, cannedRows } from '../../harness/canned-answers.ts';
import type { Sites } from '../site.ts';

const ARABIC = 'مرحبا بالعالم';
const HEBREW = 'שלום עולם';
const row = (title: string, index: number) => ({
  ...{ title, description: `${title}.`, age: '3 days ago', url: `https://words.example/${index}` },
  thumbnail: { src: `https://words.example/${index}.png` },
  properties: { url: `https://words.example/${index}-full.png` },
});

/** What an element is told apart by where a person's colours replace ours. */
const LINES = `(element) => { const style = getComputedStyle(element);
  return ['borderTop', 'borderBottom', 'outline'].map((line) => style[line + 'Style'] + style[line + 'Width']).join() +
    style.textDecorationLine + style.fontWeight; }`;
/** The element that has the focus, and whether it or the control that it is part of has an outline. */
const FOCUS_SHOWN = `[document.activeElement.outerHTML.slice(0, 120),
  [document.activeElement, document.activeElement.closest('.chip, .search-bar')].some((element) =>
    element && getComputedStyle(element).outlineStyle !== 'none' && parseFloat(getComputedStyle(element).outlineWidth) > 0)]`;
const TABS_PRESSED = 25;
/** Each result: its title, and whether its parts are from right to left. */
const DIRECTIONS = `[...document.querySelectorAll('[data-result]')].map((item) => [
  (item.querySelector('.title') ?? item.querySelector('h2')).textContent.replace(/[^\\p{L} ]/gu, '').trim(),
  [...item.querySelectorAll('h2:not(:has(.title)), .title, .snippet')].map((element) => element.matches(':dir(rtl)')),
]).sort()`;

/** "Works without JavaScript, on a phone, in high contrast, at 200 % zoom (where pages are walked), right-to-left." */
export function everybody(get: () => Sites): void {
  afterEach(() => get().app.healUpstreams());

  test.each(['web', 'images', 'news', 'videos'] as const)(
    'results have the direction of their words: %s',
    async (tab) => {
      const { app, ways } = get();
      const rows = [ARABIC, HEBREW, 'Hello world'].map(row);
      await (tab === 'web' ? cannedAnswers.brave(app, rows) : cannedRows(app, 'brave', tab, rows));
      const both = (isRtl: boolean) => (tab === 'web' || tab === 'news' ? [isRtl, isRtl] : [isRtl]);
      await ways.both(async ({ page }) => {
        await page.goto(`/?q=directions+in+${tab}&tab=${tab}&engine=engine_a`);
        expect(await page.evaluate(DIRECTIONS)).toEqual([
          ['Hello world', both(false)],
          [HEBREW, both(true)],
          [ARABIC, both(true)],
        ]);
      });
    },
  );

  test('the colours of the system leave the chosen tab, chosen filters and the focus visible', () =>
    get().ways.both(async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto('/?q=linux&date=y');
      const linesOf = (selector: string) => page.evaluate(`(${LINES})(document.querySelector('${selector}'))`);
      expect(await linesOf('.tabs a[aria-current]')).not.toBe(await linesOf('.tabs a:not([aria-current])'));
      expect(await linesOf('.chip.active')).not.toBe(await linesOf('.chip:not(.active)'));
      const shown: [string, boolean][] = [];
      for (let step = 0; step < TABS_PRESSED; step++) {
        await page.keyboard.press('Tab');
        shown.push((await page.evaluate(FOCUS_SHOWN)) as [string, boolean]);
      }
      await page.emulateMedia({ forcedColors: null });
      expect(shown.filter(([, isShown]) => !isShown)).toEqual([]);
    }));
}
