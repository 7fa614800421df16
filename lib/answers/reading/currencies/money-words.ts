import { numberOf, numberStyle } from '../numbers/number-literal.ts';
import { toNumber } from '../numbers/rational.ts';
import type { Reading } from '../reading.ts';

const PIECE = /\.?\d(?:[\d.,']*\d)?|\p{L}{0,3}\p{Sc}|[\p{L}\p{M}]+|[-=]>|[-+%=>→/]/gu;
/** `1 000` */
const SPACED = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g;
/** `u.s.` */
const INITIALS = /(?<!\p{L})(\p{L})\.(\p{L})\.?(?!\p{L})/gu;
const SCALES = new Map(Object.entries({
  k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9, mrd: 1e9, lakh: 1e5, lakhs: 1e5, crore: 1e7, crores: 1e7,
})); // biome-ignore format: a table.
const MAX_AMOUNT = 1e15;

/** Stands for an amount among words. */
export const AMOUNT = '#';

/** The words, currency signs and marks of a query, with `#` for amounts, and their values: `1.5m`, `half a million`. */
export function moneyWords({ numeric, lang }: Reading) {
  const style = numberStyle(numeric, lang);
  const pieces = numeric.replace(SPACED, '').replace(INITIALS, '$1$2').match(PIECE) ?? [];
  const [words, amounts]: [string[], number[]] = [[], []];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    const number = /\d/.test(piece) ? numberOf(piece, style) : null;
    let value = number ? toNumber(number) : Number.NaN;
    for (let times = number && SCALES.get(pieces[at + 1] ?? ''); times; times = SCALES.get(pieces[at + 1] ?? '')) {
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
