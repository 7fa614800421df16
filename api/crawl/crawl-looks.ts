import { setTimeout as pause } from 'node:timers/promises';
import type { CrawlState } from '../../lib/crawl/read-crawl.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';

const LOOK_EVERY_MS = 300;

/** How far a crawl is. */
export interface CrawlProgress {
  state: CrawlState;
  fetched: number;
}

/** Looks how far the crawls are that callers of this process wait for: once for all who wait for the same one. */
export class CrawlLooks {
  readonly #redis: Redis;
  readonly #next = new Map<string, Promise<CrawlProgress | null>>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** How far a crawl is at the next look; null if it is there no more. */
  next(id: string): Promise<CrawlProgress | null> {
    let next = this.#next.get(id);
    if (!next) {
      next = this.#look(id);
      this.#next.set(id, next);
    }
    return next;
  }

  async #look(id: string): Promise<CrawlProgress | null> {
    await pause(LOOK_EVERY_MS);
    // Who asks from now on wants to know what comes after.
    this.#next.delete(id);
    const [state, fetched] = await this.#redis.hmget(redisKeys.crawl(id), 'state', 'fetched');
    return state ? { state: state as CrawlState, fetched: Number(fetched ?? 0) } : null;
  }
}
