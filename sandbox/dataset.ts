import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * A file of `data/` with rows of the given schema: `*.jsonl` has one object per line, `*.tsv` has the column names in
 * its first line. The first access to the rows reads and checks the file.
 */
export function dataset<Row>(file: string, row: z.ZodType<Row>): () => readonly Row[] {
  let rows: readonly Row[] | undefined;
  return () => {
    rows ??= readRows(file, readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8'), row);
    return rows;
  };
}

/** Parses the rows of a file. A bad row throws an error that names the file and the line. */
export function readRows<Row>(file: string, text: string, row: z.ZodType<Row>): Row[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const columns = file.endsWith('.tsv') ? (lines[0] ?? '').split('\t') : null;
  return lines.slice(columns ? 1 : 0).map((line, at) => {
    try {
      return row.parse(columns ? cells(line, columns) : JSON.parse(line));
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      throw new Error(`sandbox/data/${file}:${at + (columns ? 2 : 1)}: ${reason}`);
    }
  });
}

/** The cells of a line by column name, without empty cells. */
function cells(line: string, columns: readonly string[]): Record<string, string> {
  const values = line.split('\t');
  if (values.length !== columns.length) throw new Error(`${values.length} cells, not ${columns.length}`);
  return Object.fromEntries(columns.map((name, i) => [name, values[i] ?? '']).filter(([, value]) => value !== ''));
}
