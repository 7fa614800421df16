import { Cluster, type Redis as SingleRedis } from 'ioredis';
import { onBeats } from '../lib/beats.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { fullness, NEARLY_FULL, type RedisMemory, readMemory } from '../lib/redis/redis-memory.ts';
import { type KeptLists, roomForLists } from './kept-lists.ts';

const LOOK_EVERY_BEATS = 6;
/** While Redis stays nearly full, the lists that are stored already are gone through this often. */
const SHORTEN_EVERY_MS = 30_000;
const KEYS_AT_A_TIME = 500;

/**
 * How long a list of results is kept: for `keepS` while Redis has room. Above three quarters none is kept to be served
 * outdated, and the fresher ones for less and less, down to not at all in a full Redis: searches must go on.
 */
export function lifeS(keepS: number, freshS: number, full: number): number {
  if (full <= NEARLY_FULL) return keepS;
  const room = Math.max(0, 1 - full) / (1 - NEARLY_FULL);
  return Math.min(keepS, Math.floor(freshS * room));
}

/**
 * Decides how long answers stay in the cache, by how full Redis is, and shortens the life of those that are there. Lists of
 * results have a bound of their own.
 */
export class CacheLife {
  readonly #redis: Redis;
  readonly #freshS: number;
  readonly #lists: KeptLists;
  readonly #errors: ErrorReporter;
  /** As it was at the last look. */
  #memory: RedisMemory = { usedBytes: 0, maxBytes: 0, nodes: 1 };
  #endBeats = () => {};
  #looking: Promise<void> | undefined;

  /** `freshS` is the usual cache time of an answer. */
  constructor(redis: Redis, freshS: number, lists: KeptLists, errors: ErrorReporter) {
    this.#redis = redis;
    this.#freshS = freshS;
    this.#lists = lists;
    this.#errors = errors;
  }

  start(): void {
    const look = () => void this.look().catch(this.#errors.unlessAway('look how full Redis is'));
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, look);
    if (this.#redis.status === 'ready') look();
    else this.#redis.once('ready', look);
  }

  async stop(): Promise<void> {
    this.#endBeats();
    await this.#noteLists();
  }

  /** How long an answer is kept now that is to be kept for `keepS`, and is fresh for `freshS`; 0 is not at all. */
  of(keepS: number, freshS: number): number {
    return lifeS(keepS, freshS, fullness(this.#memory));
  }

  /** Counts a list of results that was stored. */
  stored(key: string, bytes: number): void {
    if (this.#lists.add(key, bytes)) void this.#noteLists();
  }

  /** Looks how full Redis is, and makes room if it is nearly full. Rejects if Redis is away. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    this.#memory = await readMemory(this.#redis);
    await this.#noteLists();
    const full = fullness(this.#memory);
    if (full <= NEARLY_FULL || !(await this.#isMyTurn())) return;
    const mostMs = lifeS(this.#freshS, this.#freshS, full) * 1_000;
    const nodes = this.#redis instanceof Cluster ? this.#redis.nodes('master') : [this.#redis];
    for (const node of nodes) await shortenLives(node, mostMs);
  }

  #noteLists(): Promise<void> {
    return this.#lists.note(roomForLists(this.#memory)).catch(this.#errors.unlessAway('note the lists of results'));
  }

  /** Whether this process makes room now: one of all workers does. */
  async #isMyTurn(): Promise<boolean> {
    try {
      return (await this.#redis.set(redisKeys.cacheShortened, '1', 'PX', SHORTEN_EVERY_MS, 'NX')) !== null;
    } catch (error) {
      // A Redis that is full takes no mark, and needs room most.
      if ((error as Error).message.startsWith('OOM')) return true;
      throw error;
    }
  }
}

/** Lets no cached answer live for longer than this; 0 removes them. */
async function shortenLives(node: SingleRedis, mostMs: number): Promise<void> {
  for (let cursor = '0'; ; ) {
    const [next, keys] = await node.scan(cursor, 'MATCH', redisKeys.cachedPattern, 'COUNT', KEYS_AT_A_TIME);
    const lives = await Promise.all(keys.map((key) => node.pttl(key)));
    const longer = keys.filter((_, at) => (lives[at] ?? 0) > mostMs);
    await Promise.all(longer.map((key) => node.pexpire(key, mostMs)));
    if (next === '0') return;
    cursor = next;
  }
}
