/** A text on one line. */
export const inline = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What is left of a text when letters and digits alone are compared. */
export const comparable = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Fewer words agree by chance. */
const MIN_WORDS = 3;
const MIN_SHARED = 0.6;

/** Whether two texts say the same in other words: most words of both are in both. */
export function areAlike(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  if (Math.min(first.size, second.size) < MIN_WORDS) return false;
  let shared = 0;
  for (const word of first) if (second.has(word)) shared += 1;
  return (2 * shared) / (first.size + second.size) >= MIN_SHARED;
}

const wordsOf = (text: string) => new Set(text.split(/\s+/).map(comparable).filter(Boolean));
