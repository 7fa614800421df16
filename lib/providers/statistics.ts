import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { hourOf } from '../statistics/usage-period.ts';
import { type CallBatch, ERRORS_KEPT } from './call-batch.ts';
import { HOURS_KEPT } from './call-hours.ts';

/** How many minutes of latency are kept. */
const LATENCY_MINUTES = 60;
const FAILURES_KEPT = 200;
const FAILURES_KEPT_S = 3_600;

const recordScript = scriptFile(new URL('./lua/record-statistics.lua', import.meta.url), 5);

/** Adds calls to a provider's statistics; `now` is the time of the Redis clock. */
export async function recordStatistics(redis: Redis, provider: string, calls: CallBatch, now: number): Promise<void> {
  const { successes, totalMs, failures, errors, counts, ownFailures } = calls;
  const minute = Math.floor(now / 60_000) % 60;
  const kept = [LATENCY_MINUTES, FAILURES_KEPT, FAILURES_KEPT_S, HOURS_KEPT * 3_600, ERRORS_KEPT];
  await recordScript.run(
    redis,
    [
      redisKeys.providerLatency(provider),
      redisKeys.providerFailures(provider),
      redisKeys.providerHour(provider, hourOf(now)),
      redisKeys.providerErrors(provider),
      redisKeys.providerMinutesFailed(provider),
    ],
    [
      ...[successes, Math.max(0, Math.round(totalMs)), ...kept, minute],
      ...[JSON.stringify(Object.fromEntries(counts)), JSON.stringify(errors.map((error) => JSON.stringify(error)))],
      ownFailures,
      ...failures.slice(-FAILURES_KEPT),
    ],
  );
}

/** How many of the provider's calls failed within the last hour, by code. Only the newest 200 are kept. */
export async function readFailures(redis: Redis, provider: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const code of await redis.lrange(redisKeys.providerFailures(provider), 0, -1)) {
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** What came of the calls to a provider in the last ten minutes. */
export interface RecentCalls {
  answered: number;
  /** Calls that failed by the provider's own fault. */
  failed: number;
  /** Whether one of them was in the last minutes. */
  failedJustNow: boolean;
}

const RECENT_MINUTES = 10;
const JUST_NOW_MINUTES = 3;

/** Reads what came of a provider's calls in the last ten minutes; `now` is the time of the Redis clock. */
export async function readRecentCalls(redis: Redis, provider: string, now: number): Promise<RecentCalls> {
  const current = Math.floor(now / 60_000);
  const minutes = Array.from({ length: RECENT_MINUTES }, (_, ago) => current - ago);
  const slots = minutes.map((minute) => String(minute % LATENCY_MINUTES));
  const rings = [redisKeys.providerLatency(provider), redisKeys.providerMinutesFailed(provider)];
  const [answered = [], failed = []] = await Promise.all(
    rings.map(async (ring) => (await redis.hmget(ring, ...slots)).map((text, ago) => callsOf(text, minutes[ago]))),
  );
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    answered: sum(answered),
    failed: sum(failed),
    failedJustNow: sum(failed.slice(0, JUST_NOW_MINUTES)) > 0,
  };
}

/** The calls that a field of a ring has of a minute; it may still be that of an hour ago. */
function callsOf(text: string | null, minute: number | undefined): number {
  const [of, calls = 0] = (text ?? '').split(' ').map(Number);
  return of === minute ? calls : 0;
}

/** The successful calls to a provider in one minute. */
export interface LatencyMinute {
  /** Start of the minute in milliseconds since the epoch. */
  at: number;
  calls: number;
  /** Mean duration; null if there was no call. */
  ms: number | null;
}

/**
 * Reads the last hour of several providers, oldest minute first, including the current one. Each minute of the hour is a
 * field, `<minute> <calls> <total ms>`. A field that was not overwritten may be older than an hour.
 */
export async function readLatency(
  redis: Redis,
  providers: readonly string[],
  now: number,
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
