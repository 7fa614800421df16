import { z } from 'zod';

/** Phrases of a few words, found in the words of a query. */

/** A set of phrases: lower case, without accents. */
export interface Phrases {
  has(phrase: string): boolean;
  /** The number of words of the longest phrase that begins with a word, if that is known. */
  longestFrom?(word: string): number;
}

/** Phrases that know how long they can be, so that most words need one look-up. */
export class PhraseSet extends Set<string> implements Phrases {
  readonly #longest = new Map<string, number>();

  constructor(phrases: Iterable<string>) {
    super();
    for (const phrase of phrases) this.add(phrase);
  }

  override add(phrase: string): this {
    const [first = '', ...others] = phrase.split(' ');
    this.#longest.set(first, Math.max(1 + others.length, this.longestFrom(first)));
    return super.add(phrase);
  }

  longestFrom(word: string): number {
    return this.#longest.get(word) ?? 0;
  }
}

/** Phrases by language in a data file. They are matched in all languages at once. */
export const phrasesSchema = z
  .record(z.string(), z.array(z.string()))
  .transform((lists) => new PhraseSet(Object.values(lists).flat()));

const MAX_PHRASE_WORDS = 6;

/** The words of a text, without punctuation around them. */
export function wordsOf(text: string): string[] {
  return text
    .split(' ')
    .map((word) => word.replace(/^[,:;¿(]+|[,:;.)]+$/g, ''))
    .filter(Boolean);
}

/** The number of words of the longest phrase that begins at a word; 0 if no phrase does. */
export function phraseLength(words: readonly string[], from: number, phrases: Phrases): number {
  let [phrase, longest] = ['', 0];
  for (let at = from; at < words.length && at < from + MAX_PHRASE_WORDS; at++) {
    phrase += at === from ? words[at] : ` ${words[at]}`;
    if (phrases.has(phrase)) longest = at + 1 - from;
  }
  return longest;
}

/** The number of words of the longest phrase that ends before a word; 0 if no phrase does. */
export function phraseLengthBefore(words: readonly string[], to: number, phrases: Phrases): number {
  for (let length = Math.min(MAX_PHRASE_WORDS, to); length > 0; length--) {
    if (phrases.has(words.slice(to - length, to).join(' '))) return length;
  }
  return 0;
}

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

/** A word of each phrase that calls a kind (see `words` in `answer.ts`): one that calls it alone, or else the longest. */
export function callingWords(phrases: Iterable<string>): string[] {
  const all = Array.from(phrases, (phrase) => phrase.match(/[\p{L}\p{M}\d]+/gu) ?? []);
  const alone = new Set(all.filter(({ length }) => length === 1).flat());
  const longest = (words: string[]) => words.reduce((most, word) => (word.length > most.length ? word : most), '');
  return all.map((words) => words.find((word) => alone.has(word)) ?? longest(words));
}
