import { DISCARD, PIN, type Verdict } from './instruction.ts';
import { type RuledAddress, type RuleList, ruledAddress } from './rule-list.ts';

/** Whose rules: in this order, the first that decides on a result decides. */
export const ruleOwners = ['call', 'key', 'account', 'instance'] as const;
export type RuleOwner = (typeof ruleOwners)[number];

/** The rules of one owner. */
export interface RuleSource {
  owner: RuleOwner;
  list: RuleList;
}

/** A list after the rules. */
export interface Ruled<Row> {
  rows: Row[];
  /** How many rows the rules have dropped. */
  hidden: number;
}

/**
 * Applies rules to a list, best row first. `$boost=N` divides the rank of a row by N + 1, `$downrank=N` multiplies it; a
 * row that is raised comes before one whose rank it reaches, one that is lowered after it. Pinned rows come first, in
 * their order. A list that is sorted by something else (`keepOrder`) only loses rows.
 */
export function applyRules<Row extends { url: string }>(
  rows: readonly Row[],
  sources: readonly RuleSource[],
  keepOrder = false,
): Ruled<Row> {
  const judged = rows.map((row, at) => ({ row, rank: at + 1, verdict: verdictOf(ruledAddress(row.url), sources) }));
  const kept = judged.filter(({ verdict }) => verdict !== DISCARD);
  // The sort is stable: rows of one place stay in their order.
  if (!keepOrder) kept.sort((one, other) => placeOf(one) - placeOf(other) || other.verdict - one.verdict);
  return { rows: kept.map(({ row }) => row), hidden: rows.length - kept.length };
}

/** What the sources decide on an address; 0 if nothing. A discard of the instance is above all. */
function verdictOf(address: RuledAddress, sources: readonly RuleSource[]): Verdict {
  let first: Verdict | null = null;
  for (const { owner, list } of sources) {
    if (first !== null && owner !== 'instance') continue;
    const verdict = list.verdictOn(address);
    if (owner === 'instance' && verdict === DISCARD) return DISCARD;
    first ??= verdict;
  }
  return first ?? 0;
}

function placeOf({ rank, verdict }: { rank: number; verdict: Verdict }): number {
  if (verdict === PIN) return 0;
  return verdict >= 0 ? rank / (verdict + 1) : rank * (1 - verdict);
}
