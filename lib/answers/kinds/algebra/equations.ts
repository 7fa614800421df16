import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { complexText } from './arithmetic.ts';
import type { SafeNode } from './guard.ts';
import { type Rational, rational } from './mathjs.ts';
import { numericRoots } from './numeric-roots.ts';
import { cancelled, factored, type Polynomial, polynomialIn } from './polynomial.ts';
import { constant, numberOf, plus, raised, rootOf, type Sum, termsOf, textOf, times } from './terms.ts';

type Quotient = readonly [above: Sum, below: Sum];

/** Reads an expression as a quotient of two sums, multiplied out. */
function quotientOf(node: MathNode): Quotient {
  const safe = node as SafeNode;
  if (safe.type === 'ParenthesisNode') return quotientOf(safe.content);
  if (safe.type !== 'OperatorNode') return [termsOf(node, true), constant(1)];
  const [a, b] = quotientOf(safe.args[0] as MathNode);
  const [c, d] = safe.args[1] ? quotientOf(safe.args[1]) : ([[], constant(1)] as const);
  if (safe.fn === 'multiply') return [times(a, c), times(b, d)];
  if (safe.fn === 'divide') return [times(a, d), times(b, c)];
  if (safe.fn === 'add') return [plus(times(a, d), times(c, b)), times(b, d)];
  if (safe.fn === 'subtract') return [plus(times(a, d), times(constant(-1), times(c, b))), times(b, d)];
  if (safe.fn === 'unaryMinus') return [times(constant(-1), a), b];
  if (safe.fn === 'unaryPlus') return [a, b];
  const power = numberOf(termsOf(safe.args[1] as MathNode, true));
  if (!power) throw new Refused('a letter in an exponent');
  const [above, below] = power.s < 0n ? [b, a] : [a, b];
  return [raised(above, power.abs(), true), raised(below, power.abs(), true)];
}

/** Reads an expression as the quotient of two polynomials in this letter, without common factors. */
export function quotientIn(letter: string, node: MathNode): [above: Polynomial, below: Polynomial] {
  const [above, below] = quotientOf(node);
  return cancelled(polynomialIn(letter, above), polynomialIn(letter, below));
}

/** Roots that are written together: `1 ± √2` stands for two. */
export interface Roots {
  shown: string;
  values: readonly string[];
  isExact: boolean;
}

/** The roots of a polynomial: exact where a short form exists, else to 12 digits. */
export function solutions(p: Polynomial): readonly Roots[] {
  if (p.length < 2) throw new Refused('not an equation');
  // The formula needs no factors, and takes coefficients of any size.
  const parts = p.length <= 3 ? [p] : factored(p).factors.map(({ factor }) => factor);
  const numbers = parts.flatMap(rationalRoots).sort((a, b) => a.compare(b));
  const exact = numbers.map((value) => ({ shown: value.toFraction(), values: [value.toFraction()], isExact: true }));
  return [...exact, ...parts.filter((part) => rationalRoots(part).length === 0).map(otherRoots)];
}

/** Where an expression in this letter is zero. Refused if it is undefined there, as x²/x is at 0. */
export function rootsOfQuotient(letter: string, node: MathNode): readonly Roots[] {
  const [zeros] = quotientIn(letter, node);
  const poles = polynomialIn(letter, quotientOf(node)[1]);
  if (cancelled(zeros, poles)[1].length < poles.length) throw new Refused('undefined at a root');
  return solutions(zeros);
}

/** The two parts of the formula for a quadratic equation: the roots are `middle ± offset`. */
function quadratic([c, b, a]: Polynomial): { middle: Rational; offset: Sum } {
  if (!a || !b || !c) throw new Refused('not quadratic');
  const middle = b.div(a).div(-2);
  return { middle, offset: rootOf(middle.mul(middle).sub(c.div(a)), rational(1, 2)) };
}

function rationalRoots(p: Polynomial): Rational[] {
  const [c, b] = p;
  if (p.length === 2 && b && c) return [c.div(b).neg()];
  if (p.length !== 3) return [];
  const { middle, offset } = quadratic(p);
  const size = numberOf(offset);
  if (!size) return [];
  return size.n === 0n ? [middle] : [middle.sub(size), middle.add(size)];
}

function otherRoots(p: Polynomial): Roots {
  if (p.length === 3) {
    const { middle, offset } = quadratic(p);
    const values = [1, -1].map((sign) => textOf(plus(constant(middle), times(constant(sign), offset))));
    return { shown: `${middle.n === 0n ? '±' : `${middle.toFraction()} ± `}${textOf(offset)}`, values, isExact: true };
  }
  // Degree four is for the eigenvalues of a matrix with four rows.
  if (p.length > 5) throw new Refused('no exact roots');
  const roots = numericRoots(p.map(Number)).sort((a, b) => a.re - b.re || b.im - a.im);
  const values = roots.map(({ re, im }) => complexText({ re, im: Math.abs(im) < 1e-12 * Math.abs(re) ? 0 : im }));
  return { shown: values.join(', '), values, isExact: false };
}

/** Solves two linear equations, each given as a sum that is zero, for these two letters. */
export function solvedPair(letters: readonly [string, string], equations: readonly [Sum, Sum]): [Rational, Rational] {
  const [x, y] = letters;
  const lines = equations.map((sum) => {
    const line = { [x]: rational(0), [y]: rational(0), '': rational(0) };
    for (const { coefficient, factors } of sum) {
      const [[letter, power] = ['', rational(1)], ...others] = factors;
      if (!(letter in line) || others.length > 0 || !power.equals(1)) throw new Refused('not linear');
      line[letter] = coefficient;
    }
    return [line[x], line[y], line['']] as [Rational, Rational, Rational];
  });
  const [[a, b, c], [d, e, f]] = lines as [[Rational, Rational, Rational], [Rational, Rational, Rational]];
  const determinant = a.mul(e).sub(b.mul(d));
  if (determinant.n === 0n) throw new Refused('no single solution');
  return [b.mul(f).sub(c.mul(e)).div(determinant), c.mul(d).sub(a.mul(f)).div(determinant)];
}
