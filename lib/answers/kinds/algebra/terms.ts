import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import type { SafeNode } from './guard.ts';
import { type Rational, rational } from './mathjs.ts';

/**
 * An expression as a sum of terms. Equal terms are collected, which is all the simplification that people expect of an
 * expanded product or a derivative.
 */
export type Sum = readonly Term[];

/** A number times powers of bases. A base is text that is not taken apart: `x`, `sin(x)`, `(x + 1)`, or 2 in √2. */
interface Term {
  coefficient: Rational;
  factors: ReadonlyMap<string, Rational>;
}

const MAX_TERMS = 60;
const MAX_POWER = 24;

/** Returns a number as a sum. */
export const constant = (value: Rational | number): Sum => scaled(rational(1).mul(value), new Map());
/** Returns a power of a base as a sum. */
export const powerOf = (base: string, power: Rational = rational(1)): Sum =>
  scaled(rational(1), new Map([[base, power]]));

function scaled(coefficient: Rational, factors: Term['factors']): Sum {
  return coefficient.n === 0n ? [] : [{ coefficient, factors }];
}

/** Returns the number that a sum is; null if it has letters. */
export function numberOf(sum: Sum): Rational | null {
  if (sum.length === 0) return rational(0);
  return sum.length === 1 && sum[0]?.factors.size === 0 ? sum[0].coefficient : null;
}

/** Adds sums and collects equal terms. */
export function plus(...sums: readonly Sum[]): Sum {
  const terms = new Map<string, Term>();
  for (const { coefficient, factors } of sums.flat()) {
    const key = productText(1n, factors);
    const [total] = scaled(coefficient.add(terms.get(key)?.coefficient ?? 0), factors);
    if (total) terms.set(key, total);
    else terms.delete(key);
  }
  if (terms.size > MAX_TERMS) throw new Refused('too many terms');
  return [...terms.values()];
}

/** Multiplies sums out. */
export function times(left: Sum, right: Sum): Sum {
  if (left.length * right.length > 4 * MAX_TERMS) throw new Refused('too many terms');
  return plus(left.flatMap((a) => right.flatMap((b) => product(a, b))));
}

function product(a: Term, b: Term): Sum {
  const factors = new Map(a.factors);
  for (const [base, power] of b.factors) factors.set(base, power.add(factors.get(base) ?? 0));
  const present = [...factors].filter(([, power]) => power.n !== 0n);
  if (present.some(([, power]) => power.n > MAX_POWER)) throw new Refused('too large');
  // Roots of numbers, letters, powers such as e^(2 x), functions, and brackets last.
  const rank = (base: string) =>
    `${[/^\d+$/, /^[a-z]$/, /^\w+\^/, /^[a-z]/, /^/].findIndex((form) => form.test(base))}${base}`;
  const sorted = present.sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1));
  return scaled(a.coefficient.mul(b.coefficient), new Map(sorted));
}

/** Raises a sum to a power. Brackets with several terms are multiplied out only if `isExpanded`. */
export function raised(sum: Sum, power: Rational, isExpanded: boolean): Sum {
  const [term] = sum;
  if (!term && power.s <= 0n) throw new Refused('division by zero');
  if (power.n > MAX_POWER) throw new Refused('too large');
  if (!term) return [];
  const isWhole = power.d === 1n;
  const value = numberOf(sum);
  if (value && !isWhole) return rootOf(value, power);
  if (sum.length === 1 && isWhole && power.s < 0n) {
    const factors = [...term.factors].map(([base, exponent]) => [base, exponent.neg()] as const);
    return raised(scaled(term.coefficient.inverse(), new Map(factors)), power.neg(), isExpanded);
  }
  if (isWhole && power.s >= 0n && (sum.length === 1 || isExpanded || power.n <= 1n)) {
    return Array.from({ length: Number(power.n) }, () => sum).reduce(times, constant(1));
  }
  // The root of x² is not x if x is negative, so only a bare letter or function takes a fractional power.
  const [[base, exponent] = ['', rational(0)], ...others] = term.factors;
  const isBare = sum.length === 1 && others.length === 0 && exponent.equals(1) && term.coefficient.equals(1);
  return powerOf(isBare ? base : `(${textOf(sum)})`, power);
}

/** A number to a fractional power: squares come out of a square root, and that of a negative number is imaginary. */
export function rootOf(value: Rational, power: Rational): Sum {
  const exact = value.s > 0n ? value.pow(power) : null;
  if (exact) return constant(exact);
  if (!power.equals(rational(1, 2))) throw new Refused('not a simple root');
  let [inside, outside] = [value.n * value.d, 1n];
  for (let root = 2n; root * root <= inside && root < 5_000n; root++) {
    while (inside % (root * root) === 0n) [inside, outside] = [inside / (root * root), outside * root];
  }
  const root = times(
    constant(rational(outside, value.d)),
    inside === 1n ? constant(1) : powerOf(String(inside), power),
  );
  return value.s < 0n ? times(root, powerOf('i')) : root;
}

/** Reads an expression as a sum. Refuses matrices and whatever else has no place in one. */
export function termsOf(node: MathNode, isExpanded: boolean): Sum {
  const safe = node as SafeNode;
  const read = (inner: MathNode | undefined) => termsOf(inner as MathNode, isExpanded);
  if (safe.type === 'ConstantNode') return constant(safe.value as never);
  if (safe.type === 'SymbolNode') return powerOf(safe.name);
  if (safe.type === 'ParenthesisNode') return read(safe.content);
  if (safe.type === 'FunctionNode') return call(safe.fn.name as string, read(safe.args[0]), isExpanded);
  if (safe.type !== 'OperatorNode') throw new Refused('not a sum of terms');
  const [left, right] = [read(safe.args[0]), safe.args.length > 1 ? read(safe.args[1]) : []];
  if (safe.fn === 'add') return plus(left, right);
  if (safe.fn === 'subtract') return plus(left, times(constant(-1), right));
  if (safe.fn === 'multiply') return times(left, right);
  if (safe.fn === 'divide') return times(left, raised(right, rational(-1), isExpanded));
  if (safe.fn === 'unaryMinus') return times(constant(-1), left);
  return safe.fn === 'pow' ? toThe(left, right, isExpanded) : left;
}

function toThe(base: Sum, exponent: Sum, isExpanded: boolean): Sum {
  const power = numberOf(exponent);
  if (power) return raised(base, power, isExpanded);
  return powerOf(`${wrapped(textOf(base))}^${wrapped(textOf(exponent))}`);
}

function call(name: string, of: Sum, isExpanded: boolean): Sum {
  const text = textOf(of);
  if (name === 'sqrt') return raised(of, rational(1, 2), isExpanded);
  if (name === 'cbrt') return raised(of, rational(1, 3), isExpanded);
  if (name === 'exp') return toThe(powerOf('e'), of, isExpanded);
  if (name !== 'log') return powerOf(`${name}(${text})`);
  return text === 'e' ? constant(1) : text === '1' ? [] : powerOf(`ln(${text})`);
}

/** Writes a sum as text: `3 x^2 + 2 √x`. */
export function textOf(sum: Sum): string {
  const terms = inOrder(sum).map(({ coefficient, factors }) => {
    const above = [...factors].filter(([, power]) => power.s > 0n);
    const below = [...factors].flatMap(([base, power]) => (power.s < 0n ? [[base, power.neg()] as const] : []));
    const divisor = productText(coefficient.d, new Map(below));
    const isSimple = below.length === 0 || (below.length === 1 && coefficient.d === 1n);
    const quotient = divisor === '1' ? '' : `/${isSimple ? divisor : `(${divisor})`}`;
    return `${coefficient.s < 0n ? '-' : '+'} ${productText(coefficient.n, new Map(above))}${quotient}`;
  });
  return terms.length === 0 ? '0' : terms.join(' ').replace(/^\+ |^(-) /, '$1');
}

/** Terms of a polynomial by falling degree; other terms as they came. */
function inOrder(sum: Sum): Sum {
  const powers = sum.flatMap(({ factors }) => [...factors]);
  if (powers.some(([base, { s, d }]) => !/^[a-hj-z]$/.test(base) || d !== 1n || s < 0n)) return sum;
  const degree = ({ factors }: Term) => [...factors.values()].reduce((total, { n }) => total + Number(n), 0);
  const letters = ({ factors }: Term) => [...factors].map(([base, { n }]) => base.repeat(Number(n))).join('');
  return [...sum].sort((a, b) => degree(b) - degree(a) || (letters(a) < letters(b) ? -1 : 1));
}

function productText(number: bigint, factors: Term['factors']): string {
  const parts = [...factors].map(([base, power]) => {
    if (power.equals(rational(1, 2))) return `√${wrapped(base)}`;
    return power.equals(1) ? base : `${base.includes('^') ? wrapped(base) : base}^${wrapped(power.toFraction())}`;
  });
  if (number === 1n && parts.length > 0) return parts.join(' ');
  return parts.join(' ') === 'i' ? `${number}i` : [number, ...parts].join(' ');
}

/** The text in brackets, unless it is one word or has them already. */
function wrapped(text: string): string {
  let depth = 0;
  const end = [...text].findIndex((sign) => {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    return depth === 0;
  });
  return /^\w+$/.test(text) || end === text.length - 1 ? text : `(${text})`;
}
