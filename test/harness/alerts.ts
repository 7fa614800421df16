import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';

/** Lets time pass for alerts: what looks as if it were to begin or to end has done so for longer. */
export async function letAlertsPass(redis: Redis, ms: number): Promise<void> {
  for (const [sign, since] of Object.entries(await redis.hgetall(redisKeys.alertSigns)))
    await redis.hset(redisKeys.alertSigns, sign, Number(since) - ms);
}

/** Lets time pass for news that are told later. */
export async function letNewsPass(redis: Redis, ms: number): Promise<void> {
  for (const [name, text] of Object.entries(await redis.hgetall(redisKeys.alertNews))) {
    const [phase, at, id] = name.split(' ');
    await redis
      .multi()
      .hdel(redisKeys.alertNews, name)
      .hset(redisKeys.alertNews, `${phase} ${Number(at) - ms} ${id}`, text)
      .exec();
  }
}
