/** Scripts without spaces between words, and Korean, which adds endings to them. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]`;
const WORD = new RegExp(String.raw`(${UNSPACED}+)|[[\p{L}\p{N}\p{M}]--${UNSPACED}]+`, 'gv');
const IDEOGRAPH = /\p{sc=Han}/u;
/** The rest of a longer word does not count: what is stemmed and kept stays small. */
const MAX_CHARS = 64;

/**
 * The words of a text in lower case. Where no spaces separate them, these are all pairs of characters, and ideographs
 * alone, because many are words.
 */
export function* wordsOf(text: string): Generator<string> {
  for (const [word, unspaced] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (unspaced === undefined) {
      yield word.slice(0, MAX_CHARS);
      continue;
    }
    let before = '';
    for (const character of unspaced) {
      if (before !== '') yield before + character;
      if (unspaced === character || IDEOGRAPH.test(character)) yield character;
      before = character;
    }
  }
}
