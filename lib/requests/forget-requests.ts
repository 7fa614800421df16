import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { requestKeys } from './request-lists.ts';

const forgetScript = scriptFile(new URL('./lua/forget-requests.lua', import.meta.url), 3);

/** Deletes the log of an account's requests. */
export async function forgetRequests(redis: Redis, account: string): Promise<void> {
  await redis.unlink(...requestKeys(account));
  const keys = [redisKeys.requestTotals, redisKeys.requestSizes, redisKeys.requestTimes];
  await forgetScript.run(redis, keys, [account]);
}
