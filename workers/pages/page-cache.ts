import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Usage } from '../../lib/net/usage-signals.ts';
import type { ReadablePage } from '../../lib/pages/page.ts';
import { recentMemory } from '../../lib/redis/recent-memory.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { fullness } from '../../lib/redis/redis-memory.ts';
import type { Seal } from '../../lib/seal.ts';
import { readStamped, stamp } from '../../lib/stamped.ts';
import { lifeS } from '../cache-life.ts';
import { KeptLists, roomForPages } from '../kept-lists.ts';

const KEPT_S = 3_600;

/** Part of every key. Change it with the shape of a page, so that no process reads the other shape. */
const SHAPE = 5;

/** The forms in which a page was read: its main content, and the whole page. */
export type PageForms = Partial<Record<'main' | 'whole', ReadablePage>>;

/** A page that was read before, with what its server needs to say whether it has changed. */
export interface KeptPage {
  pages: PageForms;
  finalUrl: string;
  status: number;
  usage: Usage;
  etag: string;
  lastModified: string;
  /** Times of the Redis clock. */
  fetchedAt: number;
  freshUntil: number;
}

/**
 * Pages that were read, sealed, by their address. A page that is not fresh any more is kept for its server's word. All of
 * them have a room in Redis, and none is kept in a full one.
 */
export class PageCache {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  readonly #clock: Pick<RedisClock, 'now'>;
  readonly #kept: KeptLists;

  constructor(redis: Redis, errors: ErrorReporter, clock: Pick<RedisClock, 'now'>) {
    this.#redis = redis;
    this.#errors = errors;
    this.#clock = clock;
    this.#kept = new KeptLists(redis, clock, KEPT_S, redisKeys.keptPages);
  }

  /** The key of a page. The part after `#` is not sent to servers. */
  keyOf(seal: Seal, { url, scope }: { url: string; scope: string }): string {
    const address = new URL(url);
    address.hash = '';
    return redisKeys.page(seal.fingerprint(JSON.stringify([SHAPE, address.href, scope])));
  }

  /** The kept page; null if there is none, or if it cannot be read. */
  async get(seal: Seal, key: string): Promise<KeptPage | null> {
    const open = (stored: Buffer | null) => {
      const sealed = stored && readStamped(stored);
      return sealed && (JSON.parse(seal.open(sealed.bytes, key)) as KeptPage);
    };
    // A page that cannot be read is fetched again.
    return await this.#redis.getBuffer(key).then(open).catch(this.#errors.orElse(null, 'read a cached page'));
  }

  async keep(seal: Seal, key: string, kept: KeptPage): Promise<void> {
    const bytes = seal.seal(JSON.stringify(kept), key, 'compressed');
    await this.#store(key, stamp({ at: this.#clock.now(), bytes })).catch(this.#errors.unlessAway('cache a page'));
  }

  async #store(key: string, stored: Buffer): Promise<void> {
    const memory = await recentMemory(this.#redis);
    const keepS = lifeS(KEPT_S, KEPT_S, fullness(memory));
    if (keepS === 0) return;
    await this.#redis.set(key, stored, 'EX', keepS);
    if (this.#kept.add(key, stored.length)) await this.#kept.note(roomForPages(memory));
  }
}
