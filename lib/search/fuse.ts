import { termsOf } from './agreement.ts';

/** A list of one engine, best row first. */
export interface RankedList<Row> {
  /** How much the list counts; 1 is usual. */
  weight: number;
  rows: readonly Row[];
  /** The index that all its rows come from, if known. */
  index?: string | undefined;
  /** The index of the row at a rank, where rows differ. Default: that of the list. */
  indexAt?: ((rank: number) => string | undefined) | undefined;
}

/** Decides which rows are the same result, and how to merge them. */
export interface Sameness<Row> {
  /** Rows with equal identities are the same result, even within one list. */
  identity(row: Row): string;
  /** Rows of different lists that share a key are the same result, unless `agree` refuses. Default: the identity. */
  keys?(row: Row): readonly string[];
  /** Whether two rows that share a key are the same result. Default: always. */
  agree?(row: Row, other: Row): boolean;
  /** Returns the preferred row, with empty fields filled from the other. */
  fill(row: Row, other: Row): Row;
}

/** Where a list has a result. */
export interface Mention {
  /** Index of the list. */
  list: number;
  /** Best rank in the list, from 1. */
  rank: number;
  /** The list's share of the result's score; the shares of a result add up to 1. */
  share: number;
}

/** A row of the fused list. Rows have the type of the input, so that fused lists can be fused again. */
export interface Fused<Row> {
  row: Row;
  /** From 0 to 1: a result that is first in every list scores 1. */
  score: number;
  /** The lists that contain the result, in order. */
  mentions: Mention[];
}

interface Group<Row> {
  row: Row;
  /** Best rank in each list, best first: an engine that lists a result twice counts once. */
  ranks: Map<number, number>;
}

/**
 * Fuses several ranked lists into one by the ranks of each result (`agreement.ts`). Its text comes from the list with the
 * best rank; the others only fill empty fields.
 */
export function fuse<Row>(lists: readonly RankedList<Row>[], sameness: Sameness<Row>): Fused<Row>[] {
  const highest = sumOf(termsOf(lists.map(({ weight, index }) => ({ rank: 1, weight, index }))));
  return joinAcrossLists(groupByIdentity(lists, sameness), sameness)
    .map(({ row, ranks }) => {
      const found = rankedBy(ranks, lists);
      const terms = termsOf(found);
      const sum = sumOf(terms);
      const mentions = found.map(({ list, rank }, at) => ({ list, rank, share: (terms[at] ?? 0) / sum }));
      return { row, score: sum / highest, mentions };
    })
    .sort((a, b) => b.score - a.score);
}

/** The lists that have a result, in their order. */
function rankedBy(ranks: ReadonlyMap<number, number>, lists: readonly RankedList<unknown>[]) {
  const found: { list: number; rank: number; weight: number; index: string | undefined }[] = [];
  for (const [list, rank] of ranks) {
    const { weight = 1, index, indexAt } = lists[list] ?? {};
    found.push({ list, rank, weight, index: indexAt?.(rank) ?? index });
  }
  return found.length > 1 ? found.sort((a, b) => a.list - b.list) : found;
}

/** Adds the largest first, so that equal terms in different lists give exactly the same floating-point sum. */
function sumOf(terms: readonly number[]): number {
  if (terms.length === 1) return terms[0] ?? 0;
  return [...terms].sort((a, b) => b - a).reduce((sum, term) => sum + term, 0);
}

/** Groups equal identities, best rank first, then by list. A second row of the same list adds nothing, not even text. */
function groupByIdentity<Row>(lists: readonly RankedList<Row>[], { identity, fill }: Sameness<Row>): Group<Row>[] {
  const groups = new Map<string, Group<Row>>();
  const last = Math.max(0, ...lists.map(({ rows }) => rows.length));
  for (let rank = 1; rank <= last; rank++) {
    for (const [list, { rows }] of lists.entries()) {
      const row = rows[rank - 1];
      if (row === undefined) continue;
      const id = identity(row);
      const group = groups.get(id);
      if (!group) groups.set(id, { row, ranks: new Map([[list, rank]]) });
      else if (!group.ranks.has(list)) {
        group.row = fill(group.row, row);
        group.ranks.set(list, rank);
      }
    }
  }
  return [...groups.values()];
}

/** Joins groups that share a key, best first. Two rows of one list stay apart: the engine shows that they differ. */
function joinAcrossLists<Row>(groups: readonly Group<Row>[], sameness: Sameness<Row>): Group<Row>[] {
  const { keys, agree = () => true, fill } = sameness;
  if (!keys) return [...groups];
  const place = new Map(groups.map((group, index) => [group, index]));
  const byKey = new Map<string, Group<Row>[]>();
  const joined = new Map<Group<Row>, Group<Row>>();
  const current = (group: Group<Row>): Group<Row> => {
    const into = joined.get(group);
    return into ? current(into) : group;
  };
  for (const newcomer of groups) {
    const own = keys(newcomer.row);
    for (const other of new Set(own.flatMap((key) => byKey.get(key) ?? []).map(current))) {
      const group = current(newcomer);
      const apart = [...other.ranks.keys()].every((list) => !group.ranks.has(list));
      if (!apart || !agree(other.row, group.row)) continue;
      const [best, rest] = (place.get(other) ?? 0) < (place.get(group) ?? 0) ? [other, group] : [group, other];
      best.row = fill(best.row, rest.row);
      for (const [list, rank] of rest.ranks) best.ranks.set(list, rank);
      joined.set(rest, best);
    }
    for (const key of own) byKey.set(key, [...(byKey.get(key) ?? []), newcomer]);
  }
  return groups.filter((group) => !joined.has(group));
}
