import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { opened } from './slice-cache.ts';

/** A merged list of results, as far as it has been read from the engines. */
export interface ResultList {
  /** The fields of the reply besides the results, from the engines' first page. */
  fields: Record<string, unknown>;
  results: unknown[];
  /** How many of them are from each page of the engines. */
  lengths: number[];
  /** The names of the results, by which repetitions are found. */
  names: string[];
  /** The last page of the engines that is in it. */
  page: number;
  /** Whether the engines may have a further page. */
  hasMore: boolean;
  /** Whether every engine that was asked has answered. */
  isComplete: boolean;
  /** The ids of the engines that answered. */
  answered: string[];
}

/** Part of every key. Change it with the shape of a list, so that no process reads the other shape. */
const SHAPE = 3;
/** How long a caller may take from page to page. */
const KEEP_S = 120;
/** For this long, an equal list is not written again. It stays so much longer. */
const WRITTEN_S = 60;
const MAX_WRITTEN = 2_000;

/** Keeps lists that callers read in pages, sealed in Redis. */
export class ListCache {
  readonly #redis: Redis;
  readonly #secret: InstanceSecret;
  /** The digests of lists that this process has written lately, by their keys: cached answers make the same list again. */
  readonly #written = new LRUCache<string, string>({ max: MAX_WRITTEN, ttl: WRITTEN_S * 1_000 });

  constructor(redis: Redis, secret: InstanceSecret) {
    this.#redis = redis;
    this.#secret = secret;
  }

  /** The question must contain everything that the list depends on. */
  async read(question: readonly unknown[]): Promise<ResultList | null> {
    const { seal, key } = await this.#placeOf(question);
    return opened<ResultList>(seal, await this.#redis.getBuffer(key), key);
  }

  async write(question: readonly unknown[], list: ResultList): Promise<void> {
    const { seal, key } = await this.#placeOf(question);
    const text = JSON.stringify(list);
    const digest = createHash('sha1').update(text).digest('base64');
    if (this.#written.get(key) === digest) return;
    await this.#redis.set(key, seal.seal(text, key, 'compressed'), 'EX', KEEP_S + WRITTEN_S);
    this.#written.set(key, digest);
  }

  async #placeOf(question: readonly unknown[]) {
    const seal = await this.#secret.load();
    return { seal, key: redisKeys.resultList(seal.fingerprint(JSON.stringify([SHAPE, question]))) };
  }
}
