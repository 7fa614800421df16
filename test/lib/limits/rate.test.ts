import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRate } from '../../../lib/limits/rate.ts';
import { runs } from '../../harness/fuzz.ts';

const WINDOWS: readonly [string, number][] = [
  ['s', 1_000],
  ['sec', 1_000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['hour', 3_600_000],
  ['d', 86_400_000],
  ['day', 86_400_000],
];

describe('a rate', () => {
  it.each(WINDOWS)('is parsed per %s', (unit, windowMs) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (limit) => {
        expect(parseRate(`${limit}/${unit}`)).toEqual({ limit, windowMs });
      }),
      { numRuns: runs() },
    );
  });

  it('is null when off', () => {
    expect(parseRate('off')).toBeNull();
  });

  it('is parsed in any case and with surrounding space', () => {
    expect(parseRate(' 60/MIN ')).toEqual({ limit: 60, windowMs: 60_000 });
    expect(parseRate('OFF')).toBeNull();
  });

  it.each([
    '',
    ' ',
    '60',
    '/min',
    '60/',
    '60/minute',
    '60/minutes',
    '60/week',
    '60/constructor',
    '60/__proto__',
    '0/min',
    '-1/min',
    '+1/min',
    '1.5/min',
    '1e3/min',
    '0x10/min',
    '60 / min',
    '60/min/s',
    '60per min',
    'none',
    'false',
    '0',
    '٣/min',
    '9999999999/s',
  ])('is refused as "%s", with a message that shows the value and the valid forms', (text) => {
    expect(() => parseRate(text)).toThrow(`"${text}" is not a rate`);
    expect(() => parseRate(text)).toThrow(/N\/\(s\|sec\|m\|min\|h\|hour\|d\|day\).*off/);
  });
});
