import { Refused } from '../../sums/refused.ts';
import type { Arithmetic } from './expression.ts';
import { type Rational, rational } from './mathjs.ts';

/** An expression as a sum of terms. Collecting equal terms is all the simplification that people expect. */
export type Sum = readonly Term[];

/** A number times powers of bases. A base is text that is not taken apart: `x`, `sin(x)`, `(x + 1)`, or 2 in √2. */
interface Term {
  coefficient: Rational;
  factors: ReadonlyMap<string, Rational>;
}

const MAX_TERMS = 60;
const MAX_POWER = 24;
const MAX_COEFFICIENT = 10n ** 40n;
/** The order of factors: roots of numbers, letters, powers such as e^(2 x), functions, and brackets last. */
const FORMS = [/^\d+$/, /^[a-z]$/, /^\w+\^/, /^[a-z]/, /^/];

export const constant = (value: Rational | number): Sum => termOf(rational(1).mul(value), []);
export const powerOf = (base: string, power = rational(1)): Sum => termOf(rational(1), [[base, power]]);

function termOf(coefficient: Rational, powers: Iterable<[base: string, power: Rational]>): Sum {
  const rank = (base: string) => `${FORMS.findIndex((form) => form.test(base))}${base}`;
  const factors = [...powers].filter(([, power]) => power.n !== 0n).sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
  const isLarge = coefficient.n > MAX_COEFFICIENT || coefficient.d > MAX_COEFFICIENT;
  if (isLarge || factors.some(([, power]) => power.n > MAX_POWER)) throw new Refused('too large');
  return coefficient.n === 0n ? [] : [{ coefficient, factors: new Map(factors) }];
}

/** Returns the number that a sum is; null if it has letters. */
export function numberOf([term, ...others]: Sum): Rational | null {
  if (!term) return rational(0);
  return others.length === 0 && term.factors.size === 0 ? term.coefficient : null;
}

/** Writes a term without its number: `x^2`; 1 if it has no letters. */
export const baseOf = ({ factors }: Pick<Term, 'factors'>): string => productText(1n, [...factors]);

/** Adds sums and collects equal terms. */
export function plus(...sums: readonly Sum[]): Sum {
  const terms = new Map<string, Term>();
  for (const { coefficient, factors } of sums.flat()) {
    const key = baseOf({ factors });
    const [total] = termOf(coefficient.add(terms.get(key)?.coefficient ?? 0), factors);
    if (total) terms.set(key, total);
    else terms.delete(key);
  }
  if (terms.size > MAX_TERMS) throw new Refused('too many terms');
  return [...terms.values()];
}

export function times(left: Sum, right: Sum): Sum {
  if (left.length * right.length > 4 * MAX_TERMS) throw new Refused('too many terms');
  return plus(left.flatMap((a) => right.flatMap((b) => product(a, b))));
}

function product(a: Term, b: Term): Sum {
  const factors = new Map(a.factors);
  for (const [base, power] of b.factors) factors.set(base, power.add(factors.get(base) ?? 0));
  return termOf(a.coefficient.mul(b.coefficient), factors);
}

export const negated = (sum: Sum): Sum => times(constant(-1), sum);

/** Raises a sum to a power. A bracket with several terms is not multiplied out. */
export function raised(sum: Sum, power: Rational): Sum {
  const [term, ...others] = sum;
  if (power.n > MAX_POWER) throw new Refused('too large');
  if (!term && power.s <= 0n) throw new Refused('division by zero');
  if (!term || power.equals(1)) return sum;
  const { coefficient, factors } = term;
  if (others.length === 0 && power.d === 1n) {
    const powers = Array.from(factors, ([base, exponent]) => [base, exponent.mul(power)] as [string, Rational]);
    return termOf(coefficient.pow(power) as Rational, powers);
  }
  if (others.length === 0 && factors.size === 0) {
    if (!power.equals(rational(1, 2))) throw new Refused('not a square root');
    return rootOf(coefficient);
  }
  // The root of x² is not x if x is negative, so only a bare letter or function takes a fractional power.
  const text = textOf(sum);
  return powerOf(factors.get(text)?.equals(1) ? text : `(${text})`, power);
}

/** The root of a number: squares come out of it, and that of a negative number is imaginary. */
export function rootOf({ s, n, d }: Rational): Sum {
  let [inside, outside] = [n * d, 1n];
  const whole = BigInt(Math.round(Math.sqrt(Number(inside))));
  if (whole * whole === inside) [inside, outside] = [1n, whole];
  for (let root = 2n; root * root <= inside && root < 5_000n; root++) {
    while (inside % (root * root) === 0n) [inside, outside] = [inside / (root * root), outside * root];
  }
  return termOf(rational(outside, d), [
    [String(inside), rational(inside === 1n ? 0 : 1, 2)],
    ['i', rational(s < 0n ? 1 : 0)],
  ]);
}

const POSITIVE = /^(?:e|pi|[\d/]+)$/;

/** Arithmetic of sums. Functions and brackets with a power are bases. */
export const sums: Arithmetic<Sum> = {
  number: constant,
  symbol: (name) => powerOf(name),
  call(name, [left = [], right = []]) {
    if (name === 'add') return plus(left, right);
    if (name === 'subtract') return plus(left, negated(right));
    if (name === 'multiply') return times(left, right);
    if (name === 'divide') return times(left, raised(right, rational(-1)));
    if (name === 'unaryMinus') return negated(left);
    if (name === 'pow') return toThe(left, right);
    if (name === 'exp') return toThe(powerOf('e'), left);
    if (name === 'sqrt') return raised(left, rational(1, 2));
    if (name === 'cbrt') return raised(left, rational(1, 3));
    const text = textOf(left);
    if (name === 'abs' && POSITIVE.test(text)) return left;
    if (name !== 'log') return exactly(name, left) ?? powerOf(`${name}(${text})`);
    return text === 'e' ? constant(1) : text === '1' ? [] : powerOf(`ln(${text})`);
  },
};

/** Sines and cosines of quarters of a turn, and other functions of zero. */
function exactly(name: string, angle: Sum): Sum | null {
  const [{ coefficient, factors } = { coefficient: rational(0), factors: new Map() }, more] = angle;
  const isOfPi = factors.size === 1 && factors.get('pi')?.equals(1);
  const quarters = coefficient.mul(2);
  if (more || quarters.d !== 1n || !(isOfPi || angle.length === 0)) return null;
  const turn = Number(((quarters.s * quarters.n) % 4n) + 4n) % 4;
  if (name === 'sin') return constant([0, 1, 0, -1][turn] as number);
  if (name === 'cos') return constant([1, 0, -1, 0][turn] as number);
  if (name === 'tan' && turn % 2 === 0) return [];
  if (angle.length > 0) return null;
  if (/^(?:sinh|tanh|asin|atan)$/.test(name)) return [];
  return name === 'cosh' ? constant(1) : null;
}

function toThe(base: Sum, exponent: Sum): Sum {
  const power = numberOf(exponent);
  return power ? raised(base, power) : powerOf(`${wrapped(textOf(base))}^${wrapped(textOf(exponent))}`);
}

/** Writes a sum as text: `3 x^2 + 2 √x`. */
export function textOf(sum: Sum): string {
  const terms = inOrder(sum).map(({ coefficient: { s, n, d }, factors }) => {
    const above = [...factors].filter(([, power]) => power.s > 0n);
    const below = [...factors].filter(([, power]) => power.s < 0n).map(([base, power]) => [base, power.neg()] as const);
    const divisor = productText(d, below);
    const isSimple = below.length === 0 || (below.length === 1 && d === 1n);
    const quotient = divisor === '1' ? '' : `/${isSimple ? divisor : `(${divisor})`}`;
    return `${s < 0n ? '-' : '+'} ${productText(n, above)}${quotient}`;
  });
  return terms.length === 0 ? '0' : terms.join(' ').replace(/^\+ |^(-) /, '$1');
}

/** Terms of a polynomial by falling degree; other terms as they came. */
function inOrder(sum: Sum): Sum {
  const powers = sum.flatMap(({ factors }) => [...factors]);
  if (powers.some(([base, { s, d }]) => !/^[a-hj-z]$/.test(base) || d !== 1n || s < 0n)) return sum;
  const letters = ({ factors }: Term) => [...factors].map(([base, { n }]) => base.repeat(Number(n))).join('');
  return [...sum].sort((a, b) => letters(b).length - letters(a).length || (letters(a) < letters(b) ? -1 : 1));
}

function productText(number: bigint, factors: readonly (readonly [string, Rational])[]): string {
  const parts = factors.map(([base, power]) => {
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
    depth += Number(sign === '(') - Number(sign === ')');
    return depth === 0;
  });
  return /^\w+$/.test(text) || end === text.length - 1 ? text : `(${text})`;
}
