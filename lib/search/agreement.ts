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
  const full = found.map(({ rank, weight }) => (weight * (RANK_OFFSET + 1)) / (RANK_OFFSET + rank));
  if (found.length === 1) return full;
  const best = full.indexOf(Math.max(...full));
  const terms = found.map(({ rank }, at) => (full[at] ?? 0) * (at === best ? 1 : agreementAt(rank)));
  const isRepeated = ({ index }: Ranked, at: number) =>
    index !== undefined &&
    found.some((other, place) => other.index === index && place !== at && outranks(terms, place, at));
  return terms.map((term, at) => (isRepeated(found[at] as Ranked, at) ? 0 : term));
}

function agreementAt(rank: number): number {
  return Math.max(0, NO_AGREEMENT_RANK - rank) / (NO_AGREEMENT_RANK - 1);
}

/** Whether one list of an index counts instead of another: the one that gives more, then the earlier one. */
function outranks(terms: readonly number[], one: number, other: number): boolean {
  const [first = 0, second = 0] = [terms[one], terms[other]];
  return first === second ? one < other : first > second;
}
