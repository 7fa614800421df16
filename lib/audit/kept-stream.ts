import type { Redis } from '../redis/redis.ts';
import { shareStream } from './entry-log.ts';
import type { StreamEntry } from './stored-entry.ts';

const BATCH = 500;

/** Reads a stream whole, in parts: entries are only added at its end. */
export async function readStream(redis: Redis, stream: string): Promise<StreamEntry[]> {
  const read: StreamEntry[] = [];
  for (let from = '-'; ; ) {
    const part = await redis.xrange(stream, from, '+', 'COUNT', BATCH);
    read.push(...part);
    const last = part.at(-1);
    if (last === undefined || part.length < BATCH) return read;
    from = `(${last[0]}`;
  }
}

/**
 * Puts entries before those of a stream, with their ids. What was written here before the newest of them makes way for
 * them, because a stream is in the order of time. They were logged where they were written.
 */
export async function restoreStream(redis: Redis, stream: string, entries: readonly StreamEntry[]): Promise<void> {
  const newest = entries.at(-1)?.[0];
  const here = newest === undefined ? [] : await redis.xrange(stream, `(${newest}`, '+');
  await redis.del(stream);
  const all = [...entries, ...here];
  for (let at = 0; at < all.length; at += BATCH) {
    const writing = redis.pipeline();
    for (const [id, fields] of all.slice(at, at + BATCH)) writing.xadd(stream, id, ...fields);
    for (const [error] of (await writing.exec()) ?? []) if (error) throw error;
  }
  await shareStream(redis, stream, '$');
}
