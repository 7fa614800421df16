import type { Redis } from './redis.ts';

/** More at once would keep Redis from answering the first of them in the time that a command has. */
const BATCH = 1_000;

/**
 * Reads whole hashes, a thousand at a time; an absent one is empty. They may be in different slots of a cluster, so this
 * is no pipeline, but what is sent in one turn is sent together.
 */
export async function readHashes(redis: Redis, names: readonly string[]): Promise<Record<string, string>[]> {
  const hashes: Record<string, string>[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    hashes.push(...(await Promise.all(names.slice(at, at + BATCH).map((name) => redis.hgetall(name)))));
  }
  return hashes;
}
