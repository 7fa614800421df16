import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as corpus from '../../sandbox/corpus.ts';
import { readRows } from '../../sandbox/dataset.ts';
import { findCard } from '../../sandbox/infobox-finder.ts';

const datasets = Object.entries(corpus).filter(([, value]) => typeof value === 'function') as [
  string,
  () => unknown[],
][];
const files = readdirSync('sandbox/data');

test('every data file belongs to a dataset', () => {
  expect(datasets).toHaveLength(files.length);
});

test.each(datasets)('%s: every row matches its schema', (_, rows) => {
  expect(rows().length).toBeGreaterThan(20);
});

test('every infobox belongs to an article', () => {
  for (const infobox of corpus.infoboxes()) expect(findCard(infobox.title)?.infobox).toBe(infobox);
});

test.each(files)('%s is part of the build', (file) => {
  expect(readFileSync(`dist/sandbox/data/${file}`).equals(readFileSync(`sandbox/data/${file}`))).toBe(true);
});

describe('a data file', () => {
  const rate = z.strictObject({ code: z.string(), rate: z.coerce.number(), note: z.string().exactOptional() });

  test('is read without its empty cells', () => {
    expect(readRows('a.tsv', 'code\trate\tnote\nEUR\t1\t\n', rate)).toEqual([{ code: 'EUR', rate: 1 }]);
    expect(readRows('a.jsonl', '{"code":"EUR","rate":1}\n', rate)).toEqual([{ code: 'EUR', rate: 1 }]);
  });

  test.each([
    ['a.tsv', 'code\trate\nEUR\t1\nUSD\tx\n', /^sandbox\/data\/a\.tsv:3: .*\n.*at rate$/],
    ['a.tsv', 'code\trate\nEUR\n', /^sandbox\/data\/a\.tsv:2: .*1 cells, not 2/],
    ['a.jsonl', '{"code":"EUR","rate":1}\n{"code":"USD","rate":1', /^sandbox\/data\/a\.jsonl:2: SyntaxError/],
    ['a.jsonl', '{"code":"EUR","rate":1,"colour":"red"}', /^sandbox\/data\/a\.jsonl:1: .*"colour"/],
    ['a.jsonl', '{"code":"EUR","rate":1}\n\n', /^sandbox\/data\/a\.jsonl:2: /],
  ])('with a bad row fails with its file and line: %s %j', (file, text, message) => {
    expect(() => readRows(file, text, rate)).toThrow(message);
  });
});
