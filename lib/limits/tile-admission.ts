import type { Redis } from '../redis.ts';
import { redisKeys } from '../redis-keys.ts';
import { takeEntries } from './take-entries.ts';

/** A screen shows some twenty tiles: a person who looks around on a map does not need more, a script might. */
const PER_PERSON = { limit: 600, windowMs: 60_000 };

/** Admits the fetching of a map tile for a person. Returns 0, or the seconds to wait. */
export function admitTile(redis: Redis, username: string): Promise<number> {
  return takeEntries(redis, [{ log: redisKeys.tileRateLog(username), rate: PER_PERSON }]);
}
