import * as fraction from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import * as scalar from './scalar.ts';
import { asNumber, float, fractionOf, isExact, PI, type Scalar, whole, wholeOf } from './scalar.ts';
import * as special from './special-functions.ts';

type ScalarFunction = (...args: Scalar[]) => Scalar;

const in64 = (of: (x: number) => number) => (x: Scalar) => float(of(asNumber(x)));
const ofWhole = (of: (n: bigint) => bigint) => (x: Scalar) => whole(of(wholeOf(x)));
const ofWholes = (of: (n: bigint, k: bigint) => bigint) => (x: Scalar, y: Scalar) => whole(of(wholeOf(x), wholeOf(y)));
const inverse = (of: (x: Scalar) => Scalar) => (x: Scalar) => scalar.divide(whole(1), of(x));

/** Rounds down, even a 64-bit number. */
const floored = (x: Scalar) => fraction.floor(roundable(x));

/** The value as a fraction, even for a 64-bit number, so that it can be rounded. */
function roundable(x: Scalar): fraction.Rational {
  const exact = fractionOf(x);
  if (!exact && Math.abs(asNumber(x)) > 1e15) throw new Refused('nothing to round');
  // To 14 digits: floor(log10(1000)) is 3, although the 64-bit logarithm may be slightly lower.
  return exact ?? fraction.decimal(asNumber(x).toPrecision(14));
}

function roundTo(x: Scalar, places: bigint): Scalar {
  if (places > 30n || places < -30n) throw new Refused('places out of range');
  const scale = scalar.raise(TEN, whole(places));
  return scalar.divide(whole(fraction.round(roundable(scalar.multiply(x, scale)))), scale);
}

/** The place of the first digit: 3 for 1234. */
const magnitude = (x: Scalar) => BigInt(Math.floor(Math.log10(Math.abs(asNumber(x) || 1))));
/** Logarithm to a base. It is exact if the value is a whole power of the base, so log10(1000) is 3. */
function log(x: Scalar, base: Scalar): Scalar {
  const value = scalar.naturalLog(x) / scalar.naturalLog(base);
  const near = Math.round(value);
  if (Math.abs(value - near) < 1e-9 && Math.abs(near) < 3_000 && isExact(base) && isExact(x)) {
    const power = scalar.raise(base, whole(near));
    if (isExact(power) && scalar.compare(power, x) === 0) return whole(near);
  }
  return float(value);
}

const truncated = (x: Scalar) => whole(asNumber(x) < 0 ? -floored(scalar.negate(x)) : floored(x));

const TEN = whole(10);
const DEGREE = scalar.divide(PI, whole(180));
const OF_MATH = ['asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'] as const;

const table: Readonly<Record<string, ScalarFunction>> = {
  ...Object.fromEntries(OF_MATH.map((name) => [name, in64(Math[name])])),
  sqrt: (x) => scalar.root(x, 2n),
  cbrt: (x) => scalar.root(x, 3n),
  root: (degree, x) => scalar.root(x, wholeOf(degree)),
  nthroot: (x, degree) => scalar.root(x, wholeOf(degree)),
  square: (x) => scalar.raise(x, whole(2)),
  cube: (x) => scalar.raise(x, whole(3)),
  pow: scalar.raise,
  exp: (x) => (fractionOf(x)?.n === 0n ? whole(1) : float(Math.exp(asNumber(x)))),
  ln: (x) => (scalar.compare(x, whole(1)) === 0 ? whole(0) : float(scalar.naturalLog(x))),
  log: (x, base = TEN) => log(x, base),
  log2: (x) => log(x, whole(2)),
  log10: (x) => log(x, TEN),
  ...{ sin: special.sin, cos: special.cos, tan: special.tan },
  cot: (x) => scalar.divide(special.cos(x), special.sin(x)),
  sec: inverse(special.cos),
  csc: inverse(special.sin),
  acot: in64((x) => Math.PI / 2 - Math.atan(x)),
  asec: in64((x) => Math.acos(1 / x)),
  acsc: in64((x) => Math.asin(1 / x)),
  atan2: (y, x) => float(Math.atan2(asNumber(y), asNumber(x))),
  coth: in64((x) => 1 / Math.tanh(x)),
  sech: in64((x) => 1 / Math.cosh(x)),
  csch: in64((x) => 1 / Math.sinh(x)),
  abs: (x) => (asNumber(x) < 0 ? scalar.negate(x) : x),
  sign: (x) => whole(Math.sign(asNumber(x))),
  round: (x, places = whole(0)) => roundTo(x, wholeOf(places)),
  signif: (x, figures) => roundTo(x, wholeOf(figures) - 1n - magnitude(x)),
  floor: (x) => whole(floored(x)),
  ceil: (x) => whole(-floored(scalar.negate(x))),
  trunc: truncated,
  int: truncated,
  frac: (x) => scalar.subtract(x, truncated(x)),
  hypot: (x, y) => scalar.root(scalar.add(scalar.multiply(x, x), scalar.multiply(y, y)), 2n),
  // With the sign of y.
  mod: (x, y) => scalar.subtract(x, scalar.multiply(y, whole(floored(scalar.divide(x, y))))),
  min: (...args) => args.reduce((least, x) => (scalar.compare(least, x) > 0 ? x : least)),
  max: (...args) => args.reduce((most, x) => (scalar.compare(x, most) > 0 ? x : most)),
  gcd: (...args) => whole(args.map(wholeOf).reduce(fraction.gcdOf)),
  lcm: (...args) => whole(args.map(wholeOf).reduce(fraction.lcmOf)),
  factorial: ofWhole((n) => special.factorial(n)),
  gamma: special.gamma,
  fib: ofWhole(special.fibonacci),
  bitsum: ofWhole(special.bitCount),
  ncr: ofWholes(special.combinations),
  npr: ofWholes(special.permutations),
  deg: (x) => scalar.divide(x, DEGREE),
  rad: (x) => scalar.multiply(x, DEGREE),
  // Operators that are calculated like functions.
  '&': ofWholes((a, b) => a & b),
  '|': ofWholes((a, b) => a | b),
  xor: ofWholes((a, b) => a ^ b),
  '<<': ofWholes(special.shiftLeft),
  '>>': ofWholes((a, b) => special.shiftLeft(a, -b)),
  choose: ofWholes(special.combinations),
  permute: ofWholes(special.permutations),
};

/** Functions whose second argument may be omitted. */
const OPTIONAL = ['log', 'round'];
const MAX_ARGUMENTS = 50;

/** The minimum and maximum number of arguments: those that the function names, or two or more if it takes a list. */
const takes = (name: string, { length }: ScalarFunction): [number, number] =>
  length === 0 ? [2, MAX_ARGUMENTS] : [length, length + Number(OPTIONAL.includes(name))];

/** All functions by their name in a tree; the words for them are in `data/words.json`. */
export const functions: Readonly<Record<string, { takes: readonly [number, number]; of: ScalarFunction }>> =
  Object.fromEntries(Object.entries(table).map(([name, of]) => [name, { takes: takes(name, of), of }]));
