import { wordsOf } from '../text/words.ts';

/** Words that are the same in a row: shorter rows are usual phrases. */
const WORDS_IN_A_ROW = 5;
/** The share of a text that is known from others when it says nothing new. */
const KNOWN_SHARE = 0.7;

/** Finds texts that repeat what others have said: copies of an article, quotations, boilerplate. */
export class Repetitions {
  readonly #known = new Set<string>();

  /** Whether a text says something that the texts before have not. If so, it is remembered. */
  isNew(text: string): boolean {
    const rows = rowsOf(text);
    const known = rows.filter((row) => this.#known.has(row)).length;
    if (known >= KNOWN_SHARE * rows.length) return false;
    for (const row of rows) this.#known.add(row);
    return true;
  }
}

/** All rows of words in a text, of which a short text has one. */
function rowsOf(text: string): string[] {
  const words = [...wordsOf(text)];
  const count = Math.max(1, words.length - WORDS_IN_A_ROW + 1);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + WORDS_IN_A_ROW).join(' '));
}
