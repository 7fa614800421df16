/** Bytes in the cache, with the time at which they were put there: they are kept for longer than they are fresh. */
export interface Stamped {
  /** By the clock of Redis, in milliseconds. */
  at: number;
  bytes: Buffer;
}

const TIME_BYTES = 8;

/** Puts the time before the bytes. */
export function stamp({ at, bytes }: Stamped): Buffer {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeDoubleBE(at);
  return Buffer.concat([time, bytes]);
}

/** Reads what `stamp` has written; null if it is too short for that. */
export function readStamped(stored: Buffer): Stamped | null {
  if (stored.length < TIME_BYTES) return null;
  return { at: stored.readDoubleBE(), bytes: stored.subarray(TIME_BYTES) };
}
