/** Normalises a word for lookup: lower case, no accents, ß as ss, œ as oe, æ as ae, ł as l, and a single kind of µ. */
export function foldedWord(word: string): string {
  const lower = word.toLowerCase();
  if (/^[ -~]*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßœæıμøł]/g, (letter) => PLAIN[letter] as string);
}
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ı: 'i', μ: 'µ', ø: 'o', ł: 'l' };

/** A text with white space collapsed, plain quotes, and without final question marks. */
export function tidied(text: string): string {
  let plain = text;
  // Most queries are already plain.
  if (/[^ -~]| {2}/.test(plain)) {
    plain = plain
      .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
      .replace(/[\u201c-\u201e\u2033]/g, '"')
      .replace(/\s+/g, ' ');
  }
  plain = plain.replace(/^[¿¡\s]+/, '').trim();
  // A final exclamation mark may be a factorial.
  return /[?!]$/.test(plain)
    ? plain.replace(/[\s?!]+$/, (tail) => (tail.includes('!') && !tail.includes('?') ? tail : ''))
    : plain;
}

/** A text on one line, without invisible characters, for the answer line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
