import { numberIn } from '../dates/durations.ts';

const TIMES: Readonly<Record<string, number>> = {
  k: 1e3, thousand: 1e3, tausend: 1e3, mille: 1e3, mil: 1e3, mila: 1e3, duizend: 1e3, hundred: 100,
  m: 1e6, mn: 1e6, mio: 1e6, million: 1e6, millions: 1e6, millionen: 1e6, millones: 1e6, milioni: 1e6,
  lakh: 1e5, lakhs: 1e5, crore: 1e7, crores: 1e7,
  b: 1e9, bn: 1e9, billion: 1e9, billions: 1e9, mrd: 1e9, milliarden: 1e9, milliards: 1e9, trillion: 1e12, t: 1e12,
}; // biome-ignore format: a table.
const ONE = new Set(['a', 'an', 'one', 'ein', 'einen', 'eine', 'un', 'une', 'una', 'uno', 'um', 'uma', 'een', '1']);
const MAX_AMOUNT = 1e15;

/** The amount that starts at a word, and its number of words; null if there is none. */
export function amountAt(words: readonly string[], at: number): { amount: number; taken: number } | null {
  const word = words[at] ?? '';
  let taken = 1;
  let amount = /^\d/.test(word) ? written(word) : null;
  if (amount === null && ONE.has(word)) amount = 1;
  if (amount === null && /^[a-z]/.test(word)) {
    const two = numberIn(`${word} ${words[at + 1] ?? ''}`);
    amount = two ?? (word === 'hundred' || word === 'thousand' ? 1 : numberIn(word));
    if (two !== null) taken = 2;
    else if (word === 'hundred' || word === 'thousand') taken = 0;
  }
  if (amount === null) return null;
  for (let more = 0; more < 2; more++) {
    const next = words[at + taken] ?? '';
    const times = Object.hasOwn(TIMES, next) ? TIMES[next] : undefined;
    if (times === undefined) break;
    amount *= times;
    taken += 1;
  }
  // Remove floating-point noise such as in `0.1 + 0.2`.
  amount = Number(amount.toPrecision(15));
  return amount > 0 && amount <= MAX_AMOUNT ? { amount, taken } : null;
}

/** `2,000`, `2.95`, `1.234,50`, `1,5`: the last mark that is not followed by three digits is the decimal mark. */
function written(text: string): number | null {
  if (!/^\d{1,15}(?:[.,']\d{1,12})*$/.test(text)) return null;
  const digits = text.replaceAll("'", '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return Number(digits);
  const mark = digits[last] as string;
  const other = mark === '.' ? ',' : '.';
  const whole = digits.slice(0, last);
  const tail = digits.slice(last + 1);
  const repeated = whole.includes(mark);
  if (repeated && (whole.includes(other) || tail.length !== 3)) return null;
  const thousands = repeated || (mark === ',' && tail.length === 3 && !whole.includes('.') && whole.length <= 3);
  const clean = whole.replace(/[.,]/g, '');
  return Number(thousands ? `${clean}${tail}` : `${clean}.${tail}`);
}
