import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { complexText, type Matrix } from './arithmetic.ts';
import { type Arithmetic, evaluated } from './expression.ts';
import { type Complex, complex, mathjs, type Rational, rational } from './mathjs.ts';
import * as terms from './terms.ts';
import { constant, negated, plus, type Sum, textOf, times } from './terms.ts';

/** A polynomial in one letter: the coefficients from the constant one up, without a zero at the end. */
export type Polynomial = readonly Rational[];

const MAX_DEGREE = 10;
const MAX_EIGENVALUES = 4;
/** With larger coefficients, the roots in floating point are not exact enough to recognise a factor. */
const MAX_COEFFICIENT = 1_000_000n;
const MAX_ROUNDS = 120;
/** Rounding errors of close roots keep the last steps above the first; above the second, there is no root. */
const EXACT_STEP = 1e-14;
const MAX_STEP = 1e-9;

type Quotient = readonly [above: Sum, below: Sum];

const sumOf = ([above, below]: Quotient): Sum => times(above, terms.raised(below, rational(-1)));

/** Arithmetic of quotients of two sums, multiplied out. */
const quotients: Arithmetic<Quotient> = {
  number: (value) => [constant(value), constant(1)],
  symbol: (name) => [terms.powerOf(name), constant(1)],
  call(name, args) {
    const [[a, b], [c, d] = [[], constant(1)]] = args as [Quotient, Quotient?];
    if (name === 'add') return [plus(times(a, d), times(c, b)), times(b, d)];
    if (name === 'subtract') return [plus(times(a, d), negated(times(c, b))), times(b, d)];
    if (name === 'multiply') return [times(a, c), times(b, d)];
    if (name === 'divide') return [times(a, d), times(b, c)];
    if (name === 'unaryMinus') return [negated(a), b];
    const power = name === 'pow' ? terms.numberOf(sumOf([c, d])) : null;
    if (power?.d !== 1n) return [terms.sums.call(name, args.map(sumOf)), constant(1)];
    const product = (sum: Sum) => Array.from({ length: Number(power.n) }, () => sum).reduce(times, constant(1));
    return power.s < 0n ? [product(b), product(a)] : [product(a), product(b)];
  },
};

export const expanded = (node: MathNode): Sum => sumOf(evaluated(node, quotients));

/** An expression as the quotient of two sums, with one over this letter in place of it. */
export const quotientOf = (node: MathNode, inverted = ''): Quotient =>
  evaluated(node, {
    ...quotients,
    symbol: (name) => (name === inverted ? [constant(1), terms.powerOf(name)] : quotients.symbol(name)),
  });

/** Reads a sum as a polynomial in this letter; refuses roots, functions and other letters. */
export function polynomialIn(letter: string, sum: Sum): Polynomial {
  const coefficients: Rational[] = [];
  for (const { coefficient, factors } of sum) {
    const { s, n, d } = factors.get(letter) ?? rational(0);
    if (factors.size > Number(n > 0n) || d !== 1n || s < 0n) throw new Refused('not a polynomial');
    coefficients[Number(n)] = coefficient;
  }
  return Array.from(coefficients, (coefficient) => coefficient ?? rational(0));
}

export const polynomialText = (letter: string, p: Polynomial): string =>
  textOf(plus(...p.map((coefficient, power) => times(constant(coefficient), terms.powerOf(letter, rational(power))))));

/** Reads an expression as the quotient of two polynomials in this letter. */
const quotientIn = (letter: string, node: MathNode) =>
  evaluated(node, quotients).map((sum) => polynomialIn(letter, sum)) as [above: Polynomial, below: Polynomial];

const degree = (p: Polynomial) => p.length - 1;

function divided(dividend: Polynomial, divisor: Polynomial) {
  const rest = [...dividend];
  const quotient: Rational[] = [];
  for (let at = degree(dividend) - degree(divisor); at >= 0; at--) {
    const ratio = (rest[at + degree(divisor)] as Rational).div(divisor.at(-1) as Rational);
    quotient[at] = ratio;
    divisor.forEach((coefficient, i) => {
      rest[at + i] = (rest[at + i] as Rational).sub(coefficient.mul(ratio));
    });
  }
  return { quotient, remainder: rest.slice(0, rest.findLastIndex(({ n }) => n !== 0n) + 1) };
}

const greatestCommonDivisor = (a: Polynomial, b: Polynomial): Polynomial =>
  b.length === 0 ? a : greatestCommonDivisor(b, divided(a, b).remainder);

/** A quotient without common factors; the divisor has whole coefficients without a common divisor. */
export function cancelled(letter: string, node: MathNode): Polynomial[] {
  const [above, below] = quotientIn(letter, node);
  if (below.length === 0) throw new Refused('division by zero');
  const common = greatestCommonDivisor(above, below);
  const { content, whole } = primitive(divided(below, common).quotient);
  return [divided(above, common).quotient.map((coefficient) => coefficient.div(content)), whole];
}

/** Splits off the number that makes all coefficients whole, without a common divisor, and the leading one positive. */
function primitive(p: Polynomial) {
  const common = p.reduce((divisor, coefficient) => divisor.gcd(coefficient), rational(0));
  const content = common.mul(p.at(-1)?.s ?? 1n);
  return { content, whole: p.map((coefficient) => coefficient.div(content)) };
}

/** Factors over the rational numbers: factors with whole coefficients that cannot be split, and how often they occur. */
export function factored(p: Polynomial) {
  if (degree(p) < 1 || degree(p) > MAX_DEGREE) throw new Refused('no factors');
  const { content, whole } = primitive(p);
  const slope = whole.slice(1).map((coefficient, at) => coefficient.mul(at + 1));
  // Each factor once: repeated roots cannot be found exactly.
  let rest = primitive(divided(whole, greatestCommonDivisor(whole, slope)).quotient).whole;
  const factors: { factor: Polynomial; count: number }[] = [];
  while (degree(rest) > 0) {
    const factor = smallestFactor(rest);
    rest = divided(rest, factor).quotient;
    factors.push({ factor, count: countIn(whole, factor) });
  }
  return { content, factors };
}

function countIn(p: Polynomial, factor: Polynomial): number {
  const { quotient, remainder } = divided(p, factor);
  return remainder.length > 0 ? 0 : 1 + countIn(quotient, factor);
}

/** The two parts of the formula for a quadratic equation: the roots are `middle ± offset`. */
function quadraticRoots([c = rational(0), b = c, a = c]: Polynomial) {
  const middle = b.div(a).div(-2);
  return { middle, offset: terms.rootOf(middle.mul(middle).sub(c.div(a))) };
}

/** A factor is the product over some of the roots, so every choice of few roots is tried, with exact division. */
function smallestFactor(p: Polynomial): Polynomial {
  if (degree(p) === 1) return p;
  if (degree(p) === 2) {
    // The formula takes coefficients of any size.
    const { middle, offset } = quadraticRoots(p);
    const size = terms.numberOf(offset);
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
  const timesRoot = (product: readonly Complex[], root: Complex) =>
    [complex(0), ...product].map((coefficient, at) => coefficient.sub(root.mul(product[at] ?? 0)));
  return roots.reduce(timesRoot, [complex(leading)]);
}

/** The roots of a polynomial without repeated roots in floating point, by the method of Durand and Kerner. */
function numericRoots(p: Polynomial): Complex[] {
  const monic = p.map((coefficient) => Number(coefficient.div(p.at(-1) as Rational)));
  // No root is larger than twice this (Fujiwara).
  const r = Math.max(...monic.slice(0, -1).map((c, at) => Math.abs(c) ** (1 / (degree(p) - at))));
  const start = (at: number) => mathjs().complex({ r, phi: 0.4 + (2 * Math.PI * at) / degree(p) }) as Complex;
  let roots = monic.slice(1).map((_, at) => start(at));
  let largest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && largest > EXACT_STEP; round++) {
    largest = 0;
    roots = roots.map((root, _, others) => {
      const value = monic.reduceRight((sum, coefficient) => sum.mul(root).add(coefficient), complex(0));
      const step = others.reduce(
        (quotient, other) => (other === root ? quotient : quotient.div(root.sub(other))),
        value,
      );
      largest = Math.max(largest, step.abs() / (root.abs() || 1));
      return root.sub(step);
    });
  }
  if (largest > MAX_STEP) throw new Refused('roots too close to each other');
  return roots;
}

/** The roots of a polynomial, and those that are written together: `= 1 ± √2`. Exact where a short form exists. */
export function solutions(p: Polynomial) {
  const parts = factored(p).factors.map(({ factor }) => factor);
  const numbers = parts.flatMap(([c, b, a]) => (c && b && !a ? [c.div(b).neg()] : []));
  const exact = numbers.sort((one, other) => one.compare(other)).map((number) => number.toFraction());
  const others = parts.filter((part) => part.length > 2);
  return [...exact.map((value) => ({ shown: `= ${value}`, values: [value] })), ...others.map(irrationalRoots)];
}

function irrationalRoots(p: Polynomial) {
  if (p.length === 3) {
    const { middle, offset } = quadraticRoots(p);
    const values = [offset, negated(offset)].map((each) => textOf(plus(constant(middle), each)));
    return { shown: `= ${middle.n === 0n ? '±' : `${middle.toFraction()} ± `}${textOf(offset)}`, values };
  }
  // Degree four is for the eigenvalues of a matrix with four rows.
  if (p.length > 5) throw new Refused('no exact roots');
  const values = numericRoots(p)
    .sort((a, b) => a.re - b.re || b.im - a.im)
    .map(complexText);
  return { shown: `≈ ${values.join(', ')}`, values };
}

/** The characteristic polynomial of a matrix, from the traces of its powers (Newton's identities). */
export function characteristic(matrix: Matrix): Polynomial {
  const { pow, trace } = mathjs();
  const size = Array.isArray(matrix) ? matrix.length : 0;
  if (size === 0 || size > MAX_EIGENVALUES) throw new Refused('too many rows');
  const traces = Array.from({ length: size }, (_, at) => trace(pow(matrix as never, at + 1) as never));
  const coefficients = [rational(1)];
  for (let k = 1; k <= size; k++) {
    const products = coefficients.map((coefficient, at) => coefficient.mul(traces[at] as never));
    coefficients.unshift(products.reduce((sum, product) => sum.add(product)).div(-k));
  }
  return coefficients;
}

/** Where an expression in this letter is zero. Refused if it is undefined there, as x²/x is at 0. */
export function zerosOf(letter: string, node: MathNode) {
  const [zeros = []] = cancelled(letter, node);
  const [, below] = quotientIn(letter, node);
  if (greatestCommonDivisor(zeros, below).length > 1) throw new Refused('undefined at a root');
  return solutions(zeros);
}

/** Whether an expression is a number other than zero, whatever the letter: `x + 1 - (x + 2)`. */
export function isNever(letter: string, node: MathNode): boolean {
  const [above, below] = quotientIn(letter, node);
  return above.length === 1 && below.length === 1;
}
