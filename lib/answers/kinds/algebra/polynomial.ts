import type { Complex } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { mathjs, type Rational, rational } from './mathjs.ts';
import { constant, numberOf, plus, powerOf, rootOf, type Sum, times } from './terms.ts';

/** A polynomial in one letter: the coefficients from the constant one up, without a zero at the end. */
export type Polynomial = readonly Rational[];

/** A factor with whole coefficients that cannot be split, and how often it occurs. */
export interface PrimeFactor {
  factor: Polynomial;
  count: number;
}

const MAX_DEGREE = 10;
/** With larger coefficients, the roots in floating point are not exact enough to recognise a factor. */
const MAX_COEFFICIENT = 1_000_000n;
const MAX_ROUNDS = 120;
/** Rounding errors of close roots keep the last steps above the first; above the second, there is no root. */
const EXACT_STEP = 1e-14;
const MAX_STEP = 1e-9;

/** The functions of mathjs that take complex numbers; their declarations take any type. */
const complexMath = () =>
  mathjs() as never as Record<'add' | 'subtract' | 'multiply' | 'divide', (a: Complex, b: Complex | number) => Complex>;

const degree = (p: Polynomial) => p.length - 1;
const trimmed = (p: Polynomial): Polynomial => p.slice(0, p.findLastIndex(({ n }) => n !== 0n) + 1);

/** Reads a sum as a polynomial in this letter; refuses roots, functions and other letters. */
export function polynomialIn(letter: string, sum: Sum): Polynomial {
  const coefficients: Rational[] = [];
  for (const { coefficient, factors } of sum) {
    const power = factors.get(letter) ?? rational(0);
    if (factors.size > 1 || (factors.size === 1 && power.n === 0n)) throw new Refused('another letter');
    if (power.d !== 1n || power.s < 0n) throw new Refused('not a polynomial');
    coefficients[Number(power.n)] = coefficient;
  }
  return trimmed(Array.from(coefficients, (coefficient) => coefficient ?? rational(0)));
}

/** Writes a polynomial as a sum in this letter. */
export function sumIn(letter: string, p: Polynomial): Sum {
  return plus(...p.map((coefficient, power) => times(constant(coefficient), powerOf(letter, rational(power)))));
}

function divided(dividend: Polynomial, divisor: Polynomial): { quotient: Polynomial; remainder: Polynomial } {
  const rest = [...dividend];
  const quotient: Rational[] = [];
  for (let at = degree(dividend) - degree(divisor); at >= 0; at--) {
    const ratio = (rest[at + degree(divisor)] as Rational).div(divisor.at(-1) as Rational);
    quotient[at] = ratio;
    divisor.forEach((coefficient, i) => {
      rest[at + i] = (rest[at + i] as Rational).sub(coefficient.mul(ratio));
    });
  }
  return { quotient, remainder: trimmed(rest) };
}

function greatestCommonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  return b.length === 0 ? a : greatestCommonDivisor(b, divided(a, b).remainder);
}

/** Cancels a quotient; the divisor then has whole coefficients without a common divisor. */
export function cancelled(above: Polynomial, below: Polynomial): [above: Polynomial, below: Polynomial] {
  if (below.length === 0) throw new Refused('division by zero');
  const common = greatestCommonDivisor(above, below);
  const { content, whole } = primitive(divided(below, common).quotient);
  return [divided(above, common).quotient.map((coefficient) => coefficient.div(content)), whole];
}

/** Splits off the number that makes all coefficients whole, without a common divisor, and the leading one positive. */
function primitive(p: Polynomial): { content: Rational; whole: Polynomial } {
  const common = p.reduce((divisor, coefficient) => divisor.gcd(coefficient), rational(0));
  const content = common.mul(p.at(-1)?.s ?? 1n);
  return { content, whole: p.map((coefficient) => coefficient.div(content)) };
}

/** Factors over the rational numbers. */
export function factored(p: Polynomial): { content: Rational; factors: readonly PrimeFactor[] } {
  if (degree(p) < 1 || degree(p) > MAX_DEGREE) throw new Refused('no factors');
  const { content, whole } = primitive(p);
  const slope = whole.slice(1).map((coefficient, at) => coefficient.mul(at + 1));
  // Each factor once: repeated roots cannot be found exactly.
  let rest = primitive(divided(whole, greatestCommonDivisor(whole, slope)).quotient).whole;
  const factors: PrimeFactor[] = [];
  while (degree(rest) > 0) {
    const factor = smallestFactor(rest);
    rest = divided(rest, factor).quotient;
    let count = 0;
    for (let left = whole; left.length >= factor.length; count++) {
      const { quotient, remainder } = divided(left, factor);
      if (remainder.length > 0) break;
      left = quotient;
    }
    factors.push({ factor, count });
  }
  return { content, factors };
}

/** The two parts of the formula for a quadratic equation: the roots are `middle ± offset`. */
export function quadraticRoots(p: Polynomial): { middle: Rational; offset: Sum } {
  const [c, b, a] = p as [Rational, Rational, Rational];
  const middle = b.div(a).div(-2);
  return { middle, offset: rootOf(middle.mul(middle).sub(c.div(a))) };
}

/** A factor is the product over some of the roots, so every choice of few roots is tried, with exact division. */
function smallestFactor(p: Polynomial): Polynomial {
  if (degree(p) === 1) return p;
  if (degree(p) === 2) {
    // The formula takes coefficients of any size.
    const { middle, offset } = quadraticRoots(p);
    const size = numberOf(offset);
    return size ? primitive([size.sub(middle), rational(1)]).whole : p;
  }
  if (p.some(({ n }) => n > MAX_COEFFICIENT)) throw new Refused('too large');
  const roots = numericRoots(p);
  for (let size = 1; size * 2 <= degree(p); size++) {
    for (const chosen of choices(roots, size)) {
      const product = withRoots(chosen, Number(p.at(-1)));
      if (product.some(({ re, im }) => Math.abs(im) > 0.01 || Math.abs(re - Math.round(re)) > 0.01)) continue;
      const { whole } = primitive(product.map(({ re }) => rational(Math.round(re))));
      if (divided(p, whole).remainder.length === 0) return whole;
    }
  }
  return p;
}

function choices<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => choices(items.slice(at + 1), size - 1).map((others) => [item, ...others]));
}

/** The coefficients of the polynomial with this leading coefficient and these roots, from the constant one up. */
function withRoots(roots: readonly Complex[], leading: number): readonly Complex[] {
  const { subtract, multiply } = complexMath();
  const zero = mathjs().complex(0, 0);
  const timesRoot = (product: readonly Complex[], root: Complex) =>
    [zero, ...product].map((c, at) => subtract(c, multiply(root, product[at] ?? 0)));
  return roots.reduce(timesRoot, [mathjs().complex(leading, 0)]);
}

/** The roots of a polynomial without repeated roots in floating point, by the method of Durand and Kerner. */
export function numericRoots(p: Polynomial): readonly Complex[] {
  const { add, subtract, multiply, divide } = complexMath();
  const monic = p.map((coefficient) => Number(coefficient.div(p.at(-1) as Rational)));
  // No root is larger than twice this (Fujiwara).
  const r = Math.max(...monic.slice(0, -1).map((c, at) => Math.abs(c) ** (1 / (degree(p) - at))));
  let roots = monic.slice(1).map((_, at) => mathjs().complex({ r, phi: 0.4 + (2 * Math.PI * at) / degree(p) }));
  let largest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && largest > EXACT_STEP; round++) {
    largest = 0;
    roots = roots.map((root) => {
      const value = monic.reduceRight((sum, c) => add(multiply(sum, root), c), mathjs().complex(0, 0));
      const others = roots.filter((other) => other !== root);
      const step = others.reduce((quotient, other) => divide(quotient, subtract(root, other)), value);
      largest = Math.max(largest, Math.hypot(step.re, step.im) / (Math.hypot(root.re, root.im) || 1));
      return subtract(root, step);
    });
  }
  if (largest > MAX_STEP) throw new Refused('roots too close to each other');
  return roots;
}
