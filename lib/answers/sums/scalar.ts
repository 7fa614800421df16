import { floatText, rationalText } from '../reading/numbers/decimal-text.ts';
import * as fraction from '../reading/numbers/rational.ts';
import { bits, isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';

/** Exact as long as possible, as a fraction times a power of π (180° are exactly 200 grad), then a 64-bit number. */
export type Scalar = Exact | number;
type Exact = Rational & { readonly pi?: number };

/** A fraction times a power of π. */
export const exact = ({ n, d }: Rational, pi = 0): Scalar => (pi === 0 || n === 0n ? { n, d } : { n, d, pi });
export const whole = (value: bigint | number): Scalar => rational(BigInt(value));
export const PI = exact(rational(1n), 1);

export function float(value: number): number {
  if (!Number.isFinite(value)) throw new Refused('no finite result');
  return value;
}

export const isExact = (value: Scalar): value is Exact => typeof value === 'object';

/** The fraction, if the value is one without π. */
export const fractionOf = (value: Scalar): Rational | null => (isExact(value) && !value.pi ? value : null);

/** The whole number; throws Refused for any other value. */
export function wholeOf(value: Scalar): bigint {
  const q = fractionOf(value);
  if (q && isWhole(q)) return q.n;
  throw new Refused('not a whole number');
}

export const asNumber = (value: Scalar) => (isExact(value) ? toNumber(value) * Math.PI ** (value.pi ?? 0) : value);

export function add(a: Scalar, b: Scalar): Scalar {
  if (isExact(a) && isExact(b) && a.pi === b.pi) return exact(fraction.add(a, b), a.pi);
  if (fractionOf(a)?.n === 0n) return b;
  return fractionOf(b)?.n === 0n ? a : float(asNumber(a) + asNumber(b));
}

export const negate = (a: Scalar): Scalar => (isExact(a) ? { ...a, n: -a.n } : -a);
export const subtract = (a: Scalar, b: Scalar) => add(a, negate(b));

export function multiply(a: Scalar, b: Scalar): Scalar {
  if (isExact(a) && isExact(b)) return exact(fraction.multiply(a, b), (a.pi ?? 0) + (b.pi ?? 0));
  return float(asNumber(a) * asNumber(b));
}

export function divide(a: Scalar, b: Scalar): Scalar {
  if (isExact(a) && isExact(b)) return exact(fraction.divide(a, b), (a.pi ?? 0) - (b.pi ?? 0));
  return float(asNumber(a) / asNumber(b));
}

export function raise(base: Scalar, exponent: Scalar): Scalar {
  const by = fractionOf(exponent);
  const power = isExact(base) && by ? exactPower(base, by) : null;
  if (power) return power;
  // (3/7)^1000 has too many digits to be exact, so it continues in 64 bits, where 9^9^9 becomes infinite.
  const result = asNumber(base) ** asNumber(exponent);
  if (result === 0 && asNumber(base) !== 0) throw new Refused('too small to be shown');
  return float(result);
}

function exactPower(base: Exact, { n, d }: Rational): Scalar | null {
  const { pi = 0 } = base;
  const isRoot = d !== 1n;
  if (pi !== 0 ? isRoot || n >= 100n : isRoot && (d > 64n || n <= -1000n || n >= 1000n)) return null;
  const side = isRoot ? fraction.exactRoot(base, d) : base;
  const result = side && fraction.power(side, n);
  return result && exact(result, pi * Number(n));
}

/** The real root; also of negative numbers if the degree is odd. */
export function root(value: Scalar, degree: bigint): Scalar {
  const isMirrored = degree % 2n !== 0n && asNumber(value) < 0;
  const side = raise(isMirrored ? negate(value) : value, rational(1n, degree));
  return isMirrored ? negate(side) : side;
}

/** Natural logarithm, even of numbers beyond the range of 64 bits. */
export function naturalLog(value: Scalar): number {
  if ((isExact(value) ? value.n : value) <= 0) throw new Refused('logarithm of nothing or less');
  const near = asNumber(value);
  if (!isExact(value) || (near > 1e-300 && near < 1e300)) return Math.log(near);
  const ofWhole = (n: bigint, excess = Math.max(0, bits(n) - 64)) =>
    Math.log(Number(n >> BigInt(excess))) + excess * Math.LN2;
  return ofWhole(value.n) - ofWhole(value.d) + (value.pi ?? 0) * Math.log(Math.PI);
}

/** Positive if `a` is greater, and 0 if both are equal. */
export const compare = (a: Scalar, b: Scalar) => asNumber(subtract(a, b));

export function scalarText(value: Scalar) {
  const q = fractionOf(value);
  return q ? rationalText(q) : floatText(float(asNumber(value)));
}
