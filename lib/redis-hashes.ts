import type { Redis } from './redis.ts';

/** Reads whole hashes in one round trip; an absent one is empty. */
export async function readHashes(redis: Redis, names: readonly string[]): Promise<Record<string, string>[]> {
  if (names.length === 0) return [];
  const pipeline = redis.pipeline();
  for (const name of names) pipeline.hgetall(name);
  const replies = (await pipeline.exec()) ?? [];
  return replies.map(([error, fields]) => {
    if (error) throw error;
    return fields as Record<string, string>;
  });
}
