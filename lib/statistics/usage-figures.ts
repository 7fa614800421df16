import { latencyAt } from './latency-buckets.ts';
import { COST_UNIT, type Counts, rowOf, type UsageKind } from './usage-counts.ts';

/** The numbers of a row as they are shown. */
export interface UsageFigures {
  requests: number;
  searches: number;
  /** Requests that failed. */
  errors: number;
  /** Failures by reason. */
  failures: Record<string, number>;
  /** Requests that were refused, by reason. */
  refusals: Record<string, number>;
  /** The share of the answers that came from the cache; null if none could. */
  cachedShare: number | null;
  p50: number | null;
  p95: number | null;
  /** Calls to engines. */
  calls: number;
  /** What they cost at the prices of their time, by currency; empty if no price was known. */
  costs: Record<string, number>;
}

/** The figures of counted requests. */
export function figuresOf(counts: Counts): UsageFigures {
  const value = (name: string) => counts.get(name) ?? 0;
  const buckets = new Map(Object.entries(partsOf(counts, 'ms')).map(([bucket, count]) => [Number(bucket), count]));
  const askable = value('askable');
  return {
    requests: value('requests'),
    searches: value('searches'),
    errors: value('errors'),
    failures: partsOf(counts, 'failed'),
    refusals: partsOf(counts, 'refused'),
    cachedShare: askable === 0 ? null : value('cached') / askable,
    p50: latencyAt(0.5, buckets),
    p95: latencyAt(0.95, buckets),
    calls: sumOf(partsOf(counts, 'calls')),
    costs: Object.fromEntries(
      Object.entries(partsOf(counts, 'spent')).map(([currency, spent]) => [currency, round(spent * COST_UNIT)]),
    ),
  };
}

/** The rows of a kind with their figures, the most used first. */
export function tableOf(rows: ReadonlyMap<string, Counts>, kind: UsageKind): { name: string; figures: UsageFigures }[] {
  const start = rowOf(kind, '');
  return [...rows]
    .filter(([row]) => row.startsWith(start))
    .map(([row, counts]) => ({ name: row.slice(start.length), figures: figuresOf(counts) }))
    .sort((one, other) => other.figures.requests - one.figures.requests || (one.name < other.name ? -1 : 1));
}

/** The sum of parts. */
export function sumOf(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, value) => sum + value, 0);
}

/** The numbers of one name by what follows it: of `refused:burst`, `burst`. */
function partsOf(counts: Counts, name: string): Record<string, number> {
  const start = `${name}:`;
  return Object.fromEntries(
    [...counts]
      .filter(([one]) => one.startsWith(start))
      .map(([one, value]): [string, number] => [one.slice(start.length), value])
      .sort(([, one], [, other]) => other - one),
  );
}

/** Costs to a millionth, so that sums do not show how computers add. */
function round(cost: number): number {
  return Math.round(cost * 1e6) / 1e6;
}
