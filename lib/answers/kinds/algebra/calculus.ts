import type { MathNode } from 'mathjs';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { attempt, Refused } from '../../sums/refused.ts';
import { complexNumbers } from './arithmetic.ts';
import { type Arithmetic, evaluated, parsed, sourceOf } from './expression.ts';
import { type Complex, complex, mathjs, rational } from './mathjs.ts';
import * as polynomials from './polynomial.ts';
import * as terms from './terms.ts';
import { constant, powerOf, type Sum, sums, textOf, times } from './terms.ts';

/** Derivatives, integrals and limits of expressions as `textOf` writes them (`ln` is the natural logarithm). An integral counts only if its derivative, and a limit only if a value nearby, agrees. */

const MAX_STEPS = 8;

const sumIn = (text: string, arithmetic = sums): Sum => evaluated(parsed(sourceOf(text)), arithmetic);
const depends = (text: string, letter: string) => new RegExp(`(?<![a-z])${letter}(?![a-z])`).test(text);

/** Unsimplified: `simplifyCore` takes four times as long for each further factor, and `sums` collects the terms. */
export const derivative = (text: string, letter: string): Sum =>
  evaluated(mathjs().derivative(parsed(sourceOf(text)), letter, { simplify: false }), sums);

/** The exact value of an expression where its letter is this. */
const withLetter = (letter: string, value: Sum): Arithmetic<Sum> => ({
  ...sums,
  symbol: (name) => (name === letter ? value : sums.symbol(name)),
});
export const valueAt = (text: string, letter: string, at: Sum): Sum => sumIn(text, withLetter(letter, at));

/** The value of an expression at a number, in floating point. */
function near(node: MathNode, letter: string, at: number): Complex {
  const symbol = (name: string) =>
    name === letter ? complex(at) : OTHER.test(name) ? complex(0.77) : complexNumbers.symbol(name);
  return evaluated(node, { ...complexNumbers, symbol });
}
/** Letters that stand for any number. */
const OTHER = /^[a-df-hj-z]$/;

type Factor = readonly [base: string, power: ReturnType<typeof rational>];
const productOf = (factors: readonly Factor[]) =>
  factors.map(([base, power]) => powerOf(base, power)).reduce(times, constant(1));

/** Antiderivatives of functions, some of them squared, of `u`. */
const table = jsonFile(new URL('./data/antiderivatives.json', import.meta.url), z.record(z.string(), z.string()));
const CALL = /^([a-z]+)\((.*)\)$/;
/** Functions that become simpler by differentiation. */
const INVERSE = /^(?:ln|asin|acos|atan)\(/;

function antiderivative(sum: Sum, letter: string, depth = 0): Sum {
  if (depth > MAX_STEPS) throw new Refused('too deep');
  const parts = sum.map(({ coefficient, factors }) => {
    const [inside, outside]: [Factor[], Factor[]] = [[], []];
    for (const factor of factors) (depends(factor[0], letter) ? inside : outside).push(factor);
    return times(times(constant(coefficient), productOf(outside)), ofProduct(inside, letter, depth));
  });
  return terms.plus(...parts);
}

function ofProduct(factors: readonly Factor[], letter: string, depth: number): Sum {
  if (factors.length === 0) return powerOf(letter);
  for (const factor of factors) {
    const rest = productOf(factors.filter((each) => each !== factor));
    for (const { inner, whole } of substitutions(factor, letter)) {
      const slope = derivative(inner, letter);
      if (slope.length === 0) continue;
      const ratio = times(rest, terms.raised(slope, rational(-1)));
      if (!depends(textOf(ratio), letter)) return times(ratio, sumIn(whole));
    }
  }
  // By parts: what becomes simpler by differentiation, times the integral of the rest.
  const isPower = ([base, power]: Factor) => base === letter && power.d === 1n && power.s > 0n;
  const first =
    factors.find(([base, power]) => INVERSE.test(base) && power.d === 1n && power.s > 0n) ?? factors.find(isPower);
  if (!first) throw new Refused('no rule');
  const rest = antiderivative(productOf(factors.filter((each) => each !== first)), letter, depth + 1);
  const one = productOf([first]);
  const other = times(rest, derivative(textOf(one), letter));
  return terms.plus(times(one, rest), terms.negated(antiderivative(other, letter, depth + 1)));
}

/** What a factor may be a function of, with its antiderivative as a function of that. */
function* substitutions([base, power]: Factor, letter: string): Iterable<{ inner: string; whole: string }> {
  const exponent = power.toFraction();
  const next = power.add(1).toFraction();
  yield { inner: base, whole: exponent === '-1' ? `ln(abs(${base}))` : `(${base})^(${next})/(${next})` };
  const [, fn = '', inner = ''] = CALL.exec(base) ?? [];
  const known = table()[exponent === '1' ? fn : `${fn}^${exponent}`];
  if (known) yield { inner, whole: known.replace(/\bu\b/g, `(${inner})`) };
  const [, root = '', above = ''] = /^(e|\d+)\^(.+)$/.exec(base) ?? [];
  if (root) yield { inner: above, whole: `(${base})^(${exponent})/((${exponent})*ln(${root}))` };
  if (!/^(?:-1|-1\/2)$/.test(exponent) || !base.startsWith('(')) return;
  const [c, b, a, more] = polynomials.polynomialIn(letter, sumIn(base));
  if (!c || !b || !a || more || b.n !== 0n || c.s < 0n) return;
  const [size, product] = [a.abs().div(c).toFraction(), a.abs().mul(c).toFraction()];
  if (a.s > 0n && exponent === '-1') yield { inner: letter, whole: `atan(${letter}*sqrt(${size}))/sqrt(${product})` };
  if (a.s < 0n && exponent !== '-1')
    yield { inner: letter, whole: `asin(${letter}*sqrt(${size}))/sqrt(${a.abs().toFraction()})` };
}

const SAMPLES = [0.37, 0.71, 1.29, 2.3, -0.43, -1.7];
const MIN_AGREEING = 2;

/** An antiderivative as text, checked by differentiating it again. */
export function integral(source: string, letter: string): string {
  const text = textOf(antiderivative(sumIn(source), letter));
  const again = mathjs().derivative(parsed(sourceOf(text)), letter, { simplify: false });
  const node = parsed(sourceOf(source));
  const values = SAMPLES.flatMap((at) => {
    const [wanted, got] = [node, again].map((each) => attempt(() => near(each, letter, at)));
    return wanted && got ? got.sub(wanted).abs() < 1e-8 * (1 + wanted.abs()) : [];
  });
  if (values.length < MIN_AGREEING || values.includes(false)) throw new Refused('not confirmed');
  return text;
}

/** No node of one grid is in the middle between two of another, where a pole would cancel itself out. */
const GRIDS = [190, 252];

/** The integral between two bounds, exact, and as a number that Simpson's rule confirms. */
export function integralBetween(source: string, letter: string, from: string, to: string) {
  const bounds = [from, to].map((bound) => sumIn(bound));
  const [low = 0, high = 0] = [from, to].map((bound) => near(parsed(sourceOf(bound)), letter, 0).re);
  const text = integral(source, letter);
  const [below = [], above = []] = bounds.map((bound) => valueAt(text, letter, bound));
  const exact = terms.plus(above, terms.negated(below));
  const value = near(parsed(sourceOf(textOf(exact))), letter, 0);
  const node = parsed(sourceOf(source));
  for (const steps of GRIDS) {
    const width = (high - low) / steps;
    const weight = (at: number) => (at === 0 || at === steps ? 1 : at % 2 === 0 ? 2 : 4);
    let sum = complex(0);
    for (let at = 0; at <= steps; at++) sum = sum.add(near(node, letter, low + at * width).mul(weight(at)));
    if (
      sum
        .mul(width / 3)
        .sub(value)
        .abs() >
      1e-4 * (1 + value.abs())
    )
      throw new Refused('not confirmed');
  }
  return { exact, value };
}

/** Distances from the point at which a limit is checked: of infinity, one over them. */
const [NEAR, FAR] = [
  [1e-3, 1e-4],
  [1e-2, 1e-3],
];
const MAX_ERROR = 0.02;

/** The limit at a number, or at infinity (`sign` times); null if there is none. */
export function limit(source: string, letter: string, at: Sum | 1 | -1): string | null {
  const node = parsed(sourceOf(source));
  const isFar = typeof at === 'number';
  const value = isFar ? 0 : near(parsed(sourceOf(textOf(at))), letter, 0).re;
  const sides = isFar ? [at] : [1, -1];
  const sampled = sides.map((side) =>
    (isFar ? FAR : NEAR).map((by) => near(node, letter, isFar ? side / by : value + side * by)),
  );
  const found = isPower(node, letter) ? ofPower(node, letter, at) : ofQuotient(node, letter, at, value);
  if (found !== null) {
    const wanted = near(parsed(sourceOf(found)), letter, 0);
    const isNear = ([far = 0, close = 0]: number[]) => close <= Math.min(far + 1e-9, MAX_ERROR * (1 + wanted.abs()));
    if (!sampled.every((side) => isNear(side.map((got) => got.sub(wanted).abs())))) throw new Refused('not confirmed');
    return found;
  }
  const signs = sampled.map(([far, close]) => {
    if (!far || !close || close.im !== 0 || close.abs() < 3 * far.abs()) throw new Refused('not confirmed');
    return Math.sign(close.re);
  });
  return new Set(signs).size > 1 ? null : signs[0] === 1 ? '∞' : '-∞';
}

const isPower = (node: MathNode, letter: string) =>
  node.type === 'OperatorNode' &&
  (node as never as { fn: string }).fn === 'pow' &&
  argsOf(node).every((part) => depends(part, letter));
const argsOf = (node: MathNode) => (node as never as { args: MathNode[] }).args.map((each) => withLn(String(each)));
/** mathjs calls the natural logarithm `log`. */
export const withLn = (source: string) => source.replace(/\blog\(/g, 'ln(');

/** f^g is e^(g ln f). */
function ofPower(node: MathNode, letter: string, at: Sum | 1 | -1): string | null {
  const [base, exponent] = argsOf(node);
  const power = limit(`(${exponent})*ln(${base})`, letter, at);
  if (power === null || power.includes('∞')) throw new Refused('no rule');
  return textOf(sumIn(`e^(${power})`));
}

/** The limit of a quotient, by differentiating both parts while both are zero (L'Hôpital); null if it is not finite. */
function ofQuotient(node: MathNode, letter: string, at: Sum | 1 | -1, value: number): string | null {
  let [above, below] = polynomials.quotientOf(node, typeof at === 'number' ? letter : '').map(textOf) as [
    string,
    string,
  ];
  const point = typeof at === 'number' ? [] : at;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [top, bottom] = [above, below].map((text) => near(parsed(sourceOf(text)), letter, value).abs() < 1e-12);
    if (!bottom)
      return textOf(times(valueAt(above, letter, point), terms.raised(valueAt(below, letter, point), rational(-1))));
    if (!top) return null;
    [above, below] = [above, below].map((text) => textOf(derivative(text, letter))) as [string, string];
  }
  throw new Refused('no rule');
}
