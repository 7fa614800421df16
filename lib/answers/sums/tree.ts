import { rationalText } from '../reading/numbers/decimal-text.ts';
import type { Rational } from '../reading/numbers/rational.ts';
import type { Unit } from '../reading/units/units.ts';

/** A calculation as a tree. It cannot express variables, lists or text. */
export type Tree =
  | { is: 'number'; value: Rational; text: string }
  | { is: 'constant'; name: string }
  /** A unit with all its possible meanings, most likely first. */
  | { is: 'unit'; units: readonly Unit[]; text: string }
  | { is: 'negative'; of: Tree }
  | { is: 'percent'; of: Tree }
  | { is: 'factorial'; of: Tree; double: boolean }
  | { is: 'binary'; operator: BinaryOperator; left: Tree; right: Tree; tight?: boolean }
  | { is: 'call'; fn: string; args: readonly Tree[] }
  /** 5 ft 7 in */
  | { is: 'compound'; parts: readonly Tree[] };

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '^'
  | 'mod'
  | '&'
  | '|'
  | 'xor'
  | '<<'
  | '>>'
  | 'off'
  | 'choose'
  | 'permute';

/** Precedence of operators: higher binds more tightly. */
export const binding: Readonly<Record<BinaryOperator, number>> = {
  '|': 1,
  xor: 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  mod: 6,
  off: 6,
  choose: 7,
  permute: 7,
  '^': 9,
};
/** Precedence of a minus sign before an operand: below powers, above products. */
export const NEGATIVE_BINDING = 8;

const NONE: readonly Tree[] = [];

function childrenOf(tree: Tree): readonly Tree[] {
  switch (tree.is) {
    case 'binary':
      return [tree.left, tree.right];
    case 'call':
      return tree.args;
    case 'compound':
      return tree.parts;
    default:
      return 'of' in tree ? [tree.of] : NONE;
  }
}

/** All nodes, deepest first. */
export function nodes(tree: Tree, before: Tree[] = []): Tree[] {
  for (const child of childrenOf(tree)) nodes(child, before);
  before.push(tree);
  return before;
}

/** Whether any node of a tree passes the test. */
export function someNode(tree: Tree, test: (node: Tree) => boolean): boolean {
  return test(tree) || childrenOf(tree).some((child) => someNode(child, test));
}

/** Whether a tree contains a node of this type. */
export const has = (tree: Tree, is: Tree['is']) => someNode(tree, (node) => node.is === is);

const SIGNS: Partial<Record<BinaryOperator, string>> = { '*': '×', '/': '÷', '&': 'and', '|': 'or' };

/** The calculation as people write it; `meaning` is the same as in `evaluate.ts`. */
export function treeText(tree: Tree, meaning = 0): string {
  const inner = (part: Tree, least: number) => bracketed(part, least, meaning);
  switch (tree.is) {
    case 'number':
      return numberText(tree.value, tree.text);
    case 'constant':
      return tree.name === 'pi' ? 'π' : tree.name;
    case 'unit':
      return unitLabel(tree.units[Math.min(meaning, tree.units.length - 1)] as Unit, tree.text);
    case 'negative':
      return `-${inner(tree.of, NEGATIVE_BINDING)}`;
    case 'percent':
      return `${inner(tree.of, 10)}%`;
    case 'factorial':
      return `${inner(tree.of, 10)}${tree.double ? '!!' : '!'}`;
    case 'call':
      return `${tree.fn}(${tree.args.map((arg) => treeText(arg, meaning)).join(', ')})`;
    case 'compound':
      return tree.parts.map((part) => treeText(part, meaning)).join(' ');
    case 'binary':
      return binaryText(tree, meaning);
  }
}

const unitLabel = ({ quantity, label }: Unit, text: string) => (quantity === 'number' ? text : label);

function binaryText({ operator, left, right, tight }: Extract<Tree, { is: 'binary' }>, meaning: number): string {
  const inner = (part: Tree, least: number) => bracketed(part, least, meaning);
  if (tight) {
    // Computed only once: two computations per level would be a million at a depth of twenty.
    const beside = inner(right, 9);
    const close = right.is === 'constant' || /^[°'"]/.test(beside) ? '' : ' ';
    return `${inner(left, 6)}${operator === '*' ? close : operator}${beside}`;
  }
  const own = binding[operator];
  if (operator === '^') return `${inner(left, own + 1)}^${inner(right, own)}`;
  return `${inner(left, own)} ${SIGNS[operator] ?? operator} ${inner(right, own + 1)}`;
}

/** A number in plain digits: `1.234,5` and `one third` become unambiguous. */
function numberText(value: Rational, text: string): string {
  if (/^0[xbo]|e/i.test(text) && /\d/.test(text)) return text.toLowerCase();
  const { text: decimal, rounded } = rationalText(value);
  return rounded ? `${value.n}/${value.d}` : decimal;
}

function bracketed(tree: Tree, least: number, meaning: number): string {
  const own =
    tree.is === 'binary' ? (tree.tight ? 7.5 : binding[tree.operator]) : tree.is === 'negative' ? NEGATIVE_BINDING : 11;
  const text = treeText(tree, meaning);
  return own < least ? `(${text})` : text;
}
