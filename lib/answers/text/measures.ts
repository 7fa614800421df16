/** What can be counted or found out about a text. A character is what a reader sees as one. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
const dictionaryOrder = new Intl.Collator('en');

/** In Latin letters without combining marks every character stands for itself, which is seen at once. */
export const charactersIn = (text: string) =>
  /^[ -~\u00a0-\u02ff]*$/.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment);

export const wordCount = (text: string) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Letters and digits only, without accents and case: what palindromes and anagrams go by. */
const skeleton = (text: string) =>
  charactersIn(
    text
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase(),
  );

/** Null when there are no letters to speak of. */
export function isPalindrome(text: string): boolean | null {
  const letters = skeleton(text);
  return letters.length === 0 ? null : letters.join() === letters.toReversed().join();
}

export function areAnagrams(one: string, other: string): boolean {
  return skeleton(one).sort().join() === skeleton(other).sort().join();
}

export const reversed = (text: string) => charactersIn(text).reverse().join('');

/** The letters of a text in the order of a dictionary. */
export const sortedLetters = (text: string) =>
  charactersIn(text.replace(/\s/g, '')).sort(dictionaryOrder.compare).join('');

/** Items between commas, or else words, in the order of a dictionary. */
export function sorted(text: string, descending: boolean): string {
  const separator = text.includes(',') ? ', ' : ' ';
  const items = text.split(separator === ', ' ? /\s*,\s*/ : /\s+/).filter((item) => item !== '');
  items.sort(dictionaryOrder.compare);
  return (descending ? items.reverse() : items).join(separator);
}
