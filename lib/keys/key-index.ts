import { usageMonths } from '../accounts/account-data.ts';
import { redisKeys } from '../redis/redis-keys.ts';

/** The Redis keys that scripts with `lua/key-index.lua` take first. */
export function indexKeys(username: string): string[] {
  return [redisKeys.userKeys(username), redisKeys.userKeysByAge(username), redisKeys.userLiveKeys(username)];
}

/** The arguments that they take first. */
export function indexArguments(now = new Date()): string[] {
  return [redisKeys.accountsPrefix, usageMonths(now).join(',')];
}
