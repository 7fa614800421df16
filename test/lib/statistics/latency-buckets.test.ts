import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latencyAt, latencyBucket } from '../../../lib/statistics/latency-buckets.ts';

test('a percentile of the buckets is within 10 % of that of the values', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95), (values, share) => {
      const counts = new Map<number, number>();
      for (const value of values) counts.set(latencyBucket(value), (counts.get(latencyBucket(value)) ?? 0) + 1);
      const exact = [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1] as number;
      const read = latencyAt(share, counts) as number;
      expect(Math.abs(read / exact - 1)).toBeLessThan(0.1);
    }),
  );
});

test('nothing counted has no percentile', () => {
  expect(latencyAt(0.5, new Map())).toBeNull();
});
