import { readsVersion, WIRE_VERSION } from './wire-version.ts';

/** Bytes in the cache, with the time at which they were put there: they are kept for longer than they are fresh. */
export interface Stamped {
  /** By the clock of Redis, in milliseconds. */
  at: number;
  bytes: Buffer;
  /** The version of what the bytes hold, which fits into a byte; the present one if absent. */
  v?: number | undefined;
}

const TIME_BYTES = 8;
/** Length of the version and the time, which are enough to read the time. */
export const STAMP_BYTES = 1 + TIME_BYTES;

/** Puts the version and the time before the bytes. */
export function stamp({ at, bytes, v = WIRE_VERSION }: Stamped): Buffer {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeDoubleBE(at);
  return Buffer.concat([Buffer.of(v), time, bytes]);
}

/** Reads what `stamp` has written; null if it is something else, or of a version that this process does not read. */
export function readStamped(stored: Buffer): Stamped | null {
  const [v] = stored;
  if (stored.length < STAMP_BYTES || !readsVersion(v)) return null;
  return { at: stored.readDoubleBE(1), bytes: stored.subarray(STAMP_BYTES), v };
}
