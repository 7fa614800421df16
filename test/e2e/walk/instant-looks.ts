import { expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import type { Sites } from '../site.ts';
import { COLOUR_RULES } from '../ways.ts';

/** One of each look. The first is a page of its own; the others are put below it, as scripts of the page put them there. */
const FIRST = '/?q=weather+in+Paris';
const OTHERS = [
  ...['2 * (3 + 4)', '10 km in miles', '#ff8800 to hsl', 'time in Tokyo', '7pm utc in new york', 'sunset in Paris'],
  ...['days until christmas', 'qr code https://example.org', '255 in hex', '5 uuids', 'derivative of x^2 sin x'],
  ...['timer 5 min', 'stopwatch', 'my user agent', '10.0.0.0/24', 'loan 200000 4% 30 years', 'json {"a":[1,2]}'],
  ...['unicode U+20AC', 'md5 of hello'],
];
const RESULTS = 'section[aria-label=Results]';
/** Answers of providers, which scripts do not ask for. */
const PROVIDED = ['100 usd to eur', 'define serendipity'];

/** Puts more answers on the page. On a busy machine, the first of its kind may come too late. */
const GATHER = (questions: readonly string[], path: string) => `(async () => {
  const answerTo = async (q, tries = 5) => {
    const reply = await fetch('${path}q=' + encodeURIComponent(q));
    const found = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('.instant');
    if (!found && tries > 0) return answerTo(q, tries - 1);
    if (!found) throw new Error('There is no answer: ' + q);
    // A page has one answer, and one name for it.
    found.ariaLabel = q;
    return document.importNode(found, true);
  };
  const first = document.querySelector('.instant');
  for (const q of ${JSON.stringify(questions)}) first.after(await answerTo(q));
})()`;
/** Elements of an answer that have nothing to show: no text, no picture, no control. */
const HOLES = `[...document.querySelectorAll('.instant p, .instant dd, .instant dt, .instant li, .instant td')].filter((element) =>
  element.checkVisibility() && element.textContent.trim() === '' && !element.matches('[role=status]') &&
  !element.querySelector('svg, img, input, button')).map((element) => element.outerHTML)`;
/** What is below the ends of a bar and not at them. */
const ASTRAY = `[...document.querySelectorAll('.instant .ends')].filter((ends) => {
  const [{ left, right }, first, last] = [ends, ends.firstElementChild, ends.lastElementChild].map((one) =>
    one.getBoundingClientRect());
  return Math.abs(first.left - left) > 1 || Math.abs(last.right - right) > 1;
}).map((ends) => ends.innerText)`;
/** Answers that begin with an empty line, or with a rule that is below nothing. */
const LOW = `[...document.querySelectorAll('.instant')].filter((card) => {
  const partsOf = (node) => [...node.childNodes].flatMap((child) => [child, ...partsOf(child)]);
  const hasLook = (node) => (node.data ?? '').trim() !== '' || node.matches?.('svg, img, input');
  const isSeen = ({ parentElement }) => parentElement.checkVisibility() && !parentElement.closest('.unseen');
  const first = document.createRange();
  first.selectNode(partsOf(card).find((node) => hasLook(node) && isSeen(node)));
  const space = first.getBoundingClientRect().top - card.getBoundingClientRect().top;
  return space - parseFloat(getComputedStyle(card).paddingTop) > 12;
}).map((card) => card.innerText)`;

/** "A copy button everywhere. `null` never leaves a hole." All answers are on one page, on which axe looks once. */
export function instantLooks(get: () => Sites): void {
  test('each component is accessible, fits and has no hole; values have a copy button', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await way.gotoFor(FIRST, '.instant');
      await page.evaluate(GATHER(OTHERS, '/instant?'));
      await page.evaluate(GATHER(PROVIDED, '/?'));
      expect(await page.locator('.instant').count()).toBe(1 + OTHERS.length + PROVIDED.length);
      for (const faults of [HOLES, ASTRAY, LOW]) expect(await page.evaluate(faults)).toEqual([]);
      const text = await page.locator('.instant').allInnerTexts();
      expect(text.filter((one) => /\\b(null|undefined|NaN)\\b/.test(one))).toEqual([]);
      const values = page.locator('.instant .answer:has(.value)');
      expect(await values.count()).toBeGreaterThan(10);
      expect(await values.filter({ hasNot: page.locator('.copy') }).count()).toBe(0);
      expect(await page.locator('.instant .copy').first().isVisible()).toBe(scripts);
      // Without scripts, there are other controls.
      if (!scripts) await expectAccessible(page, way.name, { within: RESULTS, without: COLOUR_RULES });
      await way.expectGoodLooks(RESULTS);
    }));
}
