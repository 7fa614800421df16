import { bits } from '../reading/numbers/rational.ts';
import { isExact, type Scalar } from './scalar.ts';
import { childrenOf, nodes, type Tree } from './tree.ts';

/** Limit for the bits of all intermediate results: a few tenths of a millisecond. Estimates are rough and too high. */
const MAX_BITS = 16_384;
/** How often a tree is evaluated: in as many meanings as a conversion tries; and the parts of a compound. */
const [TRIES, PART_TRIES] = [7, 3];
/** Cost of every result, however small. */
const STEP = 16;
/** Operations that take as many steps as the value of their operands are cheap up to 100; 100! has 525 bits. */
const COUNTING = new Set(['factorial', 'gamma', 'fib', 'ncr', 'npr', 'choose', 'permute']);
const [MAX_COUNTED, COUNTED_BITS] = [100, 600];
/** Rounding makes a 64-bit number exact again, and may take thirty decimals. */
const ROUNDED_BITS = 174;
/** Greater exponents and shifts are not cheap. */
const MAX_EXPONENT = 1_000;

/** Whether trees are quick to evaluate in all their meanings. */
export const isCheapTree = (...trees: readonly Tree[]) =>
  TRIES * trees.reduce((sum, tree) => sum + effortOf(tree), 0) <= MAX_BITS;

/** Upper bound for the bits of the result and all intermediate results; infinite if the tree does not show it. */
export function effortOf(tree: Tree): number {
  const effort = (node: Tree) => (node.is === 'compound' ? PART_TRIES : 1) * (bitsOf(node) + STEP);
  return nodes(tree).reduce((sum, node) => sum + effort(node), 0);
}

/** Upper bound for the bits of the numerator and of the denominator of the result. */
export function bitsOf(tree: Tree): number {
  if (tree.is === 'number') return lengthOf(tree.value);
  if (tree.is === 'unit') return Math.max(...tree.units.map(({ size, offset }) => lengthOf(size) + lengthOf(offset)));
  const parts = childrenOf(tree);
  const [first, second] = parts;
  const name = tree.is === 'binary' ? tree.operator : tree.is === 'call' ? tree.fn : tree.is;
  if (COUNTING.has(name))
    return parts.every((part) => literal(part) <= MAX_COUNTED) ? COUNTED_BITS : Number.POSITIVE_INFINITY;
  // A power with a literal exponent has that many times the bits of its base.
  if (first && (name === '^' || name === 'pow')) return bitsOf(first) * Math.max(1, literal(second));
  const all = parts.reduce((sum, part) => sum + bitsOf(part), 0);
  if (name === '<<' || name === '>>') return all + literal(second);
  // To check whether a logarithm is whole, its base is raised to it. With a base near 1, that is a very high power.
  const isGreat = second?.is === 'number' && second.value.d === 1n && second.value.n >= 2n;
  if (name === 'log' && second && !isGreat) return Number.POSITIVE_INFINITY;
  // Covers cubes, and x - y · ⌊x/y⌋. Roots and angles take a few more steps of the length of their argument.
  return tree.is === 'call' || name === 'mod' ? 4 * all + ROUNDED_BITS : all + 8;
}

/** The absolute value of a literal number, times its denominator; infinite if it is too great or not literal. */
function literal(tree?: Tree): number {
  if (tree?.is === 'negative') return literal(tree.of);
  const value = tree?.is === 'number' ? Math.abs(Number(tree.value.n)) : Number.POSITIVE_INFINITY;
  return value <= MAX_EXPONENT ? value : Number.POSITIVE_INFINITY;
}

const lengthOf = (value: Scalar = 0) => (isExact(value) ? Math.max(bits(value.n), bits(value.d)) : 0);
