import { wordsOf } from './text.ts';

/** Shorter texts are captions or the rest of a sentence. */
const MIN_CHARS = 40;
/** A lower-case letter, an ellipsis, or punctuation that continues or ends something. */
const MID_SENTENCE = /^[\p{Ll}\p{Pd}\p{Pe}\p{Pf}…,;:.·|]/u;

/**
 * The description to show: that of the better rank, unless it is a fragment and the other one reads well. A fragment
 * of the other only fills a gap.
 */
export function betterDescription(best: string, other: string, q = ''): string {
  if (best === '' || other === '' || best === other) return best || other;
  return !readsWell(best, q) && readsWell(other, q) ? other : best;
}

/** Whether a description starts a sentence, is long enough, and contains at least half of the words of the query. */
export function readsWell(description: string, q: string): boolean {
  if (description.length < MIN_CHARS || MID_SENTENCE.test(description)) return false;
  const words = [...new Set(wordsOf(q))];
  const text = wordsOf(description).join(' ');
  return words.filter((word) => text.includes(word)).length * 2 >= words.length;
}
