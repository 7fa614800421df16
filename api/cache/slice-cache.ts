import type { Redis } from 'ioredis';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { OperationName } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/roster.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import type { Seal } from '../../lib/seal.ts';

/** One provider's cached answer: its Redis key, and its value or null. */
export interface CachedSlice<T> {
  key: string;
  value: T | null;
}

/** Part of every key. Change it with the shape of a cached answer, so that no process reads the other shape. */
const SHAPE = 3;

/** Reads the providers' sealed answers from Redis. Workers write them. */
export class SliceCache {
  readonly #redis: Redis;
  readonly #secret: InstanceSecret;

  constructor(redis: Redis, secret: InstanceSecret) {
    this.#redis = redis;
    this.#secret = secret;
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
    const sealed = cacheIsOff ? [] : await this.#redis.mgetBuffer(providers.map(keyOf));
    const sliceOf = (provider: Provider, index: number) => opened<T>(seal, sealed[index] ?? null, keyOf(provider));
    const slices = new Map(providers.map((provider, index) => [provider, sliceOf(provider, index)]));
    return (provider) => ({ key: keyOf(provider), value: slices.get(provider) ?? null });
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
