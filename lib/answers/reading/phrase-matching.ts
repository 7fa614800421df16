import { z } from 'zod';
import { foldedWord, spaced } from './folded.ts';

/** Phrases of a few words, found in the words of a query. */

/** Phrases, folded. They may know the number of words of the longest one that begins or ends with a word. */
export interface Phrases {
  has(phrase: string): boolean;
  longestFrom?(word: string): number;
  longestTo?(word: string): number;
}

/** Phrases that know how long they can be, so that most words need one look-up. */
export class PhraseSet extends Set<string> implements Phrases {
  readonly #longest = [new Map<string, number>(), new Map<string, number>()] as const;

  constructor(phrases: Iterable<string>) {
    super();
    for (const phrase of phrases) this.add(phrase);
  }

  override add(phrase: string): this {
    const words = phrase.split(' ');
    for (const [edge, longest] of this.#longest.entries()) {
      const word = words.at(-edge) as string;
      longest.set(word, Math.max(words.length, longest.get(word) ?? 0));
    }
    return super.add(phrase);
  }

  longestFrom(word: string): number {
    return this.#longest[0].get(word) ?? 0;
  }

  longestTo(word: string): number {
    return this.#longest[1].get(word) ?? 0;
  }
}

/** The languages of data files, and for each word of their phrases the places of its languages. */
const languages: string[] = [];
const languagesOf = new Map<string, number[]>();

/** Phrases by language in a data file. They are matched in all languages at once, with and without accents. */
export const phrasesSchema = z.record(z.string(), z.array(z.string().transform(spaced))).transform((lists) => {
  for (const [language, phrases] of Object.entries(lists)) {
    const place = languages.includes(language) ? languages.indexOf(language) : languages.push(language) - 1;
    for (const word of phrases.flatMap((phrase) => foldedWord(phrase).split(' ')))
      languagesOf.set(word, [...new Set(languagesOf.get(word)).add(place)]);
  }
  return new PhraseSet([...Object.values(lists).flat()].flatMap((each) => [each, foldedWord(each)]));
});

const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;
/** The language with the most of these words in data files; empty for English, or if several languages have as many. */
export function languageOf(words: readonly string[]): string {
  // No other language is written with kana. Letters of the alphabet come before all of it.
  if (words.some((word) => word > '\u3000' && KANA.test(word))) return 'ja';
  const counts: number[] = [];
  let [best, most, isTied] = [0, 0, true];
  for (const word of words) {
    for (const place of languagesOf.get(word) ?? NONE) {
      const count = (counts[place] ?? 0) + 1;
      counts[place] = count;
      isTied = count < most ? isTied : count === most;
      if (count > most) [best, most] = [place, count];
    }
  }
  const language = languages[best] ?? '';
  return isTied || language === 'en' ? '' : language;
}
const NONE: readonly number[] = [];

const MAX_PHRASE_WORDS = 6;

/** The words of a text, without punctuation around them. */
export function wordsOf(text: string): string[] {
  const words = text.split(' ');
  if (!/[,:;.¿()]/.test(text)) return words;
  return words.map((word) => word.replace(/^[,:;¿(]+|(?<![,:;.)])[,:;.)]+$/g, '')).filter(Boolean);
}

/** The number of words of the longest phrase that begins at a word; 0 if no phrase does. */
export function phraseLength(words: readonly string[], from: number, phrases: Phrases, to = words.length): number {
  const longest = phrases.longestFrom?.(words[from] ?? '') ?? MAX_PHRASE_WORDS;
  let length = Math.min(longest, to - from);
  while (length > 0 && !phrases.has(joined(words, from, length))) length--;
  return Math.max(0, length);
}

/** The number of words of the longest phrase that ends before a word; 0 if no phrase does. */
export function phraseLengthBefore(words: readonly string[], to: number, phrases: Phrases, from = 0): number {
  const longest = phrases.longestTo?.(words[to - 1] ?? '') ?? MAX_PHRASE_WORDS;
  let length = Math.min(longest, to - from);
  while (length > 0 && !phrases.has(joined(words, to - length, length))) length--;
  return Math.max(0, length);
}

const joined = (words: readonly string[], from: number, length: number) =>
  length === 1 ? (words[from] as string) : words.slice(from, from + length).join(' ');

/** Whether a query contains a phrase. `said` is that of its reading. */
export function includesPhrase({ said }: { said: readonly string[] }, phrases: Phrases): boolean {
  return said.some((_, at) => phraseLength(said, at, phrases) > 0);
}

/** The parts of a text between phrases: `3pm in london to tokyo` → `3pm`, `london`, `tokyo`. */
export function partsBetween(words: readonly string[], phrases: Phrases): string[] {
  const parts: string[][] = [[]];
  for (let at = 0; at < words.length; ) {
    const length = phraseLength(words, at, phrases);
    if (length > 0) parts.push([]);
    else parts.at(-1)?.push(words[at] ?? '');
    at += length || 1;
  }
  return parts.map((part) => part.join(' ')).filter(Boolean);
}

/** The ways to divide words in two: `new york london`. */
export const halves = (words: readonly string[]) =>
  words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const);

/** A word of each phrase that calls a kind (see `words` in `kind.ts`): one that calls it alone, or else the longest. */
export function callingWords(phrases: Iterable<string>): string[] {
  const [calling, longer]: [Set<string>, string[][]] = [new Set(), []];
  for (const phrase of phrases) {
    const words = /^[a-z\d]+$/.test(phrase) ? [phrase] : (phrase.match(/[\p{L}\p{M}\d]+/gu) ?? []);
    if (words.length === 1) calling.add(words[0] as string);
    else longer.push(words);
  }
  const longest = (words: string[]) => words.reduce((most, word) => (word.length > most.length ? word : most), '');
  for (const words of longer) if (!words.some((word) => calling.has(word))) calling.add(longest(words));
  return [...calling];
}
