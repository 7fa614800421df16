import { rationalText } from '../reading/numbers/decimal-text.ts';
import type { Rational } from '../reading/numbers/rational.ts';
import type { Unit } from '../reading/units/units.ts';

/** A calculation as a tree. It cannot express variables, lists or text. */
export type Tree =
  | { is: 'number'; value: Rational; text: string }
  | { is: 'constant'; name: string }
  /** A unit with all its possible meanings, most likely first. */
  | { is: 'unit'; units: readonly Unit[]; text: string }
  | { is: 'negative' | 'percent'; of: Tree }
  | { is: 'factorial'; of: Tree; double: boolean }
  | { is: 'binary'; operator: BinaryOperator; left: Tree; right: Tree; tight?: boolean }
  | { is: 'call'; fn: string; args: readonly Tree[] }
  /** 5 ft 7 in */
  | { is: 'compound'; parts: readonly Tree[] };

/** Precedence of operators: higher binds more tightly. */
export const binding = {
  ...{ '|': 1, xor: 2, '&': 3, '<<': 4, '>>': 4, '+': 5, '-': 5, '*': 6, '/': 6, mod: 6, off: 6 },
  ...{ choose: 7, permute: 7, '^': 9 },
};
export type BinaryOperator = keyof typeof binding;

/** Precedence of a minus sign before an operand: below powers, above products. */
export const NEGATIVE_BINDING = 8;

/** The parts of a node. */
export function childrenOf(tree: Tree): readonly Tree[] {
  if (tree.is === 'binary') return [tree.left, tree.right];
  if (tree.is === 'call') return tree.args;
  if (tree.is === 'compound') return tree.parts;
  return 'of' in tree ? [tree.of] : [];
}

/** All nodes, deepest first. */
export function nodes(tree: Tree, before: Tree[] = []): Tree[] {
  for (const child of childrenOf(tree)) nodes(child, before);
  before.push(tree);
  return before;
}

/** Whether a tree contains a node of this type. */
export const has = (tree: Tree, is: Tree['is']) => nodes(tree).some((node) => node.is === is);

const SIGNS: Partial<Record<BinaryOperator, string>> = { '*': '×', '/': '÷', '&': 'and', '|': 'or' };

/** The calculation as people write it, in brackets if it binds less tightly. `meaning` is the same as in `evaluate.ts`. */
export function treeText(tree: Tree, meaning = 0, least = 0, shown = (decimal: string) => decimal): string {
  const text = unbracketed(tree, meaning, shown, (part, bound = 0) => treeText(part, meaning, bound, shown));
  if (tree.is === 'negative') return NEGATIVE_BINDING < least ? `(${text})` : text;
  const isFraction = tree.is === 'number' && text.includes('/') && least !== NEGATIVE_BINDING;
  if (isFraction && binding['/'] < least) return `(${text})`;
  return tree.is === 'binary' && (tree.tight ? 7.5 : binding[tree.operator]) < least ? `(${text})` : text;
}

/** A part of a compound in which a unit has the meaning that measures the same as the first: the m of 2h 45m. */
function likeFirst(part: Tree, first: Tree | undefined, meaning: number): Tree {
  const unitOf = (tree?: Tree) => (tree?.is === 'binary' && tree.right.is === 'unit' ? tree.right : null);
  const [own, quantity] = [unitOf(part), unitOf(first)?.units[meaning]?.quantity];
  const meant = own?.units.find((unit) => unit.quantity === quantity);
  return part.is === 'binary' && own && meant ? { ...part, right: { ...own, units: [meant] } } : part;
}

function unbracketed(
  tree: Tree,
  meaning: number,
  shown: (decimal: string) => string,
  inner: (part: Tree, least?: number) => string,
): string {
  switch (tree.is) {
    case 'number': {
      const { text, rounded } = rationalText(tree.value);
      if (/^0[xbo]|\de/i.test(tree.text)) return tree.text.toLowerCase();
      // `1.234,5` and `one third` become unambiguous.
      return rounded ? `${tree.value.n}/${tree.value.d}` : shown(text);
    }
    case 'constant':
      return tree.name === 'pi' ? 'π' : tree.name;
    case 'unit': {
      const { quantity, label } = tree.units[Math.min(meaning, tree.units.length - 1)] as Unit;
      return quantity === 'number' ? tree.text : label;
    }
    case 'negative':
      return `-${inner(tree.of, NEGATIVE_BINDING)}`;
    case 'percent':
      return `${inner(tree.of, 10)}%`;
    case 'factorial':
      return `${inner(tree.of, 10)}${tree.double ? '!!' : '!'}`;
    case 'call':
      return `${tree.fn}(${tree.args.map((arg) => inner(arg)).join(', ')})`;
    case 'compound':
      return tree.parts.map((part) => inner(likeFirst(part, tree.parts[0], meaning))).join(' ');
    case 'binary': {
      const { operator, left, right, tight } = tree;
      const own = binding[operator];
      if (operator === '^' && !tight) return `${inner(left, own + 1)}^${inner(right, own)}`;
      if (!tight) return `${inner(left, own)} ${SIGNS[operator] ?? operator} ${inner(right, own + 1)}`;
      const beside = inner(right, 9);
      const close = right.is === 'constant' || /^[°'"]/.test(beside) ? '' : ' ';
      return `${inner(left, 6)}${operator === '*' ? close : operator}${beside}`;
    }
  }
}
