import { bits, isWhole, type Rational } from '../reading/numbers/rational.ts';
import type { Unit } from '../reading/units/units.ts';
import { MEANINGS } from './conversion.ts';
import type { Reading } from './reading.ts';
import { nodes, type Tree } from './tree.ts';

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
/** Parts of a compound are evaluated in up to three meanings. */
const PART_TRIES = 3;
/** Cost of every result, however small. */
const STEP = 16;
/** Rounding makes a 64-bit number exact again, and may take thirty decimals. */
const ROUNDED_BITS = 174;
/** Functions that take as many steps as the value of their argument count as cheap only up to this argument. */
const MAX_COUNTED = 100n;
/** 100! has 525 bits. */
const COUNTED_BITS = 600;
const MAX_EXPONENT = 1_000n;

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
  const tries = (node: Tree) => (node.is === 'compound' ? PART_TRIES : 1);
  return nodes(tree).reduce((sum, node) => sum + tries(node) * (bitsOf(node) + STEP), 0);
}

/** Upper bound for the bits of the numerator and of the denominator of the result. */
export function bitsOf(tree: Tree): number {
  switch (tree.is) {
    case 'number':
      return lengthOf(tree.value);
    case 'constant':
      return 4;
    case 'unit':
      return Math.max(...tree.units.map(unitBits));
    case 'negative':
    case 'percent':
      return bitsOf(tree.of) + 8;
    case 'factorial':
      return counted([tree.of]);
    case 'compound':
      return total(tree.parts);
    case 'call':
      return callBits(tree.fn, tree.args);
    case 'binary':
      return binaryBits(tree);
  }
}

const total = (trees: readonly Tree[]) => trees.reduce((sum, tree) => sum + bitsOf(tree), 0);

function binaryBits({ operator, left, right }: Extract<Tree, { is: 'binary' }>): number {
  if (operator === 'choose' || operator === 'permute') return counted([left, right]);
  if (operator === '^') return raised(left, right);
  const both = total([left, right]);
  if (operator === '<<' || operator === '>>') return both + exponent(right);
  // x mod y is x - y · ⌊x/y⌋, so each operand occurs up to three times.
  return operator === 'mod' ? 3 * both : both + 8;
}

const COUNTING = new Set(['factorial', 'gamma', 'fib', 'ncr', 'npr']);

function callBits(fn: string, args: readonly Tree[]): number {
  const [first, second] = args;
  if (COUNTING.has(fn)) return counted(args);
  if (fn === 'pow' && first && second) return raised(first, second);
  // To check whether a logarithm is whole, its base is raised to it. With a base near 1, that is a very high power.
  if (fn === 'log' && second && !isAtLeastTwo(literal(second))) return Number.POSITIVE_INFINITY;
  // Covers cubes. Roots and angles take a few more steps of the length of their argument.
  return 4 * total(args) + ROUNDED_BITS;
}

function counted(args: readonly Tree[]): number {
  const small = args.every((arg) => (literal(arg)?.n ?? MAX_COUNTED + 1n) <= MAX_COUNTED);
  return small ? COUNTED_BITS : Number.POSITIVE_INFINITY;
}

/** A power with a literal exponent has that many times the bits of its base. */
const raised = (base: Tree, by: Tree) => bitsOf(base) * Math.max(1, exponent(by));

/** The absolute value of a literal exponent; others are unknown. */
function exponent(tree: Tree): number {
  const by = literal(tree);
  return by && by.n <= MAX_EXPONENT ? Number(by.n) : Number.POSITIVE_INFINITY;
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
