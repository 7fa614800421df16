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
  const byText = new Map<string, string[]>();
  for (const { key, title, description = '' } of rows) {
    if (title === '' || description.length < EQUAL_CHARS) continue;
    const text = `${title}\n${description.slice(0, EQUAL_CHARS)}`;
    const keys = byText.get(text);
    if (!keys) byText.set(text, [key]);
    else if (!keys.includes(key)) keys.push(key);
  }
  const copies = [...byText.values()].filter(
    (keys) => keys.length > 1 && new Set(keys.map(hostIn)).size === keys.length,
  );
  return new Map(copies.flatMap((keys) => keys.map((key) => [key, keys] as const)));
}

function hostIn(key: string): string {
  return key.split(/[/?#]/, 1)[0] ?? '';
}
