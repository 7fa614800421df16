import type { Redis } from 'ioredis';
import type { Session } from '../../lib/accounts/session-store.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Limits } from '../../lib/limits/admission.ts';
import { admitPerson } from '../../lib/limits/person-admission.ts';
import type { Metrics } from '../metrics.ts';

/** Counts a search against the user's own rate limits. Throws a 429 with `Retry-After` when a limit is reached. */
export async function limitSearch(
  { redis, config, metrics }: { redis: Redis; config: { limits: Limits }; metrics: Metrics },
  { username }: Pick<Session, 'username'>,
): Promise<void> {
  const waitS = await admitPerson(redis, username, config.limits);
  if (waitS === 0) return;
  metrics.countRefusal('rate');
  throw new ApiError(429, 'You have reached the search limit.', { 'retry-after': String(waitS) });
}
