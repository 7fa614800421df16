import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { addCounts, type Counts, countsIn, rowOf, shownRow, TOTAL, type UsageKind } from './usage-counts.ts';
import { spansOf, type UsagePeriodName, type UsageSpans } from './usage-period.ts';
import { usageStatisticsKey } from './usage-statistics.ts';

/** What is read: of the instance or of one account, everything or one of a kind. */
export interface UsageQuery {
  /** Null for the instance. */
  account: string | null;
  only?: { kind: UsageKind; name: string } | undefined;
  period: UsagePeriodName;
}

/** The numbers of a period. */
export interface Usage {
  step: UsageSpans['step'];
  /** Oldest first, without gaps; the last one is still going on. */
  points: { at: number; counts: Counts }[];
  total: Counts;
  /** The total of the period before; null if it is not kept. */
  before: Counts | null;
  /** The numbers of everything of the period by row, whatever was asked for. */
  rows: Map<string, Counts>;
}

/** Reads the numbers of a period, each hour or day of it once. */
export async function readUsageStatistics(redis: Redis, query: UsageQuery, now = Date.now()): Promise<Usage> {
  const { account, only, period } = query;
  const { step, points, before } = spansOf(period, now);
  const spans = [...points.flatMap((point) => point.spans), ...(before ?? [])];
  const hashes = await readHashes(
    redis,
    spans.map((span) => usageStatisticsKey(account, span)),
  );
  const bySpan = new Map(spans.map((span, at) => [span, hashes[at] ?? {}]));
  const row = only ? rowOf(only.kind, only.name) : TOTAL;
  const sumOf = (of: readonly string[]) => {
    const sum: Counts = new Map();
    for (const span of of) addCounts(sum, rowsIn([bySpan.get(span) ?? {}], row).get(row) ?? new Map());
    return sum;
  };
  const shown = points.map(({ at, spans: of }) => ({ at, counts: sumOf(of) }));
  const total: Counts = new Map();
  for (const { counts } of shown) addCounts(total, counts);
  return {
    step,
    points: shown,
    total,
    before: before && sumOf(before),
    rows: rowsIn(points.flatMap((point) => point.spans.map((span) => bySpan.get(span) ?? {}))),
  };
}

/** The rows of some hashes, or one of them. */
function rowsIn(hashes: readonly Readonly<Record<string, string>>[], only?: string): Map<string, Counts> {
  const rows = new Map<string, Counts>();
  for (const hash of hashes) {
    for (const [stored, text] of Object.entries(hash)) {
      const row = shownRow(stored);
      // How many rows there are of a kind.
      if (stored.startsWith('#') || (only !== undefined && row !== only)) continue;
      const counts = rows.get(row) ?? new Map();
      addCounts(counts, countsIn(text));
      rows.set(row, counts);
    }
  }
  return rows;
}
