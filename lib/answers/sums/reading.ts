import { isAmerican } from '../local-formats.ts';
import { decimal } from '../reading/numbers/rational.ts';
import type { Reading } from '../reading/reading.ts';
import { type Conversion, conversionsOf, isNamedNumber } from './conversion-readings.ts';
import { isNoise } from './cursor.ts';
import { formatted } from './formats.ts';
import { parse } from './parse.ts';
import { attempt, Refused } from './refused.ts';
import { exact } from './scalar.ts';
import { type Token, tokensOf } from './tokens.ts';
import { childrenOf, has, nodes, type Tree } from './tree.ts';
import { shapeSum, worded } from './wordings.ts';

/** Longer queries are not calculations. */
const MAX_CHARACTERS = 256;
/** `7em to px base pixel size 10`: the page sets the size of an em. */
const FONT_SIZE = /^(?=.*(?:px|em|pixel))(.*?)[ ,]+(?:with |at )?(?:an? )?base\b[-a-z ]*? (\d[\d.]*) ?(?:px)?$/i;
const NOTHING: ReturnType<typeof read> = { sum: null, conversions: [] };

/**
 * Reads calculations and conversions; start here in this folder. A query is split into pieces (`pieces.ts`), pieces
 * become tokens with all their possible meanings (`tokens.ts`), and tokens are parsed into trees (`parse.ts`). Trees
 * are evaluated (`evaluate.ts`) in a thread, unless an estimate shows that they are cheap (`effort.ts`). A query with a
 * single unknown word is rejected, as most are.
 */
export const sumsIn = (reading: Reading) =>
  reading.q.length > MAX_CHARACTERS ? NOTHING : (attempt(() => read(reading)) ?? NOTHING);

/** The calculation, if the whole query is one, and its possible readings as a conversion, most likely first. */
function read(reading: Reading): { sum: Tree | null; conversions: Conversion[] } {
  const { q, lang } = reading;
  const asked = askedSum(reading);
  const text = asked ?? reading.typed;
  const [, beforeSize, fontSize] = reading.words.includes('base') ? (FONT_SIZE.exec(text) ?? []) : [];
  const { tokens, isExplicit } = stripped(tokensOf(beforeSize ?? text, lang, reading.home));
  if (tokens.length < 2 && !isExplicit) return NOTHING;
  for (const [at, token] of tokens.entries()) {
    if (fontSize && token.units?.[0]?.label === 'em')
      token.units = [{ ...token.units[0], size: exact(decimal(fontSize)) }];
    if (token.operator !== 'per' || !tokens[at - 1]?.number || !tokens[at + 1]?.number) continue;
    // In Italian, `per` between two bare numbers is a product: 7 per 8. In English, it divides units.
    if (!/^it\b/i.test(lang) && !/^(?:quanto|calcola)\b/i.test(q)) throw new Refused('a number per a number');
    token.operator = '*';
  }
  const tree = attempt(() => parse(tokens));
  const isSum = tree && isAsked(tree, tokens) && (isExplicit || asked !== null || isMeant(tree, tokens, reading));
  const conversions = conversionsOf(tokens);
  return { sum: numberOfNumbers(conversions) ?? (isSum ? tree : null), conversions };
}

/** `1 crore in lakhs`: numbers with a name are no units, so that this is a quotient. */
function numberOfNumbers([{ source, target } = {}]: readonly Partial<Conversion>[]): Tree | undefined {
  const isNamed = target && isNamedNumber(target);
  const isPlain = source && nodes(source).every((node) => node.is !== 'unit' || node.units[0]?.quantity === 'number');
  return isNamed && isPlain ? { is: 'binary', operator: '/', left: source, right: target } : undefined;
}

/** The sum that a sentence asks for, in signs. */
function askedSum({ typed, numeric, words }: Reading): string | null {
  if (!/\d/.test(numeric)) return null;
  const format = formatted(numeric);
  return format && 'sum' in format ? format.sum : (shapeSum(numeric) ?? worded(typed, words));
}

/** Parses a text as a calculation; returns null if it is not one. */
export function treeOf(text: string, lang: string): Tree | null {
  return attempt(() => parse(tokensOf(text, lang)));
}

/** Removes the wording around a calculation. An equals sign, or asking for a value, makes the calculation explicit. */
function stripped(all: readonly Token[]): { tokens: Token[]; isExplicit: boolean } {
  let [from, to, isExplicit] = [0, all.length, false];
  for (; to > from && /^[=?]$/.test(all[to - 1]?.sign ?? ''); to--) isExplicit ||= all[to - 1]?.sign === '=';
  if (all[from]?.sign === '=') [from, isExplicit] = [from + 1, true];
  for (; to - from > 1 && all[from]?.opening; from++) isExplicit ||= all[from]?.text === 'value of';
  // A closing word may also be a unit: `5 square feet in square` keeps its last word.
  while (to - from > 1 && all[to - 1]?.closing && !all[to - 1]?.units && !all[to - 1]?.fn) to--;
  return { tokens: all.slice(from, to).filter(({ sign }) => sign !== '?'), isExplicit };
}

/** Whether there is something to calculate. Units alone are not a sum: `tons per square foot`. */
function isAsked(tree: Tree, tokens: readonly Token[]): boolean {
  const all = nodes(tree);
  const measures = all.flatMap((node) => (node.is === 'unit' ? [node.units[0]?.quantity] : []));
  // cos(π rad): for angles, π counts as a number.
  const isAngle = measures.every((quantity) => quantity === 'angle') && has(tree, 'call') && has(tree, 'constant');
  if (measures.some((quantity) => quantity !== 'number') && !has(tree, 'number') && !isAngle) return false;
  return all.length > 1 || tree.is === 'constant' || tokens.some(({ prefixed }) => prefixed);
}

/** Whether a query without an equals sign asks for a result. */
function isMeant(tree: Tree, tokens: readonly Token[], reading: Reading): boolean {
  if (!nodes(tree).some((node) => isOperation(node, tokens)) || hasLooseUnit(tree)) return false;
  if (isTitle(tokens, reading.isAsked) || isEnumeration(tree, tokens, reading.q)) return false;
  const text = tokens.map(({ text, glued }, at) => (glued || at === 0 ? text : ` ${text}`)).join('');
  // A question or an instruction is a sign: `what is 12/24`.
  return !CODE.test(text) && (reading.isAsked || !isLookalike(text, reading.lang));
}

/** `one and two` or `1&1` is a calculation only in capitals, or with brackets, prefixes or another operator on bits. */
function isEnumeration(tree: Tree, tokens: readonly Token[], query: string): boolean {
  // Other signs for `and` have no other meaning: 10 ∧ 12.
  const isAnd = ({ operator = '', sign }: Token) =>
    /^(?:and|or)$/.test(operator) || (sign === '&' && query.includes('&'));
  if (!tokens.some(isAnd)) return false;
  if (/\b(?:AND|OR)\b/.test(query) || has(tree, 'compound') || has(tree, 'call')) return false;
  return !tokens.some(({ sign, prefixed, operator }) => sign === '(' || prefixed || operator === 'xor');
}

function isOperation(node: Tree, tokens: readonly Token[]): boolean {
  if (node.is === 'compound' || node.is === 'call' || node.is === 'factorial') return true;
  // -(-3) and -8 1/2 are sums, but --5 is not.
  if (node.is === 'negative' && node.of.is === 'number') return node.of.text.includes('/');
  if (node.is === 'negative') return node.of.is === 'negative' && tokens.some(({ sign }) => sign === '(');
  if (node.is !== 'binary') return false;
  if (!node.tight || node.operator === '/' || (node.operator === '^' && node.left.is === 'constant')) return true;
  if (node.right.is === 'constant') return node.right.name !== 'e';
  // Of the numbers among the units, these are what people ask about: `ten dozen`, `2 crore`.
  return node.right.is === 'unit' && /^(?:dozen|lakh|crore)$/.test(node.right.units[0]?.label ?? '');
}

/** A unit without a number is not part of a sum (10-K, 4-H), unless it is a number itself (dozen + dozen). */
function hasLooseUnit(tree: Tree): boolean {
  if (tree.is === 'unit') return tree.units[0]?.quantity !== 'number' || tree.text.length < 4;
  return !(tree.is === 'binary' && tree.tight) && childrenOf(tree).some(hasLooseUnit);
}

/** Functions whose names are ordinary words. A whole number needs no rounding: `round of 16`. */
const ROUNDING = /^(?:round|floor|ceil|trunc|abs)$/;
const WORDY = /^(?:square|cube|double|triple)$/;

/** An ordinary word and a whole number are a title (`Round 1`, `Cube 2`), unless the query is a question. */
function isTitle([{ fn = '' } = {}, ...rest]: readonly Partial<Token>[], isQuestion: boolean): boolean {
  const [number, ...more] = ROUNDING.test(fn) ? rest.filter((token) => !isNoise(token)) : rest;
  if (more.length > 0 || !/^\d+$/.test(number?.text ?? '')) return false;
  return ROUNDING.test(fn) || (WORDY.test(fn) && !isQuestion);
}

/** Dates, telephone numbers and other codes (a hyphen or slash twice, a hyphen before a leading zero), sizes (1920x1080). */
const CODE = /^24\/7$|^\d{3}-\d{4}$|\d-\d+-\d|\d\/\d+\/\d|\d-0\d|^[\d.]+(?:x[\d.]+)+$/i;
/** A second number with a sign (37.77 -122.41), and without spaces ranges, scores and names (6-0, 2020-21; not 3-2). */
const LOOKALIKE = /\d -\d|^(?!(?:[1-9]-[1-9])$)(?:\d+-\d+|[a-z]+-\d+|\d+-[a-z]+)$/i;

/** Whether a text more likely means something other than a sum. Spaces or an equals sign make a sum of it. */
function isLookalike(text: string, lang: string): boolean {
  if (LOOKALIKE.test(text)) return true;
  const [, first = '', second] = /^(\d{1,4})\/(\d+)$/.exec(text) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (second === undefined) return false;
  // Equal numbers, or parts of a hundred, are a split or a score: 50/50, 20/20, 60/40.
  if (a === b || a + b === 100) return true;
  // A month over a day of two digits is a date, except for sixteenths, which rulers have: 4/20, but not 5/16.
  if (a >= 1 && a <= 12 && b > 9 && b <= 31) return b !== 16;
  // So is a day over a month where the day comes first (31/12), and without a language unless the quotient is whole.
  if (a > 12 && a <= 31 && b >= 1 && b <= 12) return lang === '' ? a % b > 0 : !isAmerican(lang);
  // A year over the next: 2020/21.
  return first.length === 4 && b % 100 === (a + 1) % 100 && second.length % 2 === 0;
}
