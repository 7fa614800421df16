import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { takeEntries } from './take-entries.ts';

/** Enough to test every engine once; a program that repeats its tests would spend a budget. */
const RATE = { limit: 20, windowMs: 60_000 };

/** Admits a test of an engine by an administrator. Returns 0, or the seconds to wait. */
export function admitEngineTest(redis: Redis, username: string): Promise<number> {
  return takeEntries(redis, [{ log: redisKeys.engineTestLog(username), rate: RATE }]);
}
