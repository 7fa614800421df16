import type { EngineSlice } from './merge.ts';
import type { WebRow } from './results.ts';
import { wordsOf } from './text.ts';

/**
 * The first spelling correction that two engines agree on, or that the engine's own results use; empty if none. A
 * single engine also corrects good queries: the results then still have the words of the query.
 */
export function trustedCorrection(slices: readonly EngineSlice[], q: string): string {
  const corrections = slices.map(({ slice }) => wordsOf(slice.correction).join(' '));
  const query = wordsOf(q).join(' ');
  const found = slices.find(({ slice }, index) => {
    const correction = corrections[index] ?? '';
    if (correction === '' || correction === query) return false;
    return corrections.filter((other) => other === correction).length > 1 || isUsed(slice.results, query, correction);
  });
  return found?.slice.correction ?? '';
}

/** Whether more results have the words that the correction adds than those that it removes. */
function isUsed(rows: readonly WebRow[], query: string, correction: string): boolean {
  const [before, after] = [new Set(query.split(' ')), new Set(correction.split(' '))];
  const texts = rows.map(({ title, description }) => new Set(wordsOf(`${title} ${description}`)));
  const withAll = (words: string[]) => texts.filter((text) => words.every((word) => text.has(word))).length;
  return withAll(minus(after, before)) > withAll(minus(before, after));
}

function minus(words: Set<string>, others: Set<string>): string[] {
  return [...words].filter((word) => !others.has(word));
}
