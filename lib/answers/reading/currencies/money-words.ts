import { type NumberStyle, numberOf } from '../numbers/number-literal.ts';
import { toNumber } from '../numbers/rational.ts';

/** Amounts of money in the numeric text of a query, piece by piece. */

const PIECE = /\.?\d(?:[\d.,']*\d)?|\p{L}{0,3}\p{Sc}|[\p{L}\p{M}]+|[-=]>|[-+%=>→/]/gu;
/** `1 000` */
const SPACED = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g;
/** Abbreviations after digits. */
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9, mrd: 1e9, lakh: 1e5, lakhs: 1e5, crore: 1e7, crores: 1e7,
}; // biome-ignore format: a table.
/** `5 Millionen` reads as `5 1000000`. */
const POWER = /^1(?:000)+$/;
const MAX_AMOUNT = 1e15;

/** The numbers, words, currency signs and marks of a text; other marks are omitted. `u.s.` is one word. */
export function moneyWords(text: string): readonly string[] {
  return (
    text
      .replace(SPACED, '')
      .replace(/(?<!\p{L})(\p{L})\.(\p{L})\.?(?!\p{L})/gu, '$1$2')
      .match(PIECE) ?? []
  );
}

/** An amount, and its number of words. */
export interface Amount {
  value: number;
  length: number;
}

/** The amount that starts at a word: `2,000`, `1.5 m`, `half 1000000`; null if there is none. */
export function amountAt(words: readonly string[], at: number, style: NumberStyle): Amount | null {
  const first = words[at] === 'half' ? at + 1 : at;
  const run = words[first] ?? '';
  const number = /\d/.test(run) ? numberOf(run, style) : null;
  if (!number) return null;
  let value = toNumber(number) * (first > at ? 0.5 : 1);
  let next = first + 1;
  for (let times = timesAt(words[next]); times; times = timesAt(words[++next])) value *= times;
  // Removes floating-point noise such as in `0.1 + 0.2`.
  value = Number(value.toPrecision(15));
  return value <= MAX_AMOUNT ? { value, length: next - at } : null;
}

function timesAt(word = ''): number | undefined {
  return POWER.test(word) ? Number(word) : Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;
}
