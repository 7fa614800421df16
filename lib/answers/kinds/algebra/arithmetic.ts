import type { BigNumber, Complex, MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { nameOf, type SafeNode } from './guard.ts';
import { mathjs, type Rational } from './mathjs.ts';

/** How to compute with one type of value. */
export interface Arithmetic<Value> {
  number(value: Rational): Value;
  symbol(name: string): Value;
  list?(items: Value[]): Value;
  /** Applies an operator or function of mathjs, and refuses those that it does not know and arguments beyond its cap. */
  call(name: string, args: Value[]): Value;
}

/** Evaluates an expression. `node.evaluate` would call every function of mathjs without our caps. */
export function evaluated<Value>(node: MathNode, arithmetic: Arithmetic<Value>): Value {
  const safe = node as SafeNode;
  const of = (inner: MathNode) => evaluated(inner, arithmetic);
  if (safe.type === 'ConstantNode') return arithmetic.number(safe.value as never);
  if (safe.type === 'SymbolNode') return arithmetic.symbol(safe.name);
  if (safe.type === 'ParenthesisNode') return of(safe.content);
  if (safe.type !== 'ArrayNode') return arithmetic.call(nameOf(safe), safe.args.map(of));
  if (!arithmetic.list) throw new Refused('a matrix has no meaning here');
  return arithmetic.list(safe.items.map(of));
}

function cap(isWithin: boolean): void {
  if (!isWithin) throw new Refused('beyond the cap');
}

function known<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined) throw new Refused(`${name} has no meaning here`);
  return value;
}

function functionOfMathjs<Value>(name: string): (...args: Value[]) => Value {
  return known(mathjs() as never, name);
}

/** A number, or a vector or matrix of numbers. */
export type Matrix = Rational | Matrix[];

const MATRIX_OPERATIONS: ReadonlySet<string> = new Set(
  'add subtract multiply divide unaryMinus pow inv transpose cross dot det'.split(' '),
);
const MAX_MATRIX_POWER = 20;
const MAX_DIGITS_OF_ENTRY = 40;

const rank = (value: Matrix | undefined): number => (Array.isArray(value) ? 1 + rank(value[0]) : 0);

/** Exact arithmetic of matrices and vectors. */
export const matrices: Arithmetic<Matrix> = {
  number: (value) => value,
  symbol: () => known({}, 'a letter'),
  list: (items) => items,
  call(name, args) {
    cap(MATRIX_OPERATIONS.has(name));
    const [first, second] = args;
    if (name === 'pow') cap(rank(first) === 2 && Math.abs(Number(second)) <= MAX_MATRIX_POWER);
    // The product of two vectors has two meanings.
    if (name === 'multiply') cap(rank(first) !== 1 || rank(second) !== 1);
    const result = functionOfMathjs<Matrix>(name)(
      ...(name === 'pow' ? [first as Matrix, Number(second) as never] : args),
    );
    for (const entry of [result].flat(3) as Rational[]) cap(entry.toFraction().length <= MAX_DIGITS_OF_ENTRY);
    return result;
  },
};

/** Writes a matrix: `[[1/2, 3], [0, 1]]`. */
export function matrixText(value: Matrix): string {
  return Array.isArray(value) ? `[${value.map(matrixText).join(', ')}]` : value.toFraction();
}

const FLAT: ReadonlySet<string> = new Set('add subtract multiply divide unaryMinus sqrt abs arg conj re im'.split(' '));
const STEEP: ReadonlySet<string> = new Set('pow exp log sin cos tan sinh cosh tanh'.split(' '));
const MAX_COMPLEX = 1e12;
const MAX_STEEP_ARGUMENT = 1000;

/** Complex numbers in floating point. */
export const complexNumbers: Arithmetic<Complex> = {
  number: (value) => mathjs().complex(Number(value), 0),
  symbol: (name) => mathjs().complex(known({ i: '0 + i', e: `${Math.E}`, pi: `${Math.PI}` }, name)),
  call(name, args) {
    const size = ({ re, im }: Complex) => Math.hypot(re, im);
    cap(FLAT.has(name) || (STEEP.has(name) && args.every((arg) => size(arg) <= MAX_STEEP_ARGUMENT)));
    const value = mathjs().complex(functionOfMathjs<Complex>(name)(...args));
    cap(size(value) <= MAX_COMPLEX);
    // A part that is only the rounding error of the other, or of what was added, is zero.
    const least = 1e-14 * Math.max(size(value), ...(/add|subtract/.test(name) ? args.map(size) : []));
    const [re, im] = [value.re, value.im].map((part) => (Math.abs(part) < least ? 0 : part)) as [number, number];
    return mathjs().complex(re, im);
  },
};

/** Writes a complex number to 12 digits: `11 + 2i`. */
export function complexText(value: Complex): string {
  return mathjs().format(value, { precision: 12, lowerExp: -7, upperExp: 21 });
}

/** Digits of all slow operations of an expression together: one with 200 digits takes 30 ms, one with 100 takes 10. */
const MAX_SLOW_DIGITS = 200;
const MAX_DECIMAL = 1e15;
const METHODS: Readonly<Record<string, string>> = {
  ...{
    add: 'plus',
    subtract: 'minus',
    multiply: 'times',
    divide: 'div',
    unaryMinus: 'neg',
    sqrt: 'sqrt',
    cbrt: 'cbrt',
  },
  ...{ pow: 'pow', exp: 'exp', log: 'ln', sin: 'sin', cos: 'cos', tan: 'tan' },
};

interface DecimalClass {
  new (value: string | number): BigNumber;
  clone(options: { precision: number }): DecimalClass;
}

/** Decimals with this many digits. */
export function decimals(digits: number): Arithmetic<BigNumber> {
  const Decimal = (mathjs().bignumber(0).constructor as DecimalClass).clone({ precision: digits + 40 });
  let left = MAX_SLOW_DIGITS;
  const call = (name: string, [value, ...others]: BigNumber[]): BigNumber => {
    const most = STEEP.has(name) ? MAX_STEEP_ARGUMENT : MAX_DECIMAL;
    cap([value, ...others].every((arg) => arg?.abs().lte(most)));
    left -= STEEP.has(name) ? digits : 0;
    cap(left >= 0);
    return (value as BigNumber)[known(METHODS, name) as 'plus'](...(others as [BigNumber]));
  };
  const names = {
    e: () => call('exp', [new Decimal(1)]),
    pi: () => new Decimal(-1).acos(),
    phi: () => new Decimal(5).sqrt().plus(1).div(2),
  };
  return {
    number: (value) => new Decimal(String(value.s * value.n)).div(String(value.d)),
    symbol: (name) => known(names, name)(),
    call,
  };
}
