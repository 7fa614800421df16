/** Four buckets per doubling: a value read from a bucket is within 9 % of the one that was counted. */
const PER_DOUBLING = 4;
const MAX_BUCKET = PER_DOUBLING * 17;

/** The bucket that a duration is counted in: 0 holds up to 1 ms, the last one everything from two minutes on. */
export function latencyBucket(ms: number): number {
  return Math.min(MAX_BUCKET, Math.max(0, Math.ceil(Math.log2(Math.max(1, ms)) * PER_DOUBLING)));
}

/** The duration below which this share of the counted ones lies, as the middle of its bucket; null if none was counted. */
export function latencyAt(share: number, counts: ReadonlyMap<number, number>): number | null {
  const buckets = [...counts].sort(([a], [b]) => a - b);
  const rank = share * buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (count > 0 && seen >= rank) return 2 ** ((bucket - 0.5) / PER_DOUBLING);
  }
  return null;
}
