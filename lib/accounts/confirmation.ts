import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';

/**
 * A confirmed session: its person has shown who they are within the last ten minutes, by signing in or by confirming.
 * What could outlive a browser that was left open needs one: a key, a factor, a role. It is a record that expires in Redis,
 * and not a time, because clocks differ.
 */
export const CONFIRMED_MS = 10 * 60_000;

/** Whether a session is confirmed. */
export async function isConfirmed(redis: Redis, session: { id: string }): Promise<boolean> {
  return (await redis.exists(redisKeys.confirmed(session.id))) === 1;
}

/** Confirms a session. */
export async function confirmSession(redis: Redis, session: { id: string }): Promise<void> {
  await redis.set(redisKeys.confirmed(session.id), '1', 'PX', CONFIRMED_MS);
}
