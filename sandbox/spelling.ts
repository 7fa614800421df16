import { corpus } from './corpus/index.ts';
import { words } from './corpus-index.ts';

/** Gives a query with its misspelt words corrected; null when nothing needs it. */
export type Speller = (query: string) => string | null;

/** A speller that knows the words of some documents. They are counted when it is first asked. */
export function spellerOf(documents: () => Iterable<{ title: string; text?: string }>): Speller {
  let vocabulary: Map<string, number> | undefined;
  return (query) => {
    vocabulary ??= countWords(documents());
    return correct(query, vocabulary);
  };
}

/** Corrects from the vocabulary of the web pages. */
export const correctSpelling = spellerOf(() => corpus);

function correct(query: string, vocabulary: Map<string, number>): string | null {
  let changed = false;
  const corrected = query.split(/(\s+)/).map((part) => {
    const word = part.toLowerCase();
    if (!/^\p{L}{4,20}$/u.test(word) || vocabulary.has(word)) return part;
    const better = closest(word, vocabulary);
    if (better === null) return part;
    changed = true;
    return better;
  });
  return changed ? corrected.join('') : null;
}

function closest(word: string, vocabulary: Map<string, number>): string | null {
  const allowed = word.length > 6 ? 2 : 1;
  let best: { word: string; distance: number; count: number } | null = null;
  for (const [candidate, count] of vocabulary) {
    if (Math.abs(candidate.length - word.length) > allowed || candidate[0] !== word[0]) continue;
    const distance = editDistance(word, candidate, allowed);
    if (distance > allowed) continue;
    if (!best || distance < best.distance || (distance === best.distance && count > best.count)) {
      best = { word: candidate, distance, count };
    }
  }
  return best?.word ?? null;
}

/** Damerau-Levenshtein (adjacent swaps count once); stops early beyond `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min((current[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (before[j - 2] ?? 0) + 1);
      }
      current.push(distance);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

function countWords(documents: Iterable<{ title: string; text?: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, text = '' } of documents) {
    for (const word of words(`${title} ${text}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
