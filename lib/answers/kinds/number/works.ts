import type { InstantQuery } from '../../answer.ts';
import {
  asPowers,
  combinations,
  divisors,
  factorial,
  fibonacci,
  gcd,
  integerRoot,
  isFibonacci,
  isPrime,
  lcm,
  MAX_FACTORED,
  permutations,
  primeFactors,
} from './integers.ts';
import { fromRoman, toRoman } from './roman.ts';
import { numberToWords, wordsToNumber } from './words.ts';

/** The computation for each wording about numbers. `parts` are the groups that the pattern captured. */

export const KINDS = [
  'roman',
  'words',
  'factors',
  'prime',
  'gcd',
  'lcm',
  'fibonacci',
  'factorial',
  'ordinal',
  'permutations',
  'combinations',
] as const;
type Kind = (typeof KINDS)[number];

const MAX_FIBONACCI = 10_000;
const MAX_FACTORIAL = 1000;
const MAX_LISTED = 1000;
/** Short words that are also Roman numerals. */
const ROMAN_WORDS = new Set([
  'mix',
  'di',
  'mi',
  'li',
  'i',
  'c',
  'd',
  'm',
  'l',
  'x',
  'v',
  'mm',
  'cc',
  'cd',
  'dc',
  'dl',
  'ml',
  'md',
  'cm',
]);

interface Worked {
  kind: Kind;
  input: string;
  value: string | boolean | null;
  values?: readonly (string | bigint)[];
  /** The answer line, if it differs from the value. */
  answer?: string;
  /** The reason, shown after a yes or a no. */
  why?: string;
}
/** Computes an answer; returns null if there is none. */
export type Work = (parts: string[], asked: InstantQuery) => Worked | null;

const integer = (text = '') => BigInt(text.replace(/[,+]/g, ''));
const product = (value: bigint) => `${value} = ${asPowers(primeFactors(value)).replaceAll('*', ' × ')}`;
const listed = (kind: Kind, input: string, values: readonly bigint[] | null): Worked | null =>
  values === null || values.length > MAX_LISTED ? null : { kind, input, value: values.join(', '), values };

export const roman: Work = ([text = '']) => {
  if (/^\d/.test(text)) return { kind: 'roman', input: text, value: toRoman(Number(text.replace(/,/g, ''))) };
  const value = fromRoman(text);
  return value === null
    ? null
    : { kind: 'roman', input: text.toUpperCase(), value: String(value), answer: String(value) };
};
/** Accepts the numeral only if it was typed in capitals. */
export const romanInCapitals: Work = (parts, asked) =>
  asked.q.includes((parts[0] ?? '').toUpperCase()) ? roman(parts, asked) : null;
/** Accepts a numeral that is also a word only in capitals. */
export const romanNoWord: Work = (parts, asked) =>
  ROMAN_WORDS.has(parts[0] ?? '') ? romanInCapitals(parts, asked) : roman(parts, asked);

export const words: Work = ([number = '']) => ({
  kind: 'words',
  input: number,
  value: numberToWords(number.replace(/,/g, '')),
});
export const figures: Work = ([text = '']) => {
  const value = wordsToNumber(text);
  return value === null ? null : { kind: 'words', input: text, value: String(value) };
};

export const factors: Work = ([number = '']) => {
  const value = integer(number);
  return value === 0n || value >= MAX_FACTORED || value <= -MAX_FACTORED
    ? null
    : listed('factors', number, divisors(value, MAX_LISTED / 2));
};
export const primes: Work = ([number = '']) => {
  const value = integer(number);
  if (value < 2n || value >= MAX_FACTORED) return null;
  const found = primeFactors(value);
  return { kind: 'factors', input: number, value: asPowers(found), values: found };
};
export const prime: Work = ([number = '']) => {
  const value = integer(number);
  if (value >= MAX_FACTORED) return null;
  const is = isPrime(value);
  return { kind: 'prime', input: number, value: is, why: is || value < 4n ? '' : product(value) };
};
/** `97 prime` is ambiguous; `97 prime?` is a question. */
export const primeIfAsked: Work = (parts, asked) => (asked.q.trimEnd().endsWith('?') ? prime(parts, asked) : null);
export const composite: Work = ([number = '']) => {
  const value = integer(number);
  if (value < 1n || value >= MAX_FACTORED) return null;
  const is = value > 1n && !isPrime(value);
  return { kind: 'prime', input: number, value: is, why: is ? product(value) : '' };
};
export const perfectPower: Work = ([number = '', shape]) => {
  const value = integer(number);
  if (value < 0n) return null;
  const exponent = shape === 'cube' ? 3 : 2;
  const root = integerRoot(value, exponent);
  const is = root ** BigInt(exponent) === value;
  return { kind: 'factors', input: number, value: is, why: is ? `${value} = ${root}^${exponent}` : '' };
};
export const perfectNumber: Work = ([number = '']) => {
  const value = integer(number);
  const found = value < 1n || value >= MAX_FACTORED ? null : divisors(value, MAX_LISTED / 2);
  if (!found) return null;
  const is = found.reduce((sum, divisor) => sum + divisor, 0n) === 2n * value;
  return { kind: 'factors', input: number, value: is };
};
export const parity: Work = ([number = '', asked]) => {
  const is = (integer(number) % 2n === 0n) === (asked === 'even');
  return { kind: 'factors', input: number, value: is };
};
export const divisible: Work = ([number = '', by = '']) => {
  const [value, divisor] = [integer(number), integer(by)];
  if (divisor === 0n) return null;
  const rest = value % divisor;
  const is = rest === 0n;
  const why = is
    ? `${value} = ${divisor} × ${value / divisor}`
    : `${value} = ${divisor} × ${value / divisor} ${rest < 0n ? '−' : '+'} ${rest < 0n ? -rest : rest}`;
  return { kind: 'factors', input: `${number}, ${by}`, value: is, why };
};
export const primesBetween: Work = ([from = '', to = '']) => {
  const [a, b] = [Number(from), Number(to)];
  const [low, high] = [Math.ceil(Math.min(a, b)), Math.floor(Math.max(a, b))];
  if (!(high - low <= 10_000) || high > 1e12) return null;
  const found: bigint[] = [];
  for (let n = Math.max(2, low); n <= high; n++) if (isPrime(BigInt(n))) found.push(BigInt(n));
  return found.length === 0 ? null : listed('prime', `${from}, ${to}`, found);
};
const firstPrimes = (count: number) => {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) if (isPrime(n)) found.push(n);
  return found;
};
export const nthPrime: Work = ([n = '']) =>
  Number(n) < 1 || Number(n) > 2000 ? null : { kind: 'prime', input: n, value: String(firstPrimes(Number(n)).at(-1)) };
export const nextPrime: Work = ([number = '']) => {
  let value = integer(number) + 1n;
  if (value >= MAX_FACTORED / 2n) return null;
  while (!isPrime(value)) value++;
  return { kind: 'prime', input: number, value: String(value) };
};

export const previousPrime: Work = ([number = '']) => {
  let value = integer(number) - 1n;
  if (value < 2n || value >= MAX_FACTORED / 2n) return null;
  while (!isPrime(value)) value--;
  return { kind: 'prime', input: number, value: String(value) };
};

export const nthFibonacci: Work = ([n = '']) =>
  Number(n) > MAX_FIBONACCI ? null : { kind: 'fibonacci', input: n, value: String(fibonacci(Number(n))) };
export const firstFibonacci: Work = ([n = '']) =>
  Number(n) < 1 || Number(n) > 200
    ? null
    : listed(
        'fibonacci',
        n,
        Array.from({ length: Number(n) }, (_, at) => fibonacci(at)),
      );
export const isItFibonacci: Work = ([number = '']) => {
  const is = isFibonacci(integer(number));
  return { kind: 'fibonacci', input: number, value: is };
};
export const factorialOf: Work = ([n = '']) =>
  Number(n) > MAX_FACTORIAL ? null : { kind: 'factorial', input: n, value: String(factorial(Number(n))) };
export const ordinal: Work = ([number = '']) => {
  const last = Number(number.slice(-2));
  const ending = last > 10 && last < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][last % 10] ?? 'th');
  return { kind: 'ordinal', input: number, value: number + ending };
};
const choose =
  (kind: 'permutations' | 'combinations', count: (n: number, k: number) => bigint): Work =>
  ([n = '', k = '']) =>
    Number(n) > 5000 || Number(k) > 1000
      ? null
      : { kind, input: `${n}, ${k}`, value: String(count(Number(n), Number(k))) };
const common =
  (kind: 'gcd' | 'lcm', of: (values: readonly bigint[]) => bigint): Work =>
  ([list = '']) => {
    const numbers = list.match(/-?\d{1,30}/g) ?? [];
    if (numbers.length < 2 || numbers.length > 20) return null;
    return { kind, input: numbers.join(', '), value: String(of(numbers.map(BigInt))) };
  };

export const chosen = choose('combinations', combinations);
export const permuted = choose('permutations', permutations);
/** `3 from 10` is 10 choose 3. */
export const chosenFrom: Work = ([k = '', n = ''], asked) => chosen([n, k], asked);
export const greatestCommon = common('gcd', gcd);
export const leastCommon = common('lcm', lcm);
export const firstPrimesListed: Work = ([n = '']) =>
  Number(n) < 1 || Number(n) > MAX_LISTED ? null : listed('prime', n, firstPrimes(Number(n)));
export const primesUpTo: Work = ([to = ''], asked) => primesBetween(['1', to], asked);

/** Divisions up to the root of this number: about a thousand. */
const MAX_DIVIDED = 1_000_000;
/** Counting or listing up to a number takes a few steps for each. */
const MAX_COUNTED = 100;

/**
 * The greatest number for which each computation is quick; infinite if the time depends only on the length of the
 * query.
 */
const cheapUpTo: ReadonlyMap<Work, number> = new Map([
  ...[
    roman,
    romanInCapitals,
    romanNoWord,
    words,
    figures,
    ordinal,
    isItFibonacci,
    greatestCommon,
    leastCommon,
    perfectPower,
    parity,
    divisible,
  ].map((work) => [work, Number.POSITIVE_INFINITY] as const),
  ...[factors, primes, prime, primeIfAsked, composite, perfectNumber, nextPrime, previousPrime].map(
    (work) => [work, MAX_DIVIDED] as const,
  ),
  ...[primesBetween, primesUpTo, firstPrimesListed, nthPrime, nthFibonacci, firstFibonacci, factorialOf].map(
    (work) => [work, MAX_COUNTED] as const,
  ),
  ...[chosen, chosenFrom, permuted].map((work) => [work, MAX_COUNTED] as const),
]);

/** Whether a computation with these parts is surely quick. */
export function isCheapWork(work: Work, parts: readonly string[]): boolean {
  const most = cheapUpTo.get(work) ?? 0;
  return most === Number.POSITIVE_INFINITY || parts.every((part) => Math.abs(Number(part.replace(/,/g, ''))) <= most);
}
