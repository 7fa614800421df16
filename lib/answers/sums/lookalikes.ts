import { rationalText } from '../reading/numbers/decimal-text.ts';
import { rational } from '../reading/numbers/rational.ts';

/**
 * Texts that could be read as sums but mean something else. Each rule is about numbers without spaces between them;
 * spaces or an equals sign make a sum of them.
 */

/** A hyphen or slash twice between whole numbers, or a hyphen before a leading zero, makes a date or another code. */
const CODE = /\d-\d+-\d|\d\/\d+\/\d|\d-0\d/;
/** A word and a number joined by a hyphen are a name: 10-K, E-3. */
const NAME = /^(?:[a-z]+-\d+|\d+-[a-z]+)$/i;
/** Numbers joined by the letter x are a size: 1920x1080, 2x4. */
const SIZE = /^[\d.]+(?:x[\d.]+)+$/i;
/** The hours of a day and the days of a week. */
const AROUND_THE_CLOCK = /^24[/-]7$/;

/** Whether a text more likely means something other than a sum. */
export function isLookalike(text: string): boolean {
  if (CODE.test(text) || NAME.test(text) || SIZE.test(text) || AROUND_THE_CLOCK.test(text)) return true;
  const [, first = '', sign, second = ''] = /^(\d{1,4})([-/])(\d+)$/.exec(text) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (sign === '-') return isRange(a, b);
  return sign === '/' && (isSplit(a, b) || isDay(a, b) || isSeason(first, second));
}

/** A hyphen before a greater number of several digits makes a range: 20-30, 1874-1963. */
const isRange = (a: number, b: number) => b > a && b > 9;

/** Equal numbers, or parts of a hundred, are a split or a score: 50/50, 20/20, 60/40. */
const isSplit = (a: number, b: number) => a === b || a + b === 100;

/** A month over a day of two digits is a date, unless it is also a decimal: 9/11, but not 5/16. */
const isDay = (a: number, b: number) =>
  a >= 1 && a <= 12 && b > 9 && b <= 31 && rationalText(rational(BigInt(a), BigInt(b))).rounded;

/** A year over the next: 2020/21. */
const isSeason = (first: string, second: string) =>
  first.length === 4 && Number(second) % 100 === (Number(first) + 1) % 100 && second.length % 2 === 0;
