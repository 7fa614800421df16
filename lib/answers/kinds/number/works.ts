import { toCardinal } from 'n2words/en-GB';
import { exactRoot, rational } from '../../reading/numbers/rational.ts';
import * as integers from './integers.ts';
import { toRoman } from './roman.ts';

/** The result of a computation. */
export interface Worked {
  value: string | boolean;
  values?: readonly bigint[];
  /** The reason, shown after a yes or a no. */
  why?: string;
  /** The numbers, if they are not those of the query. */
  input?: string;
}
/** Computes a result from the numbers as typed; null if there is none. */
type Work = (numbers: readonly string[]) => Worked | null;
/** What a computation returns: a value, a list of values, or these with more about them. */
type Outcome = Worked | bigint | bigint[] | boolean | string | null;

const MAX_LISTED = 1000;
/** The names of the library end here. */
const MAX_WORD_DIGITS = 66;
const MAX_PRIMES = 2000;
const LAST_PRIME = 17_389;
const MAX_SPAN = 10_000;
const MAX_CHOSEN = 1000;
const ANY = 10n ** 100n;
const FACTORED = 2n ** 63n - 1n;

const INTEGER = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,30})$/;
const DECIMAL = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,30}))?$/;

function worked(outcome: Outcome): Worked | null {
  if (typeof outcome === 'bigint') return { value: String(outcome) };
  if (typeof outcome !== 'object') return { value: outcome };
  if (!Array.isArray(outcome)) return outcome;
  if (outcome.length === 0 || outcome.length > MAX_LISTED) return null;
  return { value: outcome.join(', '), values: outcome };
}

/** Of whole numbers, from a lower to an upper limit. */
const list =
  (from: bigint, to: bigint, compute: (values: bigint[]) => Outcome): Work =>
  (numbers) => {
    if (!numbers.every((number) => INTEGER.test(number))) return null;
    const values = numbers.map((number) => BigInt(number.replace(/[,+]/g, '')));
    return values.some((value) => value < from || value > to) ? null : worked(compute(values));
  };
/** Of one or two whole numbers, without rounding. */
const big = (from: bigint, to: bigint, compute: (first: bigint, second: bigint) => Outcome) =>
  list(from, to, ([first = 0n, second = 0n]) => compute(first, second));
/** Of one or two whole numbers in the range of the language. */
const small = (from: number, to: number, compute: (first: number, second: number) => Outcome) =>
  big(BigInt(from), BigInt(to), (first, second) => compute(Number(first), Number(second)));

const product = (value: bigint) =>
  `${value} = ${integers.asPowers(integers.primeFactors(value)).replaceAll('*', ' × ')}`;
const power = (exponent: bigint) =>
  big(0n, ANY, (value) => {
    const root = exactRoot(rational(value), exponent);
    return { value: root !== null, why: root ? `${value} = ${root.n}^${exponent}` : '' };
  });
const primesUpTo = (to: number, last: number): Worked | null => {
  const primes = worked(integers.primesIn(2, last));
  return primes && { ...primes, input: `1, ${to}` };
};
const choose = (n: number, k: number): Worked | null =>
  k > MAX_CHOSEN ? null : { value: String(integers.combinations(n, k)), input: `${n}, ${k}` };

/** All computations, by name. */
export const works: Readonly<Record<string, Work>> = {
  roman: small(1, 3999, toRoman),
  words: ([number = '']) => {
    const [, sign = '', whole = '', decimals = ''] = DECIMAL.exec(number) ?? [];
    const digits = whole.replace(/,/g, '');
    if (digits === '' || digits.length > MAX_WORD_DIGITS) return null;
    // The library says `and` before a last group of thousands as well: `two million and two thousand`.
    const cardinal = toCardinal(BigInt(digits)).replace(/ and (\S+ thousand)$/, ' $1');
    const point = decimals && ` point ${[...decimals].map((digit) => toCardinal(Number(digit))).join(' ')}`;
    return { value: `${sign === '-' ? 'minus ' : ''}${cardinal}${point}` };
  },
  ordinal: big(0n, ANY, (value) => {
    const last = Number(value % 100n);
    return `${value}${last > 10 && last < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][last % 10] ?? 'th')}`;
  }),
  factors: big(-FACTORED, FACTORED, (value) => (value === 0n ? null : integers.divisors(value, MAX_LISTED / 2))),
  'prime factors': big(2n, FACTORED, (value) => {
    const values = integers.primeFactors(value);
    return { value: integers.asPowers(values), values };
  }),
  'is prime': big(-FACTORED, FACTORED, (value) => {
    const is = integers.isPrime(value);
    return { value: is, why: is || value < 4n ? '' : product(value) };
  }),
  'is composite': big(1n, FACTORED, (value) => {
    const is = value > 1n && !integers.isPrime(value);
    return { value: is, why: is ? product(value) : '' };
  }),
  'is perfect': big(1n, FACTORED, (value) => {
    const all = integers.divisors(value, MAX_LISTED / 2);
    return all && all.reduce((sum, divisor) => sum + divisor) === 2n * value;
  }),
  'is square': power(2n),
  'is cube': power(3n),
  'is even': big(-ANY, ANY, (value) => value % 2n === 0n),
  'is odd': big(-ANY, ANY, (value) => value % 2n !== 0n),
  'is divisible': big(-ANY, ANY, (value, divisor) => {
    if (divisor === 0n) return null;
    const rest = value % divisor;
    const sum = rest === 0n ? '' : rest < 0n ? ` − ${-rest}` : ` + ${rest}`;
    return { value: rest === 0n, why: `${value} = ${divisor} × ${value / divisor}${sum}` };
  }),
  'is fibonacci': big(-ANY, ANY, integers.isFibonacci),
  'primes between': small(0, 1e12, (from, to) =>
    Math.abs(to - from) > MAX_SPAN ? null : integers.primesIn(Math.min(from, to), Math.max(from, to)),
  ),
  'primes up to': small(2, MAX_SPAN, (to) => primesUpTo(to, to)),
  'primes below': small(2, MAX_SPAN, (to) => primesUpTo(to, to - 1)),
  'first primes': small(1, MAX_LISTED, (count) => integers.primesIn(2, LAST_PRIME).slice(0, count)),
  'nth prime': small(1, MAX_PRIMES, (n) => integers.primesIn(2, LAST_PRIME)[n - 1] ?? null),
  'next prime': big(-FACTORED, FACTORED / 2n, (value) => integers.primeBeyond(value, 1n)),
  'previous prime': big(-FACTORED, FACTORED / 2n, (value) => integers.primeBeyond(value, -1n)),
  'nth fibonacci': small(0, 10_000, integers.fibonacci),
  'first fibonacci': small(1, 200, (count) => Array.from({ length: count }, (_, at) => integers.fibonacci(at))),
  factorial: small(0, 1000, integers.factorial),
  combinations: small(0, 5000, choose),
  'combinations from': small(0, 5000, (k, n) => choose(n, k)),
  permutations: small(0, 5000, (n, k) => (k > MAX_CHOSEN ? null : integers.permutations(n, k))),
  gcd: list(-ANY, ANY, integers.gcd),
  lcm: list(-ANY, ANY, integers.lcm),
};
