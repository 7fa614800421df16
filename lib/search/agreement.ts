/** How slowly a rank loses weight: rank 12 counts half as much as rank 1. `npm run bench:ranking` compares others. */
const RANK_OFFSET = 10;
/** How slowly agreement with a better list loses weight: rank 6 counts half as much as rank 1. */
const AGREEMENT_OFFSET = 4;

/** A list's rank of a result, from 1, and how much the list counts. */
interface Ranked {
  rank: number;
  weight: number;
  /** The index that the list comes from, if known. Lists of one index agree because they are the same. */
  index?: string | undefined;
}

/**
 * What each list adds to the score of a result. Only the list that gives most counts in full. The others agree with it,
 * and their first ranks say more than later ones. Of the lists of one index, only one counts.
 */
export function termsOf(found: readonly Ranked[]): number[] {
  const terms = found.map(({ rank, weight }) => weight * share(rank, RANK_OFFSET));
  if (found.length < 2) return terms;
  const best = terms.indexOf(Math.max(...terms));
  const counted = terms.map((term, at) => (at === best ? term : term * share(found[at]?.rank ?? 1, AGREEMENT_OFFSET)));
  return found.some(({ index }) => index !== undefined) ? oncePerIndex(found, counted) : counted;
}

/** What a rank counts: 1 for the first, less with each, and never nothing. */
function share(rank: number, offset: number): number {
  return (offset + 1) / (offset + rank);
}

/** The terms of the lists that count: of each index the one that gives most, then the first. */
function oncePerIndex(found: readonly Ranked[], terms: readonly number[]): number[] {
  const counting = new Map<string, number>();
  for (const [at, { index }] of found.entries()) {
    if (index === undefined) continue;
    const other = counting.get(index);
    if (other === undefined || (terms[at] ?? 0) > (terms[other] ?? 0)) counting.set(index, at);
  }
  return terms.map((term, at) => {
    const { index } = found[at] ?? {};
    return index === undefined || counting.get(index) === at ? term : 0;
  });
}
