import { bits, isWhole, type Rational } from '../reading/numbers/rational.ts';
import type { Unit } from '../reading/units/units.ts';
import { MEANINGS } from './conversion.ts';
import type { Reading } from './reading.ts';
import type { BinaryOperator, Tree } from './tree.ts';

/**
 * Estimates the work of a calculation from its tree, without calculating. Only growing numbers make a calculation slow:
 * reducing a fraction takes about half as many steps as it has bits. The bounds are rough and always too high.
 */

/**
 * Limit for the bits of all intermediate results together. It takes a few tenths of a millisecond and covers any
 * everyday calculation.
 */
const MAX_BITS = 16_384;
/** Maximum number of times that a sum is evaluated: as a quantity and as a number, in two meanings each. */
const SUM_TRIES = 4;

/** Whether all calculations that may be needed for an answer are quick. */
export function isCheapReading({ sum, conversions }: Reading): boolean {
  let all = sum ? SUM_TRIES * effortOf(sum) : 0;
  for (const { source, target } of conversions) all += MEANINGS.length * (effortOf(source) + effortOf(target));
  return all <= MAX_BITS;
}

/** Whether a tree is quick to evaluate. */
export const isCheapTree = (tree: Tree) => effortOf(tree) <= MAX_BITS;

/** Upper bound for the bits of the result and all intermediate results; infinite if the tree does not show it. */
export function effortOf(tree: Tree): number {
  const measure = new Measure();
  measure.bitsOf(tree);
  return measure.all;
}

/** Upper bound for the bits of the numerator and of the denominator of the result. */
export const bitsOf = (tree: Tree) => new Measure().bitsOf(tree);

/** Cost of every result, however small. */
const STEP = 16;
/** Rounding makes a 64-bit number exact again. */
const FLOAT_BITS = 64;
/** Functions that take as many steps as the value of their argument count as cheap only up to this argument. */
const MAX_COUNTED = 100n;
/** 100! has 525 bits. */
const COUNTED_BITS = 600;

class Measure {
  all = 0;

  bitsOf(tree: Tree): number {
    const own = this.grown(tree);
    this.all += own + STEP;
    return own;
  }

  private grown(tree: Tree): number {
    switch (tree.is) {
      case 'number':
        return lengthOf(tree.value);
      case 'constant':
        return 4;
      case 'unit':
        return Math.max(...tree.units.map(unitBits));
      case 'negative':
      case 'percent':
        return this.bitsOf(tree.of) + 8;
      case 'factorial':
        return counted([tree.of]);
      case 'compound':
        return tree.parts.reduce((sum, part) => sum + this.tried(part), 0);
      case 'call':
        return this.ofCall(tree.fn, tree.args);
      case 'binary':
        return this.ofBinary(tree.operator, tree.left, tree.right);
    }
  }

  /** Measures a part of a compound, which is evaluated in up to three meanings. */
  private tried(part: Tree): number {
    const before = this.all;
    const own = this.bitsOf(part);
    this.all += 2 * (this.all - before);
    return own;
  }

  private ofBinary(operator: BinaryOperator, left: Tree, right: Tree): number {
    if (operator === 'choose' || operator === 'permute') return counted([left, right]);
    const base = this.bitsOf(left);
    if (operator === '^') return raised(base, right);
    const both = base + this.bitsOf(right);
    if (operator === '<<' || operator === '>>') {
      const by = literal(right);
      return by && by.n <= 1_000n ? both + Number(by.n) : Number.POSITIVE_INFINITY;
    }
    // x mod y is x - y · ⌊x/y⌋, so each operand occurs up to three times.
    return operator === 'mod' ? 3 * both : both + 8;
  }

  private ofCall(fn: string, args: readonly Tree[]): number {
    if (COUNTING.has(fn)) return counted(args);
    const bits = args.map((arg) => this.bitsOf(arg));
    const all = bits.reduce((sum, each) => sum + each, 0);
    const [, second] = args;
    if (fn === 'pow') return raised(bits[0] ?? 0, second);
    // To check whether a logarithm is whole, its base is raised to it. With a base near 1, that is a very high power.
    if (fn === 'log' && second && !isAtLeastTwo(literal(second))) return Number.POSITIVE_INFINITY;
    // Covers cubes. Roots and angles take a few more steps of the length of their argument. Rounding may take thirty
    // decimals.
    return 4 * all + FLOAT_BITS + (fn === 'round' || fn === 'signif' ? 110 : 0);
  }
}

const COUNTING = new Set(['factorial', 'gamma', 'fib', 'ncr', 'npr']);

function counted(args: readonly Tree[]): number {
  const small = args.every((arg) => (literal(arg)?.n ?? MAX_COUNTED + 1n) <= MAX_COUNTED);
  return small ? COUNTED_BITS : Number.POSITIVE_INFINITY;
}

/** A power with a literal exponent has that many times the bits of its base. Other exponents are unknown. */
function raised(base: number, exponent: Tree | undefined): number {
  const by = exponent && literal(exponent);
  return by && by.n <= 1_000n ? base * Math.max(1, Number(by.n)) : Number.POSITIVE_INFINITY;
}

/** The absolute value of a literal number. */
function literal(tree: Tree): Rational | null {
  if (tree.is === 'negative') return literal(tree.of);
  return tree.is === 'number' ? tree.value : null;
}

const isAtLeastTwo = (value: Rational | null) => value !== null && isWhole(value) && value.n >= 2n;
const lengthOf = ({ n, d }: Rational) => Math.max(bits(n), bits(d));

function unitBits({ size, offset }: Unit): number {
  return ('q' in size ? lengthOf(size.q) : 0) + (offset && 'q' in offset ? lengthOf(offset.q) : 0);
}
