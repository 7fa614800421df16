import { type DecimalText, floatText, rationalText } from '../reading/numbers/decimal-text.ts';
import * as fraction from '../reading/numbers/rational.ts';
import { isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';

/**
 * A number in a calculation: exact as long as possible, as a fraction times a power of π, and a 64-bit number after
 * that. Because π is kept apart, sin(1000π) is exactly 0 and 180° are exactly 200 grad.
 */
export type Scalar = { readonly q: Rational; readonly pi: number } | { readonly float: number };

/** An exact value: a fraction times a power of π. */
export const exact = (q: Rational, pi = 0): Scalar => ({ q, pi: q.n === 0n ? 0 : pi });
export const whole = (value: bigint | number): Scalar => exact(rational(BigInt(value)));

export function float(value: number): Scalar {
  if (!Number.isFinite(value)) throw new Refused('no finite result');
  return { float: value };
}

/** The fraction, if the value is one without π. */
export const fractionOf = (value: Scalar): Rational | null => ('q' in value && value.pi === 0 ? value.q : null);

/** The whole number; throws Refused for any other value. */
export function wholeOf(value: Scalar): bigint {
  const q = fractionOf(value);
  if (q && isWhole(q)) return q.n;
  throw new Refused('not a whole number');
}

export const asNumber = (value: Scalar) => ('q' in value ? toNumber(value.q) * Math.PI ** value.pi : value.float);

export function add(a: Scalar, b: Scalar): Scalar {
  if ('q' in a && 'q' in b) {
    if (a.pi === b.pi) return exact(fraction.add(a.q, b.q), a.pi);
    if (a.q.n === 0n) return b;
    if (b.q.n === 0n) return a;
  }
  return float(asNumber(a) + asNumber(b));
}

export const negate = (a: Scalar): Scalar => ('q' in a ? { q: fraction.negate(a.q), pi: a.pi } : float(-a.float));
export const subtract = (a: Scalar, b: Scalar) => add(a, negate(b));

export function multiply(a: Scalar, b: Scalar): Scalar {
  if ('q' in a && 'q' in b) return exact(fraction.multiply(a.q, b.q), a.pi + b.pi);
  return float(asNumber(a) * asNumber(b));
}

export function divide(a: Scalar, b: Scalar): Scalar {
  if ('q' in a && 'q' in b) return exact(fraction.divide(a.q, b.q), a.pi - b.pi);
  return float(asNumber(a) / asNumber(b));
}

export function raise(base: Scalar, exponent: Scalar): Scalar {
  const by = fractionOf(exponent);
  const power = 'q' in base && by ? exactPower(base, by) : null;
  if (power) return power;
  // (3/7)^1000 has too many digits to be exact, so it continues in 64 bits, where 9^9^9 becomes infinite.
  const result = asNumber(base) ** asNumber(exponent);
  if (result === 0 && asNumber(base) !== 0) throw new Refused('too small to be shown');
  return float(result);
}

function exactPower({ q, pi }: { q: Rational; pi: number }, by: Rational): Scalar | null {
  if (isWhole(by) && (pi === 0 || by.n < 100n)) {
    if (q.n === 0n && by.n <= 0n) throw new Refused('nothing to the power of nothing or less');
    const result = fraction.power(q, by.n);
    return result && exact(result, pi * Number(by.n));
  }
  if (pi !== 0 || by.d > 64n || by.n <= -1000n || by.n >= 1000n) return null;
  const side = fraction.exactRoot(q, by.d);
  const result = side && fraction.power(side, by.n);
  return result && exact(result);
}

/** The real root; also of negative numbers if the degree is odd. */
export function root(value: Scalar, degree: bigint): Scalar {
  if (degree === 0n) throw new Refused('no such root');
  const q = fractionOf(value);
  const side = q && fraction.exactRoot(q, degree);
  if (side) return exact(side);
  const number = asNumber(value);
  if (number < 0 && degree % 2n === 0n) throw new Refused('root of less than nothing');
  if (degree === 2n) return float(Math.sqrt(number));
  if (degree === 3n) return float(Math.cbrt(number));
  return float(Math.sign(number) * Math.abs(number) ** (1 / Number(degree)));
}

/** Natural logarithm, even of numbers beyond the range of 64 bits. */
export function naturalLog(value: Scalar): number {
  if ('q' in value) return fraction.logarithm(value.q) + value.pi * Math.log(Math.PI);
  if (value.float <= 0) throw new Refused('logarithm of nothing or less');
  return Math.log(value.float);
}

/** Positive if `a` is greater, and 0 if both are equal. */
export function compare(a: Scalar, b: Scalar): number {
  if ('q' in a && 'q' in b && a.pi === b.pi) return fraction.compare(a.q, b.q);
  return asNumber(a) - asNumber(b);
}

export function scalarText(value: Scalar): DecimalText {
  const q = fractionOf(value);
  return q ? rationalText(q) : floatText(asNumber(value));
}
