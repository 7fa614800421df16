import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { takeEntries } from './take-entries.ts';

/** The search box waits 120 ms after each key, so it cannot ask more often than this for one person. */
const BURST = { limit: 40, windowMs: 5_000 };
const SUSTAINED = { limit: 600, windowMs: 300_000 };

/**
 * Admits a request for suggestions by the search box. These limits are separate from those of searches, because a
 * person asks for many suggestions before each search. Returns 0, or the seconds to wait.
 */
export function admitSuggestions(redis: Redis, username: string): Promise<number> {
  return takeEntries(redis, [
    { log: redisKeys.suggestRateLog(username, 'burst'), rate: BURST },
    { log: redisKeys.suggestRateLog(username, 'sustained'), rate: SUSTAINED },
  ]);
}
