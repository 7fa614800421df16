import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type Delivery, deliveryOf } from './delivery.ts';

/** Reads a delivery; null if there is none. */
export async function readDelivery(redis: Redis, id: string): Promise<Delivery | null> {
  const fields = await redis.hgetall(redisKeys.webhookDelivery(id));
  return fields.stream === undefined ? null : deliveryOf(id, fields);
}

/** The last deliveries to an endpoint, the newest first. */
export async function readDeliveries(redis: Redis, endpoint: string, most: number): Promise<Delivery[]> {
  const ids = await redis.zrevrange(redisKeys.webhookLog(endpoint), 0, most - 1);
  const found = await Promise.all(ids.map((id) => readDelivery(redis, id)));
  // One may have expired before its place in the log.
  return found.filter((delivery) => delivery !== null);
}
