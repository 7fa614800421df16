import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { PhraseSet, phraseLength, phrasesSchema } from './phrase-matching.ts';

/** The vocabulary of a kind: names, in any language, and words around them. A query with any other is not for it. */
export class Lexicon {
  /** The concept of each name; empty for fillers. */
  readonly #concepts = new Map<string, string>();
  readonly #names = new PhraseSet([]);

  constructor(concepts: Readonly<Record<string, Iterable<string>>>) {
    for (const [concept, names] of Object.entries(concepts)) {
      for (const name of names) {
        if (this.#names.has(name)) throw new Error(`"${name}" has two meanings.`);
        this.#names.add(name);
        this.#concepts.set(name, concept);
      }
    }
  }

  /** The concepts that the words name, longest names first; null if a word is unknown and `take` does not take it. */
  read(words: readonly string[], take: (word: string) => boolean = () => false): string[] | null {
    const concepts: string[] = [];
    for (let at = 0; at < words.length; ) {
      const length = phraseLength(words, at, this.#names);
      if (length === 0 && !take(words[at] as string)) return null;
      const concept = length > 0 && this.#concepts.get(words.slice(at, at + length).join(' '));
      if (concept) concepts.push(concept);
      at += length || 1;
    }
    return concepts;
  }

  /** Whether the words name one of these concepts, whatever else they say. Cheaper than writing numbers as digits. */
  mentions(words: readonly string[], isMeant: (concept: string) => boolean): boolean {
    return this.read(words, () => true)?.some(isMeant) === true;
  }

  /** All names of these concepts. */
  names(...concepts: readonly string[]): string[] {
    return [...this.#concepts].filter(([, concept]) => concepts.includes(concept)).map(([name]) => name);
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

/** Reads a lexicon from a file: the names of each concept, and the fillers, as lists by language. */
export function lexiconFile(file: URL): () => Lexicon {
  return jsonFile(
    file,
    z
      .object({ concepts: z.record(z.string(), phrasesSchema), fillers: phrasesSchema })
      .transform(({ concepts, fillers }) => new Lexicon({ ...concepts, '': fillers })),
  );
}
