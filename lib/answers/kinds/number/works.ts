import { toCardinal } from 'n2words/en-GB';
import { exactRoot, gcdOf, lcmOf, rational } from '../../reading/numbers/rational.ts';
import { fibonacci } from '../../sums/special-functions.ts';
import * as integers from './integers.ts';

/** The result of a computation. */
export interface Worked {
  value: string | boolean;
  values?: readonly bigint[];
  /** The reason, shown after a yes or a no. */
  why?: string;
  /** The numbers, if they are not those of the query. */
  input?: string;
}
/** What a computation returns: a value, a list of values, or these with more about them; null if there is none. */
type Outcome = Worked | bigint | bigint[] | boolean | string | null;

const MAX_LISTED = 1000;
/** The names of the library end here. */
const MAX_WORD_DIGITS = 66;
const LAST_PRIME = 17_389;
const MAX_SPAN = 10_000;
const MAX_CHOSEN = 1000n;
const DECIMAL = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,30}))?$/;

/** Writes a number in words; returns null if it has too many digits. */
export function inWords(number: string): string | null {
  const [, sign = '', whole = '', decimals = ''] = DECIMAL.exec(number) ?? [];
  const digits = whole.replace(/,/g, '');
  if (digits === '' || digits.length > MAX_WORD_DIGITS) return null;
  // The library says `and` before a last group of thousands as well: `two million and two thousand`.
  const cardinal = toCardinal(BigInt(digits)).replace(/ and (\S+ thousand)$/, ' $1');
  const point = decimals && ` point ${[...decimals].map((digit) => toCardinal(Number(digit))).join(' ')}`;
  return `${sign === '-' ? 'minus ' : ''}${cardinal}${point}`;
}

/** Primes with their powers: `2^3*3`. */
const asPowers = (primes: readonly bigint[], sign = '*') =>
  [...new Set(primes)]
    .map((prime) => `${prime}^${primes.filter((other) => other === prime).length}`.replace(/\^1$/, ''))
    .join(sign);

const whyComposite = (value: bigint) =>
  value < 4n || integers.isPrime(value) ? '' : `${value} = ${asPowers(integers.primeFactors(value), ' × ')}`;

function isPower(value: bigint, exponent: bigint): Worked {
  const root = exactRoot(rational(value), exponent);
  return { value: root !== null, why: root ? `${value} = ${root.n}^${exponent}` : '' };
}

function primesUpTo(to: bigint, last: bigint): Worked | null {
  const primes = worked(integers.primesIn(2, Number(last)));
  return primes && { ...primes, input: `1, ${to}` };
}

function choose(n: bigint, k: bigint): Worked | null {
  if (k > MAX_CHOSEN) return null;
  return { value: String(integers.permutations(n, k) / integers.permutations(k, k)), input: `${n}, ${k}` };
}

/** The computations with whole numbers, by name. `forms.tsv` has their limits. */
export const works: Readonly<Record<string, (first: bigint, second: bigint, ...more: bigint[]) => Outcome>> = {
  roman: (value) => integers.toRoman(Number(value)),
  ordinal: (value) => {
    const last = Number(value % 100n);
    return `${value}${last > 10 && last < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][last % 10] ?? 'th')}`;
  },
  factors: (value) => (value === 0n ? null : integers.divisors(value, MAX_LISTED / 2)),
  'prime factors': (value) => {
    const values = integers.primeFactors(value);
    return { value: asPowers(values), values };
  },
  'is prime': (value) => ({ value: integers.isPrime(value), why: whyComposite(value) }),
  'is composite': (value) => ({ value: value > 1n && !integers.isPrime(value), why: whyComposite(value) }),
  'is perfect': (value) => {
    const all = integers.divisors(value, MAX_LISTED / 2);
    return all && all.reduce((sum, divisor) => sum + divisor) === 2n * value;
  },
  'is square': (value) => isPower(value, 2n),
  'is cube': (value) => isPower(value, 3n),
  'is even': (value) => value % 2n === 0n,
  'is odd': (value) => value % 2n !== 0n,
  'is divisible': (value, divisor) => {
    if (divisor === 0n) return null;
    const rest = value % divisor;
    const sum = rest === 0n ? '' : rest < 0n ? ` − ${-rest}` : ` + ${rest}`;
    return { value: rest === 0n, why: `${value} = ${divisor} × ${value / divisor}${sum}` };
  },
  // Those numbers, and no others, make one of these a square.
  'is fibonacci': (value) =>
    value >= 0n && [4n, -4n].some((more) => exactRoot(rational(5n * value * value + more), 2n) !== null),
  'primes between': (one, other) => {
    const [from = 0, to = 0] = [Number(one), Number(other)].sort((a, b) => a - b);
    return to - from > MAX_SPAN ? null : integers.primesIn(from, to);
  },
  'primes up to': (to) => primesUpTo(to, to),
  'primes below': (to) => primesUpTo(to, to - 1n),
  'first primes': (count) => integers.primesIn(2, LAST_PRIME).slice(0, Number(count)),
  'nth prime': (n) => integers.primesIn(2, LAST_PRIME)[Number(n) - 1] ?? null,
  'next prime': (value) => integers.primeBeyond(value, 1n),
  'previous prime': (value) => integers.primeBeyond(value, -1n),
  'nth fibonacci': (n) => fibonacci(n, n),
  'first fibonacci': (count) => Array.from({ length: Number(count) }, (_, at) => fibonacci(BigInt(at))),
  factorial: (n) => integers.permutations(n, n),
  combinations: choose,
  'combinations from': (k, n) => choose(n, k),
  permutations: (n, k) => (k > MAX_CHOSEN ? null : integers.permutations(n, k)),
  gcd: (...values) => values.reduce(gcdOf, 0n),
  lcm: (...values) => values.reduce(lcmOf, 1n),
};

/** The result of a computation in one form; null if there is none, or too much of it. */
export function worked(outcome: Outcome): Worked | null {
  if (typeof outcome === 'bigint') return { value: String(outcome) };
  if (typeof outcome !== 'object') return { value: outcome };
  if (!Array.isArray(outcome)) return outcome;
  if (outcome.length === 0 || outcome.length > MAX_LISTED) return null;
  return { value: outcome.join(', '), values: outcome };
}
