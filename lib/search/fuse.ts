/** The usual constant of reciprocal rank fusion: how quickly a rank loses weight. */
const RANK_OFFSET = 60;

/** Decides which rows are the same result, and how to merge them. */
export interface Sameness<Row> {
  /** Rows that share a key are the same result. */
  keys(row: Row): readonly string[];
  /** Returns the preferred row, with empty fields filled from the other. */
  fill(row: Row, other: Row): Row;
}

/** A row of the fused list, and the lists that contain it, in order. */
export interface Fused<Row> {
  row: Row;
  lists: number[];
}

interface Group<Row> {
  row: Row;
  bestRank: number;
  bestList: number;
  /** Best rank in each list: an engine that lists a result twice counts once. */
  ranks: Map<number, number>;
  keys: Set<string>;
}

/**
 * Fuses several ranked lists into one: a result scores 1/(60+rank) for each list that contains it. Its text comes from
 * the list with the best rank; the others only fill empty fields.
 */
export function fuse<Row>(lists: readonly (readonly Row[])[], sameness: Sameness<Row>): Fused<Row>[] {
  const byKey = new Map<string, Group<Row>>();
  lists.forEach((rows, list) => {
    rows.forEach((row, index) => {
      const rank = index + 1;
      const keys = new Set(sameness.keys(row));
      add(byKey, { row, bestRank: rank, bestList: list, ranks: new Map([[list, rank]]), keys }, sameness.fill);
    });
  });
  return [...new Set(byKey.values())]
    .map((group) => ({ group, score: scoreOf(group) }))
    .sort((a, b) => b.score - a.score || compareBest(a.group, b.group))
    .map(({ group }) => ({ row: group.row, lists: [...group.ranks.keys()].sort((a, b) => a - b) }));
}

/**
 * Adds in the order of the ranks, so that equal ranks in different lists give exactly the same floating-point score.
 */
function scoreOf({ ranks }: Group<unknown>): number {
  return [...ranks.values()].sort((a, b) => a - b).reduce((sum, rank) => sum + 1 / (RANK_OFFSET + rank), 0);
}

function compareBest(a: Group<unknown>, b: Group<unknown>): number {
  return a.bestRank - b.bestRank || a.bestList - b.bestList;
}

/** Adds a group and merges it with every group that shares a key; one row may connect two groups. */
function add<Row>(byKey: Map<string, Group<Row>>, newcomer: Group<Row>, fill: Sameness<Row>['fill']): void {
  const known = new Set([...newcomer.keys].flatMap((key) => byKey.get(key) ?? []));
  let group = newcomer;
  for (const other of known) group = join(other, group, fill);
  for (const key of group.keys) byKey.set(key, group);
}

function join<Row>(known: Group<Row>, other: Group<Row>, fill: Sameness<Row>['fill']): Group<Row> {
  const [best, rest] = compareBest(known, other) <= 0 ? [known, other] : [other, known];
  const news = [...rest.ranks.keys()].some((list) => !best.ranks.has(list));
  for (const [list, rank] of rest.ranks) best.ranks.set(list, Math.min(rank, best.ranks.get(list) ?? rank));
  // A second row from the same engine adds nothing, not even its text.
  if (news) best.row = fill(best.row, rest.row);
  for (const key of rest.keys) best.keys.add(key);
  return best;
}
