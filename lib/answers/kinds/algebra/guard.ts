import type {
  ArrayNode,
  ConstantNode,
  FunctionNode,
  MathNode,
  OperatorNode,
  ParenthesisNode,
  SymbolNode,
} from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { mathjs } from './mathjs.ts';
import { FUNCTION_NAMES } from './source.ts';

const MAX_NODES = 40;
const MAX_DEPTH = 12;
const MAX_ROWS = 8;
const MAX_EXPONENT = 100;

const NAMES: ReadonlySet<string> = new Set([
  ...FUNCTION_NAMES,
  ...['add', 'subtract', 'multiply', 'divide', 'pow', 'unaryMinus'],
]);

/** The nodes that remain after the check. */
export type SafeNode = ConstantNode | SymbolNode | OperatorNode | ParenthesisNode | FunctionNode | ArrayNode;

/** Parses an expression and refuses every node that is not allowed, and any excess. Nothing is evaluated. */
export function parsed(source: string): SafeNode {
  const node = mathjs().parse(source);
  check(node, { nodes: 0 }, 1);
  return node as SafeNode;
}

/** Returns the name of the operator or function that a node applies. */
export function nameOf(node: OperatorNode | FunctionNode): string {
  return node.type === 'FunctionNode' ? node.fn.name : node.fn;
}

function check(node: MathNode, size: { nodes: number }, depth: number): void {
  if (depth > MAX_DEPTH || ++size.nodes > MAX_NODES) throw new Refused('too large');
  if (!isAllowed(node as SafeNode)) throw new Refused('not allowed');
  node.forEach((child) => {
    // The length of the query bounds the numbers in a matrix, so they do not count.
    const isEntry = node.type === 'ArrayNode' && child.type === 'ConstantNode';
    check(child, isEntry ? { nodes: 0 } : size, depth + 1);
  });
}

function isAllowed(node: SafeNode): boolean {
  if (node.type === 'SymbolNode' || node.type === 'ParenthesisNode') return true;
  // `true` and texts are constants too.
  if (node.type === 'ConstantNode') return mathjs().isFraction(node.value);
  if (node.type === 'ArrayNode') return node.items.length <= MAX_ROWS;
  if (node.type !== 'OperatorNode' && node.type !== 'FunctionNode') return false;
  return NAMES.has(nameOf(node)) && (nameOf(node) !== 'pow' || isSmallExponent(node.args[1] as MathNode));
}

/** Towers of powers are not small. `e^(x^2)` is not one: its exponent has a letter with a number above it. */
function isSmallExponent(exponent: MathNode): boolean {
  const tooLarge = exponent.filter((each) => {
    const node = each as SafeNode;
    if (node.type === 'ConstantNode') return Math.abs(Number(node.value)) > MAX_EXPONENT;
    if (node.type !== 'OperatorNode' || node.fn !== 'pow') return false;
    return node.args[0]?.type !== 'SymbolNode' || node.args[1]?.type !== 'ConstantNode';
  });
  return tooLarge.length === 0;
}
