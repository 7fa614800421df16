import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { foldedWord } from '../reading/folded.ts';
import { NUMBER_RUN, PREFIXED_RUN, ungrouped, VULGAR_FRACTION } from '../reading/numbers/number-literal.ts';
import { Refused } from './refused.ts';

/** A word, number or sign of a query. */
export interface Piece {
  kind: 'word' | 'number' | 'money' | 'sign';
  text: string;
  /** The folded word; empty if this is not one. */
  word: string;
  /** Nothing separates this piece from the one before. */
  glued: boolean;
}

/** The signs of arithmetic, each with its variants. All bracket shapes count as round brackets. */
const signs = jsonFile(
  new URL('./data/signs.json', import.meta.url),
  z
    .record(z.string(), z.string())
    .transform((all) => new Map(Object.entries(all).flatMap(([sign, same]) => [...same].map((each) => [each, sign])))),
);

/** What a query consists of, in the order in which it is tried. */
const KINDS: readonly (readonly [Piece['kind'], RegExp])[] = [
  ['number', PREFIXED_RUN],
  ['number', new RegExp(`(?:${NUMBER_RUN.source})(?:e[+-]?\\d+(?![\\p{L}\\d.]))?`, 'iuy')],
  // French and Italian elisions are words: d'heures
  ['word', /[√∛]|[dl]'(?=\p{L}{2})|\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*/iuy],
  ['sign', /(?<![⁰¹²³⁴⁵⁶⁷⁸⁹])⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|<<|>>|\*\*|->|=>|!!|''|[-+*/^%‰!()|&<>=?,;:'"°~]/y],
  ['number', VULGAR_FRACTION],
  ['money', /[$€£¥₹₽₩₪₺฿]/y],
];
/** White space, and the dot of an abbreviation: `5 lbs. in kg`. */
const GAP = /[ \u00a0\u202f]+|(?<=\p{L})\.(?!\d)[ \u00a0\u202f]*/uy;

/** Other ways to write a thing: log_2 8, the height of a water column (5 cmH2O), $2.5m. */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  [/\blog_(?=\d)/i, 'log'],
  [/(?<=in|ft|mm|cm) ?h2o\b/gi, ' water'],
  [/(?<=[$€£]\d[\d.]*)mn?\b/gi, 'e6'],
  [/(?<=[$€£]\d[\d.]*)bn?\b/gi, 'e9'],
];

/** A span of time in ISO 8601: `P1DT2H`. */
const ISO_SPAN = /^P(?=\d|T\d)((?:\d+[YMWD])*)(?:T((?:[\d.]+[HMS])+))?(?= |$)/;
const ISO_UNITS: Readonly<Record<string, string>> = {
  ...{ Y: 'years', M: 'months', W: 'weeks', D: 'days' },
  ...{ TH: 'hours', TM: 'minutes', TS: 'seconds' },
};
const spelt = (text: string) =>
  text.replace(ISO_SPAN, (_, days: string, time = '') =>
    `${days}${time.replace(/[HMS]/g, 'T$&')}`.replace(/T?[YMWDHMS]/g, (unit) => ` ${ISO_UNITS[unit]} `).trim(),
  );

/** The pieces of a text. They are read when they are asked for, because most texts end at an unknown word. */
export class Pieces {
  private readonly text: string;
  private readonly pieces: Piece[] = [];
  private end = 0;

  constructor(text: string, lang: string) {
    const typed = plainSigns(text).trim();
    const plain = typed.startsWith('P') ? spelt(typed) : typed;
    const one = /\d \d/.test(plain) ? ungrouped(plain, lang) : plain;
    this.text = /[_$€£]|h2o/i.test(one)
      ? REWRITTEN.reduce((rewritten, [pattern, by]) => rewritten.replace(pattern, by), one)
      : one;
  }

  at(index: number): Piece | undefined {
    for (let isMore = true; isMore && this.pieces.length <= index; ) isMore = this.read();
    return this.pieces[index];
  }

  /** Reads one more piece. Throws Refused at a character that has no place in arithmetic. */
  private read(): boolean {
    const gap = this.taken(GAP, this.end);
    const at = this.end + gap.length;
    if (at === this.text.length) return false;
    for (const [kind, pattern] of KINDS) {
      const text = this.taken(pattern, at);
      if (text === '') continue;
      this.end = at + text.length;
      const word = kind === 'word' ? foldedWord(text) : '';
      this.pieces.push({ kind, text, word, glued: gap === '' && at > 0 });
      return true;
    }
    throw new Refused('an unknown character');
  }

  private taken(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    return pattern.test(this.text) ? this.text.slice(at, pattern.lastIndex) : '';
  }
}

/** Replaces variants of signs and digits with ASCII, and removes invisible characters. */
function plainSigns(text: string): string {
  if (/^[ -Z^-z|~]*$/.test(text)) return text;
  // In log₂8, the subscript ends before the 8.
  return text.replace(/(?<=[₀-₉])(?=\d)/g, ' ').replace(/[^ -Z^-z|~\p{L}\p{M}]|[ºʼ]/gu, (sign) => {
    const same = signs().get(sign);
    if (same !== undefined) return same;
    if (/\p{Nd}/u.test(sign)) return digitOf(sign);
    // Not the spaces that group digits.
    if (/(?![\u00a0\u202f])[\s\u200b-\u200d\ufeff]/.test(sign)) return ' ';
    // Full-width forms and subscripts, but not superscripts or fractions.
    return /[\uff01-\uff5e₀-₉]/.test(sign) ? sign.normalize('NFKC') : sign;
  });
}

/** Styled digits are others in disguise (𝟚). In every script, digits are contiguous code points starting with zero. */
function digitOf(digit: string): string {
  const plain = digit.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  const code = plain.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
