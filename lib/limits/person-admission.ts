import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import type { Limits } from './admission.ts';
import { takeEntries } from './take-entries.ts';

/**
 * Admits a search by a signed-in person on the search page. The person's own limits are as large as those of a key;
 * the account's limits count these searches together with those of its keys. Returns 0, or the seconds to wait.
 */
export function admitPerson(
  redis: Redis,
  username: string,
  { burst, sustained, account }: Pick<Limits, 'burst' | 'sustained' | 'account'>,
): Promise<number> {
  return takeEntries(redis, [
    { log: redisKeys.userRateLog(username, 'burst'), rate: burst },
    { log: redisKeys.userRateLog(username, 'sustained'), rate: sustained },
    { log: redisKeys.accountRateLog(username, 'burst'), rate: account?.burst ?? null },
    { log: redisKeys.accountRateLog(username, 'sustained'), rate: account?.sustained ?? null },
  ]);
}
