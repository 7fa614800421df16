import { localDigits } from '../local-formats.ts';
import { numberStyle, plainNumber } from '../reading/numbers/number-literal.ts';
import { decimal, divide } from '../reading/numbers/rational.ts';
import type { Reading } from '../reading/reading.ts';
import { evaluate } from './evaluate.ts';
import { formatted, NUMBER } from './formats.ts';
import { bare } from './quantity.ts';
import { treeOf } from './reading.ts';
import { Refused } from './refused.ts';
import { scalarText } from './scalar.ts';

const RATIO = /^(?:golden ratio|(?:aspect )?ratio ([\d.]+) ?: ?([\d.]+)):?,? (?:([\d.]+) ?:|\? ?: ?([\d.]+)) ?\??$/;
const FIGURES =
  /^(?:number of |how many )?sig(?:nificant)?[ -]?(?:fig(?:ure)?|digit|dig)s?\b[ a-z]*? (-?[\d,]*\.?\d+\.?)(?: have)?$/;
const DIGITS_OF_PI = /^(?:first )?(\d{1,4}) (?:digits?|decimals|(?:decimal )?places) of (?:pi|π)$/;
const PI_TO_DIGITS = /^(?:value of )?(?:pi|π)( to| with)? (\d{1,4}) (?:digits?|decimals|(?:decimal )?places)$/;
/** The maximum number of decimals that a query can ask for. */
const MAX_DIGITS = 1_000;
/** The time for digits grows with the square of their number; up to a hundred are quick. */
const MAX_CHEAP_DIGITS = 100;

const LITERAL = /^(-?)([\d.,]+)$/;

/** Answers about numbers that are no calculations: fractions, ratios, significant figures, and digits of π. */
export function formOf({ plain, numeric, lang }: Reading) {
  if (plain.length > 100 || !/\d/.test(numeric)) return null;
  const written = formatted(numeric);
  if (written && 'fraction' in written) return { isCheap: true, answer: () => fraction(written.fraction) };
  if (written && 'scientific' in written)
    return { isCheap: LITERAL.test(written.scientific), answer: () => scientific(written.scientific, lang) };
  const ratio = RATIO.exec(plain);
  if (ratio) return { isCheap: true, answer: () => completed(plain, ratio) };
  const [, figures] = FIGURES.exec(plain) ?? [];
  if (figures) return { isCheap: true, answer: () => shown(`significant figures of ${figures}`, significant(figures)) };
  const [, to, count] = PI_TO_DIGITS.exec(numeric) ?? [];
  const places = Number(count ?? DIGITS_OF_PI.exec(numeric)?.[1]);
  // `to 5 digits` rounds; `5 digits of pi` cuts off.
  const isRounded = to !== undefined;
  if (!places) return null;
  return { isCheap: places <= MAX_CHEAP_DIGITS, answer: () => shown('π', piTo(places, isRounded), '≈', lang) };
}

const shown = (expression: string, value: string, sign = '=', lang = '') => ({
  answer: `${expression} ${sign} ${localDigits(value, lang)}`,
  data: { expression, value, approximate: sign === '≈' },
});

/** Simplifies a fraction: 0.375 to 3/8, 12/18 to 2/3. */
function fraction([, above = '', below = '1', percent]: RegExpExecArray) {
  const value = divide(decimal(above.replace('-', '')), decimal(percent ? '100' : below));
  const text = `${above.startsWith('-') ? '-' : ''}${value.n}${value.d === 1n ? '' : `/${value.d}`}`;
  return shown(percent ? `${above}%` : below === '1' ? above : `${above}/${below}`, text);
}

/** A number as a power of ten: 1.23456 × 10^5. Its digits are those that were typed. */
function scientific(typed: string, lang: string) {
  const [, sign = '', run = ''] = LITERAL.exec(typed) ?? [];
  const literal = run && plainNumber(run, numberStyle(run, lang));
  const tree = literal ? null : treeOf(typed, lang);
  const text = tree ? scalarText(bare(evaluate(tree))).text : `${sign}${literal}`;
  if (!NUMBER.test(text)) throw new Refused('not a number');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') throw new Refused('zero has no power');
  const power = digits.length - 1 - fraction.length;
  const mantissa = `${text.startsWith('-') ? '-' : ''}${digits.replace(/0+$/, '').replace(/(?<=^.)(?=.)/, '.')}`;
  const { data } = shown(tree ? typed : text, `${mantissa}e${power < 0 ? '' : '+'}${power}`);
  return { answer: `${tree ? typed : localDigits(text, lang)} = ${localDigits(mantissa, lang)} × 10^${power}`, data };
}

/** Completes a ratio: 4:3 as 640:480. */
function completed(expression: string, [, width, height, first, second]: RegExpExecArray) {
  const factor = width ? Number(height) / Number(width) : (1 + Math.sqrt(5)) / 2;
  const length = first ? Number(first) * factor : Number(second) / factor;
  if (!Number.isFinite(length)) throw new Refused('no such ratio');
  const side = Number(length.toPrecision(15));
  const value = first ? `${first}:${side}` : `${side}:${second}`;
  return { answer: value, data: { expression, value, approximate: factor !== Math.round(factor) } };
}

/** Counts significant figures. Leading zeros never count; trailing zeros count only with a decimal point. */
function significant(text: string): string {
  const bare = text.replace(/[-,.]/g, '').replace(/^0+/, '');
  return String((text.includes('.') ? bare : bare.replace(/0+$/, '')).length);
}

/** π by Machin's formula in whole numbers, with ten spare digits; rounded, or cut off as digits of π usually are. */
function piTo(places: number, isRounded: boolean): string {
  if (places > MAX_DIGITS) throw new Refused('too many digits');
  const one = 10n ** BigInt(places + 10);
  const arctan = (x: bigint) => {
    let [term, sum, n] = [one / x, 0n, 1n];
    while (term !== 0n) {
      sum += (n % 4n === 1n ? term : -term) / n;
      term /= x * x;
      n += 2n;
    }
    return sum;
  };
  const pi = 4n * (4n * arctan(5n) - arctan(239n)) + (isRounded ? 5_000_000_000n : 0n);
  return `3.${String(pi).slice(1, places + 1)}`;
}
