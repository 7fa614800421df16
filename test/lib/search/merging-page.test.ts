import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adapters } from '../../../lib/providers/registry.ts';
import { fuse } from '../../../lib/search/fuse.ts';

const page = readFileSync('docs/merging.md', 'utf8');

/** The rows of the table under a heading line. */
function table(heading: string): string[][] {
  const [, rest = ''] = page.split(`${heading}\n`);
  const [text = ''] = rest.split('\n\n');
  return text
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test('the example in docs/merging.md is what the merge computes', () => {
  const ranks = table('| Rank | Brave | Mojeek | Marginalia |');
  const weights = ['brave', 'mojeek', 'marginalia'].map((slug) => adapters.get(slug)?.weight ?? 1);
  const lists = weights.map((weight, list) => ({ weight, rows: ranks.map((cells) => cells[list + 1] ?? '') }));
  const fused = fuse(lists, { identity: (row) => row, fill: (row) => row });
  const highest = weights.reduce((sum, weight) => sum + weight / 61, 0);
  expect(page).toContain(`= ${highest.toFixed(6)}.`);
  const expected = fused.map(({ row, score, mentions }) => [
    row,
    ...weights.map((weight, list) => {
      const rank = mentions.find((mention) => mention.list === list)?.rank;
      return rank === undefined ? '' : `${weight}/${60 + rank}`;
    }),
    (score * highest).toFixed(6),
    score.toFixed(6),
  ]);
  expect(table('| Result | Brave | Mojeek | Marginalia | Sum | Score |')).toEqual(expected);
});
