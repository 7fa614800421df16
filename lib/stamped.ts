import { readsVersion } from './wire-version.ts';

/** Bytes in the cache, with the time at which they were put there: they are kept for longer than they are fresh. */
export interface Stamped {
  /** By the clock of Redis, in milliseconds. */
  at: number;
  bytes: Buffer;
  /** The version of what the bytes hold; 0 if absent. It must fit into a byte that no time begins with. */
  v?: number | undefined;
}

const TIME_BYTES = 8;
/** Every time from 1970 to the year 19000 begins with this byte. */
const FIRST_BYTE_OF_TIME = 0x42;

/** Puts the version and the time before the bytes. Version 0 has the time alone. */
export function stamp({ at, bytes, v = 0 }: Stamped): Buffer {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeDoubleBE(at);
  return Buffer.concat(v === 0 ? [time, bytes] : [Buffer.of(v), time, bytes]);
}

/** Reads what `stamp` has written; null if it is something else, or of a version that this process does not read. */
export function readStamped(stored: Buffer): Stamped | null {
  const v = stored[0] === FIRST_BYTE_OF_TIME ? 0 : (stored[0] ?? 0);
  const start = v === 0 ? 0 : 1;
  if (stored.length < start + TIME_BYTES || !readsVersion(v)) return null;
  return { at: stored.readDoubleBE(start), bytes: stored.subarray(start + TIME_BYTES), v };
}
