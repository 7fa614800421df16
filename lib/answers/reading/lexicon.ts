import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

/**
 * The vocabulary of a kind: names of the things it knows, in any language, and the words that may stand around them. A
 * kind that reads a query with it answers only if it knows every word, so that no list of other topics is needed.
 */
export class Lexicon {
  readonly #names = new Map<string, string>();
  readonly #maxWords: number;

  constructor(concepts: Readonly<Record<string, readonly string[]>>, fillers: readonly string[]) {
    for (const filler of fillers) this.#names.set(filler, '');
    for (const [concept, names] of Object.entries(concepts)) {
      for (const name of names) {
        if (this.#names.has(name)) throw new Error(`"${name}" has two meanings.`);
        this.#names.set(name, concept);
      }
    }
    this.#maxWords = Math.max(...[...this.#names.keys()].map((name) => name.split(' ').length));
  }

  /** The concepts that the words name, longest names first; null if a word is unknown and `take` does not take it. */
  read(words: readonly string[], take: (word: string) => boolean = () => false): string[] | null {
    const concepts: string[] = [];
    for (let at = 0; at < words.length; ) {
      const found = this.#at(words, at);
      if (!found && !take(words[at] as string)) return null;
      if (found?.concept) concepts.push(found.concept);
      at += found?.length ?? 1;
    }
    return concepts;
  }

  #at(words: readonly string[], from: number): { concept: string; length: number } | null {
    for (let length = Math.min(this.#maxWords, words.length - from); length > 0; length--) {
      const concept = this.#names.get(
        length === 1 ? (words[from] as string) : words.slice(from, from + length).join(' '),
      );
      if (concept !== undefined) return { concept, length };
    }
    return null;
  }
}

/** Whether a query names all the needed concepts and, besides the optional ones, no others. */
export function namesOnly(
  concepts: readonly string[],
  needed: readonly string[],
  optional: readonly string[],
): boolean {
  return (
    needed.every((concept) => concepts.includes(concept)) &&
    concepts.every((concept) => needed.includes(concept) || optional.includes(concept))
  );
}

const Names = z
  .array(z.string())
  .or(z.record(z.string(), z.array(z.string())).transform((byLanguage) => Object.values(byLanguage).flat()));
const Vocabulary = z.object({ concepts: z.record(z.string(), Names), fillers: Names });

/** Reads a lexicon from a file: the names of each concept, and the fillers, as a list or as lists by language. */
export function lexiconFile(file: URL): () => Lexicon {
  const vocabulary = jsonFile(file, Vocabulary);
  let lexicon: Lexicon | undefined;
  return () => {
    lexicon ??= new Lexicon(vocabulary().concepts, vocabulary().fillers);
    return lexicon;
  };
}
