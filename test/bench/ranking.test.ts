import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type JudgedQuery, ndcg, sandboxQueries, writtenQueries } from '../../bench/ranking/judged.ts';
import { kinds } from '../../bench/ranking/simulated.ts';
import { markdown, merged, rankingTable, simulatedTable } from '../../bench/ranking/table.ts';
import { CHOSEN, orderBy, PREVIOUS, variants } from '../../bench/ranking/variants.ts';

/** A change of the merge that costs more than this much of the quality of its order fails. */
const FLOOR = { written: 0.84, sandbox: 0.92 };

const written = writtenQueries();
let sandbox: JudgedQuery[];
let table: ReturnType<typeof rankingTable>;
beforeAll(async () => {
  sandbox = await sandboxQueries();
  table = rankingTable(written, sandbox);
});

test('the order of results is as good as it was', () => {
  // biome-ignore lint/suspicious/noConsole: whoever changes the merge reads the table in the output of the tests.
  console.log(markdown(table));
  const [before, merge] = [table[0], table.at(-1)];
  expect(merge?.written).toBeGreaterThan(FLOOR.written);
  expect(merge?.sandbox).toBeGreaterThan(FLOOR.sandbox);
  expect(merge?.written).toBeGreaterThan(before?.written ?? 1);
});

test('the order is as good as that of the previous rule, within the noise of fifteen queries', () => {
  const [previous, merge] = [table.find(({ name }) => name === PREVIOUS), table.at(-1)];
  expect(merge?.written).toBeGreaterThan((previous?.written ?? 1) - 0.005);
  expect(merge?.sandbox).toBeGreaterThan(previous?.sandbox ?? 1);
});

test('whatever engines know, the order is not worse than that of other rules, as docs/merging.md says', () => {
  const rows = simulatedTable(kinds);
  for (const { 'in full': full, '(11 − rank)/10': previous, 'the merge': merge } of rows) {
    expect(merge).toBeGreaterThan(Math.max(full, previous) - 0.006);
  }
  expect(readFileSync('docs/merging.md', 'utf8')).toContain(markdown(rows));
});

test('docs/merging.md has the table', () => {
  expect(readFileSync('docs/merging.md', 'utf8')).toContain(markdown(table));
});

test('the merge is one of the ways that were compared', () => {
  const chosen = variants.get(CHOSEN);
  for (const { lists } of [...written, ...sandbox]) expect(merged(lists)).toEqual(chosen && orderBy(chosen, lists));
});

test('for python, the site and the article come before an online compiler that two engines have far down', () => {
  const python = written.find(({ query }) => query === 'python');
  const order = merged(python?.lists ?? []);
  const places = [
    'python.org',
    'en.wikipedia.org/wiki/Python_(programming_language)',
    'programiz.com/python-programming/online-compiler',
  ].map((page) => order.indexOf(page));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBe(0);
});

test('NDCG is 1 for the best order, and less for any other', () => {
  const grades = new Map(Object.entries({ a: 3, b: 2, c: 1 }));
  expect(ndcg(['a', 'b', 'c', 'x'], grades)).toBe(1);
  expect(ndcg(['b', 'a', 'c'], grades)).toBeLessThan(1);
  expect(ndcg(['x', 'y'], grades)).toBe(0);
});
