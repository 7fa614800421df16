import type { Redis } from '../redis/redis.ts';
import type { StreamEntry } from './stored-entry.ts';

/** The readers that share the streams: Redis gives each entry to one of them. */
export const LOG_READERS = 'log';
const BATCH = 500;

/** Reads a stream whole, in parts: entries are only added at its end. */
export async function* readParts(redis: Redis, stream: string): AsyncGenerator<StreamEntry[]> {
  for (let from = '-'; ; ) {
    const part = await redis.xrange(stream, from, '+', 'COUNT', BATCH);
    yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < BATCH) return;
    from = `(${last[0]}`;
  }
}

/** Reads a stream whole. */
export async function readStream(redis: Redis, stream: string): Promise<StreamEntry[]> {
  const read: StreamEntry[] = [];
  for await (const part of readParts(redis, stream)) read.push(...part);
  return read;
}

/** Lets the web processes share a stream, from an entry on; `$` leaves out those that are there. */
export async function shareStream(redis: Redis, stream: string, from: '0' | '$'): Promise<void> {
  try {
    await redis.xgroup('CREATE', stream, LOG_READERS, from, 'MKSTREAM');
  } catch (error) {
    // Another process was faster.
    if (!(error as Error).message.startsWith('BUSYGROUP')) throw error;
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
