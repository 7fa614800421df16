import { type CursorPage, cursorAt, cursorParts } from '../list-cursor.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { BlockReader, type LoggedRequest, type Sought } from './block-reader.ts';

/** Which requests are read. */
export interface RequestFilter {
  /** The prefix of the key. */
  key?: string | undefined;
  /** A status such as `429`, or a class such as `4xx`. */
  status?: string | undefined;
  reason?: string | undefined;
  /** One that took part. */
  engine?: string | undefined;
  endpoint?: string | undefined;
  /** The id of the request. */
  id?: string | undefined;
}

/** Whose requests are read: those of some accounts, or of all, and of nobody. */
export type Whose = readonly string[] | 'all';

/** Where a part of the list begins and ends. */
export interface RequestRange {
  cursor?: string | undefined;
  /** Only requests that are newer than this place. */
  after?: string | undefined;
  limit: number;
}

/** How many requests a part of the list examines at most. */
const EXAMINED = 20_000;
/** After how many blocks a part of the list ends, whatever it has found: opening them keeps the process from all else. */
const OPENED = 1_000;
/** Processes hand over requests some at a time, and their clocks differ: blocks are in the order of time but for this. */
const DISORDER_MS = 5_000;
/** How many logs are opened at a time, and how many names of accounts are read. */
const OPENED_AT_ONCE = 10;
const NAMES_AT_ONCE = 500;

interface Place {
  at: number;
  id: string;
}

/** The place of a request in the list, for a cursor, or to read what is newer. */
export function placeOf({ at, id }: Place): string {
  return cursorAt([String(at), id]);
}

/**
 * Reads requests, the newest first. A part may have fewer than its limit, or none, and still be followed by another one: a
 * part reads a bounded number.
 */
export async function readRequests(
  redis: Redis,
  whose: Whose,
  filter: RequestFilter,
  { cursor, after, limit }: RequestRange,
): Promise<CursorPage<LoggedRequest>> {
  const before = cursor ? placeIn(cursor) : { at: Number.POSITIVE_INFINITY, id: '' };
  const newerThan = after ? placeIn(after) : { at: Number.NEGATIVE_INFINITY, id: '' };
  const since = after ? newerThan.at - DISORDER_MS : undefined;
  const logs = new Logs(redis, whose, { until: before.at, since, id: filter.id });
  const items: LoggedRequest[] = [];
  for (let examined = 0; ; ) {
    const horizon = await logs.readOn();
    const read = logs.take(horizon).filter((one) => isBefore(one, before) && isBefore(newerThan, one));
    read.sort((one, other) => (isBefore(one, other) ? 1 : -1));
    for (const one of read) {
      examined += 1;
      if (fits(one, filter)) items.push(one);
      if (items.length === limit || examined === EXAMINED) return { items, next_cursor: placeOf(one) };
    }
    if (horizon <= newerThan.at) return { items, next_cursor: null };
    // All that is newer than the horizon was examined. The next part must begin earlier than this one.
    const reached = Math.ceil(horizon) + 1;
    if (logs.opened >= OPENED && reached < before.at) return { items, next_cursor: placeOf({ at: reached, id: '' }) };
  }
}

/** The logs of several accounts, read together from the end of the last one. */
class Logs {
  readonly #redis: Redis;
  readonly #whose: Whose;
  readonly #sought: Omit<Sought, 'account'>;
  readonly #readers: BlockReader[] = [];
  /** Accounts whose logs are not open, by the time of their last request, the newest first. */
  #closed: { account: string; at: number }[] = [];
  #named = 0;
  #areAllNamed = false;

  constructor(redis: Redis, whose: Whose, sought: Omit<Sought, 'account'>) {
    this.#redis = redis;
    this.#whose = whose;
    this.#sought = sought;
  }

  get opened(): number {
    return this.#readers.reduce((sum, reader) => sum + reader.opened, 0);
  }

  /** Reads some more. Returns the time after which everything has been read; before all times at the end. */
  async readOn(): Promise<number> {
    if (this.#closed.length === 0 && !this.#areAllNamed) await this.#nameMore();
    const open = Math.max(...this.#readers.map(({ reachedAt }) => reachedAt), Number.NEGATIVE_INFINITY);
    const next = this.#closed[0];
    if (next && next.at >= open) {
      for (const { account } of this.#closed.splice(0, OPENED_AT_ONCE)) {
        this.#readers.push(new BlockReader(this.#redis, { ...this.#sought, account }));
      }
    }
    const reached = Math.max(...this.#readers.map(({ reachedAt }) => reachedAt), Number.NEGATIVE_INFINITY);
    const behind = reached === Number.NEGATIVE_INFINITY ? [] : this.#readers.filter((one) => one.reachedAt === reached);
    await Promise.all(behind.map((reader) => reader.readOn()));
    if (this.#closed.length === 0 && !this.#areAllNamed) await this.#nameMore();
    const times = [...this.#readers.map(({ reachedAt }) => reachedAt), ...this.#closed.slice(0, 1).map(({ at }) => at)];
    return Math.max(...times, Number.NEGATIVE_INFINITY) + DISORDER_MS;
  }

  take(after: number): LoggedRequest[] {
    return this.#readers.flatMap((reader) => reader.take(after));
  }

  async #nameMore(): Promise<void> {
    const whose = this.#whose;
    if (whose !== 'all') {
      this.#areAllNamed = true;
      const times = whose.length > 0 ? await this.#redis.zmscore(redisKeys.requestTimes, ...whose) : [];
      this.#closed = whose.flatMap((account, at) => (times[at] ? [{ account, at: Number(times[at]) }] : []));
      this.#closed.sort((one, other) => other.at - one.at);
      return;
    }
    const end = this.#named + NAMES_AT_ONCE - 1;
    const found = await this.#redis.zrevrange(redisKeys.requestTimes, this.#named, end, 'WITHSCORES');
    for (let at = 0; at < found.length; at += 2)
      this.#closed.push({ account: found[at] as string, at: Number(found[at + 1]) });
    this.#named += found.length / 2;
    this.#areAllNamed = found.length < 2 * NAMES_AT_ONCE;
  }
}

/** The request with this id, if it is in the log. It is found at once if the time of its end is known. */
export async function findRequest(redis: Redis, whose: Whose, id: string, at?: number): Promise<LoggedRequest | null> {
  let cursor = at === undefined ? undefined : placeOf({ at: at + 1, id: '' });
  const after = at === undefined ? undefined : placeOf({ at: at - 1, id: '' });
  do {
    const { items, next_cursor } = await readRequests(redis, whose, { id }, { cursor, after, limit: 1 });
    if (items[0]) return items[0];
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
  return null;
}

function placeIn(cursor: string): Place {
  const [at, id = ''] = cursorParts(cursor);
  return { at: Number(at), id };
}

function isBefore(one: Place, other: Place): boolean {
  return one.at < other.at || (one.at === other.at && one.id < other.id);
}

/** Whether a request is one of those that are looked for. */
export function fits(request: LoggedRequest, { key, status, reason, engine, endpoint, id }: RequestFilter): boolean {
  if (key !== undefined && request.key !== key) return false;
  if (status !== undefined && !hasStatus(request, status)) return false;
  if (reason !== undefined && request.reason !== reason) return false;
  if (endpoint !== undefined && request.endpoint !== endpoint) return false;
  if (engine !== undefined && !request.engines.some((one) => one.engine === engine)) return false;
  return id === undefined || request.id === id;
}

/** Whether a request has this status, or one of this class: `4xx`. */
function hasStatus({ status }: LoggedRequest, wished: string): boolean {
  return wished.endsWith('xx') ? String(status).startsWith(wished.slice(0, 1)) : String(status) === wished;
}
