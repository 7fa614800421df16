import { expect, test } from 'vitest';
import { ReplySample } from '../../../lib/statistics/reply-sample.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 18);

test('Of each kind, the first hundred replies of an hour are looked at, and then every tenth', () => {
  const sample = new ReplySample();
  const taken = (kind: string, count: number, now: number) =>
    Array.from({ length: count }, () => sample.takesNext(kind, now)).filter(Boolean).length;
  expect(taken('a web', 100, START)).toBe(100);
  expect(taken('a web', 1_000, START + HOUR_MS - 1)).toBe(100);
  expect(taken('b web', 100, START)).toBe(100);
  expect(taken('a web', 100, START + HOUR_MS)).toBe(100);
});
