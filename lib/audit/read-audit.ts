import { type CursorPage, cursorAt, cursorParts } from '../list-cursor.ts';
import type { Redis } from '../redis/redis.ts';
import { AUDIT_STREAMS } from './entry-log.ts';
import { type AuditEntry, readEntry, type StreamEntry } from './stored-entry.ts';

/** Which entries are read. */
export interface AuditFilter {
  /** Who acted. */
  account?: string | undefined;
  action?: string | undefined;
  /** To whom or what it was done; of a membership, the team or the person. */
  target?: string | undefined;
  via?: string | undefined;
  /** The times of the first and the last entry, in milliseconds since the epoch. */
  since?: number | undefined;
  until?: number | undefined;
}

const AT_ONCE = 200;
/** How many entries a part of the list examines at most, so that a filter that fits few entries does not read them all. */
const EXAMINED = 5_000;

/**
 * Reads entries, the newest first. A part may have fewer entries than its limit, or none, and still be followed by
 * another one: a part examines a bounded number of entries.
 */
export async function readAudit(
  redis: Redis,
  filter: AuditFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CursorPage<AuditEntry>> {
  const [afterId, afterStream] = cursor ? cursorParts(cursor) : [];
  const streams = AUDIT_STREAMS.map((stream, at) => {
    // Entries of the same instant are in the order of the streams.
    const isPast = afterId !== undefined && at <= Number(afterStream);
    const from = afterId === undefined ? String(filter.until ?? '+') : `${isPast ? '(' : ''}${afterId}`;
    return new BackwardReader(redis, stream, from, String(filter.since ?? '-'));
  });
  const items: AuditEntry[] = [];
  for (let examined = 0; ; examined++) {
    const heads = await Promise.all(streams.map((stream) => stream.head()));
    const at = newestOf(heads);
    const stored = heads[at];
    if (!stored) return { items, next_cursor: null };
    streams[at]?.pass();
    const entry = readEntry(stored, AUDIT_STREAMS[at] ?? '');
    if (fits(entry, filter)) items.push(entry);
    if (items.length < limit && examined < EXAMINED) continue;
    const rest = await Promise.all(streams.map((stream) => stream.head()));
    return { items, next_cursor: rest.some(Boolean) ? cursorAt([stored[0], String(at)]) : null };
  }
}

/** Reads a stream from its end to its beginning, some entries at a time. */
class BackwardReader {
  readonly #redis: Redis;
  readonly #stream: string;
  readonly #to: string;
  #from: string;
  #read: StreamEntry[] = [];
  #isAtEnd = false;

  constructor(redis: Redis, stream: string, from: string, to: string) {
    this.#redis = redis;
    this.#stream = stream;
    this.#from = from;
    this.#to = to;
  }

  /** The next entry; undefined after the last one. */
  async head(): Promise<StreamEntry | undefined> {
    if (this.#read.length === 0 && !this.#isAtEnd) {
      this.#read = await this.#redis.xrevrange(this.#stream, this.#from, this.#to, 'COUNT', AT_ONCE);
      this.#isAtEnd = this.#read.length < AT_ONCE;
      this.#from = `(${this.#read.at(-1)?.[0]}`;
    }
    return this.#read[0];
  }

  pass(): void {
    this.#read.shift();
  }
}

/** The index of the newest of these entries. */
function newestOf(heads: readonly (StreamEntry | undefined)[]): number {
  let newest = 0;
  for (const [at, head] of heads.entries()) {
    const best = heads[newest];
    if (head && (!best || isNewer(head[0], best[0]))) newest = at;
  }
  return newest;
}

function isNewer(one: string, other: string): boolean {
  const [[ms = 0, count = 0], [otherMs = 0, otherCount = 0]] = [one, other].map((id) => id.split('-').map(Number)) as [
    number[],
    number[],
  ];
  return ms > otherMs || (ms === otherMs && count > otherCount);
}

function fits(entry: AuditEntry, { account, action, target, via }: AuditFilter): boolean {
  if (account !== undefined && entry.account !== account) return false;
  if (action !== undefined && entry.action !== action) return false;
  if (via !== undefined && entry.via !== via) return false;
  return target === undefined || entry.target === target || (entry.target?.split(': ').includes(target) ?? false);
}
