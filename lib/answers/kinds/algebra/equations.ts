import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { type Arithmetic, complexText, evaluated } from './arithmetic.ts';
import { mathjs, type Rational, rational } from './mathjs.ts';
import { cancelled, factored, numericRoots, type Polynomial, polynomialIn, quadraticRoots } from './polynomial.ts';
import { baseOf, constant, negated, numberOf, plus, raised, type Sum, sums, textOf, times } from './terms.ts';

type Quotient = readonly [above: Sum, below: Sum];

const ONE = () => constant(1);
const sumOf = ([above, below]: Quotient): Sum => times(above, raised(below, rational(-1)));

/** Arithmetic of quotients of two sums, multiplied out. */
const quotients: Arithmetic<Quotient> = {
  number: (value) => [constant(value), ONE()],
  symbol: (name) => [sums.symbol(name), ONE()],
  call(name, args) {
    const [[a, b], [c, d] = [[], ONE()]] = args as [Quotient, Quotient?];
    if (name === 'add') return [plus(times(a, d), times(c, b)), times(b, d)];
    if (name === 'subtract') return [plus(times(a, d), negated(times(c, b))), times(b, d)];
    if (name === 'multiply') return [times(a, c), times(b, d)];
    if (name === 'divide') return [times(a, d), times(b, c)];
    if (name === 'unaryMinus') return [negated(a), b];
    const power = name === 'pow' ? numberOf(sumOf([c, d])) : null;
    if (power?.d !== 1n) return [sums.call(name, args.map(sumOf)), ONE()];
    const product = (sum: Sum) => Array.from({ length: Number(power.n) }, () => sum).reduce(times, ONE());
    return power.s < 0n ? [product(b), product(a)] : [product(a), product(b)];
  },
};

/** Multiplies an expression out. */
export function expanded(node: MathNode): Sum {
  return sumOf(evaluated(node, quotients));
}

/** Reads an expression as the quotient of two polynomials in this letter, without common factors. */
export function quotientIn(letter: string, node: MathNode): [above: Polynomial, below: Polynomial] {
  const [above, below] = evaluated(node, quotients);
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
  const parts = factored(p).factors.map(({ factor }) => factor);
  const numbers = parts.flatMap(([c, b, a]) => (c && b && !a ? [c.div(b).neg()] : []));
  const exact = numbers.sort((one, other) => one.compare(other)).map((number) => number.toFraction());
  return [
    ...exact.map((shown) => ({ shown, values: [shown], isExact: true })),
    ...parts.filter((part) => part.length > 2).map(irrationalRoots),
  ];
}

function irrationalRoots(p: Polynomial): Roots {
  if (p.length === 3) {
    const { middle, offset } = quadraticRoots(p);
    const values = [offset, negated(offset)].map((each) => textOf(plus(constant(middle), each)));
    return { shown: `${middle.n === 0n ? '±' : `${middle.toFraction()} ± `}${textOf(offset)}`, values, isExact: true };
  }
  // Degree four is for the eigenvalues of a matrix with four rows.
  if (p.length > 5) throw new Refused('no exact roots');
  const roots = [...numericRoots(p)].sort((a, b) => a.re - b.re || b.im - a.im);
  const values = roots.map(complexText);
  return { shown: values.join(', '), values, isExact: false };
}

/** Where an expression in this letter is zero. Refused if it is undefined there, as x²/x is at 0. */
export function rootsOfQuotient(letter: string, node: MathNode): readonly Roots[] {
  const [above, below] = evaluated(node, quotients).map((sum) => polynomialIn(letter, sum)) as [Polynomial, Polynomial];
  const [zeros] = cancelled(above, below);
  if (cancelled(zeros, below)[1].length < below.length) throw new Refused('undefined at a root');
  return solutions(zeros);
}

/** Solves linear equations, each given as an expression that is zero. Throws if there is not one solution. */
export function solvedTogether(letters: readonly string[], zeros: readonly MathNode[]): readonly Rational[] {
  const lines = zeros.map((zero) => new Map(expanded(zero).map((term) => [baseOf(term), term.coefficient])));
  if (lines.some((line) => [...line.keys()].some((base) => base !== '1' && !letters.includes(base)))) {
    throw new Refused('not linear');
  }
  const { multiply, inv } = mathjs();
  const matrix = lines.map((line) => letters.map((letter) => line.get(letter) ?? rational(0)));
  const right = lines.map((line) => line.get('1')?.neg() ?? rational(0));
  return multiply(inv(matrix as never), right as never) as never;
}
