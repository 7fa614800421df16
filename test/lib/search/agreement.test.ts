import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../../lib/search/agreement.ts';
import { runs } from '../../harness/fuzz.ts';

const scoreOf = (...found: Parameters<typeof termsOf>[0]) => termsOf(found).reduce((sum, term) => sum + term, 0);
const at = (rank: number, index?: string) => ({ rank, weight: 1, index });

describe('the score of a result', () => {
  it('is the reciprocal of its rank in a single list', () => {
    expect(scoreOf(at(1))).toBe(1);
    expect(scoreOf(at(20))).toBeCloseTo(11 / 30, 12);
  });

  it('is higher for the first of one list than for the tenth or twentieth of two', () => {
    expect(scoreOf(at(20), at(20))).toBeLessThan(scoreOf(at(1)));
    expect(scoreOf(at(10), at(10))).toBeLessThan(scoreOf(at(1)));
    expect(scoreOf(at(6), at(26))).toBeLessThan(scoreOf(at(2)));
  });

  it('is higher for the third of two lists than for the first of one', () => {
    expect(scoreOf(at(3), at(3))).toBeGreaterThan(scoreOf(at(1)));
  });

  it('counts a further list in full at its first rank, half at its sixth, and a third at its eleventh', () => {
    expect(termsOf([at(1), at(1)])).toEqual([1, 1]);
    expect(termsOf([at(1), at(6)])[1]).toBeCloseTo((11 / 16) * (1 / 2), 12);
    expect(termsOf([at(1), at(11)])[1]).toBeCloseTo((11 / 21) * (1 / 3), 12);
  });

  it('tells two results by a further list, however far down it has one of them', () => {
    expect(scoreOf(at(8), at(20))).toBeGreaterThan(scoreOf(at(8)));
  });

  it('counts the list that gives most in full, not the one with the best rank', () => {
    expect(termsOf([{ rank: 2, weight: 0.6 }, at(4)])).toEqual([0.6 * (11 / 12) * (5 / 6), 11 / 14]);
  });

  it('counts lists of one index once', () => {
    expect(termsOf([at(1, 'google'), at(1, 'google')])).toEqual([1, 0]);
    expect(termsOf([at(3, 'google'), at(2, 'google')])).toEqual([0, 11 / 12]);
    expect(termsOf([at(1, 'google'), at(1, 'bing')])).toEqual([1, 1]);
    expect(termsOf([at(1), at(1)])).toEqual([1, 1]);
    expect(termsOf([at(1, 'bing'), at(2, 'google'), at(2, 'google'), at(2)])[2]).toBe(0);
  });

  // With other weights, a list of little weight that gets the best term makes one of more weight agree by its low rank
  // only; with one index, a list may take the place of another.
  it('never falls when a list is added or a rank improves, with equal weights and different indexes', () => {
    const list = fc.record({ rank: fc.integer({ min: 2, max: 100 }), weight: fc.constant(1) });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), list, (found, further) => {
        const score = scoreOf(...found);
        expect(scoreOf(...found, further)).toBeGreaterThanOrEqual(score - 1e-12);
        const [first, ...rest] = found;
        const better = { weight: 1, ...first, rank: (first?.rank ?? 2) - 1 };
        expect(scoreOf(better, ...rest)).toBeGreaterThanOrEqual(score - 1e-12);
      }),
      { numRuns: runs() },
    );
  });
});
