import { parse } from './parse.ts';
import { attempt } from './refused.ts';
import type { Token } from './token.ts';
import { has, nodes, type Tree } from './tree.ts';

/** Limits the places at which a query is split: `in in in …` could be split anywhere. */
const MAX_TRIES = 5;

/** Yields every way to split the tokens into a source and a target. */
export function* conversionsOf(tokens: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  if (tokens[0]?.howMany) yield* unitFirst(tokens.slice(1));
  let tries = 0;
  for (let at = tokens.length - 2; at > 0 && tries < MAX_TRIES; at--) {
    if (!tokens[at]?.connector || isRate(tokens.slice(at)) || isTimeOfDay(tokens[at - 1], tokens[at + 1])) continue;
    tries++;
    // `1 mile = how many feet` has two connectors.
    const [left, right] = [tokens.slice(0, tokens[at - 1]?.sign === '=' ? at - 1 : at), tokens.slice(at + 1)];
    const [source, target] = [attempt(() => parse(left)), attempt(() => parse(right))];
    if (!source || !target) {
      yield* numberLast(left, right);
      continue;
    }
    const asksRight = isTarget(target);
    // `feet in a mile`, `miles convert 100 kilometers`: the target comes first.
    const few = tokens[at]?.text === 'in' && isPlural(left) && isSingular(right);
    if (isTarget(source) && (counts(right) || (asksRight && few))) yield { source: target, target: source };
    else if (asksRight && isSource(source) && !(source.is === 'unit' && isShy(target))) yield { source, target };
  }
  const [first, middle] = [tokens[0], tokens.findIndex(({ operator }) => operator === 'per')];
  // `litres per gallon` converts a gallon to litres. If the units measure different things, the conversion fails later.
  if (first?.units && middle > 0) yield* pairs(tokens.slice(0, middle), tokens.slice(middle + 1));
  if (tries === 0) yield* unlinked(tokens);
}

/**
 * `8 days a week` is a frequency, not a conversion to weeks. In languages where `a` means to, the units have other
 * names.
 */
function isRate([link, unit]: readonly Token[]): boolean {
  return link?.text === 'a' && /^(?:second|minute|hour|day|week|month|year)$/.test(unit?.text ?? '');
}

/** `5 am to pm` is not about attometres. */
const isTimeOfDay = (...words: (Token | undefined)[]) => words.every((word) => /^[ap]m$/i.test(word?.text ?? ''));

/** `kg to lbs 70`: the number comes last. */
function* numberLast(left: readonly Token[], right: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  const number = right.at(-1);
  if (!number?.number || number.sign || right.length < 2 || !left.every(({ units }) => units)) return;
  yield* pairs(right.slice(0, -1), [number, ...left]);
}

/**
 * Quantities that people convert without a connector. Time and volume are not among them: `7 day week`, `12 oz cup`.
 */
const UNLINKED = new Set(['length', 'mass', 'speed', 'temperature', 'data']);

/** A target is a plural or a symbol: `10 foot pole` and `8 pound stone` are things. */
const ASKED_FOR = /(?:[^s]s|feet|fahrenheit)$|^(?:[^aeiou ]{2,4}|mi|oz|[kmgt]ib)$/i;

/** `70kg lbs`: an amount, followed by another unit of the same quantity. */
function* unlinked(tokens: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  const [number, unit, other] = tokens;
  if (tokens.length !== 3 || !number?.number || !unit?.units || !other?.units) return;
  const [from, to] = [unit.units[0], other.units[0]];
  if (other.connector || other.sign || !ASKED_FOR.test(other.text) || from?.quantity !== to?.quantity) return;
  if (UNLINKED.has(from?.quantity ?? '')) yield* pairs([other], [number, unit]);
}

/** `how many feet (are) in a mile`: splits at every word that may link the two units. */
function* unitFirst(tokens: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  let tries = 0;
  for (let at = 1; at < tokens.length - 1 && tries < MAX_TRIES; at++) {
    if (!tokens[at]?.link) continue;
    tries++;
    yield* pairs(tokens.slice(0, at), tokens.slice(at + 1));
    let after = at + 1;
    while (tokens[after]?.link && after < tokens.length - 1) after++;
    if (after > at + 1) yield* pairs(tokens.slice(0, at), tokens.slice(after));
  }
}

function* pairs(wanted: readonly Token[], given: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  const [target, source] = [attempt(() => parse(wanted)), attempt(() => parse(given))];
  if (target && source && isTarget(target) && isSource(source)) yield { source, target };
}

/** Whether a tree is a unit without a number, except as in `litres per 100 km`. */
function isTarget(tree: Tree): boolean {
  for (const node of nodes(tree)) {
    if (node.is === 'number' || node.is === 'unit') continue;
    if (node.is !== 'binary' || !'*/^'.includes(node.operator)) return false;
  }
  const divided = tree.is === 'binary' && tree.operator === '/' && has(tree.left, 'unit') && !numbered(tree.left);
  return has(tree, 'unit') && (divided || !numbered(tree));
}

/** Whether a tree contains a number that is not an exponent. */
function numbered(tree: Tree): boolean {
  if (tree.is === 'number') return true;
  if (tree.is !== 'binary') return false;
  return numbered(tree.left) || (tree.operator !== '^' && numbered(tree.right));
}

/** Units that are ordinary words first: they count as units only next to a number. */
const SHY = new Set(
  'hand span link chain rod perch pole point cable shot dash drop score gross turn stick cord league slug mole are league span pinch jigger am fm dc e a c f k b h d s t'.split(
    ' ',
  ),
);

/** `points to miles` is not a conversion. */
const isShy = (tree: Tree) =>
  tree.is === 'unit' && (SHY.has(tree.text.toLowerCase()) || SHY.has(tree.text.toLowerCase().replace(/s$/, '')));

/** Whether a tree can be converted: a number of units, a unit by name, or an angle in radians. */
function isSource(tree: Tree): boolean {
  if (tree.is === 'unit') return !isShy(tree);
  return has(tree, 'unit') || has(tree, 'call') || has(tree, 'constant');
}

const counts = ([first]: readonly Token[]) => !!first && (!!first.number || !!first.article || first.sign === '(');
const isPlural = (tokens: readonly Token[]) =>
  tokens.length === 1 && /[^s]s$|^feet$|^inches$/.test(tokens[0]?.text ?? '') && (tokens[0]?.text.length ?? 0) > 3;
const isSingular = (tokens: readonly Token[]) =>
  tokens.length === 1 && (tokens[0]?.text.length ?? 0) > 3 && !isPlural(tokens);
