import { LRUCache } from 'lru-cache';

const MAX_READINGS = 1_000;
/** Longer input is rare, and to read it takes little of the time that its search takes. */
const MAX_CHARS = 2_000;

/**
 * Caches what `read` makes of a JSON value. Clients repeat their requests, and to check one takes as long as the rest
 * of a cached search. `read` must depend on nothing else, and callers must not change its result.
 */
export function memoizedReading<Reading extends object>(
  read: (given: unknown) => Reading,
): (given: unknown) => Reading {
  // Made by the first request: its lists are as long as they ever get, and most routes are never asked.
  let readings: LRUCache<string, Reading> | undefined;
  return (given) => {
    readings ??= new LRUCache({ max: MAX_READINGS });
    const key = JSON.stringify(given) ?? '';
    const known = readings.get(key);
    if (known) return known;
    const reading = read(given);
    if (key.length <= MAX_CHARS) readings.set(key, reading);
    return reading;
  };
}
