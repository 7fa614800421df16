import type { BigNumber, Complex, MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import type { SafeNode } from './guard.ts';
import { mathjs, type Rational } from './mathjs.ts';

/** How to compute with one type of value. Operations have the names of mathjs; each refuses arguments beyond its cap. */
interface Arithmetic<Value> {
  number(value: Rational): Value;
  names: Readonly<Record<string, () => Value>>;
  operations: Readonly<Record<string, (...args: Value[]) => Value>>;
}

/** A number, or a vector or matrix of numbers. */
export type Matrix = Rational | Matrix[];

/** Evaluates an expression. `node.evaluate` would call every function of mathjs without our caps. */
export function evaluated<Value>(node: MathNode, arithmetic: Arithmetic<Value>): Value {
  const safe = node as SafeNode;
  const of = (inner: MathNode) => evaluated(inner, arithmetic);
  if (safe.type === 'ConstantNode') return arithmetic.number(safe.value as never);
  if (safe.type === 'ParenthesisNode') return of(safe.content);
  if (safe.type === 'ArrayNode') return safe.items.map(of) as Value;
  if (safe.type === 'SymbolNode') return known(arithmetic.names, safe.name)();
  const name = safe.type === 'FunctionNode' ? (safe.fn.name as string) : safe.fn;
  return known(arithmetic.operations, name)(...safe.args.map(of));
}

function known<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined) throw new Refused(`${name} has no meaning here`);
  return value;
}

function cap(isWithin: boolean): void {
  if (!isWithin) throw new Refused('beyond the cap');
}

const MAX_MATRIX_POWER = 20;
const MAX_DIGITS_OF_ENTRY = 40;

/** Exact arithmetic of matrices and vectors. */
export function matrices(): Arithmetic<Matrix> {
  const math = mathjs();
  const rank = (value: Matrix): number => (Array.isArray(value) ? 1 + rank(value[0] ?? []) : 0);
  const capped = (name: string) => {
    const operation = (math as never as Record<string, (...args: Matrix[]) => Matrix>)[name];
    return (...args: Matrix[]): Matrix => {
      // The product of two vectors has two meanings.
      cap(name !== 'multiply' || !args.every((arg) => rank(arg) === 1));
      const result = operation?.(...args) ?? [];
      for (const entry of [result].flat(3) as Rational[]) cap(entry.toFraction().length <= MAX_DIGITS_OF_ENTRY);
      return result;
    };
  };
  const names = 'add subtract multiply divide unaryMinus unaryPlus inv transpose trace cross dot';
  const operations = Object.fromEntries(names.split(' ').map((name) => [name, capped(name)]));
  const pow = (base: Matrix, exponent: Matrix): Matrix => {
    const power = Number(exponent);
    cap(rank(base) === 2 && Number.isInteger(power) && Math.abs(power) <= MAX_MATRIX_POWER);
    return capped('pow')(power < 0 ? capped('inv')(base) : base, Math.abs(power) as never);
  };
  return { number: (value) => value, names: {}, operations: { ...operations, pow, det: capped('det') } };
}

/** Writes a matrix: `[[1/2, 3], [0, 1]]`. */
export function matrixText(value: Matrix): string {
  return Array.isArray(value) ? `[${value.map(matrixText).join(', ')}]` : value.toFraction();
}

const MAX_COMPLEX = 1e12;
const MAX_ARGUMENT = 100;

/** Complex numbers in floating point. */
export function complexNumbers(): Arithmetic<Complex> {
  const math = mathjs();
  const size = (value: Complex) => Math.hypot(value.re, value.im);
  const whole = (value: unknown) => math.complex(value as never);
  /** Drops the part that is only the rounding error of the other, or of what was added. */
  const cleaned = (value: Complex, ...added: Complex[]): Complex => {
    const least = 1e-14 * Math.max(size(value), ...added.map(size));
    cap(size(value) <= MAX_COMPLEX);
    return math.complex(Math.abs(value.re) < least ? 0 : value.re, Math.abs(value.im) < least ? 0 : value.im);
  };
  const capped = (most: number) => (name: string) => {
    const operation = (math as never as Record<string, (...args: Complex[]) => unknown>)[name];
    return [
      name,
      (...args: Complex[]) => {
        cap(args.every((arg) => size(arg) <= most));
        return cleaned(whole(operation?.(...args)), ...(/add|sub/.test(name) ? args : []));
      },
    ] as const;
  };
  const free = 'add subtract multiply divide unaryMinus unaryPlus sqrt abs arg conj re im'
    .split(' ')
    .map(capped(MAX_COMPLEX));
  const steep = 'pow exp log sin cos tan sinh cosh tanh'.split(' ').map(capped(MAX_ARGUMENT));
  const names = { i: () => math.complex(0, 1), e: () => whole(Math.E), pi: () => whole(Math.PI) };
  return { number: (value) => whole(Number(value)), names, operations: Object.fromEntries([...free, ...steep]) };
}

/** Writes a complex number to 12 digits: `11 + 2i`. */
export function complexText({ re, im }: { re: number; im: number }): string {
  const short = (part: number) => String(Number(part.toPrecision(12)));
  const imaginary = Math.abs(im) === 1 ? 'i' : `${short(Math.abs(im))}i`;
  if (im === 0) return short(re);
  return re === 0 ? `${im < 0 ? '-' : ''}${imaginary}` : `${short(re)} ${im < 0 ? '-' : '+'} ${imaginary}`;
}

/** Digits of all slow operations of an expression together: one with 200 digits takes 30 ms, one with 100 takes 10. */
const MAX_SLOW_DIGITS = 200;

interface DecimalClass {
  new (value: string | number): BigNumber;
  clone(options: { precision: number }): DecimalClass;
}

/** Decimals with this many digits. */
export function decimals(digits: number): Arithmetic<BigNumber> {
  const Decimal = (mathjs().bignumber(0).constructor as DecimalClass).clone({ precision: digits + 40 });
  let left = MAX_SLOW_DIGITS;
  const capped = (most: number, operation: (value: BigNumber) => BigNumber) => (value: BigNumber) => {
    cap(value.abs().lte(most));
    return operation(value);
  };
  const slow = (most: number, operation: (value: BigNumber) => BigNumber) => {
    return capped(most, (value) => {
      left -= digits;
      cap(left >= 0);
      return operation(value);
    });
  };
  const named = (constant: () => BigNumber) => () => slow(0, constant)(new Decimal(0));
  return {
    number: (value) => new Decimal(String(value.s * value.n)).div(String(value.d)),
    names: {
      e: named(() => new Decimal(1).exp()),
      pi: () => new Decimal(-1).acos(),
      phi: () => new Decimal(5).sqrt().plus(1).div(2),
    },
    operations: {
      add: (a, b) => a.plus(b),
      subtract: (a, b) => a.minus(b),
      multiply: (a, b) => a.times(b),
      divide: (a, b) => a.div(b),
      unaryMinus: (a) => a.neg(),
      unaryPlus: (a) => a,
      pow: (a, b) => capped(1e6, (base) => slow(MAX_ARGUMENT, (power) => base.pow(power))(b))(a),
      sqrt: capped(1e15, (a) => a.sqrt()),
      cbrt: capped(1e15, (a) => a.cbrt()),
      exp: slow(MAX_ARGUMENT, (a) => a.exp()),
      log: slow(1e15, (a) => a.ln()),
      sin: slow(MAX_ARGUMENT, (a) => a.sin()),
      cos: slow(MAX_ARGUMENT, (a) => a.cos()),
      tan: slow(MAX_ARGUMENT, (a) => a.tan()),
    },
  };
}
