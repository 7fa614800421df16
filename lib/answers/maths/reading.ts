import type { InstantQuery } from '../answer.ts';
import { memoizeLast } from '../memoize-last.ts';
import { conversionsOf } from './conversion-readings.ts';
import { isLookalike } from './lookalikes.ts';
import { isNoMeasure } from './no-measure.ts';
import { parse } from './parse.ts';
import { MAX_CHARACTERS } from './pieces.ts';
import { decimal } from './rational.ts';
import { attempt, Refused } from './refused.ts';
import { rewritten } from './rewrites.ts';
import { exact } from './scalar.ts';
import type { Token } from './token.ts';
import { isNoise } from './token-cursor.ts';
import { tokensOf } from './tokens.ts';
import { has, nodes, type Tree } from './tree.ts';

/**
 * What a query may ask for: the first thing to open in this folder. A query is cut into pieces (`pieces.ts`), these into
 * tokens with all that each may mean (`tokens.ts`), and tokens are parsed (`parse.ts`) into trees. A tree is evaluated
 * (`evaluate.ts`), in a thread unless it is seen to be short (`effort.ts`). A query with one word outside the language is
 * none of ours.
 */
export interface Reading {
  /** To be calculated, when the whole of it is a calculation. */
  sum: Tree | null;
  /** To be converted: the ways to read it, likeliest first. */
  conversions: readonly { source: Tree; target: Tree }[];
}

const NOTHING: Reading = { sum: null, conversions: [] };

/** What a query asks for; nothing at all for almost every query. Two kinds ask, in the same breath. */
export const readingOf = memoizeLast((query) => (query.q.length > MAX_CHARACTERS ? NOTHING : read(query)));

function read({ q, plain, lang }: InstantQuery): Reading {
  return (
    attempt(() => {
      const sum = rewritten(plain);
      const { text, em } = fontSize(sum ?? q);
      const found = tokensOf(text, lang);
      if (!found) return NOTHING;
      const { tokens: all, explicit } = stripped(em ? withFontSize(found, em) : found);
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
    return found && parse(found);
  });
}

/** The tokens without the wording around them. An equals sign, or a question, says that a calculation is meant. */
function stripped(all: readonly Token[]): { tokens: readonly Token[]; explicit: boolean } {
  let [from, to, explicit] = [0, all.length, false];
  while (to > from && (all[to - 1]?.sign === '=' || all[to - 1]?.sign === '?')) {
    to--;
    explicit ||= all[to]?.sign === '=';
  }
  if (all[from]?.sign === '=') [from, explicit] = [from + 1, true];
  for (; to - from > 1 && all[from]?.opening && !(all[from]?.units && all[from + 1]?.connector); from++) {
    explicit ||= !!all[from]?.text.endsWith('value of');
    // `calculate: 2 + 2`
    if (all[from + 1]?.sign === ':') from++;
  }
  // What is closed with may also be what is asked for: `5 square feet in square` keeps its last word.
  while (to - from > 1 && all[to - 1]?.closing && !all[to - 1]?.units && !all[to - 1]?.fn) to--;
  // `rechne 5 km in Meilen um`: no micrometres.
  if (/^(?:rechne|wandle)$/.test(all[0]?.text ?? '') && all[to - 1]?.text === 'um') to--;
  return { tokens: all.slice(from, to).filter(({ sign }) => sign !== '?'), explicit };
}

/** Between two bare numbers `per` is a product, and Italian: 7 per 8. In English it divides units. */
function withoutPer(tokens: readonly Token[], query: string, lang: string): readonly Token[] {
  if (!tokens.some(({ operator }) => operator === 'per')) return tokens;
  const italian = /^it\b/i.test(lang) || /^(?:quanto|calcola)\b/i.test(query);
  return tokens.map((token, at) => {
    if (token.operator !== 'per' || !tokens[at - 1]?.number || !tokens[at + 1]?.number) return token;
    if (!italian) throw new Refused('a number per a number');
    return { ...token, operator: '*' };
  });
}

/** Whether somebody wants to know what it comes to: not a bare number, a date, or a telephone. */
function isSum(tree: Tree, tokens: readonly Token[], explicit: boolean, query: string): boolean {
  const all = nodes(tree);
  // Units alone are no sum (tons per square foot); dozens are.
  const measures = all.some((node) => node.is === 'unit' && node.units[0]?.quantity !== 'number');
  if (measures && (all.some(isNoMeasure) || !(all.some(({ is }) => is === 'number') || isAngle(all)))) return false;
  if (explicit) return all.length > 1 || tree.is === 'constant' || tokens.some(({ prefixed }) => prefixed);
  if (!all.some(isOperation) || hasLooseUnit(tree) || (isTitle(tokens) && !isQuestion(tokens, query))) return false;
  const words = tokens.some(({ operator }) => operator === 'and' || operator === 'or');
  // `one and two` is no calculation; `10 and (30 or 128)` is, and so is `10 AND 12`.
  if (
    words &&
    !/\d (?:AND|OR) \d/.test(query) &&
    !tokens.some(({ sign, prefixed, operator }) => sign === '(' || prefixed || operator === 'xor') &&
    !has(tree, 'compound') &&
    !has(tree, 'call')
  )
    return false;
  return !/^[-−\s]+[\d.]+$/.test(query) && !isLookalike(query);
}

/** cos(π rad): of angles, π is as good a number as any. */
const isAngle = (all: readonly Tree[]) =>
  all.some(({ is }) => is === 'call') &&
  has(all.at(-1) as Tree, 'constant') &&
  all.every((node) => node.is !== 'unit' || node.units[0]?.quantity === 'angle');

function isOperation(node: Tree): boolean {
  if (node.is === 'compound' || node.is === 'call' || node.is === 'factorial') return true;
  if (node.is === 'negative') return node.of.is === 'negative';
  if (node.is !== 'binary') return false;
  if (!node.tight || node.operator === '/') return true;
  return (
    (node.right.is === 'constant' && node.right.name !== 'e') ||
    (node.right.is === 'unit' && /^do[zu]|^du[tz]|^doc/.test(node.right.text.toLowerCase()))
  );
}

/** A unit without a number is no part of a sum (10-K, 4-H), unless it is a number itself (dozen + dozen). */
function hasLooseUnit(tree: Tree): boolean {
  if (tree.is === 'unit') return tree.units[0]?.quantity !== 'number' || tree.text.length < 4;
  if ('of' in tree) return hasLooseUnit(tree.of);
  if (tree.is === 'call') return tree.args.some(hasLooseUnit);
  if (tree.is !== 'binary' || tree.tight) return false;
  return hasLooseUnit(tree.left) || hasLooseUnit(tree.right);
}

const TITLES = new Set(['round', 'floor', 'ceil', 'trunc', 'abs', 'square', 'cube', 'double', 'triple']);

/** There is nothing to round in a whole number: `round of 16`. */
const ROUNDING = new Set(['round', 'floor', 'ceil', 'trunc']);

/** `Cube 2`, `Round 1`, `Floor 13`: a word and a whole number, and nothing that asks for more. */
function isTitle(tokens: readonly Token[]): boolean {
  const [word, number, ...more] = ROUNDING.has(tokens[0]?.fn ?? '')
    ? tokens.filter((token) => !isNoise(token))
    : tokens;
  return more.length === 0 && TITLES.has(word?.fn ?? '') && /^\d+$/.test(number?.text ?? '');
}

/** `what is double 45`: nobody asks so about a title. */
const isQuestion = ([word]: readonly Token[], query: string) =>
  (word?.fn === 'double' || word?.fn === 'triple') && /^(?:what(?:'?s| is)|how much is|calculate) /i.test(query);

const FONT_SIZE =
  /[ ,]+(?:(?:with|at|and|using) (?:an? )?)?base(?:[- ]?(?:pixel|font))?(?:[- ]?size)? (?:of )?(\d{1,4}(?:\.\d{1,4})?)(?: ?px)?\??$/i;

/** `7em to px base pixel size 10`: an em is as wide as the page says. */
function fontSize(query: string): { text: string; em: string | undefined } {
  if (!/\bbase/i.test(query) || !/px\b|em\b|pixel/i.test(query)) return { text: query, em: undefined };
  const em = FONT_SIZE.exec(query);
  return { text: em ? query.slice(0, em.index) : query, em: em?.[1] };
}

function withFontSize(tokens: readonly Token[], em: string): Token[] {
  return tokens.map((token) =>
    token.units?.[0]?.label === 'em' ? { ...token, units: [{ ...token.units[0], size: exact(decimal(em)) }] } : token,
  );
}
