// What the makers of data files share: `npm run data`. Their packages are no dependencies, because only they need them.
import fs from 'node:fs';
import { createRequire } from 'node:module';

export const require = createRequire(import.meta.url);
const KINDS = new URL('../lib/answers/kinds/', import.meta.url);

/** Writes a table: `country/data/facts.tsv`. */
export function write(file, columns, rows) {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => String(cell).replace(/[\t\n]/g, ' ')).join('\t'));
  fs.writeFileSync(new URL(file, KINDS), `${lines.join('\n')}\n`);
}

export const folded = (text) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, "'")
    .replace(/[_:,.“”!]+/g, ' ')
    .replace(/&/g, 'and')
    .replace(/\s+/g, ' ')
    .trim();

/** Names in one cell, folded. */
export const names = (list) => [...new Set(list.map(folded).filter((name) => name.length > 1))].join('|');

export const countries = require('world-countries').filter(({ ccn3 }) => ccn3 !== '');
