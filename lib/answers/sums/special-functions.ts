import { floor, isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import { asNumber, float, fractionOf, isExact, type Scalar, whole } from './scalar.ts';

/** Each limit keeps a function quick. 449! is the largest factorial below 1,000 digits. */
const MAX_FACTORIAL = 449n;
/** The 4,782nd Fibonacci number is the first with 1,000 digits. */
const MAX_FIBONACCI = 4_780n;
const MAX_CHOSEN = 1_000n;

/** n!, or with a step of two the double factorial: 7!! = 7 · 5 · 3 · 1 */
export function factorial(n: bigint, step = 1n): bigint {
  if (n < 0n || n > step * MAX_FACTORIAL) throw new Refused('factorial out of range');
  let result = 1n;
  for (let i = n; i > 1n; i -= step) result *= i;
  return result;
}

/** Number of ways to choose k out of n; in every order, or in any. */
const selections = (isOrdered: boolean) => (n: bigint, k: bigint) => {
  if (k < 0n || n < 0n) throw new Refused('out of range');
  if (k > n) return 0n;
  const count = !isOrdered && k > n - k ? n - k : k;
  if (count > MAX_CHOSEN) throw new Refused('too many');
  let result = 1n;
  for (let i = 1n; i <= count; i++) result = rational((result * (n - count + i)) / (isOrdered ? 1n : i)).n;
  return result;
};
export const permutations = selections(true);
export const combinations = selections(false);

/** The nth Fibonacci number (1, 1, 2, 3, 5 …). */
export function fibonacci(n: bigint, most = MAX_FIBONACCI): bigint {
  if (n < 0n || n > most) throw new Refused('out of range');
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
  return value << by;
}

/** Lanczos coefficients for g = 7, correct to 15 digits. */
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Euler's gamma function, which extends the factorials: gamma(5) is 4!, and gamma(1/2) is the root of π. */
export function gamma(x: Scalar): Scalar {
  const q = fractionOf(x);
  return q && isWhole(q) ? whole(factorial(q.n - 1n)) : float(gammaBetween(asNumber(x)));
}

function gammaBetween(x: number): number {
  // The series is accurate only above one half; smaller values are reflected.
  if (x < 0.5) {
    const mirrored = gammaBetween(1 - x);
    if (!Number.isFinite(mirrored)) throw new Refused('too small');
    return Math.PI / (Math.sin(Math.PI * x) * mirrored);
  }
  const sum = LANCZOS.reduce((all, coefficient, at) => all + coefficient / (x + at), 0.99999999999980993);
  const base = x + 6.5;
  return Math.sqrt(2 * Math.PI) * base ** (x - 0.5) * Math.exp(-base) * sum;
}

/** The angle in turns, from 0 to 1, if it is an exact multiple of π: sin(1000π) has no 64-bit error of 3141.59…. */
function turnsOf(angle: Scalar): Rational | null {
  if (!isExact(angle) || (angle.pi !== 1 && angle.n !== 0n)) return null;
  const turns = rational(angle.n, angle.d * 2n);
  return rational(turns.n - floor(turns) * turns.d, turns.d);
}

/** A function of radians. It is exact at parts of a turn where it is a fraction: 0, a half or one. */
const ofAngle = (of: (radians: number) => number) => (angle: Scalar) => {
  const turns = turnsOf(angle);
  const value = of(turns ? toNumber(turns) * 2 * Math.PI : asNumber(angle));
  // 64 bits are too few to place a large angle within a turn.
  if (Math.abs(turns ? value : asNumber(angle)) > 1e9) throw new Refused('out of range');
  const doubled = Math.round(2 * value);
  const isFraction = turns && 24n % turns.d === 0n && Math.abs(2 * value - doubled) < 1e-9;
  return isFraction ? rational(BigInt(doubled), 2n) : float(value);
};
export const sin = ofAngle(Math.sin);
export const cos = ofAngle(Math.cos);
export const tan = ofAngle(Math.tan);
