import type { Redis } from './redis.ts';

/** More at once would keep Redis from answering the first of them in the time that a command has. */
const BATCH = 1_000;

/** Reads whole hashes in one round trip for each thousand; an absent one is empty. */
export async function readHashes(redis: Redis, names: readonly string[]): Promise<Record<string, string>[]> {
  const hashes: Record<string, string>[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    const pipeline = redis.pipeline();
    for (const name of names.slice(at, at + BATCH)) pipeline.hgetall(name);
    for (const [error, fields] of (await pipeline.exec()) ?? []) {
      if (error) throw error;
      hashes.push(fields as Record<string, string>);
    }
  }
  return hashes;
}
