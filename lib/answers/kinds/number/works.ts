import { toCardinal } from 'n2words/en-GB';
import { exactRoot, rational } from '../../reading/numbers/rational.ts';
import {
  asPowers,
  combinations,
  divisors,
  factorial,
  fibonacci,
  gcd,
  isFibonacci,
  isPrime,
  lcm,
  MAX_FACTORED,
  permutations,
  primeBeyond,
  primeFactors,
  primesIn,
} from './integers.ts';
import { toRoman } from './roman.ts';

/** What can be computed about numbers. A work returns null if it has no answer. */

const MAX_FIBONACCI = 10_000;
const MAX_FACTORIAL = 1000;
const MAX_LISTED = 1000;
/** The names of the library end here. */
const MAX_WORD_DIGITS = 66;
const MAX_CHOSEN = { n: 5000, k: 1000 };
/** Two thousand primes, the last of which is the 2,000th. */
const LAST_PRIME = 17_389;
const MAX_SPAN = 10_000;

/** The result of a work. */
export interface Worked {
  value: string | boolean;
  values?: readonly bigint[];
  /** The reason, shown after a yes or a no. */
  why?: string;
  /** What was computed on, if it is not what the query says. */
  input?: string;
}
/** Computes a result from the numbers as typed. */
export type Work = (numbers: readonly string[]) => Worked | null;

const INTEGER = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,19})$/;
const DECIMAL = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,30}))?$/;

/** A work on whole numbers. */
const whole =
  (compute: (...values: bigint[]) => Worked | null): Work =>
  (numbers) =>
    numbers.every((number) => INTEGER.test(number))
      ? compute(...numbers.map((number) => BigInt(number.replace(/[,+]/g, ''))))
      : null;
/** A work on counts up to a limit. */
const counted = (from: number, to: number, compute: (count: number) => bigint | bigint[]): Work =>
  whole((count = 0n) => {
    const result = count < from || count > to ? null : compute(Number(count));
    return Array.isArray(result) ? listed(result) : result === null ? null : { value: String(result) };
  });
/** A work on numbers that can be factored. */
const factored = (from: bigint, compute: (value: bigint) => Worked | null): Work =>
  whole((value = 0n) => (value < from || value >= MAX_FACTORED ? null : compute(value)));
const choosing = (count: (n: number, k: number) => bigint): Work =>
  whole((n = 0n, k = 0n) =>
    n < 0 || k < 0 || n > MAX_CHOSEN.n || k > MAX_CHOSEN.k ? null : { value: String(count(Number(n), Number(k))) },
  );
const listed = (values: readonly bigint[]): Worked | null =>
  values.length === 0 || values.length > MAX_LISTED ? null : { value: values.join(', '), values };
const product = (value: bigint) => `${value} = ${asPowers(primeFactors(value)).replaceAll('*', ' × ')}`;

export const roman: Work = whole((value = 0n) => {
  const numeral = toRoman(Number(value));
  return numeral === null ? null : { value: numeral };
});
export const inWords: Work = ([number = '']) => {
  const [, sign = '', whole = '', decimals = ''] = DECIMAL.exec(number) ?? [];
  const digits = whole.replace(/,/g, '');
  if (digits === '' || digits.length > MAX_WORD_DIGITS) return null;
  // The library says `and` before a last group of thousands as well: `two million and two thousand`.
  const cardinal = toCardinal(BigInt(digits)).replace(/ and (\S+ thousand)$/, ' $1');
  const point = decimals && ` point ${[...decimals].map((digit) => toCardinal(Number(digit))).join(' ')}`;
  return { value: `${sign === '-' ? 'minus ' : ''}${cardinal}${point}` };
};
export const ordinal: Work = whole((value = 0n) => {
  const last = Number(value % 100n);
  const ending = last > 10 && last < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][last % 10] ?? 'th');
  return value < 0n ? null : { value: `${value}${ending}` };
});

export const factors: Work = factored(1n - MAX_FACTORED, (value) =>
  value === 0n ? null : listed(divisors(value, MAX_LISTED / 2) ?? []),
);
export const primes: Work = factored(2n, (value) => {
  const found = primeFactors(value);
  return { value: asPowers(found), values: found };
});
export const prime: Work = factored(1n - MAX_FACTORED, (value) => {
  const is = isPrime(value);
  return { value: is, why: is || value < 4n ? '' : product(value) };
});
export const composite: Work = factored(1n, (value) => {
  const is = value > 1n && !isPrime(value);
  return { value: is, why: is ? product(value) : '' };
});
export const perfectNumber: Work = factored(1n, (value) => {
  const found = divisors(value, MAX_LISTED / 2);
  return found && { value: found.reduce((sum, divisor) => sum + divisor, 0n) === 2n * value };
});
export const perfectPower = (exponent: bigint): Work =>
  whole((value = 0n) => {
    const root = exactRoot(rational(value), exponent);
    return value < 0n ? null : { value: root !== null, why: root ? `${value} = ${root.n}^${exponent}` : '' };
  });
export const even: Work = whole((value = 0n) => ({ value: value % 2n === 0n }));
export const odd: Work = whole((value = 0n) => ({ value: value % 2n !== 0n }));
export const divisible: Work = whole((value = 0n, divisor = 0n) => {
  if (divisor === 0n) return null;
  const rest = value % divisor;
  const sum = rest === 0n ? '' : rest < 0n ? ` − ${-rest}` : ` + ${rest}`;
  return { value: rest === 0n, why: `${value} = ${divisor} × ${value / divisor}${sum}` };
});

export const primesBetween: Work = (numbers) => {
  const [low = 0, high = 0] = numbers.map(Number).sort((a, b) => a - b);
  return high - low <= MAX_SPAN && high <= 1e12 ? listed(primesIn(low, high)) : null;
};
/** `last` is 0 to include the limit, and 1 to exclude it. */
export const primesUpTo =
  (last: 0 | 1): Work =>
  ([limit = '']) => {
    const found = primesBetween(['1', String(Number(limit) - last)]);
    return found && { ...found, input: `1, ${limit}` };
  };
export const firstPrimes: Work = counted(1, MAX_LISTED, (count) => primesIn(2, LAST_PRIME).slice(0, count));
export const nthPrime: Work = counted(1, 2000, (n) => primesIn(2, LAST_PRIME)[n - 1] as bigint);
export const primeAfter = (step: 1n | -1n): Work =>
  whole((value = 0n) => {
    const found = value < MAX_FACTORED / 2n ? primeBeyond(value, step) : null;
    return found === null ? null : { value: String(found) };
  });

export const nthFibonacci: Work = counted(0, MAX_FIBONACCI, fibonacci);
export const firstFibonacci: Work = counted(1, 200, (count) => Array.from({ length: count }, (_, at) => fibonacci(at)));
export const isItFibonacci: Work = whole((value = 0n) => ({ value: isFibonacci(value) }));
export const factorialOf: Work = counted(0, MAX_FACTORIAL, factorial);
export const chosen: Work = choosing(combinations);
export const permuted: Work = choosing(permutations);
/** `3 from 10` is 10 choose 3. */
export const chosenFrom: Work = ([k = '', n = '']) => {
  const found = chosen([n, k]);
  return found && { ...found, input: `${n}, ${k}` };
};
export const greatestCommon: Work = (numbers) => common(numbers, gcd);
export const leastCommon: Work = (numbers) => common(numbers, lcm);

function common(numbers: readonly string[], of: (values: readonly bigint[]) => bigint): Worked | null {
  if (numbers.length > 20 || !numbers.every((number) => /^-?\d{1,30}$/.test(number))) return null;
  return { value: String(of(numbers.map(BigInt))) };
}
