import { Refused } from './refused.ts';

/** Functions of whole numbers, each with a limit that keeps it quick and its result below 1,000 digits. */

/** 449! is the largest factorial below 1,000 digits. */
export const MAX_FACTORIAL = 449n;
/** The 4,782nd Fibonacci number is the first with 1,000 digits. */
const MAX_FIBONACCI = 4_780n;
const MAX_CHOSEN = 1_000n;
/** Products are refused as soon as they exceed this. */
const MOST = 10n ** 1000n;

export function factorial(n: bigint): bigint {
  if (n < 0n || n > MAX_FACTORIAL) throw new Refused('factorial out of range');
  return product(1n, n, 1n);
}

/** 7!! = 7 · 5 · 3 · 1 */
export function doubleFactorial(n: bigint): bigint {
  if (n < 0n || n > 2n * MAX_FACTORIAL) throw new Refused('factorial out of range');
  return product(n % 2n === 0n ? 2n : 1n, n, 2n);
}

/** Number of ordered selections of k out of n. */
export function permutations(n: bigint, k: bigint): bigint {
  if (k < 0n || n < 0n) throw new Refused('out of range');
  if (k > n) return 0n;
  if (k > MAX_CHOSEN) throw new Refused('too many');
  return product(n - k + 1n, n, 1n);
}

/** Number of ways to choose k out of n. */
export function combinations(n: bigint, k: bigint): bigint {
  if (k < 0n || n < 0n) throw new Refused('out of range');
  if (k > n) return 0n;
  const fewer = k > n - k ? n - k : k;
  if (fewer > MAX_CHOSEN) throw new Refused('too many');
  let result = 1n;
  for (let i = 1n; i <= fewer; i++) result = bounded((result * (n - fewer + i)) / i);
  return result;
}

export function fibonacci(n: bigint): bigint {
  if (n < 0n || n > MAX_FIBONACCI) throw new Refused('out of range');
  let [a, b] = [0n, 1n];
  for (let i = 0n; i < n; i++) [a, b] = [b, a + b];
  return a;
}

/** Number of ones in binary. */
export function bitCount(n: bigint): bigint {
  if (n < 0n) throw new Refused('out of range');
  return BigInt(n.toString(2).replaceAll('0', '').length);
}

export function shiftLeft(value: bigint, by: bigint): bigint {
  if (by < -4_000n || by > 3_000n) throw new Refused('shift out of range');
  return bounded(value << by);
}

function product(from: bigint, to: bigint, step: bigint): bigint {
  let result = 1n;
  for (let i = from; i <= to; i += step) result = bounded(result * i);
  return result;
}

function bounded(value: bigint): bigint {
  if (value > MOST) throw new Refused('too many digits');
  return value;
}
