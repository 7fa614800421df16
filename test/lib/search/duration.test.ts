import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockDuration } from '../../../lib/search/duration.ts';
import { runs } from '../../harness/fuzz.ts';

describe('the length of a video', () => {
  it.each([
    ['PT4M13S', '4:13'],
    ['PT1H2M3S', '1:02:03'],
    ['PT45S', '0:45'],
    ['PT2H', '2:00:00'],
    ['P1DT1H', '25:00:00'],
    ['pt4m13.5s', '4:13'],
    [253, '4:13'],
    [754.0, '12:34'],
    [253.4, '4:13'],
    [7, '0:07'],
    [3_600, '1:00:00'],
    [86_400, '24:00:00'],
    [253_000, '4:13'],
    ['253', '4:13'],
    ['754.0', '12:34'],
    ['4:13', '4:13'],
    ['04:13', '4:13'],
    ['01:02:03', '1:02:03'],
    ['1:02:36', '1:02:36'],
    ['0:07', '0:07'],
    ['00:00:07', '0:07'],
    ['90:00', '1:30:00'],
    [' 4:13 ', '4:13'],
    ['1h 2m 3s', '1:02:03'],
    ['4 min', '4:00'],
    ['4 minutes, 13 seconds', '4:13'],
    ['2 hours', '2:00:00'],
  ])('%j is %s', (value, clock) => {
    expect(clockDuration(value)).toBe(clock);
  });

  it.each([
    ...['', ' ', 'live', 'LIVE', '<b>', '12 monkeys', ':', '4:', ':13', '4:13:', '1:2:3:4', 'P', 'PT', '-4:13', '4-13'],
    ...['PT0S', '0:00', '0', '999:59:59', '99999999999999999999', '99999999999999999999h', '1e3', 'x'.repeat(1_000)],
    ...[0, -1, -253, 0.2, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e12, 1e308],
    ...[null, undefined, true, {}, [], [253], { seconds: 253 }],
  ])('%j is not a length', (value) => {
    expect(clockDuration(value)).toBe('');
  });

  it('is in clock format or empty, for any input', () => {
    const numbers = fc.oneof(fc.double(), fc.integer());
    const clocks = fc.tuple(fc.nat(), fc.nat(), fc.nat()).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), numbers, numbers.map(String), clocks), (value) => {
        expect(clockDuration(value)).toMatch(/^(|\d{1,2}:[0-5]\d|\d{1,3}:[0-5]\d:[0-5]\d)$/);
      }),
      { numRuns: runs() },
    );
  });

  it('does not change when it is parsed again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), (seconds) => {
        const clock = clockDuration(seconds);
        expect(clockDuration(clock)).toBe(clock);
        const parts = clock.split(':').map(Number);
        expect(parts.reduce((sum, part) => sum * 60 + part, 0)).toBe(seconds);
      }),
      { numRuns: runs() },
    );
  });
});
