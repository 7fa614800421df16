import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { texts } from './fields.ts';

/** Data files in folders named `data` next to the code that reads them. Each is read and checked once, on first use. */

/** Reads a JSON file and checks it against the schema. */
export function jsonFile<Data>(file: URL, schema: z.ZodType<Data>): () => Data {
  return once(() => checked(file, schema, JSON.parse(readFileSync(file, 'utf8'))));
}

/** Lists of names by their meaning, as the meaning of each name. */
export const meaningsSchema = z
  .record(z.string(), z.array(z.string()))
  .transform(
    (lists) => new Map(Object.entries(lists).flatMap(([meaning, names]) => names.map((name) => [name, meaning]))),
  );

/** Reads a table of tab-separated cells: the names of columns, then lines. Lines that begin with `#` are comments. */
export function tableFile<Row>(file: URL, row: z.ZodType<Row>): () => readonly Row[] {
  return once(() => {
    const [head = '', ...lines] = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const columns = head.split('\t');
    return lines.map((line) => {
      const cells = line.split('\t');
      if (cells.length !== columns.length) throw new Error(`${nameOf(file)}: ${cells.length} cells in "${line}"`);
      return checked(file, row, Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
    });
  });
}

/** A table with these columns of texts. */
export const textTable = <Name extends string>(file: URL, ...columns: readonly Name[]) =>
  tableFile(file, z.object(texts(...columns)));

function checked<Data>(file: URL, schema: z.ZodType<Data>, value: unknown): Data {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Error(`${nameOf(file)}: ${z.prettifyError(error)} in ${JSON.stringify(value).slice(0, 200)}`);
}

function nameOf({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf('/') + 1);
}

/** Runs `read` on first use. */
export function once<Data>(read: () => Data): () => Data {
  let data: { read: Data } | undefined;
  return () => {
    data ??= { read: read() };
    return data.read;
  };
}
