import { toNumber } from '../reading/numbers/rational.ts';
import type { Tree } from './tree.ts';

/**
 * Whether a product or compound is not a measurement: inches times centimetres (`11 x 17 in cm`), or 4'33", which is a
 * piece of music.
 */
export function isNoMeasure(node: Tree): boolean {
  if (node.is === 'binary' && node.tight && node.operator === '*' && node.left.is === 'binary')
    return isLength(node.left.right) && isLength(node.right);
  const [feet, inches] = node.is === 'compound' ? node.parts : [];
  if (feet?.is !== 'binary' || feet.right.is !== 'unit' || feet.right.text !== "'") return false;
  return inches?.is === 'binary' && inches.left.is === 'number' && toNumber(inches.left.value) >= 12;
}

const isLength = (tree: Tree) => tree.is === 'unit' && tree.units[0]?.quantity === 'length';
