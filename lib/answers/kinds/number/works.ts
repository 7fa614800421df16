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

const MAX_LISTED = 1000;
/** The names of the library end here. */
const MAX_WORD_DIGITS = 66;
const MAX_PRIMES = 2000;
const LAST_PRIME = 17_389;
const MAX_SPAN = 10_000;

const INTEGER = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,30})$/;
const DECIMAL = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,30}))?$/;

/** Of whole numbers, from a lower to an upper limit. */
const whole =
  (from: bigint, to: bigint, compute: (...values: bigint[]) => Worked | null): Work =>
  (numbers) => {
    if (!numbers.every((number) => INTEGER.test(number))) return null;
    const values = numbers.map((number) => BigInt(number.replace(/[,+]/g, '')));
    return values.some((value) => value < from || value > to) ? null : compute(...values);
  };
const ANY = 10n ** 100n;
const FACTORED = 2n ** 63n - 1n;
const listed = (values: readonly bigint[]): Worked | null =>
  values.length === 0 || values.length > MAX_LISTED ? null : { value: values.join(', '), values };
const found = (value: bigint | null): Worked | null => (value === null ? null : { value: String(value) });
const product = (value: bigint) =>
  `${value} = ${integers.asPowers(integers.primeFactors(value)).replaceAll('*', ' × ')}`;
const power = (exponent: bigint): Work =>
  whole(0n, ANY, (value = 0n) => {
    const root = exactRoot(rational(value), exponent);
    return { value: root !== null, why: root ? `${value} = ${root.n}^${exponent}` : '' };
  });
const primesBetween: Work = (numbers) => {
  const [low = 0, high = 0] = numbers.map(Number).sort((a, b) => a - b);
  return high - low <= MAX_SPAN && high <= 1e12 ? listed(integers.primesIn(low, high)) : null;
};
/** `less` is 1 to exclude the limit. */
const primesUpTo = (less: 0n | 1n): Work =>
  whole(2n, BigInt(MAX_SPAN), (to = 0n) => {
    const primes = listed(integers.primesIn(2, Number(to - less)));
    return primes && { ...primes, input: `1, ${to}` };
  });
const choose = (n = 0n, k = 0n): Worked | null =>
  k > 1000n ? null : { value: String(integers.combinations(Number(n), Number(k))), input: `${n}, ${k}` };

/** All computations, by name. */
export const works: Readonly<Record<string, Work>> = {
  roman: whole(1n, 3999n, (value) => ({ value: toRoman(Number(value)) ?? '' })),
  words: ([number = '']) => {
    const [, sign = '', whole = '', decimals = ''] = DECIMAL.exec(number) ?? [];
    const digits = whole.replace(/,/g, '');
    if (digits === '' || digits.length > MAX_WORD_DIGITS) return null;
    // The library says `and` before a last group of thousands as well: `two million and two thousand`.
    const cardinal = toCardinal(BigInt(digits)).replace(/ and (\S+ thousand)$/, ' $1');
    const point = decimals && ` point ${[...decimals].map((digit) => toCardinal(Number(digit))).join(' ')}`;
    return { value: `${sign === '-' ? 'minus ' : ''}${cardinal}${point}` };
  },
  ordinal: whole(0n, ANY, (value = 0n) => {
    const last = Number(value % 100n);
    const ending = last > 10 && last < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][last % 10] ?? 'th');
    return { value: `${value}${ending}` };
  }),
  factors: whole(-FACTORED, FACTORED, (value = 0n) =>
    value === 0n ? null : listed(integers.divisors(value, MAX_LISTED / 2) ?? []),
  ),
  'prime factors': whole(2n, FACTORED, (value = 0n) => {
    const values = integers.primeFactors(value);
    return { value: integers.asPowers(values), values };
  }),
  'is prime': whole(-FACTORED, FACTORED, (value = 0n) => {
    const is = integers.isPrime(value);
    return { value: is, why: is || value < 4n ? '' : product(value) };
  }),
  'is composite': whole(1n, FACTORED, (value = 0n) => {
    const is = value > 1n && !integers.isPrime(value);
    return { value: is, why: is ? product(value) : '' };
  }),
  'is perfect': whole(1n, FACTORED, (value = 0n) => {
    const all = integers.divisors(value, MAX_LISTED / 2);
    return all && { value: all.reduce((sum, divisor) => sum + divisor, 0n) === 2n * value };
  }),
  'is square': power(2n),
  'is cube': power(3n),
  'is even': whole(-ANY, ANY, (value = 0n) => ({ value: value % 2n === 0n })),
  'is odd': whole(-ANY, ANY, (value = 0n) => ({ value: value % 2n !== 0n })),
  'is divisible': whole(-ANY, ANY, (value = 0n, divisor = 0n) => {
    if (divisor === 0n) return null;
    const rest = value % divisor;
    const sum = rest === 0n ? '' : rest < 0n ? ` − ${-rest}` : ` + ${rest}`;
    return { value: rest === 0n, why: `${value} = ${divisor} × ${value / divisor}${sum}` };
  }),
  'is fibonacci': whole(-ANY, ANY, (value = 0n) => ({ value: integers.isFibonacci(value) })),
  'primes between': primesBetween,
  'primes up to': primesUpTo(0n),
  'primes below': primesUpTo(1n),
  'first primes': whole(1n, BigInt(MAX_LISTED), (count) =>
    listed(integers.primesIn(2, LAST_PRIME).slice(0, Number(count))),
  ),
  'nth prime': whole(1n, BigInt(MAX_PRIMES), (n) => found(integers.primesIn(2, LAST_PRIME)[Number(n) - 1] ?? null)),
  'next prime': whole(-FACTORED, FACTORED / 2n, (value = 0n) => found(integers.primeBeyond(value, 1n))),
  'previous prime': whole(-FACTORED, FACTORED / 2n, (value = 0n) => found(integers.primeBeyond(value, -1n))),
  'nth fibonacci': whole(0n, 10_000n, (n) => found(integers.fibonacci(Number(n)))),
  'first fibonacci': whole(1n, 200n, (count) =>
    listed(Array.from({ length: Number(count) }, (_, at) => integers.fibonacci(at))),
  ),
  factorial: whole(0n, 1000n, (n) => found(integers.factorial(Number(n)))),
  combinations: whole(0n, 5000n, choose),
  'combinations from': whole(0n, 5000n, (k, n) => choose(n, k)),
  permutations: whole(0n, 5000n, (n, k = 0n) =>
    k > 1000n ? null : { value: String(integers.permutations(Number(n), Number(k))) },
  ),
  gcd: whole(-ANY, ANY, (...values) => found(integers.gcd(values))),
  lcm: whole(-ANY, ANY, (...values) => found(integers.lcm(values))),
};
