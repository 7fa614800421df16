import type { Table } from '../growth/table.ts';
import { markdown } from './tables.ts';

/** A text with its tables written anew; each is between two comments: `<<< scaling: <name>` and `>>> scaling: <name>`. */
export function withTables(text: string, tables: Readonly<Record<string, Table>>): string {
  return Object.entries(tables).reduce((written, [name, table]) => {
    const between = new RegExp(`(<!-- <<< scaling: ${name} [^>]*-->\\n)[^]*?(<!-- >>> scaling: ${name} -->)`);
    if (!between.test(written)) throw new Error(`There is no place for the table "${name}".`);
    return written.replace(between, (_all, start: string, end: string) => `${start}\n${markdown(table)}\n\n${end}`);
  }, text);
}
