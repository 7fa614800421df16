import { setTimeout as pause } from 'node:timers/promises';
import { type CrawlSummary, readSummary } from '../../lib/crawl/read-crawl.ts';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { Redis } from '../../lib/redis/redis.ts';

const LOOK_EVERY_MS = 300;

/** Looks how far the crawls are that callers of this process wait for: once for all who wait for the same one. */
export class CrawlLooks {
  readonly #redis: Redis;
  readonly #secret: Pick<InstanceSecret, 'loadAll'>;
  readonly #next = new Map<string, Promise<CrawlSummary | null>>();

  constructor(redis: Redis, secret: Pick<InstanceSecret, 'loadAll'>) {
    this.#redis = redis;
    this.#secret = secret;
  }

  /** How a crawl is at the next look; null if it is there no more. */
  next(crawl: Pick<CrawlSummary, 'id' | 'account'>): Promise<CrawlSummary | null> {
    let next = this.#next.get(crawl.id);
    if (!next) {
      next = this.#look(crawl);
      this.#next.set(crawl.id, next);
    }
    return next;
  }

  async #look({ id, account }: Pick<CrawlSummary, 'id' | 'account'>): Promise<CrawlSummary | null> {
    await pause(LOOK_EVERY_MS);
    // Who asks from now on wants to know what comes after.
    this.#next.delete(id);
    return readSummary(this.#redis, id, account, await this.#secret.loadAll());
  }
}
