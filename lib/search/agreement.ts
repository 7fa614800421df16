/** The usual constant of reciprocal rank fusion: how quickly a rank loses weight. */
const RANK_OFFSET = 60;
/** From this rank on, a list no longer adds to what another one has found. `npm run bench:ranking` compares others. */
const NO_AGREEMENT_RANK = 11;

/** A list's rank of a result, from 1, and how much the list counts. */
interface Ranked {
  rank: number;
  weight: number;
  /** The index that the list comes from, if known. Lists of one index agree because they are the same. */
  index?: string | undefined;
}

/**
 * What each list adds to the score of a result. Only the list that gives most counts in full. The others agree with it,
 * and their first ranks say more than later ones: the second of them counts nine tenths, the tenth one tenth, and those
 * after it nothing. Of the lists of one index, only one counts.
 */
export function termsOf(found: readonly Ranked[]): number[] {
  const terms = found.map(({ rank, weight }) => (weight * (RANK_OFFSET + 1)) / (RANK_OFFSET + rank));
  if (found.length < 2) return terms;
  const best = terms.indexOf(Math.max(...terms));
  const counted = terms.map((term, at) => (at === best ? term : term * agreementAt(found[at]?.rank ?? 1)));
  return found.some(({ index }) => index !== undefined) ? oncePerIndex(found, counted) : counted;
}

function agreementAt(rank: number): number {
  return Math.max(0, NO_AGREEMENT_RANK - rank) / (NO_AGREEMENT_RANK - 1);
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
