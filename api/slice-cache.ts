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

/** A cached answer, opened. */
export interface CachedSlice<T> {
  /** Different for every answer that was ever sealed. */
  id: string;
  value: T;
}

/** The random part and the tag of a sealed text tell it from every other; the rest need not be compared. */
const ID_CHARS = 38;

/**
 * Reads the providers' cached answers. Redis is asked every time, so that all web processes agree on what is cached;
 * but a sealed text that this process has opened before is not opened again.
 */
export class SliceCache {
  readonly #redis: Redis;
  readonly #opened = new LRUCache<string, CachedSlice<unknown>>({ maxSize: MAX_REMEMBERED_CHARS });

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Every provider's slice of one search in one MGET, null where there is none; one that cannot be opened is as good as none. */
  async read<T>(seal: Seal, search: string, providers: readonly Provider[]): Promise<(CachedSlice<T> | null)[]> {
    if (providers.every(({ cacheTtlS }) => cacheTtlS === 0)) return providers.map(() => null);
    const sealed = await this.#redis.mget(providers.map((provider) => sliceKey(search, provider)));
    return sealed.map((text) => (text === null ? null : (this.#open(seal, text) as CachedSlice<T> | null)));
  }

  #open(seal: Seal, sealed: string): CachedSlice<unknown> | null {
    const id = sealed.slice(0, ID_CHARS);
    const known = this.#opened.get(id);
    if (known) return known;
    try {
      const slice = { id, value: JSON.parse(seal.open(sealed)) as unknown };
      this.#opened.set(id, slice, { size: sealed.length });
      return slice;
    } catch {
      return null;
    }
  }
}
