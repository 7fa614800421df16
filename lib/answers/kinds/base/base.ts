import { z } from 'zod';
import { jsonFile, meaningsSchema, once } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { threadAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import type { Reading } from '../../reading/reading.ts';
import { isCheapTree } from '../../sums/effort.ts';
import { evaluate } from '../../sums/evaluate.ts';
import { bare } from '../../sums/quantity.ts';
import { treeOf } from '../../sums/reading.ts';
import { attempt } from '../../sums/refused.ts';
import { wholeOf } from '../../sums/scalar.ts';

const MAX_CHARACTERS = 256;
const baseNumber = z.int().min(2).max(36);

/** What words mean: a base (0 for encodings), a part of a question, or nothing; and what bases are by the order of parts. */
const table = jsonFile(
  new URL('./data/bases.json', import.meta.url),
  z.object({ bases: meaningsSchema, parts: meaningsSchema, orders: meaningsSchema }),
);
const meanings = once(() => new Map([...table().bases, ...table().parts]));

function meaningOf(word: string): string {
  const name = word.replace(/^\(([a-z]+)\)$/, '$1');
  return /^base(\d+)$/.exec(name)?.[1] ?? meanings().get(name) ?? 'number';
}

const isBase = (meaning: string) => /\d/.test(meaning);
type Numeral = ReturnType<typeof numeral>;

/** A number with its prefix, which is a question without further words; a Windows error code is not. */
const PREFIXED = /^[-+]?0(?:x(?![8c]0[0-9a-f]{6}$)|[bo])[0-9a-f]+$/;

/** The number of a query, or a calculation in base 10 that gives it, with the bases. */
function conversionIn({ q, numeric, typed, lang }: Reading) {
  if (q.length > MAX_CHARACTERS) return null;
  const text = numeric
    .replace(/[₀-₉]+(?= |$)/g, (small) => ` base ${small.normalize('NFKC')}`)
    .replace(/^([a-z]+)\((.+)\)$/, '$1 of $2')
    .replace(/bas(?:e|is)[- ]?(\d{1,2})(?= |$)/g, 'base$1')
    .replace(/=/g, ' = ');
  const words = text.split(' ');
  const parts = words.map(meaningOf);
  if (!parts.some(isBase) && !PREFIXED.test(text)) return null;
  const named = parts.filter((part) => part !== 'nothing').map((part) => (isBase(part) ? 'base' : part));
  // `as a` is one part, and so are the words of a number.
  const order = named.filter((part, at) => part === 'base' || part !== named[at - 1]).join(' ');
  const bases = table().orders.get(order);
  const [first = 0, second = 10] = parts.filter(isBase).map(Number);
  const value = words.filter((_, at) => parts[at] === 'number').join(' ');
  const number = numeral(bases === 'to' ? value.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '') : value);
  if (bases === undefined) return null;
  if (bases === 'from, to') return converted(number, first, second);
  if (bases === 'to, from') return converted(number, second, first);
  if (bases === 'none') return converted(number, number.implied, 10);
  if (bases === 'either') return converted(number, ...direction(number, first));
  return converted(number, guessedBase(number, first, typed), first) ?? calculation(value, first, lang);
}

/** `0b11` is three, but a number in base 16 if the query names that base. */
function converted({ text, digits, implied }: Numeral, from = 0, to = 0) {
  const written = implied && implied !== from ? text : digits;
  const value = valueIn(written, from);
  return value === null || !isInRange(to) ? null : { written, from, to, value };
}

/** 2^10 in binary */
function calculation(written: string, to: number, lang: string) {
  if (!(to === 2 ? /[2-9]/ : /\d/).test(written) || !/.[-+*/^ ]/.test(written) || !isInRange(to)) return null;
  const value = treeOf(written, lang);
  return value && { written, from: 10, to, value };
}

/** The base that digits suggest: by prefix, base 10, or base 16 if they contain letters. */
function guessedBase({ text, digits, implied }: Numeral, to: number, typed: string): number | undefined {
  if (implied) return implied;
  // Zeros and ones in groups are binary: thousands are not grouped like this.
  if (/^[01]+(?: [01]+)+$/.test(text)) return 2;
  if (/^-?\d+$/.test(digits) && to !== 10) return 10;
  // `in decimal` converts zeros and ones from binary, but the source base of `100 in base 10` is unclear.
  if (/^-?\d+$/.test(digits)) return /^-?[01]{2,}$/.test(digits) && !/bas[ei]/i.test(typed) ? 2 : undefined;
  if (!/^-?[0-9a-f]{2,}$/.test(digits) || /^-?\d+e\d+$/.test(digits)) return undefined;
  // Letters alone are hexadecimal if they are capitals, have no vowel, or make up four bytes.
  return /\d|^[^ae]*$|^.{8}$/.test(digits) || typed.includes(digits.toUpperCase()) ? 16 : undefined;
}

/** From which base and to which, if the digits show it: `binary 1010`, `42 binary`. `dec 10b` is ambiguous. */
function direction({ text, digits, implied }: Numeral, base: number): [from?: number, to?: number] {
  if (!/\d/.test(implied ? text : digits) || MARKED.test(text)) return [];
  if (implied) return [implied, implied === base ? 10 : base];
  if (base === 2 && /[2-9]/.test(digits)) return [10, 2];
  // Six hexadecimal digits are more likely a colour.
  const isShown = base === 2 ? digits.length > 2 : base === 16 && /[a-f]/.test(digits) && digits.length !== 6;
  return isShown ? [base, 10] : [];
}

const isInRange = (base: number) => base >= 2 && base <= 36;

/** Assembler notation: 1010b, 1A3Fh. */
const MARKED = /^([-+]?(?:[01]+(?=b$)|\d[0-9a-f]*(?=h$)))([bh])$/;
const MARKS: Readonly<Record<string, number>> = { '0x': 16, x: 16, '#': 16, '0b': 2, '0o': 8, b: 2, h: 16 };

/** A number without its prefix or mark, and the base that this implies. */
function numeral(text: string) {
  const [, marked, mark = ''] = MARKED.exec(text) ?? [];
  const [, sign, prefix = '', rest = ''] = /^([-+]?)(0x|0b|0o|x(?=[0-9a-f]*\d)|#)?(.*)$/.exec(text) ?? [];
  const plain = /^[01]+(?: [01]+)+$/.test(rest) ? rest.replaceAll(' ', '') : rest;
  const digits = marked ?? `${sign}${plain.replaceAll('_', '')}`;
  return { text, digits: digits.replace(/^\+/, ''), implied: MARKS[mark || prefix] };
}

/** The number that digits mean; null if one of them is not a digit of the base. */
function valueIn(digits: string, base: number): bigint | null {
  const worths = Array.from(digits.replace(/^-/, ''), (digit) => Number.parseInt(digit, 36));
  if (!isInRange(base) || worths.length === 0 || !worths.every((worth) => worth < base)) return null;
  const size = worths.reduce((sum, worth) => sum * BigInt(base) + BigInt(worth), 0n);
  return digits.startsWith('-') ? -size : size;
}

/** Writes a whole number in another base. Any number that fits into a query is supported. */
export const base = threadAnswer({
  type: 'base',
  lasting: true,
  example: '255 in hex',
  data: z.object({
    ...texts('value', 'input', 'bin', 'oct', 'dec', 'hex'),
    ...{ from_base: baseNumber, to_base: baseNumber, number: z.number().optional() },
  }),
  words: () => [...meanings()].filter(([, meaning]) => isBase(meaning)).map(([word]) => word),
  signs: /\bbas(?:e|is)(?![a-z]|64)|\b0[xbo][0-9a-f]|[₀-₉]/,
  read: ({ reading }) => conversionIn(reading),
  isCheap: ({ value }) => typeof value === 'bigint' || isCheapTree(value),
  answer({ written, from, to, value }, { lang }) {
    const number = typeof value === 'bigint' ? value : attempt(() => wholeOf(bare(evaluate(value))));
    if (number === null) return null;
    const inBase = (radix: number) => number.toString(radix).toUpperCase();
    const named = translate('base', lang);
    const answer = `${written.toUpperCase()} (${named} ${from}) = ${inBase(to)} (${named} ${to})`;
    const usual = { bin: inBase(2), oct: inBase(8), dec: inBase(10), hex: inBase(16) };
    const held = Number.isSafeInteger(Number(number)) && { number: Number(number) };
    return { answer, data: { value: inBase(to), ...held, input: written, from_base: from, to_base: to, ...usual } };
  },
});
