import { type Fused, fuse, type Mention, type RankedList, type Sameness } from './fuse.ts';

/** The list of one engine, and the slot that it belongs to. */
export interface SlotList<Row> extends RankedList<Row> {
  slot: string;
}

/**
 * Fuses the lists of the engines of each slot, then those of the slots, so that a slot with many engines counts no more
 * than one with a single engine. A slot weighs as much as its heaviest engine. The mentions are those of the engines.
 */
export function fuseSlots<Row>(lists: readonly SlotList<Row>[], sameness: Sameness<Row>): Fused<Row>[] {
  const names = new Set(lists.map(({ slot }) => slot));
  if (names.size === lists.length) return fuse(lists, sameness);
  const slots = [...names].map((slot) => {
    const members = lists.flatMap((list, index) => (list.slot === slot ? [{ index, ...list }] : []));
    return { members, weight: Math.max(...members.map(({ weight }) => weight)), ...fuseMembers(members, sameness) };
  });
  return fuse(slots, sameness).map(({ row, score, mentions }) => ({
    row,
    score,
    mentions: mentions.flatMap(({ list, rank, share }) => {
      const { members = [], mentionsAt = () => [] } = slots[list] ?? {};
      return mentionsAt(rank).map((mention) => ({
        list: members[mention.list]?.index ?? 0,
        rank: mention.rank,
        share: share * mention.share,
      }));
    }),
  }));
}

/** The rows of one slot, and who mentions the row at a rank. A single engine's list stays as it is. */
function fuseMembers<Row>(
  members: readonly RankedList<Row>[],
  sameness: Sameness<Row>,
): { rows: readonly Row[]; mentionsAt(rank: number): readonly Mention[] } {
  const [only, ...others] = members;
  if (only && others.length === 0) return { rows: only.rows, mentionsAt: (rank) => [{ list: 0, rank, share: 1 }] };
  const fused = fuse(members, sameness);
  return { rows: fused.map(({ row }) => row), mentionsAt: (rank) => fused[rank - 1]?.mentions ?? [] };
}
