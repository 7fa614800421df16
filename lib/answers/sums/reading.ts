import type { InstantQuery } from '../answer.ts';
import { memoizeLast } from '../memoize-last.ts';
import { decimal } from '../reading/numbers/rational.ts';
import { conversionsOf } from './conversion-readings.ts';
import { isLookalike } from './lookalikes.ts';
import { isNoMeasure } from './no-measure.ts';
import { parse } from './parse.ts';
import { MAX_CHARACTERS } from './pieces.ts';
import { attempt, Refused } from './refused.ts';
import { rewritten } from './rewrites.ts';
import { exact } from './scalar.ts';
import type { Token } from './token.ts';
import { isNoise } from './token-cursor.ts';
import { tokensOf } from './tokens.ts';
import { has, nodes, type Tree } from './tree.ts';

/**
 * Reads calculations and conversions; start here in this folder. A query is split into pieces (`pieces.ts`), pieces
 * become tokens with all their possible meanings (`tokens.ts`), and tokens are parsed into trees (`parse.ts`). Trees
 * are evaluated (`evaluate.ts`) in a thread, unless an estimate shows that they are cheap (`effort.ts`). A query with a
 * single unknown word is rejected.
 */
export interface Reading {
  /** The calculation, if the whole query is one. */
  sum: Tree | null;
  /** The possible readings as a conversion, most likely first. */
  conversions: readonly { source: Tree; target: Tree }[];
}

const NOTHING: Reading = { sum: null, conversions: [] };

/** Reads a query; the result is empty for most queries. Memoized, because two kinds use it one after the other. */
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

/** Parses a text as a calculation; returns null if it is not one. */
export function treeOf(text: string, lang: string): Tree | null {
  return attempt(() => {
    const found = tokensOf(text, lang);
    return found && parse(found);
  });
}

/** Removes the wording around a calculation. An equals sign or a question makes the calculation explicit. */
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
  // A closing word may also be a unit: `5 square feet in square` keeps its last word.
  while (to - from > 1 && all[to - 1]?.closing && !all[to - 1]?.units && !all[to - 1]?.fn) to--;
  // In `rechne 5 km in Meilen um`, the last word is part of the verb, not micrometres.
  if (/^(?:rechne|wandle)$/.test(all[0]?.text ?? '') && all[to - 1]?.text === 'um') to--;
  return { tokens: all.slice(from, to).filter(({ sign }) => sign !== '?'), explicit };
}

/** In Italian, `per` between two bare numbers is a product: 7 per 8. In English, it divides units. */
function withoutPer(tokens: readonly Token[], query: string, lang: string): readonly Token[] {
  if (!tokens.some(({ operator }) => operator === 'per')) return tokens;
  const italian = /^it\b/i.test(lang) || /^(?:quanto|calcola)\b/i.test(query);
  return tokens.map((token, at) => {
    if (token.operator !== 'per' || !tokens[at - 1]?.number || !tokens[at + 1]?.number) return token;
    if (!italian) throw new Refused('a number per a number');
    return { ...token, operator: '*' };
  });
}

/** Whether the query asks for the result, and is not a bare number, a date or a telephone number. */
function isSum(tree: Tree, tokens: readonly Token[], explicit: boolean, query: string): boolean {
  const all = nodes(tree);
  // Units alone are not a sum (tons per square foot), except for dozens.
  const measures = all.some((node) => node.is === 'unit' && node.units[0]?.quantity !== 'number');
  if (measures && (all.some(isNoMeasure) || !(all.some(({ is }) => is === 'number') || isAngle(all)))) return false;
  if (explicit) return all.length > 1 || tree.is === 'constant' || tokens.some(({ prefixed }) => prefixed);
  if (!all.some(isOperation) || hasLooseUnit(tree) || (isTitle(tokens) && !isQuestion(tokens, query))) return false;
  const words = tokens.some(({ operator }) => operator === 'and' || operator === 'or');
  // `one and two` is not a calculation, but `10 and (30 or 128)` and `10 AND 12` are.
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

/** cos(π rad): for angles, π counts as a number. */
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

/** A unit without a number is not part of a sum (10-K, 4-H), unless it is a number itself (dozen + dozen). */
function hasLooseUnit(tree: Tree): boolean {
  if (tree.is === 'unit') return tree.units[0]?.quantity !== 'number' || tree.text.length < 4;
  if ('of' in tree) return hasLooseUnit(tree.of);
  if (tree.is === 'call') return tree.args.some(hasLooseUnit);
  if (tree.is !== 'binary' || tree.tight) return false;
  return hasLooseUnit(tree.left) || hasLooseUnit(tree.right);
}

const TITLES = new Set(['round', 'floor', 'ceil', 'trunc', 'abs', 'square', 'cube', 'double', 'triple']);

/** A whole number needs no rounding: `round of 16`. */
const ROUNDING = new Set(['round', 'floor', 'ceil', 'trunc']);

/** `Cube 2`, `Round 1`, `Floor 13`: just a word and a whole number. */
function isTitle(tokens: readonly Token[]): boolean {
  const [word, number, ...more] = ROUNDING.has(tokens[0]?.fn ?? '')
    ? tokens.filter((token) => !isNoise(token))
    : tokens;
  return more.length === 0 && TITLES.has(word?.fn ?? '') && /^\d+$/.test(number?.text ?? '');
}

/** `what is double 45`: this wording is not used for titles. */
const isQuestion = ([word]: readonly Token[], query: string) =>
  (word?.fn === 'double' || word?.fn === 'triple') && /^(?:what(?:'?s| is)|how much is|calculate) /i.test(query);

const FONT_SIZE =
  /[ ,]+(?:(?:with|at|and|using) (?:an? )?)?base(?:[- ]?(?:pixel|font))?(?:[- ]?size)? (?:of )?(\d{1,4}(?:\.\d{1,4})?)(?: ?px)?\??$/i;

/** `7em to px base pixel size 10`: the page sets the size of an em. */
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
