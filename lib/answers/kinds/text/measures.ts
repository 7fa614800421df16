/** Counts and properties of a text. A character is a grapheme, as readers see it. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
const dictionaryOrder = new Intl.Collator('en');

/** Splits a text into characters. In Latin text without combining marks, every code point is one, which is quicker. */
export const charactersIn = (text: string) =>
  /^[ -~\u00a0-\u02ff]*$/.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment);

/** Number of words. */
export const wordCount = (text: string) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;

export const letterCount = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

/** Number of vowels or of consonants, without regard to accents. */
export const soundCount = (text: string, areVowels: boolean) =>
  [...text.normalize('NFD')].filter((char) => /[a-z]/i.test(char) && /[aeiou]/i.test(char) === areVowels).length;

/** Letters and digits only, without accents and case, for comparing palindromes and anagrams. */
const skeleton = (text: string) => charactersIn(text.normalize('NFD').toLowerCase().replace(UNWRITTEN, ''));
const UNWRITTEN = /[^\p{L}\p{N}]/gu;

export const isPalindrome = (text: string) => skeleton(text).join() === skeleton(text).reverse().join();

/** Whether two texts consist of the same letters. */
export const areAnagrams = (one: string, other: string) =>
  skeleton(one).sort().join() === skeleton(other).sort().join();

export const reversed = (text: string) => charactersIn(text).reverse().join('');

/** Items in dictionary order. */
export const sorted = (items: string[], separator: string) =>
  items
    .filter((item) => item !== '')
    .sort(dictionaryOrder.compare)
    .join(separator);

let languages: ReadonlySet<string> | undefined;

/** Whether a word in lower case is the English name of a language. */
export function isLanguage(word: string): boolean {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = new Intl.DisplayNames('en', { type: 'language' });
  languages ??= new Set(letters.flatMap((one) => letters.map((two) => names.of(one + two)?.toLowerCase() ?? '')));
  return languages.has(word);
}
