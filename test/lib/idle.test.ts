import { expect, test } from 'vitest';
import { isWorthCollecting } from '../../lib/idle.ts';

const MB = 2 ** 20;
const MINUTE = 60_000;
const CROWD_IS_OVER = { utilization: 0, heapBytes: 250 * MB, leftBytes: 0, collectedMsAgo: Number.POSITIVE_INFINITY };

test('a process that rests after a crowd collects its garbage', () => {
  expect(isWorthCollecting(CROWD_IS_OVER)).toBe(true);
});

test.each([
  ['three searches a second are no rest', { utilization: 0.06 }],
  ['a small heap is left alone', { heapBytes: 70 * MB }],
  ['a collection is not repeated within ten minutes', { collectedMsAgo: 9 * MINUTE }],
  [
    'a large heap that is in use is not collected again and again',
    { leftBytes: 240 * MB, collectedMsAgo: 60 * MINUTE },
  ],
])('%s', (_, but) => {
  expect(isWorthCollecting({ ...CROWD_IS_OVER, ...but })).toBe(false);
});
