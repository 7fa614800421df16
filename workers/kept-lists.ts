import type { Redis } from '../lib/redis/redis.ts';
import type { RedisClock } from '../lib/redis/redis-clock.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import type { RedisMemory } from '../lib/redis/redis-memory.ts';
import { scriptFile } from '../lib/redis/redis-script.ts';
import { readStamped, STAMP_BYTES } from '../lib/stamped.ts';

/** What lists of results may take of a Redis: a share of its memory, or this much if its memory has no limit. */
const SHARE = 0.5;
const WITHOUT_LIMIT_BYTES = 30 * 1024 ** 2;
/** The same of pages. Their number and size are up to who reads them, and all that pages cost is to read them anew. */
const SHARE_OF_PAGES = 0.1;
/** What Redis needs for a list beside its bytes: the tables of keys and lives, and what allocations are rounded up by. */
const OVERHEAD_BYTES = 200;
/** Stored lists are noted together. */
const NOTE_AFTER_BYTES = 1024 ** 2;

const noteScript = scriptFile(new URL('./lua/note-lists.lua', import.meta.url), 1);

/** How many bytes lists of results may take in a Redis. In a cluster they spread over all nodes. */
export function roomForLists({ maxBytes, nodes }: RedisMemory): number {
  return (maxBytes > 0 ? SHARE * maxBytes : WITHOUT_LIMIT_BYTES) * nodes;
}

/** How many bytes pages that were read may take. */
export function roomForPages({ maxBytes, nodes }: RedisMemory): number {
  return (maxBytes > 0 ? SHARE_OF_PAGES * maxBytes : WITHOUT_LIMIT_BYTES) * nodes;
}

/**
 * Keeps all lists of results, or all pages, together within their room. Workers note in Redis which lists they stored; whoever notes
 * more than fits removes the oldest, so those that are only served outdated go first.
 */
export class KeptLists {
  readonly #redis: Redis;
  readonly #clock: Pick<RedisClock, 'now'>;
  readonly #keptMs: number;
  readonly #notes: string;
  #keys: string[] = [];
  #bytes = 0;

  /** `keptS`: how long lists are kept at most. `notes`: where they are noted. */
  constructor(redis: Redis, clock: Pick<RedisClock, 'now'>, keptS: number, notes: string = redisKeys.keptLists) {
    this.#redis = redis;
    this.#clock = clock;
    this.#keptMs = keptS * 1_000;
    this.#notes = notes;
  }

  /** Counts a list that was stored. Returns whether it is time for `note`. */
  add(key: string, bytes: number): boolean {
    this.#keys.push(key);
    // The note has the key once more.
    this.#bytes += bytes + 2 * key.length + OVERHEAD_BYTES;
    return this.#bytes >= NOTE_AFTER_BYTES;
  }

  /**
   * Notes the lists that were stored since the last note, and removes the oldest of all if they take more than `room`.
   * Rejects if Redis is away or full: then these lists stay for their usual time.
   */
  async note(room: number): Promise<void> {
    if (this.#keys.length === 0) return;
    const lists = [this.#bytes, ...this.#keys].join(' ');
    const args = [this.#clock.now(), lists, this.#keptMs, room];
    this.#keys = [];
    this.#bytes = 0;
    const gone = (await noteScript.run(this.#redis, [this.#notes], args)) as string[];
    for (const note of gone) await this.#remove(note);
  }

  async #remove(note: string): Promise<void> {
    const [notedAt, , , ...keys] = note.split(' ');
    await Promise.all(
      keys.map(async (key) => {
        const stored = readStamped(await this.#redis.getrangeBuffer(key, 0, STAMP_BYTES - 1));
        // What was stored under the same key since then is in a later note.
        if (stored && stored.at <= Number(notedAt)) await this.#redis.unlink(key);
      }),
    );
  }
}
