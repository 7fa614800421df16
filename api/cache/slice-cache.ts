import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { Stale } from '../../lib/outcome.ts';
import type { OperationName } from '../../lib/providers/adapter.ts';
import { cacheTtlS, type Provider } from '../../lib/providers/provider.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Seal } from '../../lib/seal.ts';
import { readStamped } from '../../lib/stamped.ts';

/** One provider's cached answer. Answers are opened when they are wanted: that takes most of the time. */
export interface CachedSlice<T> {
  key: string;
  /** Opens the answer; null if there is none, or an outdated one. */
  open(): T | null;
  /** Opens an outdated answer; null if there is none. */
  stale(): Stale<T> | null;
}

/** Part of every key. Change it with the shape of a cached answer, so that no process reads the other shape. */
const SHAPE = 4;

const EMPTY = Buffer.alloc(0);
const nothing = () => null;

/** Reads the providers' sealed answers from Redis. Workers write them. */
export class SliceCache {
  readonly #redis: Redis;
  readonly #secret: InstanceSecret;
  readonly #clock: Pick<RedisClock, 'now'>;

  constructor(redis: Redis, secret: InstanceSecret, clock: Pick<RedisClock, 'now'>) {
    this.#redis = redis;
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Reads every provider's slice for one input with one MGET. Only requests of the same scope share slices. */
  async read<T>(
    operation: OperationName,
    input: unknown,
    providers: readonly Provider[],
    scope: string,
  ): Promise<(provider: Provider) => CachedSlice<T>> {
    const seal = await this.#secret.load();
    const question = seal.fingerprint(JSON.stringify([SHAPE, operation, input, scope]));
    const keyOf = (provider: Provider) => redisKeys.cacheSlice(question, provider.cacheName);
    const cacheIsOff = providers.every(({ cacheTtlS }) => cacheTtlS === 0);
    const stored = cacheIsOff ? [] : await this.#redis.mgetBuffer(providers.map(keyOf));
    const now = this.#clock.now();
    const sliceOf = (provider: Provider, index: number): CachedSlice<T> => {
      const key = keyOf(provider);
      const { at = 0, bytes = null } = readStamped(stored[index] ?? EMPTY) ?? {};
      const ageMs = Math.max(0, now - at);
      if (ageMs < cacheTtlS(provider, operation) * 1_000) {
        return { key, open: () => opened<T>(seal, bytes, key), stale: nothing };
      }
      const stale = () => {
        const value = ageMs < provider.staleTtlS * 1_000 ? opened<T>(seal, bytes, key) : null;
        return value && { value, ageMs };
      };
      return { key, open: nothing, stale };
    };
    const slices = new Map(providers.map((provider, index) => [provider, sliceOf(provider, index)]));
    return (provider) => slices.get(provider) ?? { key: keyOf(provider), open: nothing, stale: nothing };
  }
}

/** Opens what is cached. Returns null when it is missing, damaged, or sealed for another key or with another secret. */
export function opened<T>(seal: Seal, sealed: Buffer | null, key: string): T | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(seal.open(sealed, key)) as T;
  } catch {
    // The engine is asked again, and its answer replaces this one.
    return null;
  }
}
