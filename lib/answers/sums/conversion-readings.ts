import { lexicon } from './lexicon.ts';
import { parse } from './parse.ts';
import { attempt } from './refused.ts';
import type { Token } from './tokens.ts';
import { has, nodes, type Tree } from './tree.ts';

/** A reading of a query as a conversion. */
interface Conversion {
  source: Tree;
  target: Tree;
}

/** Limits the places at which a query is split: `in in in …` could be split anywhere. */
const MAX_TRIES = 5;

/** Yields every way to split the tokens into a source and a target. */
export function* conversionsOf(tokens: readonly Token[]): Generator<Conversion> {
  const from = tokens[0]?.howMany ? 1 : 0;
  // `how many feet are there in a mile`, `metres from 20 yards`: any word between the units may link them.
  const links = placesOf(tokens, from + 1, ({ link, text }) => !!link && (from === 1 || text === 'from'));
  for (const at of links.slice(0, MAX_TRIES)) {
    yield* pairs(tokens.slice(from, at), tokens.slice(at + 1));
    const after = tokens.findIndex(({ link }, index) => index > at && !link);
    if (after > at + 1) yield* pairs(tokens.slice(from, at), tokens.slice(after));
  }
  const connectors = placesOf(tokens, 1, ({ connector }) => !!connector).filter(
    (at) => !isRate(tokens, at) && !isTimeOfDay(tokens, at),
  );
  for (const at of connectors.reverse().slice(0, MAX_TRIES)) yield* linked(tokens, at);
  // `litres per gallon` converts a gallon to litres. If the units measure different things, the conversion fails later.
  const [per = 0] = tokens[0]?.units ? placesOf(tokens, 1, ({ operator }) => operator === 'per') : [];
  if (per > 0) yield* pairs(tokens.slice(0, per), tokens.slice(per + 1));
  if (connectors.length === 0) yield* unlinked(tokens);
}

/** The places, between the first and the last token, of the tokens that pass the test. */
function placesOf(tokens: readonly Token[], first: number, test: (token: Token) => boolean): number[] {
  return tokens.flatMap((token, at) => (at >= first && at < tokens.length - 1 && test(token) ? [at] : []));
}

/** After an amount, `a` before a time makes a frequency: `8 days a week`. Languages where `a` means to name it otherwise. */
const isRate = (tokens: readonly Token[], at: number) =>
  tokens[at]?.text === 'a' && /^(?:second|minute|hour|day|week|month|year)$/.test(tokens[at + 1]?.text ?? '');

/** `5 am to pm` is not about attometres. */
const isTimeOfDay = (tokens: readonly Token[], at: number) =>
  [tokens[at - 1], tokens[at + 1]].every((word) => /^[ap]m$/i.test(word?.text ?? ''));

/** `5 km in miles`, and with the target first: `feet in a mile`, `miles convert 100 kilometers`. */
function* linked(tokens: readonly Token[], at: number): Generator<Conversion> {
  // `1 mile = how many feet` has two connectors.
  const left = tokens.slice(0, tokens[at - 1]?.sign === '=' ? at - 1 : at);
  const right = tokens.slice(at + 1);
  const [source, target] = [attempt(() => parse(left)), attempt(() => parse(right))];
  const number = right.at(-1);
  if (!source || !target) {
    // `kg to lbs 70`: the number comes last.
    if (number?.number && !number.sign && left.every(({ units }) => units))
      yield* pairs(right.slice(0, -1), [number, ...left]);
    return;
  }
  const isPart = tokens[at]?.text === 'in' && isPlural(left) && !isPlural(right) && isName(right);
  if (isTarget(source) && (isCounted(right) || (isTarget(target) && isPart))) yield { source: target, target: source };
  else if (isTarget(target) && isSource(source) && !(source.is === 'unit' && isWordy(target))) yield { source, target };
}

/**
 * Quantities that people convert without a connector. Time and volume are not among them: `7 day week`, `12 oz cup`.
 */
const UNLINKED = new Set(['length', 'mass', 'speed', 'temperature', 'data']);

/** A target is a plural or a symbol: `10 foot pole` and `8 pound stone` are things. */
const ASKED_FOR = /(?:[^s]s|feet|fahrenheit)$|^(?:[^aeiou ]{2,4}|mi|oz|[kmgt]ib)$/i;

/** `70kg lbs`: an amount, followed by another unit of the same quantity. */
function* unlinked(tokens: readonly Token[]): Generator<Conversion> {
  const [number, unit, other] = tokens;
  if (tokens.length !== 3 || !number?.number || !other?.units || other.sign || !ASKED_FOR.test(other.text)) return;
  const quantity = unit?.units?.[0]?.quantity ?? '';
  if (unit && UNLINKED.has(quantity) && other.units[0]?.quantity === quantity) yield* pairs([other], [number, unit]);
}

function* pairs(wanted: readonly Token[], given: readonly Token[]): Generator<Conversion> {
  const [target, source] = [attempt(() => parse(wanted)), attempt(() => parse(given))];
  if (target && source && isTarget(target) && isSource(source)) yield { source, target };
}

/** Whether a tree is a unit without a number, except as in `litres per 100 km`. */
function isTarget(tree: Tree): boolean {
  for (const node of nodes(tree)) {
    if (node.is === 'number' || node.is === 'unit') continue;
    if (node.is !== 'binary' || !'*/^'.includes(node.operator)) return false;
  }
  const isDivided = tree.is === 'binary' && tree.operator === '/' && has(tree.left, 'unit') && !isNumbered(tree.left);
  return has(tree, 'unit') && (isDivided || !isNumbered(tree));
}

/** Whether a tree contains a number that is not an exponent. */
function isNumbered(tree: Tree): boolean {
  if (tree.is === 'number') return true;
  if (tree.is !== 'binary') return false;
  return isNumbered(tree.left) || (tree.operator !== '^' && isNumbered(tree.right));
}

/** Whether a unit is an ordinary word first, so that it counts as a unit only next to a number: `points to miles`. */
const isWordy = (tree: Tree) => tree.is === 'unit' && !!lexicon().get(tree.text.toLowerCase())?.wordy;

/** Whether a tree can be converted: a number of units, a unit by name, or an angle in radians. */
const isSource = (tree: Tree) =>
  tree.is === 'unit' ? !isWordy(tree) : has(tree, 'unit') || has(tree, 'call') || has(tree, 'constant');

const isCounted = ([first]: readonly Token[]) => !!first && (!!first.number || !!first.article || first.sign === '(');
const isName = ([only, ...more]: readonly Token[]) => more.length === 0 && (only?.text.length ?? 0) > 3;
const isPlural = (tokens: readonly Token[]) => isName(tokens) && /[^s]s$|^feet$/.test(tokens[0]?.text ?? '');
