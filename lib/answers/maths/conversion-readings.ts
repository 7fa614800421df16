import { parse } from './parse.ts';
import { attempt } from './refused.ts';
import type { Token } from './token.ts';
import { has, nodes, type Tree } from './tree.ts';

/** At so many places a query is parted, and no more: `in in in …` could be parted anywhere. */
const MOST_TRIES = 5;

/** Every way to part the tokens into what is converted and what into. */
export function* conversionsOf(tokens: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  if (tokens[0]?.howMany) yield* unitFirst(tokens.slice(1));
  let tries = 0;
  for (let at = tokens.length - 2; at > 0 && tries < MOST_TRIES; at--) {
    if (!tokens[at]?.connector) continue;
    tries++;
    const [left, right] = [tokens.slice(0, at), tokens.slice(at + 1)];
    const [source, target] = [attempt(() => parse(left)), attempt(() => parse(right))];
    if (!source || !target) continue;
    const asksRight = isTarget(target);
    // `feet in a mile`, `miles convert 100 kilometers`: what is asked for stands first.
    const few = tokens[at]?.text === 'in' && isPlural(left) && isSingular(right);
    if (isTarget(source) && (counts(right) || (asksRight && few))) yield { source: target, target: source };
    else if (asksRight && isSource(source)) yield { source, target };
  }
  const [first, middle] = [tokens[0], tokens.findIndex(({ operator }) => operator === 'per')];
  // Litres per gallon: a gallon, in litres. Where they are no litres at all, nothing converts.
  if (first?.units && middle > 0) yield* pairs(tokens.slice(0, middle), tokens.slice(middle + 1));
}

/** How many feet (are) in a mile: at every word that may link the two. */
function* unitFirst(tokens: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
  let tries = 0;
  for (let at = 1; at < tokens.length - 1 && tries < MOST_TRIES; at++) {
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

/** A unit, without a number of its own except in `litres per 100 km`. */
function isTarget(tree: Tree): boolean {
  for (const node of nodes(tree)) {
    if (node.is === 'number' || node.is === 'unit') continue;
    if (node.is !== 'binary' || !'*/^'.includes(node.operator)) return false;
  }
  const divided = tree.is === 'binary' && tree.operator === '/' && has(tree.left, 'unit') && !numbered(tree.left);
  return has(tree, 'unit') && (divided || !numbered(tree));
}

/** With a number that is no exponent. */
function numbered(tree: Tree): boolean {
  if (tree.is === 'number') return true;
  if (tree.is !== 'binary') return false;
  return numbered(tree.left) || (tree.operator !== '^' && numbered(tree.right));
}

/** Units that are first of all words: they are only measures beside a number. */
const SHY = new Set(
  'hand span link chain rod perch pole point cable shot dash drop score gross turn stick cord league slug mole are league span pinch jigger e a c f k b h d s t'.split(
    ' ',
  ),
);

/** Something to convert: a number of units, a unit by its name, or an angle in radians. */
function isSource(tree: Tree): boolean {
  if (tree.is === 'unit') return !SHY.has(tree.text.toLowerCase());
  return has(tree, 'unit') || has(tree, 'call') || has(tree, 'constant');
}

const counts = ([first]: readonly Token[]) => !!first && (!!first.number || !!first.article || first.sign === '(');
const isPlural = (tokens: readonly Token[]) =>
  tokens.length === 1 && /[^s]s$|^feet$|^inches$/.test(tokens[0]?.text ?? '') && (tokens[0]?.text.length ?? 0) > 3;
const isSingular = (tokens: readonly Token[]) =>
  tokens.length === 1 && (tokens[0]?.text.length ?? 0) > 3 && !isPlural(tokens);
