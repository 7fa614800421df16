import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { NUMBER_RUN, PREFIXED_RUN, ungrouped, VULGAR_FRACTION } from '../reading/numbers/number-literal.ts';

/** A word, number or sign of a query. */
export interface Piece {
  kind: 'word' | 'number' | 'money' | 'sign';
  text: string;
  /** Nothing separates this piece from the one before. */
  glued: boolean;
}

/** Longer queries are not calculations. */
export const MAX_CHARACTERS = 256;

/** The signs of arithmetic, each with its variants. All bracket shapes count as round brackets. */
const signs = jsonFile(new URL('./data/signs.json', import.meta.url), z.record(z.string(), z.string()));
let sameSigns: ReadonlyMap<string, string> | undefined;

/** What a query consists of, in the order in which it is tried. */
const KINDS: readonly (readonly [Piece['kind'], RegExp])[] = [
  // French and Italian elisions: d'heures
  ['word', /[dl]'(?=\p{L}{2})/iuy],
  ['word', /\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*/uy],
  ['number', PREFIXED_RUN],
  ['number', NUMBER_RUN],
  ['number', VULGAR_FRACTION],
  ['money', /[$€£¥₹₽₩₪₺฿]/y],
  ['sign', /[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/y],
  ['sign', /<<|>>|\*\*|->|=>|!!|''|[-+*/^%‰!()|&<>=?,;:'"°√∛∜~]/y],
];
const EXPONENT = /e[+-]?\d{1,4}(?![\p{L}\d.])/iuy;
/** White space, and the dot of an abbreviation: `5 lbs. in kg`. */
const GAP = /(?<=\p{L})\.(?!\d)[ \u00a0\u202f]*|[ \u00a0\u202f]+/uy;

/** Pressure as the height of a water column: 5 cmH2O. */
const WATER = /(?<=\b\d{0,9}(?:in|ft|mm|cm)) ?h2o\b/gi;
/** $2.5m */
const MILLIONS = /([$€£]\d[\d.]*)([mb])n?\b/gi;

/** Splits a text into pieces, reading each character once; null at a character that has no place in arithmetic. */
export function piecesOf(text: string, lang: string): Piece[] | null {
  const plain = ungrouped(plainSigns(text).trim(), lang)
    .replace(/\blog_(?=\d)/i, 'log')
    .replace(WATER, ' water')
    .replace(MILLIONS, (_, amount: string, scale: string) => `${amount}e${/m/i.test(scale) ? 6 : 9}`);
  const pieces: Piece[] = [];
  for (let at = 0; at < plain.length; ) {
    const gap = taken(GAP, plain, at) ?? '';
    at += gap.length;
    if (at === plain.length) break;
    let found: string | undefined;
    for (const [kind, pattern] of KINDS) {
      found = taken(pattern, plain, at);
      if (found === undefined) continue;
      if (pattern === NUMBER_RUN) found += taken(EXPONENT, plain, at + found.length) ?? '';
      pieces.push({ kind, text: found, glued: gap === '' && at > 0 });
      break;
    }
    if (found === undefined) return null;
    at += found.length;
  }
  return pieces;
}

function taken(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Replaces variants of signs and digits with ASCII, and removes invisible characters. */
function plainSigns(text: string): string {
  if (/^[ -Z^-z|~]*$/.test(text)) return text;
  sameSigns ??= new Map(
    Object.entries(signs()).flatMap(([sign, variants]) => [...variants].map((same) => [same, sign])),
  );
  // In log₂8, the subscript ends before the 8.
  return text.replace(/(?<=[₀-₉])(?=\d)/g, ' ').replace(/[^ -Z^-z|~\p{L}\p{M}]|[ºʼ]/gu, (sign) => {
    const same = sameSigns?.get(sign);
    if (same !== undefined) return same;
    if (/\p{Nd}/u.test(sign)) return String(digitOf(sign));
    if (sign === '\u00a0' || sign === '\u202f') return sign;
    if (/[\s\u200b-\u200d\ufeff]/.test(sign)) return ' ';
    // Full-width forms and subscripts, but not superscripts or fractions.
    return /[\uff01-\uff5e₀-₉]/.test(sign) ? sign.normalize('NFKC') : sign;
  });
}

/** In every script, digits are contiguous code points starting with zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}
