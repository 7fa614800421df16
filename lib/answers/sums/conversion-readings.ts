import { lexicon } from './lexicon.ts';
import { parse } from './parse.ts';
import { attempt } from './refused.ts';
import type { Token } from './tokens.ts';
import { has, nodes, type Tree } from './tree.ts';

export type Conversion = { source: Tree; target: Tree };

/** Limits the places at which a query is split: `in in in …` could be split anywhere. */
const MAX_TRIES = 5;

/** The target of a conversion; several units of one kind if it names them: `feet and inches`. */
function targetOf(tokens: readonly Token[]): Tree {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.operator === 'and' || token.sign === '&' || token.sign === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.length === 1 ? parse(tokens) : { is: 'compound', parts: parts.map(parse) };
}

/** Every way to split the tokens into a source and a target, most likely first. */
export function conversionsOf(tokens: readonly Token[]): Conversion[] {
  if (!tokens.some(({ units }) => units)) return [];
  const places = (first: number, test: (token: Token, at: number) => unknown) =>
    tokens.flatMap((token, at) => (at >= first && at < tokens.length - 1 && test(token, at) ? [at] : []));
  const from = tokens[0]?.howMany ? 1 : 0;
  // `how many feet are there in a mile`, `metres from 20 yards`: any word between the units may link them.
  const links = places(from + 1, ({ link, text }) => link && (from === 1 || text === 'from')).slice(0, MAX_TRIES);
  const connectors = places(1, ({ connector }, at) => connector && !isTime(tokens, at)).slice(-MAX_TRIES);
  // `litres per gallon` converts a gallon to litres. If the units measure different things, the conversion fails later.
  const per = tokens[0]?.units ? places(1, ({ operator }) => operator === 'per').slice(0, 1) : [];
  return [
    ...links.flatMap((at) => pair(tokens.slice(from, at), tokens.slice(at + 1))),
    ...connectors.reverse().flatMap((at) => linked(tokens, at)),
    ...per.flatMap((at) => pair(tokens.slice(0, at), tokens.slice(at + 1))),
    ...unlinked(tokens),
  ];
}

/** `8 days a week` is a frequency, and `5 am to pm` is not about attometres. */
function isTime(tokens: readonly Token[], at: number): boolean {
  const [before = '', word, after = ''] = tokens.slice(at - 1, at + 2).map(({ text }) => text);
  if (word === 'a') return /^(?:second|minute|hour|day|week|month|year)$/.test(after);
  return /^[ap]m$/i.test(before) && /^[ap]m$/i.test(after);
}

/** `5 km in miles`, and with the target first: `feet in a mile`, `miles convert 100 kilometers`. */
function linked(tokens: readonly Token[], at: number): Conversion[] {
  // `1 mile = how many feet` has two connectors.
  const left = tokens.slice(0, tokens[at - 1]?.sign === '=' ? at - 1 : at);
  const right = tokens.slice(at + 1);
  const [source, target] = [attempt(() => parse(left)), attempt(() => targetOf(right))];
  const number = right.at(-1);
  if (!source || !target) {
    // `kg to lbs 70`: the number comes last.
    const isLast = number?.number && !number.sign && left.every(({ units }) => units);
    return isLast ? pair(right.slice(0, -1), [number, ...left]) : [];
  }
  const isPart = tokens[at]?.text === 'in' && isPlural(left) && !isPlural(right) && isName(right);
  if (isTarget(source) && (isCounted(right) || (isTarget(target) && isPart)))
    return [{ source: target, target: source }];
  const isClear =
    isTarget(target) && (isSource(source) || isNamedNumber(target)) && !(source.is === 'unit' && isWordy(target));
  return isClear ? [{ source, target }] : [];
}

/** Quantities that people convert without a connector. Not among them: `7 day week`, `12 oz cup`. */
const UNLINKED = new Set(['length', 'mass', 'speed', 'temperature', 'data']);

/** A target is a plural or a symbol: `10 foot pole` and `8 pound stone` are things. */
const ASKED_FOR = /(?:[^s]s|feet|fahrenheit)$|^(?:[^aeiou ]{2,4}|mi|oz|[kmgt]ib)$/i;

/** `70kg lbs`: an amount, followed by another unit of the same quantity. */
function unlinked(tokens: readonly Token[]): Conversion[] {
  const [number, unit, other] = tokens;
  if (tokens.length !== 3 || !number?.number || !other?.units || other.sign || !ASKED_FOR.test(other.text)) return [];
  const quantity = unit?.units?.[0]?.quantity ?? '';
  return unit && UNLINKED.has(quantity) && other.units[0]?.quantity === quantity ? pair([other], [number, unit]) : [];
}

function pair(wanted: readonly Token[], given: readonly Token[]): Conversion[] {
  const [target, source] = [attempt(() => targetOf(wanted)), attempt(() => parse(given))];
  return target && source && isTarget(target) && isSource(source) ? [{ source, target }] : [];
}

/** Whether a tree is a unit without a number, except as in `litres per 100 km`. */
function isTarget(tree: Tree): boolean {
  if (tree.is === 'compound') return tree.parts.every(({ is }) => is === 'unit');
  const isPlain = ({ is, ...node }: Tree) =>
    is === 'number' || is === 'unit' || ('operator' in node && '*/^'.includes(node.operator));
  const isDivided = tree.is === 'binary' && tree.operator === '/' && has(tree.left, 'unit') && !isNumbered(tree.left);
  return nodes(tree).every(isPlain) && has(tree, 'unit') && (isDivided || !isNumbered(tree));
}

/** Whether a tree contains a number that is not an exponent. */
function isNumbered(tree: Tree): boolean {
  if (tree.is === 'number') return true;
  if (tree.is !== 'binary') return false;
  return isNumbered(tree.left) || (tree.operator !== '^' && isNumbered(tree.right));
}

/** Whether a unit is an ordinary word first, so that it counts as a unit only next to a number: `points to miles`. */
const isWordy = (tree: Tree) => tree.is === 'unit' && !!lexicon().get(tree.text.toLowerCase())?.wordy;

/** Whether a tree is a great number with a name. */
export const isNamedNumber = (tree: Tree) =>
  tree.is === 'unit' && /^(?:million|lakh|crore)$/.test(tree.units[0]?.label ?? '');

/** Whether a tree can be converted: a number of units, a unit by name, or an angle in radians. */
const isSource = (tree: Tree) =>
  tree.is === 'unit' ? !isWordy(tree) : has(tree, 'unit') || has(tree, 'call') || has(tree, 'constant');

const isCounted = ([first]: readonly Token[]) => !!first && (!!first.number || !!first.article || first.sign === '(');
const isName = ([only, ...more]: readonly Token[]) => more.length === 0 && (only?.text.length ?? 0) > 3;
const isPlural = (tokens: readonly Token[]) => isName(tokens) && /[^s]s$|^feet$/.test(tokens[0]?.text ?? '');
