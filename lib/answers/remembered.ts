import type { Asked } from './answer.ts';

/**
 * Reads a query once: `match`, `isShort` and `work` of a kind follow each other at once and all want to know the same. Only
 * the last query is remembered, so that nothing piles up; whoever comes back to another reads it again.
 */
export function remembered<Reading>(read: (asked: Asked) => Reading): (asked: Asked) => Reading {
  let last: { asked: Asked; reading: Reading } | undefined;
  return (asked) => {
    if (last?.asked !== asked) last = { asked, reading: read(asked) };
    return last.reading;
  };
}
