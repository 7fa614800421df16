import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextTryMs } from '../../../lib/webhooks/retry-schedule.ts';

const DAY = 86_400_000;

/** The times of all tries of a delivery that always fails, in ms since it was made. */
function triesWith(random: () => number, askedMs = 0): number[] {
  const times = [0];
  for (let age = 0; ; ) {
    const wait = nextTryMs(times.length, age, askedMs, random());
    if (wait === null) return times;
    age += wait;
    times.push(age);
  }
}

describe('a delivery that always fails', () => {
  it('is tried eleven times within a day, ever more rarely', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 11, maxLength: 11 }), (numbers) => {
        let at = 0;
        const times = triesWith(() => numbers[at++] ?? 0);
        expect(times).toHaveLength(11);
        expect(times.at(-1)).toBeLessThanOrEqual(DAY);
        expect(times.at(-1)).toBeGreaterThan(0.98 * DAY);
        expect(times[1]).toBeGreaterThanOrEqual(5_000);
      }),
    );
  });

  it('is never tried before the receiver asks for it', () => {
    const hour = 3_600_000;
    const times = triesWith(() => 0, hour);
    for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(hour);
    expect(nextTryMs(1, DAY - hour / 2, hour, 0)).toBeNull();
  });
});
