import { z } from 'zod';
import type { Failure } from '../outcome.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';

const pauseSchema = z.object({
  /** What the administrator said. */
  reason: z.string(),
  /** When it ends, by the Redis clock; 0 if somebody has to end it. */
  until: z.number(),
  /** Who paused it; empty if that was on the command line. */
  by: z.string(),
  at: z.number(),
});

/** A provider that an administrator has paused: no process calls it. */
export type Pause = z.infer<typeof pauseSchema>;

/** Reads all pauses, by the ids of the providers, also those whose time is over. */
export async function readPauses(redis: Redis): Promise<Map<string, Pause>> {
  const records = await redis.hgetall(redisKeys.pausedProviders);
  const parsed = Object.entries(records).map(
    ([id, text]) => [id, pauseSchema.safeParse(JSON.parse(text)).data] as const,
  );
  return new Map(parsed.filter((entry): entry is [string, Pause] => entry[1] !== undefined));
}

/** The pause, if it holds at a time. */
export function pauseAt(pause: Pause | undefined, now: number): Pause | null {
  return pause && (pause.until === 0 || pause.until > now) ? pause : null;
}

/** The failure of a call that is not made during a pause. */
export function pausedFailure({ until }: Pause, now: number): Failure {
  const reason = 'an administrator has paused it';
  return { code: 'suspended', reason, ...(until > 0 && { retryAfterMs: until - now }) };
}
