import { misspellings } from './corpus.ts';

let corrections: Map<string, string> | undefined;

/** A query with its misspelt words corrected; null when the table has none of them. */
export function correctSpelling(query: string): string | null {
  corrections ??= new Map(misspellings().map(({ misspelling, correction }) => [misspelling, correction]));
  const known = corrections;
  const corrected = query.replace(/\p{L}+/gu, (word) => known.get(word.toLowerCase()) ?? word);
  return corrected === query ? null : corrected;
}
