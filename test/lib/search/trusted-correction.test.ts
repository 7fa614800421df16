import { describe, expect, test } from 'vitest';
import type { EngineSlice } from '../../../lib/search/merge.ts';
import { webRows } from '../../../lib/search/result-rows.ts';
import { trustedCorrection } from '../../../lib/search/trusted-correction.ts';

const slice = (correction: string, ...titles: string[]): EngineSlice => ({
  engine: 'engine_a',
  label: 'A',
  slice: { correction, results: webRows(titles.map((title, i) => ({ url: `https://a.example/${i}`, title }))) },
});

describe('a correction of one engine', () => {
  test('is trusted if its results have the new words instead of the old ones', () => {
    expect(trustedCorrection([slice('linux kernel', 'The Linux kernel', 'Kernel docs')], 'linx kernel')).toBe(
      'linux kernel',
    );
    expect(trustedCorrection([slice('Über uns', 'Über uns')], 'ubre uns')).toBe('Über uns');
  });

  test('is not trusted if its results have the words of the query, or nothing', () => {
    const worse = 'how to undo the list git commit';
    const query = 'how to undo the last git commit';
    expect(trustedCorrection([slice(worse, 'Undo the last commit', 'Git: list commits')], query)).toBe('');
    expect(trustedCorrection([slice(worse)], query)).toBe('');
  });

  test('is nothing if it is the query in another case', () => {
    expect(trustedCorrection([slice('Linux', 'Linux')], ' linux')).toBe('');
    expect(trustedCorrection([slice('', 'Linux')], 'linux')).toBe('');
  });
});

test('a correction that two engines agree on is trusted', () => {
  const [own, first, second] = [slice('lines'), slice('Linux'), slice('linux')];
  expect(trustedCorrection([own, first, second], 'linx')).toBe('Linux');
});
