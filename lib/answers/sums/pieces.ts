import { NUMBER_RUN, PREFIXED_RUN, vulgarFractions } from '../reading/numbers/number-literal.ts';

/** Splits a query into words, numbers and signs, reading each character once. */
export interface Piece {
  kind: 'word' | 'number' | 'sign';
  text: string;
  /** Nothing separates this piece from the one before. */
  glued: boolean;
}

/** Longer queries are not calculations. */
export const MAX_CHARACTERS = 256;

/** Maps variants of a sign to one sign. */
const SAME: Readonly<Record<string, string>> = {
  '×': '*',
  '✕': '*',
  '✖': '*',
  '⨯': '*',
  '∙': '*',
  '·': '*',
  '⋅': '*',
  '•': '*',
  '∗': '*',
  '÷': '/',
  '∕': '/',
  '⁄': '/',
  '➗': '/',
  '−': '-',
  '–': '-',
  '—': '-',
  '‒': '-',
  '﹣': '-',
  '➖': '-',
  '➕': '+',
  º: '°',
  '˚': '°',
  '→': '->',
  '⇒': '->',
  '⟶': '->',
  '➔': '->',
  '➜': '->',
  '∧': '&',
  '∨': '|',
  '⊕': 'xor',
  '‘': "'",
  '’': "'",
  '′': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '″': '"',
  '٪': '%',
  '٫': '.',
  '٬': ',',
  '⌊': ' floor(',
  '⌋': ')',
  '⌈': ' ceil(',
  '⌉': ')',
};
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** All bracket shapes count as round brackets. */
const BRACKETS: Readonly<Record<string, string>> = { '[': '(', '{': '(', ']': ')', '}': ')' };
/** French and Italian elisions: d'heures. */
const ELIDED = /^[dl]'(?=\p{L}{2})/iu;
const CURRENCIES = /[$€£¥₹₽₩₪₺฿]/;
const WORD = /\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*/uy;
const EXPONENT = /e[+-]?\d{1,4}(?![\p{L}\d.])/iuy;
const SIGNS = ['<<', '>>', '**', '->', '=>', '!!', "''"];
/** Full-width forms and the decimal digits of other scripts become ASCII digits. */
const DIGIT = /\p{Nd}/u;

/** Replaces variants of signs and digits with ASCII, and removes invisible characters. */
export function plainSigns(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  // In log₂8, the subscript ends before the 8.
  return text.replace(/(?<=[₀-₉])(?=\d)/g, ' ').replace(/[^ -~\p{L}\p{M}]|[ºʼ]/gu, (sign) => {
    const code = sign.codePointAt(0) as number;
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
    if (sign === '℃') return '°C';
    if (sign === '℉') return '°F';
    if (sign === '\u00a0' || sign === '\u202f') return sign;
    if (/[\s\u200b-\u200d\ufeff]/.test(sign)) return ' ';
    if (DIGIT.test(sign)) return String(digitOf(code));
    if (SUBSCRIPTS.includes(sign)) return String(SUBSCRIPTS.indexOf(sign));
    return SAME[sign] ?? sign;
  });
}

/** In every script, digits are contiguous code points starting with zero. */
function digitOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** A whole number literal: 0xff, 1,234.5, 1e-9. */
function numberAt(take: (pattern: RegExp, at: number) => string | undefined, text: string, at: number) {
  const prefixed = text[at] === '0' ? take(PREFIXED_RUN, at) : undefined;
  const run = prefixed ?? take(NUMBER_RUN, at);
  if (!run || prefixed) return run;
  const end = at + run.length;
  return text[end] === 'e' || text[end] === 'E' ? run + (take(EXPONENT, end) ?? '') : run;
}

/**
 * Splits a text into pieces and collects its currency signs; returns null at a character that has no place in
 * arithmetic.
 */
export function piecesOf(text: string): { pieces: Piece[]; currencies: Set<string> } | null {
  const pieces: Piece[] = [];
  const currencies = new Set<string>();
  const take = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  let glued = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (char === ' ' || char === '\u00a0' || char === '\u202f') {
      glued = false;
      at++;
      continue;
    }
    const push = (kind: Piece['kind'], piece: string, length = piece.length) => {
      pieces.push({ kind, text: piece, glued });
      glued = true;
      at += length;
    };
    // `5 lbs. in kg`, `sq. ft`
    if (char === '.' && glued && pieces.at(-1)?.kind === 'word' && !/\d/.test(text[at + 1] ?? '')) {
      glued = false;
      at++;
      continue;
    }
    const number = /[\d.,]/.test(char) ? numberAt(take, text, at) : undefined;
    if (number) push('number', number);
    else if (/[a-z]/i.test(char)) {
      const word = take(WORD, at) as string;
      push('word', ELIDED.exec(word)?.[0] ?? word);
    } else if (CURRENCIES.test(char)) {
      // Currency signs are otherwise ignored. A sign that is not next to a number is not supported.
      currencies.add(char);
      at++;
      if (!/\d/.test(text[at] ?? '') && !/[\d ]/.test(text[at - 2] ?? '')) return null;
    } else if (char in vulgarFractions) push('number', char);
    else if (SUPERSCRIPTS.includes(char) || char === '⁻') {
      const raised = /[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/y;
      const run = take(raised, at) ?? char;
      push(
        'sign',
        `^${[...run].map((sign) => (sign === '⁻' ? '-' : SUPERSCRIPTS.indexOf(sign))).join('')}`,
        run.length,
      );
    } else {
      const word = take(WORD, at);
      if (word) push('word', word);
      else {
        const sign = SIGNS.find((two) => text.startsWith(two, at)) ?? BRACKETS[char] ?? char;
        if (!/^[-+*/^%!()|&<>=?,;:'"°√∛∜~]/.test(sign) && sign !== '‰') return null;
        push('sign', sign);
      }
    }
  }
  return { pieces, currencies };
}
