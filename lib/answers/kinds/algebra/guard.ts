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

const OPERATORS: ReadonlySet<string> = new Set([
  'add',
  'subtract',
  'multiply',
  'divide',
  'pow',
  'unaryMinus',
  'unaryPlus',
]);

/** The nodes that remain after the check. */
export type SafeNode = ConstantNode | SymbolNode | OperatorNode | ParenthesisNode | FunctionNode | ArrayNode;

/** Parses an expression and refuses every node that is not allowed, and any excess. Nothing is evaluated. */
export function parsed(source: string): SafeNode {
  const node = mathjs().parse(source);
  const size = { nodes: 0 };
  check(node, size, 1);
  return node as SafeNode;
}

function check(node: MathNode, size: { nodes: number }, depth: number): void {
  if (depth > MAX_DEPTH || ++size.nodes > MAX_NODES) throw new Refused('too large');
  const safe = node as SafeNode;
  switch (safe.type) {
    case 'ConstantNode':
      // `true` and texts are constants too.
      if (!mathjs().isFraction(safe.value)) throw new Refused('not a number');
      return;
    case 'SymbolNode':
      return;
    case 'ParenthesisNode':
      check(safe.content, size, depth + 1);
      return;
    case 'ArrayNode':
      if (safe.items.length > MAX_ROWS) throw new Refused('too many rows');
      // The length of the query bounds the numbers in a matrix, so they do not count.
      for (const item of safe.items) check(item, item.type === 'ConstantNode' ? { nodes: 0 } : size, depth + 1);
      return;
    case 'FunctionNode':
      if (safe.fn.type !== 'SymbolNode' || !FUNCTION_NAMES.has(safe.fn.name)) throw new Refused('unknown function');
      for (const arg of safe.args) check(arg, size, depth + 1);
      return;
    case 'OperatorNode':
      if (!OPERATORS.has(safe.fn)) throw new Refused('unknown operator');
      if (safe.fn === 'pow') checkExponent(safe.args[1] as MathNode);
      for (const arg of safe.args) check(arg, size, depth + 1);
      return;
    default:
      throw new Refused('not allowed');
  }
}

/** Refuses towers of powers. `e^(x^2)` is not one: its exponent has a letter with a number above it. */
function checkExponent(exponent: MathNode): void {
  exponent.traverse((node) => {
    const inner = node as SafeNode;
    if (inner.type === 'ConstantNode' && Math.abs(Number(inner.value)) > MAX_EXPONENT) throw new Refused('too large');
    if (inner.type !== 'OperatorNode' || inner.fn !== 'pow') return;
    const [base, power] = inner.args as [MathNode, MathNode];
    if (base.type !== 'SymbolNode' || power.type !== 'ConstantNode') throw new Refused('a tower of powers');
  });
}
