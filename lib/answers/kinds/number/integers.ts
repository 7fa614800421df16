import { gcdOf } from '../../reading/numbers/rational.ts';

/** Whole numbers: primes, factors, common divisors, counting. Exact, and in bounded time below 2^63. */

const abs = (value: bigint) => (value < 0n ? -value : value);

export const gcd = (values: readonly bigint[]) => values.map(abs).reduce(gcdOf);

export const lcm = (values: readonly bigint[]) =>
  values.map(abs).reduce((a, b) => (a === 0n || b === 0n ? 0n : (a / gcdOf(a, b)) * b));

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square, left] = [1n, base % modulus, exponent];
  while (left > 0n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
    left >>= 1n;
  }
  return result;
}

/** These bases are conclusive below 3.3·10^24 (Sorenson and Webster, 2015). */
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** Whether a number is prime; conclusive up to the limit of the witnesses, which is above 2^63. */
export function isPrime(value: bigint): boolean {
  if (value < 2n) return false;
  for (const small of WITNESSES) if (value % small === 0n) return value === small;
  // 43 is the next prime after the witnesses: a number below its square that none of them divides is prime.
  if (value < 43n * 43n) return true;
  let [odd, twos] = [value - 1n, 0];
  while ((odd & 1n) === 0n) [odd, twos] = [odd >> 1n, twos + 1];
  return WITNESSES.every((base) => {
    let x = power(base, odd, value);
    if (x === 1n || x === value - 1n) return true;
    for (let i = 1; i < twos; i++) {
      x = (x * x) % value;
      if (x === value - 1n) return true;
    }
    return false;
  });
}

/** The primes from one number to another. */
export function primesIn(from: number, to: number): bigint[] {
  const found: bigint[] = [];
  for (let n = Math.max(2, Math.ceil(from)); n <= to; n++) if (isPrime(BigInt(n))) found.push(BigInt(n));
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
  const factors: bigint[] = [];
  let rest = abs(value);
  for (let small = 2n; small < 1000n && small * small <= rest; small++) {
    while (rest % small === 0n) {
      factors.push(small);
      rest /= small;
    }
  }
  return [...factors, ...split(rest)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function split(value: bigint): bigint[] {
  if (value === 1n) return [];
  if (isPrime(value)) return [value];
  const divisor = divisorOf(value);
  return [...split(divisor), ...split(value / divisor)];
}

/** Finds a divisor with Pollard's rho; as in Brent's variant, many differences are multiplied before each gcd. */
function divisorOf(value: bigint): bigint {
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

/**
 * All divisors in ascending order, including negative ones for a negative number; null if there are more than `most`.
 */
export function divisors(value: bigint, most: number): bigint[] | null {
  let all = [1n];
  let [last, powers] = [0n, [1n]];
  for (const prime of primeFactors(value)) {
    const fresh = prime === last ? powers : all;
    powers = fresh.map((divisor) => divisor * prime);
    all = [...all, ...powers];
    last = prime;
    if (all.length > most) return null;
  }
  all.sort((a, b) => (a < b ? -1 : 1));
  return value < 0n ? [...all.map((divisor) => -divisor).reverse(), ...all] : all;
}

/** Primes with their powers: `2^3*3`. */
export function asPowers(primes: readonly bigint[]): string {
  return [...new Set(primes)]
    .map((prime) => [prime, primes.filter((other) => other === prime).length])
    .map(([prime, times]) => (times === 1 ? `${prime}` : `${prime}^${times}`))
    .join('*');
}

/** The nth Fibonacci number (1, 1, 2, 3, 5 …), by doubling. */
export function fibonacci(n: number): bigint {
  let [a, b] = [0n, 1n];
  for (const bit of n.toString(2)) {
    const [even, odd] = [a * (2n * b - a), a * a + b * b];
    [a, b] = bit === '1' ? [odd, even + odd] : [even, odd];
  }
  return a;
}

/** Whether a number is in the Fibonacci sequence. */
export function isFibonacci(value: bigint): boolean {
  let [a, b] = [0n, 1n];
  while (a < value) [a, b] = [b, a + b];
  return a === value;
}

/** Number of ordered selections of k out of n; zero if k is greater than n. */
export function permutations(n: number, k: number): bigint {
  let product = 1n;
  for (let i = 0; i < k; i++) product *= BigInt(n - i);
  return k > n ? 0n : product;
}

export const factorial = (n: number) => permutations(n, n);

export const combinations = (n: number, k: number) => permutations(n, k) / factorial(k);
