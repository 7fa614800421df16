import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { takeEntries } from './take-entries.ts';

/** The page waits half a second after the last key, so that a person who types does not reach these. */
const BURST = { limit: 15, windowMs: 10_000 };
const SUSTAINED = { limit: 150, windowMs: 300_000 };
/** What is typed within this time is one search. */
const ONE_SEARCH_MS = 60_000;

/** Admits a translation of a text that a person is typing. Returns 0, or the seconds to wait. */
export function admitTyping(redis: Redis, username: string): Promise<number> {
  return takeEntries(redis, [
    { log: redisKeys.typingRateLog(username, 'burst'), rate: BURST },
    { log: redisKeys.typingRateLog(username, 'sustained'), rate: SUSTAINED },
  ]);
}

/**
 * Translates what a person types, and counts a search for it, unless one was counted within a minute: a text takes many
 * translations until it is complete. If the one that is counted fails, or is refused, the next is counted.
 */
export async function typedSearch<T>(
  redis: Redis,
  username: string,
  count: () => Promise<void>,
  translate: () => Promise<T>,
): Promise<T> {
  const key = redisKeys.typing(username);
  if ((await redis.set(key, '1', 'PX', ONE_SEARCH_MS, 'NX')) !== 'OK') return translate();
  try {
    await count();
    return await translate();
  } catch (error) {
    await redis.del(key);
    throw error;
  }
}
