import { misspellings } from './corpus.ts';

let corrections: Map<string, string> | undefined;

/** Corrects the misspelt words of a query; null when none of them is in the table. */
export function correctSpelling(query: string): string | null {
  corrections ??= new Map(misspellings().map(({ misspelling, correction }) => [misspelling, correction]));
  const known = corrections;
  const corrected = query.replace(/\p{L}+/gu, (word) => known.get(word.toLowerCase()) ?? word);
  return corrected === query ? null : corrected;
}
