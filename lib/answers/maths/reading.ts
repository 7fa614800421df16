import type { Asked } from '../answer.ts';
import { isLookalike } from './lookalikes.ts';
import { parse } from './parse.ts';
import { MOST_CHARACTERS } from './pieces.ts';
import { decimal, Refused } from './rational.ts';
import { rewritten } from './rewrites.ts';
import { exact } from './scalar.ts';
import { type Token, tokensOf } from './tokens.ts';
import { nodes, type Tree } from './tree.ts';

/**
 * What a query may ask for: the first thing to open in this folder. A query is cut into pieces (`pieces.ts`), these into
 * tokens with all that each may mean (`tokens.ts`), and tokens are parsed (`parse.ts`) into trees. A tree is evaluated
 * (`evaluate.ts`) in a thread. A query with one word outside the language is none of ours.
 */
export interface Reading {
  /** To be calculated, when the whole of it is a calculation. */
  sum: Tree | null;
  /** To be converted: the ways to read it, likeliest first. */
  conversions: readonly { source: Tree; target: Tree }[];
}

/** At so many places a query is parted, and no more: `in in in …` could be parted anywhere. */
const MOST_TRIES = 5;
const NOTHING: Reading = { sum: null, conversions: [] };
/** Two kinds ask about the same query, in the same breath. */
const readings = new WeakMap<Asked, Reading>();

/** What a query asks for; nothing at all for almost every query. */
export function readingOf(asked: Asked): Reading {
  const before = readings.get(asked);
  if (before) return before;
  const reading = asked.q.length > MOST_CHARACTERS ? NOTHING : read(asked);
  readings.set(asked, reading);
  return reading;
}

function read({ q, plain, lang }: Asked): Reading {
  return (
    attempt(() => {
      const sum = rewritten(plain);
      const { text, em } = fontSize(sum ?? q);
      const found = tokensOf(text, lang);
      if (!found) return NOTHING;
      const { tokens: all, explicit } = stripped(em ? withFontSize(found.tokens, em) : found.tokens);
      if (all.length < 2 && !explicit) return NOTHING;
      const tokens = withoutPer(all, q, lang);
      const conversions = [...conversionsOf(tokens)];
      const tree = attempt(() => parse(tokens));
      return { sum: tree && isSum(tree, tokens, explicit || sum !== null, q) ? tree : null, conversions };
    }) ?? NOTHING
  );
}

/** A calculation on its own, whatever it is part of; null when it is none. */
export function treeOf(text: string, lang: string): Tree | null {
  return attempt(() => {
    const found = tokensOf(text, lang);
    return found && parse(found.tokens);
  });
}

/** Null instead of a refusal. */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** The tokens without the wording around them. An equals sign, or a question, says that a calculation is meant. */
function stripped(all: readonly Token[]): { tokens: readonly Token[]; explicit: boolean } {
  let [from, to, explicit] = [0, all.length, false];
  while (to > from && (all[to - 1]?.sign === '=' || all[to - 1]?.sign === '?')) {
    explicit ||= all[--to]?.sign === '=';
  }
  if (all[from]?.sign === '=') [from, explicit] = [from + 1, true];
  for (; to - from > 1 && all[from]?.opening && !(all[from]?.units && all[from + 1]?.connector); from++) {
    explicit ||= !!all[from]?.text.endsWith('value of');
  }
  // What is closed with may also be what is asked for: `5 square feet in square` keeps its last word.
  while (to - from > 1 && all[to - 1]?.closing && !all[to - 1]?.units && !all[to - 1]?.fn) to--;
  return { tokens: all.slice(from, to).filter(({ sign }) => sign !== '?'), explicit };
}

/** Between two bare numbers `per` is a product, and Italian: 7 per 8. In English it divides units. */
function withoutPer(tokens: readonly Token[], query: string, lang: string): readonly Token[] {
  const italian = /^it\b/i.test(lang) || /^(?:quanto|calcola)\b/i.test(query);
  return tokens.map((token, at) => {
    if (token.operator !== 'per' || !tokens[at - 1]?.number || !tokens[at + 1]?.number) return token;
    if (!italian) throw new Refused('a number per a number');
    return { ...token, operator: '*' };
  });
}

/** Every way to part the tokens into what is converted and what into. */
function* conversionsOf(tokens: readonly Token[]): Generator<{ source: Tree; target: Tree }> {
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

const has = (tree: Tree, is: Tree['is']) => [...nodes(tree)].some((node) => node.is === is);
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

/** Whether somebody wants to know what it comes to: not a bare number, a date, or a telephone. */
function isSum(tree: Tree, tokens: readonly Token[], explicit: boolean, query: string): boolean {
  const all = [...nodes(tree)];
  // Units alone are no sum (tons per square foot); dozens are.
  const measures = all.some((node) => node.is === 'unit' && node.units[0]?.quantity !== 'number');
  if (measures && !all.some(({ is }) => is === 'number')) return false;
  if (explicit) return all.length > 1 || tree.is === 'constant' || tokens.some(({ prefixed }) => prefixed);
  if (!all.some(isOperation)) return false;
  const words = tokens.some(({ operator }) => operator === 'and' || operator === 'or');
  // `one and two` is no calculation; `10 and (30 or 128)` is.
  if (
    words &&
    !tokens.some(({ sign, prefixed, operator }) => sign === '(' || prefixed || operator === 'xor') &&
    !has(tree, 'compound') &&
    !has(tree, 'call')
  )
    return false;
  return !isLookalike(query);
}

function isOperation(node: Tree): boolean {
  if (node.is === 'compound' || node.is === 'call' || node.is === 'factorial') return true;
  if (node.is !== 'binary') return false;
  if (!node.tight || node.operator === '/') return true;
  return (
    node.right.is === 'constant' ||
    (node.right.is === 'unit' && /^do[zu]|^du[tz]|^doc/.test(node.right.text.toLowerCase()))
  );
}

const FONT_SIZE =
  /[ ,]+(?:with|at|and|using)?(?: an?)? ?base[- ]?(?:pixel|font)?[- ]?size (?:of )?(\d{1,4}(?:\.\d{1,4})?)(?: ?px)?\??$/i;

/** `7em to px base pixel size 10`: an em is as wide as the page says. */
function fontSize(query: string): { text: string; em: string | undefined } {
  if (!/\bsize\b/i.test(query)) return { text: query, em: undefined };
  const em = FONT_SIZE.exec(query);
  return { text: em ? query.slice(0, em.index) : query, em: em?.[1] };
}

function withFontSize(tokens: readonly Token[], em: string): Token[] {
  return tokens.map((token) =>
    token.units?.[0]?.label === 'em' ? { ...token, units: [{ ...token.units[0], size: exact(decimal(em)) }] } : token,
  );
}
