import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';

/** Lets time pass for alerts: what looks as if it were to begin or to end has done so for longer. */
export async function letAlertsPass(redis: Redis, ms: number): Promise<void> {
  for (const [sign, since] of Object.entries(await redis.hgetall(redisKeys.alertSigns)))
    await redis.hset(redisKeys.alertSigns, sign, Number(since) - ms);
}
