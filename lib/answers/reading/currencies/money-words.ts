import { numberOf, numberStyle } from '../numbers/number-literal.ts';
import { toNumber } from '../numbers/rational.ts';
import type { Reading } from '../reading.ts';

const PIECE = /\.?\d(?:[\d.,']*\d)?|\p{L}{0,3}\p{Sc}|[\p{L}\p{M}]+|[-=]>|[-+%=>→/]/gu;
/** `1 000` */
const SPACED = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g;
/** `u.s.` */
const INITIALS = /(?<!\p{L})(\p{L})\.(\p{L})\.?(?!\p{L})/gu;
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9, mrd: 1e9, lakh: 1e5, lakhs: 1e5, crore: 1e7, crores: 1e7,
}; // biome-ignore format: a table.
/** `5 Millionen` reads as `5 1000000`. */
const POWER = /^1(?:000)+$/;
const MAX_AMOUNT = 1e15;

/** Stands for an amount among words. */
export const AMOUNT = '#';

/** What a query about money consists of. */
export interface MoneyWords {
  /** Words, currency signs and marks, with `#` for an amount. Punctuation is omitted. */
  words: readonly string[];
  /** The values of the amounts: `2,000`, `1.5m`, `half a million`. */
  amounts: readonly number[];
}

/** Splits a query into words and amounts. */
export function moneyWords({ numeric, lang }: Reading): MoneyWords {
  const style = numberStyle(numeric, lang);
  const pieces = numeric.replace(SPACED, '').replace(INITIALS, '$1$2').match(PIECE) ?? [];
  const [words, amounts]: [string[], number[]] = [[], []];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    const number = /\d/.test(piece) ? numberOf(piece, style) : null;
    let value = number ? toNumber(number) : Number.NaN;
    for (let times = number && timesIn(pieces[at + 1]); times; times = timesIn(pieces[at + 1])) {
      value *= times;
      at += 1;
    }
    if (number && words.at(-1) === 'half') {
      words.pop();
      value /= 2;
    }
    words.push(value <= MAX_AMOUNT ? AMOUNT : piece);
    // Removes floating-point noise such as in `0.1 + 0.2`.
    if (value <= MAX_AMOUNT) amounts.push(Number(value.toPrecision(15)));
  }
  return { words, amounts };
}

function timesIn(word = ''): number | undefined {
  return POWER.test(word) ? Number(word) : Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;
}
