/** As many characters of two texts must be equal. Shorter texts say too little. */
const EQUAL_CHARS = 80;

/** What tells the copies of a page. */
interface Text {
  /** The canonical key of its address. */
  key: string;
  title: string;
  description?: string;
}

/**
 * The pages that are on several hosts, with the keys of all their addresses: those with equal titles and equal beginnings
 * of their texts. If a host has two of them, it has one text for different pages, and so may the others.
 */
export function mirrorsIn(rows: readonly Text[]): ReadonlyMap<string, readonly string[]> {
  const mirrors = new Map<string, readonly string[]>();
  for (const alike of groupedBy(rows.filter(isLong), ({ title }) => title)) {
    // Most titles are those of one page, and their texts need no look.
    if (alike.every(({ key }) => key === alike[0]?.key)) continue;
    for (const copies of groupedBy(alike, ({ description = '' }) => description.slice(0, EQUAL_CHARS))) {
      const keys = [...new Set(copies.map(({ key }) => key))];
      const areCopies = keys.length > 1 && new Set(keys.map(hostIn)).size === keys.length;
      if (areCopies) for (const key of keys) mirrors.set(key, keys);
    }
  }
  return mirrors;
}

function isLong({ title, description = '' }: Text): boolean {
  return title !== '' && description.length >= EQUAL_CHARS;
}

function groupedBy(rows: readonly Text[], by: (row: Text) => string): Iterable<Text[]> {
  const groups = new Map<string, Text[]>();
  for (const row of rows) {
    const group = groups.get(by(row));
    if (group) group.push(row);
    else groups.set(by(row), [row]);
  }
  return groups.values();
}

function hostIn(key: string): string {
  return key.split(/[/?#]/, 1)[0] ?? '';
}
