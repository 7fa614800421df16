import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import type { Reading } from '../../reading/reading.ts';

/** A number to convert to another base. */
export interface BaseQuestion {
  /** Digits in the source base, with a sign but without a prefix; or, for base 10, a calculation. */
  digits: string;
  from: number;
  to: number;
}

const lists = z.record(z.string(), z.array(z.string()));
/**
 * The names of bases, where 0 stands for encodings that are not bases; and the other parts of a question: I (into), O
 * (of), F (from), E (equals), and words without a meaning.
 */
const words = jsonFile(new URL('./data/bases.json', import.meta.url), z.object({ bases: lists, parts: lists }));

const nameOf = (table: Record<string, string[]>, word: string) =>
  Object.keys(table).find((name) => table[name]?.includes(word));

type Order = (value: string, bases: number[], typed: string) => BaseQuestion | null;
const fromTo: Order = (value, [from, to]) => known(value, from, to);
const toOnly: Order = (value, [to], typed) => guessed(value, to as number, typed);

/** What the order of the parts means, with B for a base and V for the number. */
const ORDERS: Readonly<Record<string, Order>> = {
  VBIB: fromTo,
  VIBIB: fromTo,
  VFBIB: fromTo,
  BVIB: fromTo,
  BIBV: fromTo,
  BIBOV: fromTo,
  VFB: (value, [from]) => known(value, from, 10),
  BOBV: (value, [to, from]) => known(value, from, to),
  VIB: toOnly,
  VEB: toOnly,
  BEV: toOnly,
  BOV: toOnly,
  BV: (value, [base]) => alone(value, base as number),
  VB: (value, [base]) => alone(value, base as number),
};

/** A Windows error code. Typed alone, it does not ask for a conversion. */
const FAULT = /^0x[8c]0[0-9a-f]{6}$/;

/** Reads the base conversion in a query; returns null if there is none. */
export function baseQuestion({ numeric, typed }: Reading): BaseQuestion | null {
  if (/^[-+]?0[xbo][0-9a-f]+$/.test(numeric)) return FAULT.test(numeric) ? null : known(numeric, undefined, 10);
  const text = numeric
    .replace(/(?<=[0-9a-z])[₀-₉]{1,2}(?= |$)/g, (small) => ` base ${small.normalize('NFKC')}`)
    .replace(/^([a-z]+)\((.+)\)$/, '$1 of $2')
    .replace(/\b(?:base|basis)[- ]?(\d{1,2})(?= |$)/g, 'base$1')
    .replace(/=/g, ' = ');
  let [order, value] = ['', ''];
  const named: number[] = [];
  for (const word of text.split(' ')) {
    const bare = word.replace(/^\(([a-z]+)\)$/, '$1');
    const base = /^base\d/.test(bare) ? bare.slice(4) : nameOf(words().bases, bare);
    const part = base === undefined ? (nameOf(words().parts, word) ?? 'V') : 'B';
    if (base !== undefined) named.push(Number(base));
    if (part === 'V') value += value === '' ? word : ` ${word}`;
    // `as a` is one part, and so are the words of a number.
    if (part === 'B' || !order.endsWith(part)) order += part;
  }
  return Object.hasOwn(ORDERS, order) ? (ORDERS[order] as Order)(value, named, typed) : null;
}

/** A number in a base that the query names. */
function known(value: string, from: number | undefined, to: number | undefined): BaseQuestion | null {
  const { digits, implied } = unprefixed(value);
  const base = implied ?? from;
  if (!base || !to || !inRange(base) || !inRange(to) || !isWritten(digits, base)) return null;
  // `0b11` is three in binary, but also a number in base 16: a base named in the query takes precedence.
  if (implied && from && from !== implied) return isWritten(value, from) ? { digits: value, from, to } : null;
  return { digits, from: base, to };
}

/** A number in the base that its digits suggest: by prefix, base 10, or base 16 if it contains letters. */
function guessed(value: string, to: number, typed: string): BaseQuestion | null {
  const { digits, implied } = unprefixed(value);
  if (implied) return known(value, undefined, to) ?? calculation(value, to);
  // Zeros and ones in groups are binary: thousands are not grouped like this.
  if (/^[01]+(?: [01]+)+$/.test(value)) return known(digits, 2, to);
  const number = digits.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  // `in decimal` converts zeros and ones from binary, but the source base of `100 in base 10` is unclear.
  if (to === 10 && /^-?\d+$/.test(number))
    return /^-?[01]{2,}$/.test(number) && !/bas[ei]/i.test(typed) ? known(number, 2, 10) : null;
  if (/^-?\d+$/.test(number)) return known(number, 10, to);
  return isHexadecimal(number, typed) ? known(number, 16, to) : calculation(value, to);
}

/** Digits and letters are hexadecimal. Letters alone are if they are capitals, have no vowel, or make up four bytes. */
function isHexadecimal(digits: string, typed: string): boolean {
  if (!/^-?[0-9a-f]{2,}$/.test(digits) || /^-?\d+e\d+$/.test(digits)) return false;
  return /\d|^[^ae]*$|^.{8}$/.test(digits) || typed.includes(digits.toUpperCase());
}

/** 2^10 in binary */
function calculation(value: string, to: number): BaseQuestion | null {
  return /\d/.test(value) && /[-+*/^ ]/.test(value) && inRange(to) ? { digits: value, from: 10, to } : null;
}

/** `binary 1010`, `42 binary`: answered only if the digits show the direction. */
function alone(value: string, base: number): BaseQuestion | null {
  const { digits, implied } = unprefixed(value);
  // `dec 10b` is ambiguous.
  if (!/\d/.test(implied ? value : digits) || MARKED.test(value)) return null;
  if (implied) return implied === base ? known(value, base, 10) : known(value, undefined, base);
  if (base === 2 && /^-?[01]{3,}$/.test(digits)) return known(digits, 2, 10);
  if (base === 2) return /^-?\d*[2-9]\d*$/.test(digits) ? known(digits, 10, 2) : null;
  // Six hexadecimal digits are more likely a colour.
  return base === 16 && /[a-f]/.test(digits) && digits.length !== 6 ? known(digits, 16, 10) : null;
}

const inRange = (base: number) => base >= 2 && base <= 36;

/** Assembler notation: 1010b, 1A3Fh. */
const MARKED = /^([-+]?(?:[01]+(?=b$)|\d[0-9a-f]*(?=h$)))([bh])$/;
const PREFIXES: Readonly<Record<string, number>> = { '0x': 16, x: 16, '#': 16, '0b': 2, '0o': 8, b: 2, h: 16 };

function unprefixed(value: string): { digits: string; implied: number | undefined } {
  const [, marked = '', mark = ''] = MARKED.exec(value) ?? [];
  const [, sign, prefix = '', rest = ''] = /^([-+]?)(0x|0b|0o|x(?=[0-9a-f]*\d)|#)?(.*)$/.exec(value) ?? [];
  const plain = rest.replace(/_/g, '').replace(/^[01]+(?: [01]+)+$/, (groups) => groups.replaceAll(' ', ''));
  const digits = mark ? marked.replace('+', '') : `${sign === '-' ? '-' : ''}${plain}`;
  return { digits, implied: PREFIXES[mark || prefix] };
}

function isWritten(digits: string, base: number): boolean {
  const [, body = ''] = /^-?([0-9a-z]{1,1000})$/.exec(digits) ?? [];
  return body !== '' && [...body].every((digit) => Number.parseInt(digit, 36) < base);
}

/** The value of digits in a base. */
export function wholeNumber(digits: string, base: number): bigint {
  const negative = digits.startsWith('-');
  let value = 0n;
  for (const digit of digits.replace('-', '')) value = value * BigInt(base) + BigInt(Number.parseInt(digit, 36));
  return negative ? -value : value;
}
