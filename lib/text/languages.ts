import { createRequire } from 'node:module';
import { wordsOf } from './words.ts';

/** How words of a language are compared. */
export interface Language {
  /** What the forms of a word have in common. */
  stem: (word: string) => string;
  /** Words that say nothing about what a text is about. */
  stopWords: ReadonlySet<string>;
}

/** By ISO 639 code: the languages as the packages with their stemmers and stop words name them. */
const NAMES = new Map(
  Object.entries({
    ar: 'arabic',
    bg: 'bulgarian',
    da: 'danish',
    de: 'german',
    el: 'greek',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
    ga: 'irish',
    hi: 'indian',
    hu: 'hungarian',
    hy: 'armenian',
    id: 'indonesian',
    it: 'italian',
    lt: 'lithuanian',
    nb: 'norwegian',
    ne: 'nepali',
    nl: 'dutch',
    nn: 'norwegian',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sr: 'serbian',
    sv: 'swedish',
    ta: 'tamil',
    tr: 'turkish',
    uk: 'ukrainian',
  }),
);

/** Enough of a text to tell its language. */
const SAMPLE_CHARS = 2_000;

const require = createRequire(import.meta.url);
const stopWords = new Map<string, ReadonlySet<string>>();

/** Loaded at the first question about a page in the language: all of them would double the start of a thread. */
function stopWordsOf(name: string): ReadonlySet<string> {
  const known = stopWords.get(name);
  if (known) return known;
  const { stopwords } = require(`@orama/stopwords/${name}`) as { stopwords: string[] };
  const words = new Set(stopwords);
  stopWords.set(name, words);
  return words;
}

/** Pages repeat their words, and stemming one takes longer than all else that is done with it. About a megabyte. */
const KEPT_STEMS = 10_000;
const languages = new Map<string, Language>();

/** The language of a tag such as `de-AT`; undefined if its words can only be compared as they are. */
export function languageFor(tag: string): Language | undefined {
  const [code = ''] = tag.toLowerCase().split(/[-_]/);
  const name = NAMES.get(code);
  if (name === undefined) return undefined;
  const known = languages.get(name);
  if (known) return known;
  const { stemmer } = require(`@orama/stemmers/${name}`) as { stemmer: Language['stem'] };
  const language = { stem: remembering(stemmer), stopWords: stopWordsOf(name) };
  languages.set(name, language);
  return language;
}

/** The same function, which remembers some of its answers. */
function remembering(stem: Language['stem']): Language['stem'] {
  const known = new Map<string, string>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = stem(word);
    if (known.size >= KEPT_STEMS) known.clear();
    known.set(word, found);
    return found;
  };
}

/** The code of the language whose stop words are most frequent in a text; empty if there are none. */
export function likelyLanguage(text: string): string {
  const words = [...wordsOf(text.slice(0, SAMPLE_CHARS))];
  let best = { code: '', count: 0 };
  for (const [code, name] of NAMES) {
    const known = stopWordsOf(name);
    const count = words.filter((word) => known.has(word)).length;
    if (count > best.count) best = { code, count };
  }
  return best.code;
}
