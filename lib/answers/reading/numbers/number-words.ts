import { type Rational, rational } from './rational.ts';

/** Numbers in words: up to trillions in English, and small numbers in other languages. */

const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  'zero um dois tres quatro cinco seis sete oito nove dez onze doze',
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf',
];
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';

const values = new Map<string, number>();
for (const line of SMALL)
  for (const [at, word] of line.split(' ').entries()) if (!values.has(word)) values.set(word, at);
values.set('duas', 2);
for (const [at, word] of TENS.split(' ').entries()) values.set(word, 20 + 10 * at);
// These words have other meanings: `once` is also an ounce, and the others are articles.
for (const word of ['un', 'um', 'een', 'once', 'uno']) values.delete(word);

const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

const ORDINALS =
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth'.split(
    ' ',
  );

/** Degrees of roots and powers: `fifth root`, `to the third power`. */
export const ordinals = new Map<string, bigint>([
  ['second', 2n],
  ...ORDINALS.map((word, at): [string, bigint] => [word, BigInt(at + 3)]),
]);

/** Denominators: `two thirds`. */
export const shares = new Map<string, bigint>([
  ...ORDINALS.flatMap((word, at): [string, bigint][] => [
    [word, BigInt(at + 3)],
    [`${word}s`, BigInt(at + 3)],
  ]),
  ['quarter', 4n],
  ['quarters', 4n],
  ['hundredth', 100n],
  ['hundredths', 100n],
  ['drittel', 3n],
  ['viertel', 4n],
  ['funftel', 5n],
  ['tiers', 3n],
  ['tercio', 3n],
  ['tercios', 3n],
  ['terzo', 3n],
  ['terzi', 3n],
  ['terco', 3n],
  ['tercos', 3n],
  ['derde', 3n],
  ['kwart', 4n],
]);

/** A fraction after a whole number: `two and a half`. */
const MIXED = new Map<string, Rational>([
  ...[
    'and a half, and one half, and half, et demi, et demie, y medio, y media, e mezzo, e mezza, e meio, e meia',
    'und ein halb, und eine halbe, en een half, en een halve',
  ]
    .join(', ')
    .split(', ')
    .map((phrase): [string, Rational] => [phrase, rational(1n, 2n)]),
  ['and a quarter', rational(1n, 4n)],
  ['and one quarter', rational(1n, 4n)],
  ['and three quarters', rational(3n, 4n)],
  ['and a third', rational(1n, 3n)],
  ['and one third', rational(1n, 3n)],
  ['and two thirds', rational(2n, 3n)],
]);

/** The fraction that begins at these words, and its number of words. */
export function mixedShare(words: readonly string[]): { share: Rational; length: number } | null {
  for (const length of [3, 2]) {
    const share = words.length >= length ? MIXED.get(words.slice(0, length).join(' ')) : undefined;
    if (share) return { share, length };
  }
  return null;
}

/** Whether a word can start a number. */
export const isNumberWord = (word: string) => values.has(word) || word === 'hundred';

/** The number that begins at this word, and its number of words; null if there is none. */
export function numberInWords(words: readonly string[], from: number): { value: bigint; length: number } | null {
  let [total, current, at, seen] = [0, 0, from, false];
  for (; at < words.length; at++) {
    const word = words[at] as string;
    const value = values.get(word);
    const scale = SCALES.get(word);
    if (value !== undefined) {
      // `twenty five` is one number; `five twenty` is two.
      if (seen && !fits(current, value)) break;
      current += value;
    } else if (scale === 100 && (seen || at === from)) {
      current = (current || 1) * 100;
    } else if (scale && seen) {
      total += (current || 1) * scale;
      current = 0;
    } else if (
      word === 'and' &&
      seen &&
      /^(?:hundred|thousand)$/.test(words[at - 1] ?? '') &&
      values.has(words[at + 1] ?? '')
    ) {
      continue;
    } else break;
    seen = true;
  }
  return seen ? { value: BigInt(total + current), length: at - from } : null;
}

/** The digits after `point`: three point one four. */
export function decimalsInWords(words: readonly string[], from: number): string {
  if (words[from] !== 'point') return '';
  const digits = words.slice(from + 1).map((word) => values.get(word) ?? 10);
  const end = digits.findIndex((digit) => digit > 9);
  return digits.slice(0, end < 0 ? digits.length : end).join('');
}

function fits(current: number, value: number): boolean {
  if (current === 0) return true;
  if (current % 100 === 0) return value < 100;
  return current % 100 >= 20 && current % 10 === 0 && value > 0 && value < 10;
}
