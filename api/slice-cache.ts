import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Seal } from '../lib/instance-secret.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { redisKeys } from '../lib/redis-keys.ts';

const MAX_REMEMBERED_CHARS = 16 * 1024 * 1024;

/** Where one provider's answer to one search lies; `search` is the fingerprint of operation and input. */
export function sliceKey(search: string, provider: Provider): string {
  return redisKeys.cacheSlice(search, provider.cacheName);
}

/**
 * Reads the providers' cached answers. Redis is asked every time, so that all web processes agree on what is cached;
 * but a sealed text that this process has opened before is not opened again.
 */
export class SliceCache {
  readonly #redis: Redis;
  readonly #opened = new LRUCache<string, object>({
    maxSize: MAX_REMEMBERED_CHARS,
    sizeCalculation: (_value, sealed) => sealed.length,
  });

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Every provider's slice of one search in one MGET, null where there is none; one that cannot be opened is as good as none. */
  async read<T>(seal: Seal, search: string, providers: readonly Provider[]): Promise<(T | null)[]> {
    if (providers.every(({ cacheTtlS }) => cacheTtlS === 0)) return providers.map(() => null);
    const sealed = await this.#redis.mget(providers.map((provider) => sliceKey(search, provider)));
    return sealed.map((text) => (text === null ? null : (this.#open(seal, text) as T | null)));
  }

  #open(seal: Seal, sealed: string): object | null {
    const known = this.#opened.get(sealed);
    if (known) return known;
    try {
      const slice = JSON.parse(seal.open(sealed)) as object;
      this.#opened.set(sealed, slice);
      return slice;
    } catch {
      return null;
    }
  }
}
