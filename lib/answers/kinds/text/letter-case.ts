/** Upper and lower case styles. */

/** Words in lower case in a title, except at its beginning. */
const SMALL = new Set('a an and as at but by en for if in nor of on or per the to v v. vs vs. via'.split(' '));

const sentence = (text: string) =>
  text.replace(/^(.)(.*)$/su, (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase());

/** Runs of letters and digits, including accents and other scripts. */
const wordsIn = (text: string) =>
  text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/['\u2019]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const title = (text: string) =>
  text
    .toLowerCase()
    .split(/(\s+)/)
    .map((word, at) => (at > 0 && SMALL.has(word) ? word : word.split('-').map(sentence).join('-')))
    .join('');

const pascal = (text: string) => wordsIn(text).map(sentence).join('');

/** Plain letters, digits and dashes, as in URLs: `Crème brûlée!` → `creme-brulee`. */
const slug = (text: string) =>
  text
    // Normalised before and after lower-casing: `℡` decomposes into capitals, and a small `İ` is an i with a dot above.
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Case styles by operation. */
export const letterCases = {
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  title,
  sentence,
  capitalize: (text: string) => text.replace(/\p{L}[\p{L}\p{M}'\u2019]*/gu, sentence),
  camel: (text: string) => pascal(text).replace(/^./su, (first) => first.toLowerCase()),
  pascal,
  snake: (text: string) => wordsIn(text).join('_').toLowerCase(),
  constant: (text: string) => wordsIn(text).join('_').toUpperCase(),
  kebab: (text: string) => wordsIn(text).join('-').toLowerCase(),
  slug,
  swap: (text: string) => [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
};
