import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';

/** How many minutes of latency are kept. */
export const LATENCY_MINUTES = 60;

/** The successful calls to a provider in one minute. */
export interface LatencyMinute {
  /** Start of the minute in milliseconds since the epoch. */
  at: number;
  calls: number;
  /** Mean duration; null if there was no call. */
  ms: number | null;
}

/**
 * Reads the last hour of several providers, oldest minute first, including the current one. `health.ts` writes one
 * field per minute of the hour, `<minute> <calls> <total ms>`. A field that was not overwritten may be older than an
 * hour.
 */
export async function readLatency(
  redis: Redis,
  providers: readonly string[],
  now = Date.now(),
): Promise<Map<string, LatencyMinute[]>> {
  const rings = await Promise.all(providers.map((provider) => redis.hgetall(redisKeys.providerLatency(provider))));
  return new Map(providers.map((provider, index) => [provider, lastHour(rings[index] ?? {}, now)]));
}

function lastHour(ring: Readonly<Record<string, string>>, now: number): LatencyMinute[] {
  const current = Math.floor(now / 60_000);
  return Array.from({ length: LATENCY_MINUTES }, (_, index) => {
    const minute = current - (LATENCY_MINUTES - 1) + index;
    const [of, calls = 0, totalMs = 0] = (ring[minute % LATENCY_MINUTES] ?? '').split(' ').map(Number);
    if (of !== minute || calls === 0) return { at: minute * 60_000, calls: 0, ms: null };
    return { at: minute * 60_000, calls, ms: totalMs / calls };
  });
}
