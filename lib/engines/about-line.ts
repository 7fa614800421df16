/** What a result is, in one line, for engines of things that have facts instead of a text. */

const MAX_NAMES = 3;

/** Joins those of the parts that are texts: `Jane Doe · 1813 · Journal`. */
export function aboutLine(...parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

/** The first names of a list: `Jane Doe, John Doe, Ada, …`. */
export function firstNames(names: readonly string[]): string {
  return (names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names).join(', ');
}
