import type * as nodes from 'mathjs';
import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import { mathjs, type Rational } from './mathjs.ts';

export const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** The functions that mathjs may be given, and its operators. */
const FUNCTIONS = names(`sqrt cbrt exp log log10 log2 abs sin cos tan sec csc cot asin acos atan sinh cosh tanh
  arg conj re im det inv transpose cross dot trace rank`);
const OPERATORS = names('add subtract multiply divide pow unaryMinus');
/** What mathjs calls other names and signs. As in sums, `log` is to the base of ten. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  `ln log, log log10, lg log10, determinant det, inverse inv, arcsin asin, arccos acos, arctan atan, ** ^, − -, – -, × *, · *, ⋅ *, ÷ /,
  ² ^2, ³ ^3, √ sqrt, π pi, { [, } ]`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
);
const TOKEN = /\d+(?:\.\d+)?|\.\d+|log(?:10|2)(?!\d)|[a-z]+|[-+*/^()[\],;]/g;
const MAX_NODES = 40;
const MAX_DEPTH = 12;
const MAX_ROWS = 8;
const MAX_EXPONENT = 100;

/** The letters of an expression in alphabetical order, without Euler's number. */
export function lettersIn(source: string): string[] {
  return [...new Set(source.match(/(?<![a-z])[a-df-z](?![a-z])/g))].sort();
}

/** Rewrites `x^2 sin 2x` in the syntax of mathjs: `x^2 sin(2 x)`. Empty if a part of it is not mathematics. */
export function sourceOf(text: string): string {
  // `[1 2; 3 4]` has spaces for commas.
  const separated = /[[{]/.test(text) ? text.replace(/(?<=\d) +(?=-?\d)/g, ', ') : text;
  const plain = separated.replace(/\*\*|[−–×·⋅÷²³√π{}]/g, (sign) => ` ${SYNONYMS.get(sign)} `);
  const tokens = (plain.match(TOKEN) ?? []).map((token) => SYNONYMS.get(token) ?? token);
  const isKnown = tokens.every((token) => /^(?:[^a-z]+|[a-z]|pi|phi)$/.test(token) || FUNCTIONS.has(token));
  if (!isKnown || plain.replace(TOKEN, '').trim() !== '') return '';
  const source = joined(tokens);
  // `f(x)` is an unknown function. Any other letter before a bracket is a factor; mathjs would read a call.
  if (/\b[fgh] \(/.test(source)) return '';
  const tight = source
    .replace(/\b([a-z]|pi|phi) (?=\()/g, '$1*')
    .replace(/ ?([\^()[\]*/]) ?/g, '$1')
    .replace(/ ?([,;]) ?/g, '$1 ');
  const signed = tight.replace(/( ?)([-+]) ?/g, (_, space, sign, at) =>
    /[\w)\]]$/.test(tight.slice(0, at)) ? ` ${sign} ` : space + sign,
  );
  return signed.replace(/(?<=\d) (?=i\b)/g, '');
}

/** The tokens with brackets around the arguments of functions; empty if a function has none. */
function joined(tokens: readonly string[]): string {
  // From the right, so that a bracket or a function is one part when what stands before it is read.
  const parts: string[] = [];
  for (const token of [...tokens].reverse()) {
    let part = token;
    if (token === '(') part = [token, ...parts.splice(0, parts.indexOf(')') + 1)].join(' ');
    if (FUNCTIONS.has(token)) {
      // `sin^2 x` is the square of the sine.
      const [, power] = parts[0] === '^' && /^[2-9]$/.test(parts[1] ?? '') ? parts.splice(0, 2) : [];
      const isBracket = parts[0]?.startsWith('(');
      const end = parts.findIndex((each, at) => at > 0 && (isBracket || !/^(?:[\d.^]+|[a-z]|pi|phi)$/.test(each)));
      const inside = parts.splice(0, end < 0 ? parts.length : end).join(' ');
      if (!inside) return '';
      part = isBracket ? token + inside : `${token}(${inside})`;
      if (power) part = `(${part})^${power}`;
    }
    parts.unshift(part);
  }
  return parts.join(' ');
}

type Applied = nodes.OperatorNode | nodes.FunctionNode;
/** The nodes that remain after the check. */
type SafeNode = Applied | nodes.ConstantNode | nodes.SymbolNode | nodes.ParenthesisNode | nodes.ArrayNode;

const nameOf = (node: Applied) => (node.type === 'FunctionNode' ? node.fn.name : node.fn);

/** Parses an expression and refuses every node that is not allowed, and any excess. Nothing is evaluated. */
export function parsed(source: string): MathNode {
  let count = 0;
  const check = (node: MathNode, depth: number) => {
    if (depth > MAX_DEPTH || ++count > MAX_NODES) throw new Refused('too large');
    if (!isAllowed(node as SafeNode)) throw new Refused('not allowed');
    node.forEach((child) => {
      check(child, depth + 1);
      // The length of the query bounds the numbers in a matrix, so they do not count.
      if (node.type === 'ArrayNode' && child.type === 'ConstantNode') count--;
    });
  };
  const root = mathjs().parse(source);
  check(root, 1);
  return root;
}

function isAllowed(node: SafeNode): boolean {
  if (node.type === 'SymbolNode' || node.type === 'ParenthesisNode') return true;
  // `true` and texts are constants too.
  if (node.type === 'ConstantNode') return mathjs().isFraction(node.value);
  if (node.type === 'ArrayNode') return node.items.length <= MAX_ROWS;
  if (node.type !== 'OperatorNode' && node.type !== 'FunctionNode') return false;
  const name = nameOf(node);
  if (name === 'pow') return (node.args[1] as MathNode).filter((part) => isTooHigh(part as SafeNode)).length === 0;
  return FUNCTIONS.has(name) || OPERATORS.has(name);
}

/** Towers of powers are too high. `e^(x^2)` is not one: its exponent has a letter with a number above it. */
function isTooHigh(part: SafeNode): boolean {
  if (part.type === 'ConstantNode') return Math.abs(Number(part.value)) > MAX_EXPONENT;
  if (part.type !== 'OperatorNode' || part.fn !== 'pow') return false;
  return part.args[0]?.type !== 'SymbolNode' || part.args[1]?.type !== 'ConstantNode';
}

/** How to compute with one type of value. */
export interface Arithmetic<Value> {
  number(value: Rational): Value;
  symbol(name: string): Value;
  list?(items: Value[]): Value;
  /** Applies an operator or function of mathjs, and refuses those that it does not know and arguments beyond its cap. */
  call(name: string, args: Value[]): Value;
}

/** Evaluates an expression. `node.evaluate` would call every function of mathjs without our caps. */
export function evaluated<Value>(node: MathNode, arithmetic: Arithmetic<Value>): Value {
  const safe = node as SafeNode;
  const of = (inner: MathNode) => evaluated(inner, arithmetic);
  if (safe.type === 'ConstantNode') return arithmetic.number(safe.value as never);
  if (safe.type === 'SymbolNode') return arithmetic.symbol(safe.name);
  if (safe.type === 'ParenthesisNode') return of(safe.content);
  if (safe.type !== 'ArrayNode') return arithmetic.call(nameOf(safe), safe.args.map(of));
  if (!arithmetic.list) throw new Refused('a matrix has no meaning here');
  return arithmetic.list(safe.items.map(of));
}
