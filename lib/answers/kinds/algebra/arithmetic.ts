import type { BigNumber } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { type Arithmetic, names } from './expression.ts';
import { type Complex, complex, mathjs, type Rational } from './mathjs.ts';

function cap(isWithin: boolean): void {
  if (!isWithin) throw new Refused('beyond the cap');
}

function known<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  cap(Object.hasOwn(table, name));
  return table[name] as Value;
}

/** Calls a function of mathjs, whose declarations do not know all of its types. */
const called = <Value>(name: string, args: readonly unknown[]): Value =>
  known(mathjs() as never as Record<string, (...args: readonly unknown[]) => Value>, name)(...args);

/** A number, or a vector or matrix of numbers. */
export type Matrix = Rational | Matrix[];

const MATRIX_OPERATIONS = names('add subtract multiply divide unaryMinus pow inv transpose cross dot det trace');
const MAX_MATRIX_POWER = 20;
const MAX_DIGITS_OF_ENTRY = 40;

const rank = (value: Matrix | undefined): number => (Array.isArray(value) ? 1 + rank(value[0]) : 0);

/** Exact arithmetic of matrices and vectors. */
export const matrices: Arithmetic<Matrix> = {
  number: (value) => value,
  symbol: (name) => known({}, name),
  list: (items) => items,
  call(name, args) {
    const [first, second] = args;
    cap(MATRIX_OPERATIONS.has(name));
    // The product of two vectors has two meanings.
    if (name === 'multiply') cap(rank(first) !== 1 || rank(second) !== 1);
    if (name === 'pow') cap(rank(first) === 2 && Math.abs(Number(second)) <= MAX_MATRIX_POWER);
    const result = called<Matrix>(name, name === 'pow' ? [first, Number(second)] : args);
    for (const entry of [result].flat(3) as Rational[]) cap(entry.toFraction().length <= MAX_DIGITS_OF_ENTRY);
    return result;
  },
};

/** Writes a matrix: `[[1/2, 3], [0, 1]]`. */
export function matrixText(value: Matrix): string {
  return Array.isArray(value) ? `[${value.map(matrixText).join(', ')}]` : value.toFraction();
}

const FLAT = names(`add subtract multiply divide unaryMinus sqrt cbrt abs arg conj re im
  asin acos atan sec csc cot`);
const STEEP = names('pow exp log log10 log2 sin cos tan sinh cosh tanh');
const MAX_COMPLEX = 1e12;
const MAX_STEEP_ARGUMENT = 1000;

/** Complex numbers in floating point. */
export const complexNumbers: Arithmetic<Complex> = {
  number: (value) => complex(Number(value)),
  symbol: (name) => known({ i: complex(0, 1), e: complex(Math.E), pi: complex(Math.PI) }, name),
  call(name, args) {
    const sizes = args.map((arg) => arg.abs());
    cap(FLAT.has(name) || (STEEP.has(name) && sizes.every((size) => size <= MAX_STEEP_ARGUMENT)));
    const value = mathjs().complex(called<Complex>(name, args)) as Complex;
    cap(value.abs() <= MAX_COMPLEX);
    // A part that is only the rounding error of the other, or of what was added, is zero.
    const least = 1e-14 * Math.max(value.abs(), ...(/add|subtract/.test(name) ? sizes : []));
    const exact = (part: number) => (Math.abs(part) < least ? 0 : part);
    return complex(exact(value.re), exact(value.im));
  },
};

/** Writes a complex number to 12 digits: `11 + 2i`. */
export function complexText(value: Complex): string {
  return mathjs().format(value, { precision: 12, lowerExp: -7, upperExp: 21 });
}

/** Digits of all slow operations of an expression together: one with 200 digits takes 30 ms, one with 100 takes 10. */
const MAX_SLOW_DIGITS = 200;
const MAX_DECIMAL = 1e15;
const DECIMAL_OPERATIONS = names(
  'add subtract multiply divide unaryMinus sqrt cbrt pow exp log log10 log2 sin cos tan',
);

/** Decimals with this many digits. */
export function decimals(digits: number): Arithmetic<BigNumber> {
  mathjs().config({ precision: digits + 40 });
  const decimal = (value: bigint) => mathjs().bignumber(String(value));
  let left = MAX_SLOW_DIGITS;
  const call = (name: string, args: BigNumber[]): BigNumber => {
    const most = STEEP.has(name) ? MAX_STEEP_ARGUMENT : MAX_DECIMAL;
    cap(DECIMAL_OPERATIONS.has(name) && args.every((arg) => arg.abs().lte(most)));
    left -= STEEP.has(name) ? digits : 0;
    cap(left >= 0);
    return called(name, args);
  };
  const symbols = {
    e: () => call('exp', [decimal(1n)]),
    pi: () => decimal(-1n).acos(),
    phi: () => decimal(5n).sqrt().plus(1).div(2),
  };
  return { number: ({ s, n, d }) => decimal(s * n).div(decimal(d)), symbol: (name) => known(symbols, name)(), call };
}
