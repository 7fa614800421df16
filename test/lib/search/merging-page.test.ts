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

/** An engine's list: its cells at their ranks, and other results between them. */
function listOf(ranks: string[][], column: number): string[] {
  const rows: string[] = [];
  for (const cells of ranks) {
    const [rank, name] = [Number(cells[0]), cells[column]];
    while (name && rows.length < rank - 1) rows.push(`other ${column} ${rows.length}`);
    if (name) rows.push(name);
  }
  return rows;
}

test('the example in docs/merging.md is what the merge computes', () => {
  const ranks = table('| Rank | Brave | Mojeek | Marginalia |');
  const weights = ['brave', 'mojeek', 'marginalia'].map((slug) => adapters.get(slug)?.weight ?? 1);
  const lists = weights.map((weight, list) => ({ weight, rows: listOf(ranks, list + 1) }));
  const fused = fuse(lists, { identity: (row) => row, fill: (row) => row });
  const highest = weights.reduce((sum, weight) => sum + weight / 11, 0);
  expect(page).toContain(`= ${highest.toFixed(6)}.`);
  const expected = fused
    .filter(({ row }) => !row.startsWith('other'))
    .map(({ row, score, mentions }) => [
      row,
      ...weights.map((weight, list) => {
        const { rank = 0, share = 0 } = mentions.find((mention) => mention.list === list) ?? {};
        if (rank === 0) return '';
        // What the list gives, as a part of what it would give alone.
        const part = (share * score * highest * (10 + rank)) / weight;
        return `${Math.abs(part - 1) < 1e-9 ? '' : `${Number((part * (4 + rank)).toFixed(6))}/${4 + rank} × `}${weight}/${10 + rank}`;
      }),
      (score * highest).toFixed(6),
      score.toFixed(6),
    ]);
  expect(table('| Result | Brave | Mojeek | Marginalia | Sum | Score |')).toEqual(expected);
});
