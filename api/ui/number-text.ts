/** A count as people write it: `12,345`. */
export function countText(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 search`, `12 searches`. */
export function searchesText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'search' : 'searches'}`;
}
