import { rationalText } from '../reading/numbers/decimal-text.ts';
import { rational } from '../reading/numbers/rational.ts';

/**
 * Texts without spaces that could be read as sums but mean something else: dates and other codes (a hyphen or slash
 * twice, or a hyphen before a leading zero), names (10-K, E-3), sizes (1920x1080), and the hours of a day.
 */
const LOOKALIKE = /\d-\d+-\d|\d\/\d+\/\d|\d-0\d|^(?:[a-z]+-\d+|\d+-[a-z]+|[\d.]+(?:x[\d.]+)+|24[/-]7)$/i;

/** Whether a text more likely means something other than a sum. Spaces or an equals sign make a sum of it. */
export function isLookalike(text: string): boolean {
  if (LOOKALIKE.test(text)) return true;
  const [, first = '', sign, second = ''] = /^(\d{1,4})([-/])(\d+)$/.exec(text) ?? [];
  const [a, b] = [Number(first), Number(second)];
  // A hyphen before a greater number of several digits makes a range: 20-30, 1874-1963.
  if (sign !== '/') return sign === '-' && b > a && b > 9;
  // Equal numbers, or parts of a hundred, are a split or a score: 50/50, 20/20, 60/40.
  if (a === b || a + b === 100) return true;
  // A month over a day of two digits is a date, unless it is also a decimal: 9/11, but not 5/16.
  if (a >= 1 && a <= 12 && b > 9 && b <= 31) return rationalText(rational(BigInt(a), BigInt(b))).rounded;
  // A year over the next: 2020/21.
  return first.length === 4 && b % 100 === (a + 1) % 100 && second.length % 2 === 0;
}
