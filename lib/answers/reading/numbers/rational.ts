import { Refused } from '../../sums/refused.ts';

/** Exact fractions of whole numbers of any size: 0.1 + 0.2 is 0.3, and 2^64 + 1 is not 2^64. */
export interface Rational {
  readonly n: bigint;
  /** Always positive, and in lowest terms with `n`. */
  readonly d: bigint;
}

/** About 1,000 decimal digits. Longer results are refused, because they take too long. */
const MAX_BITS = 3_400;
const LIMIT = 1n << BigInt(MAX_BITS);

export const abs = (value: bigint) => (value < 0n ? -value : value);

export function gcdOf(a: bigint, b: bigint): bigint {
  let [x, y] = [abs(a), abs(b)];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

export const lcmOf = (a: bigint, b: bigint) => (b === 0n ? 0n : abs((a / gcdOf(a, b)) * b));

/** A fraction in lowest terms. */
export function rational(n: bigint, d = 1n): Rational {
  if (d === 0n) throw new Refused('division by zero');
  if (d === 1n && abs(n) < LIMIT) return { n, d };
  const common = gcdOf(n, d) * (d < 0n ? -1n : 1n);
  const reduced = { n: n / common, d: d / common };
  if (abs(reduced.n) >= LIMIT || reduced.d >= LIMIT) throw new Refused('too many digits');
  return reduced;
}

/** Parses a decimal as in programs (`12.5`, `1e-3`); the exponent is limited to what can be shown. */
export function decimal(text: string): Rational {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length;
  if (Math.abs(power) > 1_000) throw new Refused('exponent out of range');
  const digits = BigInt(whole + fraction);
  return power < 0 ? rational(digits, 10n ** BigInt(-power)) : rational(digits * 10n ** BigInt(power));
}

export const add = (a: Rational, b: Rational) => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const multiply = (a: Rational, b: Rational) => rational(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational) => rational(a.n * b.d, a.d * b.n);
export const isWhole = (a: Rational) => a.d === 1n;

/** Rounds down to a whole number. */
export const floor = ({ n, d }: Rational) => n / d - BigInt(n % d < 0n);

/** Rounds to the nearest whole number; halves go away from zero, as taught in school. */
export function round({ n, d }: Rational): bigint {
  const nearest = (2n * abs(n) + d) / (2n * d);
  return n < 0n ? -nearest : nearest;
}

/** Number of bits, up to four too many. */
export function bits(value: bigint): number {
  const near = Math.abs(Number(value));
  return Number.isFinite(near) ? Math.floor(Math.log2(near + 1)) + 2 : value.toString(16).length * 4;
}

/** Raises to a whole power; returns null if the result would have too many digits. */
export function power({ n, d }: Rational, exponent: bigint): Rational | null {
  const times = abs(exponent);
  // For 1 and -1, only the last bit of the exponent matters, however long the exponent is.
  if (d === 1n && abs(n) === 1n) return { n: n < 0n && times % 2n === 1n ? -1n : 1n, d };
  if (exponent <= 0n && n === 0n) throw new Refused('nothing to the power of nothing or less');
  // This limits the cost. Whether the result can be shown is checked later.
  if (times > 10_000n || Number(times) * Math.max(bits(abs(n)), bits(d)) > 50_000) return null;
  const [up, down] = [n ** times, d ** times];
  if (abs(up) >= LIMIT || down >= LIMIT) return null;
  if (exponent >= 0n) return { n: up, d: down };
  return up < 0n ? { n: -down, d: -up } : { n: down, d: up };
}

/** The exact root; null if it is not a fraction. */
export function exactRoot(value: Rational, degree: bigint): Rational | null {
  if (degree < 1n || degree > 64n || (value.n < 0n && degree % 2n === 0n)) return null;
  const [n, d] = [wholeRoot(abs(value.n), degree), wholeRoot(value.d, degree)];
  return n === null || d === null ? null : { n: value.n < 0n ? -n : n, d };
}

function wholeRoot(value: bigint, degree: bigint): bigint | null {
  if (value < 2n) return value;
  // Newton's method from above converges to the whole part of the root and stops there.
  let guess = 1n << BigInt(Math.ceil(bits(value) / Number(degree)));
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
    if (next >= guess) break;
    guess = next;
  }
  return guess ** degree === value ? guess : null;
}

/** The nearest 64-bit number, even if numerator and denominator are far outside its range. */
export function toNumber({ n, d }: Rational): number {
  const [above, below] = [Number(n), Number(d)];
  if (Number.isSafeInteger(above) && Number.isSafeInteger(below)) return above / below;
  const shift = bits(d) - bits(n) + 70;
  const quotient = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  // Two steps keep the intermediate result in range whenever the final result is.
  const half = Math.trunc(shift / 2);
  return Number(quotient) * 2 ** -half * 2 ** (half - shift);
}
