import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { foldedWord } from './folded.ts';

/**
 * The words of politeness, questions and instructions around what is asked. They are removed here and nowhere else, so
 * that every kind matches on what remains.
 */

const byLanguage = z.record(z.string(), z.array(z.string()));
const questionWords = jsonFile(
  new URL('./data/question-words.json', import.meta.url),
  z.object({ openings: byLanguage, closings: byLanguage, frames: z.record(z.string(), z.string()) }),
);

/** Phrases, and the number of words of the longest one by its first word, or by its last. */
class Phrases {
  readonly #known: ReadonlySet<string>;
  readonly #longest = new Map<string, number>();

  constructor(lists: Readonly<Record<string, string[]>>, edge: 0 | -1) {
    this.#known = new Set(Object.values(lists).flat());
    for (const phrase of this.#known) {
      const words = phrase.split(' ');
      const word = words.at(edge) as string;
      this.#longest.set(word, Math.max(words.length, this.#longest.get(word) ?? 0));
    }
  }

  has(phrase: string): boolean {
    return this.#known.has(phrase);
  }

  /** Number of words of the longest phrase that `take` finds, which returns that many words from the edge. */
  lengthAt(word: string, most: number, take: (length: number) => readonly string[]): number {
    for (let length = Math.min(most, this.#longest.get(word) ?? 0); length > 0; length--) {
      if (this.#known.has(take(length).join(' '))) return length;
    }
    return 0;
  }
}

let phrases: { openings: Phrases; closings: Phrases } | undefined;

function knownPhrases() {
  const { openings, closings } = questionWords();
  phrases ??= { openings: new Phrases(openings, 0), closings: new Phrases(closings, -1) };
  return phrases;
}

/** A text without its question words, and whether there were any. */
export interface Bare {
  text: string;
  isAsked: boolean;
  /** The words of the folded text that remain: the first, and the one after the last. */
  from: number;
  to: number;
}

/** Removes opening and closing words, as often as there are any. A text of nothing else stays as it is. */
export function withoutQuestionWords(folded: string): Bare {
  const words = folded.split(' ');
  const plain = foldedWord(folded)
    .replace(/[,:](?= |$)/g, '')
    .split(' ');
  const { openings, closings } = knownPhrases();
  let [from, to] = [0, words.length];
  // `rechne 5 km in m um`: the verb has a second half.
  if (words.length > 2 && questionWords().frames[plain[0] as string] === plain.at(-1)) to--;
  for (let length = 1; length > 0; from += length) {
    length = openings.lengthAt(plain[from] as string, to - from - 1, (count) => plain.slice(from, from + count));
  }
  for (let length = 1; length > 0; to -= length) {
    length = closings.lengthAt(plain[to - 1] as string, to - from - 1, (count) => plain.slice(to - count, to));
  }
  const isAsked = from > 0 || to < words.length;
  const text = isAsked ? words.slice(from, to).join(' ').replace(/,$/, '') : folded;
  return { text, isAsked, from, to };
}

/** Whether folded words are an opening. */
export const isOpening = (phrase: string) => knownPhrases().openings.has(phrase);

/** Whether folded words are a closing. */
export const isClosing = (phrase: string) => knownPhrases().closings.has(phrase);
