import type { InstantQuery } from './answer.ts';

/**
 * Caches the reading of the last query, because `match`, `isCheap` and `work` of a kind run one after the other and
 * need the same reading. Only one query is kept, so memory does not grow; earlier queries are read again.
 */
export function memoizeLast<Reading>(read: (query: InstantQuery) => Reading): (query: InstantQuery) => Reading {
  let last: { query: InstantQuery; reading: Reading } | undefined;
  return (query) => {
    if (last?.query !== query) last = { query, reading: read(query) };
    return last.reading;
  };
}
