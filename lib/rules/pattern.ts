/** Where an address ends, and what is no part of a word in it: `^` stands for both. */
const SEPARATOR = /[^a-z0-9_.%-]/;

/** A pattern of addresses, compiled. Comparing it is a walk from left to right that never goes back. */
export interface Pattern {
  /** Whether the address begins, or ends, with the pattern. */
  fromStart: boolean;
  toEnd: boolean;
  /** The parts between `*`, each as the texts between `^`. */
  parts: readonly (readonly string[])[];
}

/** The most of `*`, and of `^`, that a pattern has. */
export const MAX_WILDCARDS = 2;

/** Compiles a pattern; case makes no difference. Returns the reason if it has too many wildcards. */
export function compilePattern(text: string): Pattern | string {
  const fromStart = text.startsWith('|');
  const rest = text.slice(fromStart ? 1 : 0);
  const toEnd = rest.endsWith('|');
  const parts = (toEnd ? rest.slice(0, -1) : rest).toLowerCase().split('*');
  const texts = parts.map((part) => part.split('^'));
  if (parts.length - 1 > MAX_WILDCARDS) return `has more than ${MAX_WILDCARDS} "*"`;
  if (texts.flat().length - texts.length > MAX_WILDCARDS) return `has more than ${MAX_WILDCARDS} "^"`;
  return { fromStart, toEnd, parts: texts };
}

/** Whether an address, in lower case, matches. The first place of each part is as good as any later one. */
export function matches({ fromStart, toEnd, parts }: Pattern, address: string): boolean {
  let from = 0;
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const end =
      at === 0 && fromStart
        ? endAt(part, address, 0, isLast && toEnd)
        : isLast && toEnd
          ? endingAt(part, address, from)
          : endOfFirst(part, address, from);
    if (end === -1) return false;
    from = end;
  }
  return true;
}

/** Where a part ends that begins at this place; -1 if it does not begin there, or must be the end and is not. */
function endAt(part: readonly string[], address: string, start: number, mustEnd = false): number {
  let at = start;
  for (const [index, text] of part.entries()) {
    if (index > 0) {
      if (at < address.length && !SEPARATOR.test(address[at] ?? '')) return -1;
      if (at < address.length) at += 1;
    }
    if (!address.startsWith(text, at)) return -1;
    at += text.length;
  }
  return mustEnd && at !== address.length ? -1 : at;
}

/** Where the first occurrence of a part ends, from this place on; -1 if there is none. */
function endOfFirst(part: readonly string[], address: string, from: number): number {
  const anchor = part.findIndex((text) => text !== '');
  const text = part[anchor] ?? '';
  // The separators before the first text are one character each.
  const before = Math.max(0, anchor);
  for (let at = from; at <= address.length; at++) {
    if (text !== '') at = address.indexOf(text, at + before) - before;
    if (at < from) return -1;
    const end = endAt(part, address, at);
    if (end !== -1) return end;
  }
  return -1;
}

/** The end of the address, if it ends with the part; a separator at the end may stand for the end itself. */
function endingAt(part: readonly string[], address: string, from: number): number {
  const length = part.join('^').length;
  for (let start = Math.max(from, address.length - length); start <= address.length; start++) {
    if (endAt(part, address, start, true) !== -1) return address.length;
  }
  return -1;
}
