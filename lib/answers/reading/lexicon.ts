import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { phrasesSchema } from './phrase-matching.ts';

/**
 * The vocabulary of a kind: names of the things it knows, in any language, and the words that may stand around them. A
 * kind that reads a query with it answers only if it knows every word, so that no list of other topics is needed.
 */
export class Lexicon {
  readonly #names = new Map<string, string>();
  /** The length in words of the longest name that begins with a word. */
  readonly #longest = new Map<string, number>();

  constructor(concepts: Readonly<Record<string, Iterable<string>>>, fillers: Iterable<string>) {
    for (const filler of fillers) this.#add(filler, '');
    for (const [concept, names] of Object.entries(concepts)) for (const name of names) this.#add(name, concept);
  }

  #add(name: string, concept: string): void {
    if (this.#names.has(name)) throw new Error(`"${name}" has two meanings.`);
    this.#names.set(name, concept);
    const [first = '', ...others] = name.split(' ');
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, 1 + others.length));
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

  /** Whether the words name one of these concepts, whatever else they say. Cheaper than writing numbers as digits. */
  mentions(words: readonly string[], isMeant: (concept: string) => boolean): boolean {
    return this.read(words, () => true)?.some(isMeant) === true;
  }

  /** All names of these concepts. */
  names(...concepts: readonly string[]): string[] {
    return [...this.#names].filter(([, concept]) => concepts.includes(concept)).map(([name]) => name);
  }

  #at(words: readonly string[], from: number): { concept: string; length: number } | null {
    for (let length = this.#longest.get(words[from] as string) ?? 0; length > 0; length--) {
      const concept = this.#names.get(words.slice(from, from + length).join(' '));
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

const Vocabulary = z.object({ concepts: z.record(z.string(), phrasesSchema), fillers: phrasesSchema });

/** Reads a lexicon from a file: the names of each concept, and the fillers, as lists by language. */
export function lexiconFile(file: URL): () => Lexicon {
  const vocabulary = jsonFile(file, Vocabulary);
  let lexicon: Lexicon | undefined;
  return () => {
    lexicon ??= new Lexicon(vocabulary().concepts, vocabulary().fillers);
    return lexicon;
  };
}
