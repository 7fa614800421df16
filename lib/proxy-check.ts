import type { Config } from './config/config.ts';
import type { Redis } from './redis/redis.ts';
import { redisKeys } from './redis/redis-keys.ts';

const KEPT_S = 86_400;

export const UNTRUSTED_PROXY =
  'X-Forwarded-For came from a proxy that is not in TRUST_PROXY: all its callers share one address and its limits.';

/** What the settings tell of a proxy that is in front but not trusted; null if nothing. */
export function missingProxy({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): string | null {
  if (!publicUrl.startsWith('https:') || trustProxy.length > 0) return null;
  return 'PUBLIC_URL is https, so a proxy is in front of this instance: set TRUST_PROXY to its address.';
}

/** Keeps for a day that a web process has met a proxy that it does not trust. */
export async function noteUntrustedProxy(redis: Redis): Promise<void> {
  await redis.set(redisKeys.untrustedProxy, '1', 'EX', KEPT_S);
}

/** Whether a web process has met a proxy that it does not trust. */
export async function seesUntrustedProxy(redis: Redis): Promise<boolean> {
  return (await redis.exists(redisKeys.untrustedProxy)) === 1;
}
