import {
  decimal,
  divide as divideRational,
  floor,
  gcdOf,
  negate as opposite,
  type Rational,
  rational,
  round,
} from '../reading/numbers/rational.ts';
import { gamma } from './gamma.ts';
import { Refused } from './refused.ts';
import {
  add,
  asNumber,
  compare,
  divide,
  exact,
  float,
  fractionOf,
  multiply,
  naturalLog,
  negate,
  raise,
  root,
  type Scalar,
  subtract,
  whole,
  wholeOf,
} from './scalar.ts';
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

/** The value as a fraction, even for a 64-bit number, so that it can be rounded. */
function fraction(x: Scalar): Rational {
  const q = fractionOf(x);
  if (q) return q;
  const value = asNumber(x);
  if (Math.abs(value) > 1e15) throw new Refused('nothing to round');
  // To 14 digits: floor(log10(1000)) is 3, although the 64-bit logarithm may be slightly lower.
  return signed(value.toPrecision(14));
}

const signed = (text: string) => (text.startsWith('-') ? opposite(decimal(text.slice(1))) : decimal(text));

function roundTo(x: Scalar, places: bigint): Scalar {
  if (places > 30n || places < -30n) throw new Refused('places out of range');
  const scale = places < 0n ? rational(1n, 10n ** -places) : rational(10n ** places);
  return divide(whole(round(fraction(multiply(x, exact(scale))))), exact(scale));
}

/** Rounds to significant figures: 1234 to two is 1200. */
function roundToFigures(x: Scalar, figures: Scalar): Scalar {
  const size = Math.abs(asNumber(x));
  if (size === 0) return x;
  return roundTo(x, wholeOf(figures) - 1n - BigInt(Math.floor(Math.log10(size))));
}

/** x modulo y, with the sign of y. */
export function modulo(x: Scalar, y: Scalar): Scalar {
  const [a, b] = [fractionOf(x), fractionOf(y)];
  if (a && b) return subtract(x, multiply(y, whole(floor(divideRational(a, b)))));
  const [p, q] = [asNumber(x), asNumber(y)];
  return float(p - q * Math.floor(p / q));
}

/** Logarithm to a base. It is exact if the value is a whole power of the base, so log10(1000) is 3. */
function log(x: Scalar, base: Scalar): Scalar {
  const value = naturalLog(x) / naturalLog(base);
  const near = Math.round(value);
  if (Math.abs(value - near) < 1e-9 && Math.abs(near) < 3_000 && 'q' in base && 'q' in x) {
    const power = raise(base, whole(near));
    if ('q' in power && power.pi === x.pi && power.q.n === x.q.n && power.q.d === x.q.d) return whole(near);
  }
  return float(value);
}

const truncated = (x: Scalar) => whole(asNumber(x) < 0 ? -floor(fraction(negate(x))) : floor(fraction(x)));

const TEN = whole(10);

/** All functions by their name in a tree; the words for them are in `words.ts`. */
export const functions: Readonly<Record<string, ScalarFunction>> = {
  sqrt: one((x) => root(x, 2n)),
  cbrt: one((x) => root(x, 3n)),
  root: two((degree, x) => root(x, wholeOf(degree))),
  nthroot: two((x, degree) => root(x, wholeOf(degree))),
  square: one((x) => raise(x, whole(2))),
  cube: one((x) => raise(x, whole(3))),
  pow: two(raise),
  exp: one((x) => (fractionOf(x)?.n === 0n ? whole(1) : float(Math.exp(asNumber(x))))),
  ln: one((x) => (fractionOf(x)?.n === 1n && fractionOf(x)?.d === 1n ? whole(0) : float(naturalLog(x)))),
  log: { takes: [1, 2], of: (x, base = TEN) => log(x as Scalar, base) },
  log2: one((x) => log(x, whole(2))),
  log10: one((x) => log(x, TEN)),
  sin: one(sine),
  cos: one(cosine),
  tan: one(tangent),
  cot: one((x) => divide(cosine(x), sine(x))),
  sec: one((x) => divide(whole(1), cosine(x))),
  csc: one((x) => divide(whole(1), sine(x))),
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
  abs: one((x) => (asNumber(x) < 0 ? negate(x) : x)),
  sign: one((x) => whole(Math.sign(asNumber(x)))),
  round: { takes: [1, 2], of: (x, places = whole(0)) => roundTo(x as Scalar, wholeOf(places)) },
  signif: two(roundToFigures),
  floor: one((x) => whole(floor(fraction(x)))),
  ceil: one((x) => whole(-floor(fraction(negate(x))))),
  trunc: one(truncated),
  int: one(truncated),
  frac: one((x) => subtract(x, truncated(x))),
  hypot: two((x, y) => root(add(multiply(x, x), multiply(y, y)), 2n)),
  mod: two(modulo),
  min: many((args) => args.reduce((least, x) => (compare(least, x) > 0 ? x : least))),
  max: many((args) => args.reduce((most, x) => (compare(x, most) > 0 ? x : most))),
  gcd: many((args) => whole(args.map(wholeOf).reduce(gcdOf))),
  lcm: many((args) => whole(args.map(wholeOf).reduce((a, b) => (a === 0n || b === 0n ? 0n : (a * b) / gcdOf(a, b))))),
  factorial: ofWhole(factorial),
  gamma: one(gamma),
  fib: ofWhole(fibonacci),
  bitsum: ofWhole(bitCount),
  ncr: ofWholes(combinations),
  npr: ofWholes(permutations),
  deg: one((x) => divide(multiply(x, whole(180)), exact(rational(1n), 1))),
  rad: one((x) => divide(multiply(x, exact(rational(1n), 1)), whole(180))),
};
