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

const SIGNS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
let segmenter: Intl.Segmenter | undefined;
/** A text with a space between words where Chinese and Japanese have none: `東京の天気` → `東京 の 天気`. */
export function spaced(text: string): string {
  if (/^[ -~]*$/.test(text) || !SIGNS.test(text)) return text;
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const words = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return words
    .map((word, at) => (SIGNS.test(word) || SIGNS.test(words[at - 1] ?? '') ? ` ${word}` : word))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** A text on one line, without invisible characters, for the answer line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
