import type { Redis } from 'ioredis';
import type { Seal } from '../lib/instance-secret.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { redisKeys } from '../lib/redis-keys.ts';

/** Where one provider's answer to one search lies; `search` is the fingerprint of operation and input. */
export function sliceKey(search: string, provider: Provider): string {
  return redisKeys.cacheSlice(search, provider.cacheName);
}

/** Every provider's slice of one search in one MGET, null where there is none; one that cannot be opened is as good as none. */
export async function readSlices<T>(
  redis: Redis,
  seal: Seal,
  search: string,
  providers: readonly Provider[],
): Promise<(T | null)[]> {
  if (providers.every(({ cacheTtlS }) => cacheTtlS === 0)) return providers.map(() => null);
  const sealed = await redis.mget(providers.map((provider) => sliceKey(search, provider)));
  return sealed.map((text) => {
    if (text === null) return null;
    try {
      return JSON.parse(seal.open(text)) as T;
    } catch {
      return null;
    }
  });
}
