import * as fraction from '../reading/numbers/rational.ts';
import { gamma } from './gamma.ts';
import { Refused } from './refused.ts';
import * as scalar from './scalar.ts';
import { asNumber, float, fractionOf, type Scalar, whole, wholeOf } from './scalar.ts';
import { cosine, sine, tangent } from './trigonometry.ts';
import { bitCount, combinations, factorial, fibonacci, permutations } from './whole-functions.ts';

/** A function that a query may call. Only functions in this table are supported. */
interface ScalarFunction {
  /** Minimum and maximum number of arguments. */
  takes: readonly [number, number];
  of(...args: Scalar[]): Scalar;
}

const one = (of: (x: Scalar) => Scalar): ScalarFunction => ({ takes: [1, 1], of: (...args) => of(args[0] as Scalar) });
const two = (of: (x: Scalar, y: Scalar) => Scalar): ScalarFunction => ({
  takes: [2, 2],
  of: (...args) => of(args[0] as Scalar, args[1] as Scalar),
});
const many = (of: (args: Scalar[]) => Scalar): ScalarFunction => ({ takes: [2, 50], of: (...args) => of(args) });
const in64 = (of: (x: number) => number) => one((x) => float(of(asNumber(x))));
const ofWhole = (of: (n: bigint) => bigint) => one((x) => whole(of(wholeOf(x))));
const ofWholes = (of: (n: bigint, k: bigint) => bigint) => two((x, y) => whole(of(wholeOf(x), wholeOf(y))));
const inverse = (of: (x: Scalar) => Scalar) => one((x) => scalar.divide(whole(1), of(x)));

/** Rounds down, even a 64-bit number. */
const floored = (x: Scalar) => fraction.floor(roundable(x));

/** The value as a fraction, even for a 64-bit number, so that it can be rounded. */
function roundable(x: Scalar): fraction.Rational {
  const value = asNumber(x);
  if (!fractionOf(x) && Math.abs(value) > 1e15) throw new Refused('nothing to round');
  // To 14 digits: floor(log10(1000)) is 3, although the 64-bit logarithm may be slightly lower.
  const size = () => fraction.decimal(Math.abs(value).toPrecision(14));
  return fractionOf(x) ?? (value < 0 ? fraction.negate(size()) : size());
}

function roundTo(x: Scalar, places: bigint): Scalar {
  if (places > 30n || places < -30n) throw new Refused('places out of range');
  const scale = scalar.raise(TEN, whole(places));
  return scalar.divide(whole(fraction.round(roundable(scalar.multiply(x, scale)))), scale);
}

/** Rounds to significant figures: 1234 to two is 1200. */
function roundToFigures(x: Scalar, figures: Scalar): Scalar {
  const size = Math.abs(asNumber(x));
  return size === 0 ? x : roundTo(x, wholeOf(figures) - 1n - BigInt(Math.floor(Math.log10(size))));
}

/** x modulo y, with the sign of y. */
export function modulo(x: Scalar, y: Scalar): Scalar {
  const [a, b] = [fractionOf(x), fractionOf(y)];
  if (a && b) return scalar.subtract(x, scalar.multiply(y, whole(fraction.floor(fraction.divide(a, b)))));
  const [p, q] = [asNumber(x), asNumber(y)];
  return float(p - q * Math.floor(p / q));
}

/** Logarithm to a base. It is exact if the value is a whole power of the base, so log10(1000) is 3. */
function log(x: Scalar, base: Scalar): Scalar {
  const value = scalar.naturalLog(x) / scalar.naturalLog(base);
  const near = Math.round(value);
  if (Math.abs(value - near) < 1e-9 && Math.abs(near) < 3_000 && 'q' in base && 'q' in x) {
    const power = scalar.raise(base, whole(near));
    if ('q' in power && scalar.compare(power, x) === 0) return whole(near);
  }
  return float(value);
}

const truncated = (x: Scalar) => whole(asNumber(x) < 0 ? -floored(scalar.negate(x)) : floored(x));
const leastCommon = (a: bigint, b: bigint) => (a === 0n || b === 0n ? 0n : (a * b) / fraction.gcdOf(a, b));

const TEN = whole(10);
const HALF_TURN = scalar.exact(fraction.rational(1n), 1);

/** All functions by their name in a tree; the words for them are in `data/words.json`. */
export const functions: Readonly<Record<string, ScalarFunction>> = {
  sqrt: one((x) => scalar.root(x, 2n)),
  cbrt: one((x) => scalar.root(x, 3n)),
  root: two((degree, x) => scalar.root(x, wholeOf(degree))),
  nthroot: two((x, degree) => scalar.root(x, wholeOf(degree))),
  square: one((x) => scalar.raise(x, whole(2))),
  cube: one((x) => scalar.raise(x, whole(3))),
  pow: two(scalar.raise),
  exp: one((x) => (fractionOf(x)?.n === 0n ? whole(1) : float(Math.exp(asNumber(x))))),
  ln: one((x) => (scalar.compare(x, whole(1)) === 0 ? whole(0) : float(scalar.naturalLog(x)))),
  log: { takes: [1, 2], of: (x, base = TEN) => log(x as Scalar, base) },
  log2: one((x) => log(x, whole(2))),
  log10: one((x) => log(x, TEN)),
  sin: one(sine),
  cos: one(cosine),
  tan: one(tangent),
  cot: one((x) => scalar.divide(cosine(x), sine(x))),
  sec: inverse(cosine),
  csc: inverse(sine),
  asin: in64(Math.asin),
  acos: in64(Math.acos),
  atan: in64(Math.atan),
  acot: in64((x) => Math.PI / 2 - Math.atan(x)),
  asec: in64((x) => Math.acos(1 / x)),
  acsc: in64((x) => Math.asin(1 / x)),
  atan2: two((y, x) => float(Math.atan2(asNumber(y), asNumber(x)))),
  sinh: in64(Math.sinh),
  cosh: in64(Math.cosh),
  tanh: in64(Math.tanh),
  coth: in64((x) => 1 / Math.tanh(x)),
  sech: in64((x) => 1 / Math.cosh(x)),
  csch: in64((x) => 1 / Math.sinh(x)),
  asinh: in64(Math.asinh),
  acosh: in64(Math.acosh),
  atanh: in64(Math.atanh),
  abs: one((x) => (asNumber(x) < 0 ? scalar.negate(x) : x)),
  sign: one((x) => whole(Math.sign(asNumber(x)))),
  round: { takes: [1, 2], of: (x, places = whole(0)) => roundTo(x as Scalar, wholeOf(places)) },
  signif: two(roundToFigures),
  floor: one((x) => whole(floored(x))),
  ceil: one((x) => whole(-floored(scalar.negate(x)))),
  trunc: one(truncated),
  int: one(truncated),
  frac: one((x) => scalar.subtract(x, truncated(x))),
  hypot: two((x, y) => scalar.root(scalar.add(scalar.multiply(x, x), scalar.multiply(y, y)), 2n)),
  mod: two(modulo),
  min: many((args) => args.reduce((least, x) => (scalar.compare(least, x) > 0 ? x : least))),
  max: many((args) => args.reduce((most, x) => (scalar.compare(x, most) > 0 ? x : most))),
  gcd: many((args) => whole(args.map(wholeOf).reduce(fraction.gcdOf))),
  lcm: many((args) => whole(args.map(wholeOf).reduce(leastCommon))),
  factorial: ofWhole(factorial),
  gamma: one(gamma),
  fib: ofWhole(fibonacci),
  bitsum: ofWhole(bitCount),
  ncr: ofWholes(combinations),
  npr: ofWholes(permutations),
  deg: one((x) => scalar.divide(scalar.multiply(x, whole(180)), HALF_TURN)),
  rad: one((x) => scalar.divide(scalar.multiply(x, HALF_TURN), whole(180))),
};
