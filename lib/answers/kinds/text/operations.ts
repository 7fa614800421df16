import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../../reading/folded.ts';

const letters = z.record(z.string(), z.string()).transform((all) => new Map(Object.entries(all)));
const spelling = jsonFile(
  new URL('./data/spelling.json', import.meta.url),
  // The onsets are consonants that begin English words.
  z.object({ nato: letters, phone: letters, leet: letters, turned: letters, onsets: z.array(z.string()) }),
);
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
const dictionaryOrder = new Intl.Collator('en');

/** The characters as readers see them: graphemes. In Latin text without marks they are code points, found sooner. */
const charactersIn = (text: string) =>
  /^[ -~\u00a0-\u02ff]*$/.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment);

export const letterCount = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

/** Number of vowels or of consonants, without regard to accents. */
const soundCount = (text: string, areVowels: boolean) =>
  [...text.normalize('NFD')].filter((char) => /[a-z]/i.test(char) && /[aeiou]/i.test(char) === areVowels).length;

/** Letters and digits only, without accents and case, for comparing palindromes and anagrams. */
const skeleton = (text: string) => charactersIn(foldedWord(text).replace(/[^\p{L}\p{N}]/gu, ''));
export const isPalindrome = (text: string) => skeleton(text).join() === skeleton(text).reverse().join();
export const areAnagrams = (one: string, other: string) =>
  skeleton(one).sort().join() === skeleton(other).sort().join();

const sorted = (items: string[], separator: string) =>
  items.filter(Boolean).sort(dictionaryOrder.compare).join(separator);

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

/** A word with a capital at its beginning if that is how the model is written. */
const casedAs = (model: string, word: string) => (/^[A-Z][^A-Z]*$/.test(model) ? sentence(word) : word);

const toPigLatin = (text: string) =>
  text.replace(/[a-z']+/gi, (word) => {
    const [onset = ''] = /^(?:[^aeiou]*qu|y?[^aeiouy]*)/i.exec(word) ?? [];
    return onset === '' ? `${word}way` : casedAs(word, `${word.slice(onset.length)}${onset}ay`);
  });

/** Decodes pig latin; empty if it is not. Of the letters that may have moved, takes the longest onset of English. */
function fromPigLatin(text: string): string {
  const plain = text.split(/(\s+)/).map((word) => (/\S/.test(word) ? unpigged(word) : word));
  return plain.includes('') ? '' : plain.join('');
}

function unpigged(word: string): string {
  const [, core = '', marks = ''] = /^([a-z']+?)ay([^a-z]*)$/i.exec(word) ?? [];
  if (/^[aeiou].*w$/i.test(core)) return core.slice(0, -1) + marks;
  const endings = [4, 3, 2, 1].filter((length) => length < core.length).map((length) => core.slice(-length));
  const onset = endings.find((ending) => spelling().onsets.includes(ending.toLowerCase()));
  return onset ? casedAs(core.charAt(0), (onset + core.slice(0, -onset.length)).toLowerCase()) + marks : '';
}

/** Spells a text in the NATO alphabet, with dashes between letters; characters without a word are omitted. */
function toNato(text: string): string {
  const spelled = (word: string) => [...word].flatMap((char) => spelling().nato.get(char) ?? []).join('-');
  return text.normalize('NFD').toLowerCase().split(/\s+/).map(spelled).filter(Boolean).join(' ');
}

/** Replaces characters, in lower or upper case, by those of a table. */
const replaced = (text: string, table: 'phone' | 'leet' | 'turned') =>
  Array.from(text, (char) => spelling()[table].get(char.toLowerCase()) ?? char);

/** What can be done to a text. An empty result is none. */
export const operations = {
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
  'pig-latin': toPigLatin,
  'from-pig-latin': fromPigLatin,
  leet: (text: string) => replaced(text, 'leet').join(''),
  nato: toNato,
  phone: (text: string) => replaced(text, 'phone').join(''),
  reverse: (text: string) => charactersIn(text).reverse().join(''),
  'upside-down': (text: string) => replaced(text.toLowerCase(), 'turned').reverse().join(''),
  // Items between commas, or words if there are no commas.
  sort: (text: string) => (text.includes(',') ? sorted(text.split(/\s*,\s*/), ', ') : sorted(text.split(/\s+/), ' ')),
  'sort-letters': (text: string) => sorted(charactersIn(text.replace(/\s/g, '')), ''),
  length: (text: string) => charactersIn(text).length,
  words: (text: string) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length,
  letters: letterCount,
  vowels: (text: string) => soundCount(text, true),
  consonants: (text: string) => soundCount(text, false),
};
