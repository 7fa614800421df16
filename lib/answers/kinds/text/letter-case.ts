/** Upper and lower case styles. */

/** Words in lower case in a title, except at its beginning. */
const SMALL = new Set('a an and as at but by en for if in nor of on or per the to v v. vs vs. via'.split(' '));

const capitalised = (word: string) => {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('').toLowerCase();
};

/** Runs of letters and digits, including accents and other scripts. */
const wordsIn = (text: string) =>
  text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/['\u2019]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const titled = (text: string) =>
  text
    .toLowerCase()
    .split(/(\s+)/)
    .map((word, at) => (at > 0 && SMALL.has(word) ? word : word.split('-').map(capitalised).join('-')))
    .join('');

const humped = (text: string) => wordsIn(text).map(capitalised).join('');

/** Plain letters, digits and dashes, as in URLs: `Crème brûlée!` → `creme-brulee`. */
const slug = (text: string) =>
  text
    // Normalised before and after lower-casing: `℡` decomposes into capitals, and a small `İ` is an i with a dot above.
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/['\u2019]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Case styles by operation. */
export const letterCases: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title: titled,
  sentence: (text) => {
    const [first = '', ...rest] = text.toLowerCase();
    return first.toUpperCase() + rest.join('');
  },
  capitalize: (text) => text.replace(/\p{L}[\p{L}\p{M}'\u2019]*/gu, capitalised),
  camel: (text) => {
    const [first = '', ...rest] = humped(text);
    return first.toLowerCase() + rest.join('');
  },
  pascal: humped,
  snake: (text) => wordsIn(text).join('_').toLowerCase(),
  constant: (text) => wordsIn(text).join('_').toUpperCase(),
  kebab: (text) => wordsIn(text).join('-').toLowerCase(),
  slug,
  swap: (text) => [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
};
