import { z } from 'zod';
import { type FailureCode, failureCodes } from '../outcome.ts';
import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { latencyAt } from '../statistics/latency-buckets.ts';
import type { ReplyHour } from '../statistics/lost-fields.ts';
import { hourOf } from '../statistics/usage-period.ts';
import { type CallError, ERRORS_KEPT, hourFields } from './call-batch.ts';

const HOUR_MS = 3_600_000;
/** How many hours are kept: those of seven days. */
export const HOURS_KEPT = 7 * 24;

/** What came of the calls to a provider in an hour. */
export interface CallHour extends ReplyHour {
  /** Number of successes. */
  ok: number;
  /** Numbers of failures by code. */
  failed: ReadonlyMap<FailureCode, number>;
  /** Numbers of successes by the bucket of their duration: see `latency-buckets.ts`. */
  took: ReadonlyMap<number, number>;
}

/** What came of the calls in some hours together. */
export interface CallSummary extends Pick<CallHour, 'ok' | 'failed'> {
  /** Calls that were made: successes and failures, without those that ended because nobody waited any more. */
  calls: number;
  /** The share of the successes among them; null without calls. */
  successRate: number | null;
  /** Durations of successes in milliseconds; null without any. */
  p50: number | null;
  p95: number | null;
}

/** The failures of calls that were made, and had their time. */
const FAILED: readonly FailureCode[] = ['timeout', 'upstream', 'refused', 'rate_limited', 'rejected', 'internal'];

/** Reads the last hours of a provider, the current one included and last; `now` is the time of the Redis clock. */
export async function readHours(redis: Redis, provider: string, now: number, hours: number): Promise<CallHour[]> {
  const current = Math.floor(now / HOUR_MS);
  const starts = Array.from({ length: hours }, (_, index) => (current - (hours - 1) + index) * HOUR_MS);
  const stored = await readHashes(
    redis,
    starts.map((at) => redisKeys.providerHour(provider, hourOf(at))),
  );
  return starts.map((at, index) => callHour(at, stored[index] ?? {}));
}

function callHour(at: number, stored: Readonly<Record<string, string>>): CallHour {
  const failed = new Map<FailureCode, number>();
  for (const code of failureCodes) {
    const count = Number(stored[hourFields.failed(code)] ?? 0);
    if (count > 0) failed.set(code, count);
  }
  const took = new Map<number, number>();
  const fields = new Map<string, { count: number; lastAt: number }>();
  for (const [name, value] of Object.entries(stored)) {
    const [kind, what = ''] = split(name);
    if (kind === 'took') took.set(Number(what), Number(value));
    if (kind === 'has') {
      const minute = Number(stored[hourFields.last(what)] ?? 0);
      fields.set(what, { count: Number(value), lastAt: at + minute * 60_000 });
    }
  }
  return { at, ok: Number(stored[hourFields.ok] ?? 0), failed, took, fields };
}

function split(name: string): [kind: string, what?: string] {
  const at = name.indexOf(':');
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/** Sums hours up. */
export function summaryOf(hours: readonly CallHour[]): CallSummary {
  const ok = hours.reduce((sum, hour) => sum + hour.ok, 0);
  const failed = added(hours.map((hour) => hour.failed));
  const took = added(hours.map((hour) => hour.took));
  const calls = ok + FAILED.reduce((sum, code) => sum + (failed.get(code) ?? 0), 0);
  return {
    ok,
    failed,
    calls,
    successRate: calls === 0 ? null : ok / calls,
    p50: latencyAt(0.5, took),
    p95: latencyAt(0.95, took),
  };
}

function added<Key>(maps: readonly ReadonlyMap<Key, number>[]): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const map of maps) for (const [key, count] of map) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

const storedError = z.object({
  at: z.number(),
  code: z.enum(failureCodes),
  reason: z.string(),
  request: z.string().nullable(),
}) satisfies z.ZodType<CallError>;

/** Reads the last errors of a provider, the newest first. */
export async function readErrors(redis: Redis, provider: string, most = ERRORS_KEPT): Promise<CallError[]> {
  const texts = await redis.lrange(redisKeys.providerErrors(provider), 0, most - 1);
  // Another version may know other codes.
  return texts.flatMap((text) => storedError.safeParse(JSON.parse(text)).data ?? []);
}
