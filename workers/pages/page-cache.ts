import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Usage } from '../../lib/net/usage-signals.ts';
import type { ReadablePage } from '../../lib/pages/page.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Seal } from '../../lib/seal.ts';

const KEPT_S = 3_600;

/** Part of every key. Change it with the shape of a page, so that no process reads the other shape. */
const SHAPE = 4;

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

/** Pages that were read, sealed, by their address. A page that is not fresh any more is kept for its server's word. */
export class PageCache {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#errors = errors;
  }

  /** The key of a page. The part after `#` is not sent to servers. */
  keyOf(seal: Seal, { url, scope }: { url: string; scope: string }): string {
    const address = new URL(url);
    address.hash = '';
    return redisKeys.page(seal.fingerprint(JSON.stringify([SHAPE, address.href, scope])));
  }

  /** The kept page; null if there is none, or if it cannot be read. */
  async get(seal: Seal, key: string): Promise<KeptPage | null> {
    const open = (sealed: Buffer | null) => sealed && (JSON.parse(seal.open(sealed, key)) as KeptPage);
    // A page that cannot be read is fetched again.
    return await this.#redis.getBuffer(key).then(open).catch(this.#errors.orElse(null, 'read a cached page'));
  }

  async keep(seal: Seal, key: string, kept: KeptPage): Promise<void> {
    const sealed = seal.seal(JSON.stringify(kept), key, 'compressed');
    await this.#redis.set(key, sealed, 'EX', KEPT_S).catch(this.#errors.unlessAway('cache a page'));
  }
}
