import type { InstantQuery } from './answer.ts';

/**
 * Reads a query once: `match`, `isCheap` and `work` of a kind follow each other at once and all want to know the same. Only
 * the last query is remembered, so that nothing piles up; whoever comes back to another reads it again.
 */
export function memoizeLast<Reading>(read: (query: InstantQuery) => Reading): (query: InstantQuery) => Reading {
  let last: { query: InstantQuery; reading: Reading } | undefined;
  return (query) => {
    if (last?.query !== query) last = { query, reading: read(query) };
    return last.reading;
  };
}
