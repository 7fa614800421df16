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
    const members = lists.flatMap((list, place) => (list.slot === slot ? [{ place, ...list }] : []));
    return {
      members,
      weight: Math.max(...members.map(({ weight }) => weight)),
      index: common(members.map(({ index }) => index)),
      ...fuseMembers(members, sameness),
    };
  });
  return fuse(slots, sameness).map(({ row, score, mentions }) => ({
    row,
    score,
    mentions: mentions.flatMap(({ list, rank, share }) => {
      const { members = [], mentionsAt = () => [] } = slots[list] ?? {};
      return mentionsAt(rank).map((mention) => ({
        list: members[mention.list]?.place ?? 0,
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
): Pick<RankedList<Row>, 'rows' | 'indexAt'> & { mentionsAt(rank: number): readonly Mention[] } {
  const [only, ...others] = members;
  if (only && others.length === 0) {
    const { rows, indexAt } = only;
    return { rows, indexAt, mentionsAt: (rank) => [{ list: 0, rank, share: 1 }] };
  }
  const fused = fuse(members, sameness);
  const mentionsAt = (rank: number) => fused[rank - 1]?.mentions ?? [];
  return {
    rows: fused.map(({ row }) => row),
    mentionsAt,
    indexAt: (at) =>
      common(mentionsAt(at).map(({ list, rank }) => members[list]?.indexAt?.(rank) ?? members[list]?.index)),
  };
}

/** The index that all have in common. */
function common(indexes: readonly (string | undefined)[]): string | undefined {
  const [first] = indexes;
  return indexes.every((index) => index === first) ? first : undefined;
}
