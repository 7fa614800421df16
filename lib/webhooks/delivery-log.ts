import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { DELIVERY_FIELDS, type Delivery, deliveryOf } from './delivery.ts';

/** Reads a delivery, but for its event, which may be large; null if there is none. */
export async function readDelivery(redis: Redis, id: string): Promise<Delivery | null> {
  const key = redisKeys.webhookDelivery(id);
  const [values, isKept] = await Promise.all([redis.hmget(key, ...DELIVERY_FIELDS), redis.hexists(key, 'event')]);
  const named = DELIVERY_FIELDS.flatMap((name, at) => (values[at] == null ? [] : [[name, values[at]] as const]));
  const fields: Record<string, string> = Object.fromEntries(named);
  return fields.stream === undefined ? null : deliveryOf(id, fields, isKept === 1);
}

/** The last deliveries to an endpoint, the newest first. */
export async function readDeliveries(redis: Redis, endpoint: string, most: number): Promise<Delivery[]> {
  const ids = await redis.zrevrange(redisKeys.webhookLog(endpoint), 0, most - 1);
  const found = await Promise.all(ids.map((id) => readDelivery(redis, id)));
  // One may have expired before its place in the log.
  return found.filter((delivery) => delivery !== null);
}
