import type { Redis } from '../redis/redis.ts';
import { takeEntries } from './take-entries.ts';

/** A screen shows some twenty tiles of a map, or forty pictures: a person does not need more, a script might. */
const PER_PERSON = { limit: 600, windowMs: 60_000 };

/** Admits the fetching of a picture, or of a map tile, for the person with this log. Returns 0, or the seconds to wait. */
export function admitPicture(redis: Redis, log: string): Promise<number> {
  return takeEntries(redis, [{ log, rate: PER_PERSON }]);
}
