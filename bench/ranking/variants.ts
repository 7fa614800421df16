import type { SlotList } from '../../lib/search/fuse-slots.ts';

/** A list's rank of a page, and how much the list counts. */
interface Ranked {
  rank: number;
  weight: number;
}

/** The score of a page by the lists that have it, the best first. */
type Scoring = (found: readonly Ranked[]) => number;

/** The way to score that the merge uses. */
export const CHOSEN = 'A further list by 5/(4 + rank), offset 10';
/** Reciprocal rank fusion with the usual constant, which it used first. */
export const BEFORE = 'Every list in full (before)';
/** The one that it used in between. */
export const PREVIOUS = 'A further list by (11 − rank)/10';

/** Every way to score that was tried: the offset of the ranks, and what a further list counts at a rank. */
export const variants: ReadonlyMap<string, Scoring> = new Map([
  [BEFORE, scoring(60, () => 1)],
  ['Every list in full, offset 30', scoring(30, () => 1)],
  ['Every list in full, offset 20', scoring(20, () => 1)],
  ['Every list in full, offset 10', scoring(10, () => 1)],
  ['Every list in full, offset 5', scoring(5, () => 1)],
  ['A further list to rank 15', scoring(60, (rank) => Number(rank <= 15))],
  ['A further list to rank 10', scoring(60, (rank) => Number(rank <= 10))],
  ['A further list to rank 10, offset 20', scoring(20, (rank) => Number(rank <= 10))],
  ['A further list to rank 10, offset 10', scoring(10, (rank) => Number(rank <= 10))],
  ['A further list to rank 5', scoring(60, (rank) => Number(rank <= 5))],
  ['A further list by 10/(9 + rank)', scoring(60, (rank) => 10 / (9 + rank))],
  ['A further list by 10/(9 + rank), offset 20', scoring(20, (rank) => 10 / (9 + rank))],
  ['A further list by 5/(4 + rank)', scoring(60, (rank) => 5 / (4 + rank))],
  ['A further list by 5/(4 + rank), offset 20', scoring(20, (rank) => 5 / (4 + rank))],
  [CHOSEN, scoring(10, (rank) => 5 / (4 + rank))],
  ['A further list by 5/(4 + rank), offset 5', scoring(5, (rank) => 5 / (4 + rank))],
  ['A further list by 1/√rank', scoring(60, (rank) => 1 / Math.sqrt(rank))],
  ['A further list by 1/√rank, offset 20', scoring(20, (rank) => 1 / Math.sqrt(rank))],
  ['A further list by 1/rank', scoring(60, (rank) => 1 / rank)],
  ['A further list by 1/rank, offset 20', scoring(20, (rank) => 1 / rank)],
  ['A further list by 1/rank, offset 10', scoring(10, (rank) => 1 / rank)],
  ['A further list by (21 − rank)/20', scoring(60, linear(20))],
  [PREVIOUS, scoring(60, linear(10))],
  ['A further list by (11 − rank)/10, offset 20', scoring(20, linear(10))],
  ['A further list by (11 − rank)/10, offset 10', scoring(10, linear(10))],
]);

function linear(ranks: number): (rank: number) => number {
  return (rank) => Math.max(0, ranks + 1 - rank) / ranks;
}

function scoring(offset: number, further: (rank: number) => number): Scoring {
  return (found) =>
    found
      .map(({ rank, weight }) => ({ rank, full: (weight * (offset + 1)) / (offset + rank) }))
      .sort((a, b) => b.full - a.full)
      .reduce((sum, { rank, full }, at) => sum + full * (at === 0 ? 1 : further(rank)), 0);
}

/** The pages in the order of their scores: first those of each slot, then those of all slots. */
export function orderBy(score: Scoring, lists: readonly SlotList<string>[]): string[] {
  const slots = [...new Set(lists.map(({ slot }) => slot))].map((slot) => {
    const members = lists.filter((list) => list.slot === slot);
    return { weight: Math.max(...members.map(({ weight }) => weight)), rows: fused(score, members) };
  });
  return fused(score, slots);
}

function fused(score: Scoring, lists: readonly Pick<SlotList<string>, 'weight' | 'rows'>[]): string[] {
  const found = new Map<string, Ranked[]>();
  const mentions = lists.flatMap(({ weight, rows }) => rows.map((page, at) => ({ page, rank: at + 1, weight })));
  // Pages with equal scores keep the order of their best ranks.
  for (const { page, ...ranked } of mentions.sort((a, b) => a.rank - b.rank)) {
    found.set(page, [...(found.get(page) ?? []), ranked]);
  }
  return [...found]
    .map(([page, ranks]) => ({ page, score: score(ranks) }))
    .sort((a, b) => b.score - a.score)
    .map(({ page }) => page);
}
