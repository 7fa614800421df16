/** The properties of a character that follow from its code point. */
export interface CodePoint {
  char: string;
  code: string;
  decimal: number;
  html: string;
  utf8: string;
  category: string;
}

const CATEGORIES: readonly [RegExp, string][] = [
  [/\p{Lu}/u, 'uppercase letter'],
  [/\p{Ll}/u, 'lowercase letter'],
  [/\p{L}/u, 'letter'],
  [/\p{M}/u, 'combining mark'],
  [/\p{Nd}/u, 'decimal digit'],
  [/\p{N}/u, 'number'],
  [/\p{P}/u, 'punctuation'],
  [/\p{Sc}/u, 'currency sign'],
  [/\p{Sm}/u, 'mathematical sign'],
  [/\p{S}/u, 'symbol'],
  [/\p{Z}/u, 'separator'],
  [/\p{Cc}/u, 'control character'],
  [/\p{Cf}/u, 'format character'],
  [/\p{Co}/u, 'private use'],
];

/** Describes a code point; returns null for surrogates, unassigned code points and numbers above U+10FFFF. */
export function codePoint(number: number): CodePoint | null {
  if (!(number >= 0 && number <= 0x10ffff)) return null;
  const char = String.fromCodePoint(number);
  const category = CATEGORIES.find(([form]) => form.test(char))?.[1];
  if (category === undefined) return null;
  const hex = number.toString(16).toUpperCase();
  return {
    char,
    code: `U+${hex.padStart(4, '0')}`,
    decimal: number,
    html: `&#${number};`,
    utf8: (Buffer.from(char, 'utf8').toString('hex').match(/../g) ?? []).join(' ').toUpperCase(),
    category,
  };
}
