import { checkPrimeSync } from 'node:crypto';
import { abs, gcdOf } from '../../reading/numbers/rational.ts';

/** Whole numbers: primes, factors, counting. Exact, and in bounded time below 2^63. */

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : 1);
/** Divisors up to here are tried one by one, which is faster than an algorithm for great numbers. */
const LAST_TRIED = 200n;

/** The least divisor among those that are tried; null if there is none. */
function smallDivisor(value: bigint): bigint | null {
  for (let small = 2n; small <= LAST_TRIED && small * small <= value; small++) if (value % small === 0n) return small;
  return null;
}

export function isPrime(value: bigint): boolean {
  if (value < 2n || smallDivisor(value)) return false;
  return value <= LAST_TRIED ** 2n || checkPrimeSync(value);
}

/** The primes from one number to another. */
export function primesIn(from: number, to: number): bigint[] {
  const found: bigint[] = [];
  for (let n = BigInt(from); n <= to; n++) if (isPrime(n)) found.push(n);
  return found;
}

/** The nearest prime beyond a number, upwards (1n) or downwards (-1n); null if there is none. */
export function primeBeyond(value: bigint, step: 1n | -1n): bigint | null {
  let next = value + step;
  if (step < 0n && next < 2n) return null;
  while (!isPrime(next)) next += step;
  return next;
}

/** Prime factors in ascending order, with repetition. */
export function primeFactors(value: bigint): bigint[] {
  const size = abs(value);
  if (size === 1n) return [];
  if (isPrime(size)) return [size];
  const divisor = smallDivisor(size) ?? greatDivisor(size);
  return [...primeFactors(divisor), ...primeFactors(size / divisor)].sort(ascending);
}

/** Finds a divisor with Pollard's rho; as in Brent's variant, many differences are multiplied before each gcd. */
function greatDivisor(value: bigint): bigint {
  for (let c = 1n; ; c++) {
    const step = (x: bigint) => (x * x + c) % value;
    let [slow, fast, found] = [2n, 2n, 1n];
    // After a batch that contained several factors, its steps are repeated one at a time.
    for (let batch = 128; found === 1n; ) {
      const before = [slow, fast] as const;
      let product = 1n;
      for (let i = 0; i < batch; i++) {
        [slow, fast] = [step(slow), step(step(fast))];
        product = (product * abs(slow - fast)) % value;
      }
      found = gcdOf(product, value);
      if (found === value && batch > 1) [slow, fast, found, batch] = [...before, 1n, 1];
    }
    if (found !== value) return found;
  }
}

/** All divisors in ascending order, also the negative ones of a negative number; null if there are more than `most`. */
export function divisors(value: bigint, most: number): bigint[] | null {
  const all = new Set([1n]);
  for (const prime of primeFactors(value)) {
    for (const divisor of [...all]) all.add(divisor * prime);
    if (all.size > most) return null;
  }
  const sorted = [...all].sort(ascending);
  return value < 0n ? [...sorted.map((divisor) => -divisor).reverse(), ...sorted] : sorted;
}

/** Number of ordered selections of k out of n; zero if k is greater than n. */
export function permutations(n: bigint, k: bigint): bigint {
  let product = 1n;
  for (let i = 0n; i < k; i++) product *= n - i;
  return product;
}

const SIGNS = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };

/** Writes a number from 1 to 3,999 in Roman numerals. */
export function toRoman(value: number): string {
  let [rest, numeral] = [value, ''];
  for (const [sign, worth] of Object.entries(SIGNS)) {
    numeral += sign.repeat(rest / worth);
    rest %= worth;
  }
  return numeral;
}

/** Reads a Roman numeral in capitals; returns null if it is not in standard form: IIII, IC, MMMM. */
export function fromRoman(numeral: string): number | null {
  const signs = (numeral.match(/CM|CD|XC|XL|IX|IV|./g) ?? []) as (keyof typeof SIGNS)[];
  const value = signs.reduce((sum, sign) => sum + SIGNS[sign], 0);
  return value < 4000 && toRoman(value) === numeral ? value : null;
}
