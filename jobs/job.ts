import type { JobsOptions, QueueOptions } from 'bullmq';
import { z } from 'zod';
import { operationNames } from '../lib/providers/adapter.ts';
import { redisKeys } from '../lib/redis-keys.ts';

/** A call to a provider, on behalf of a web process that waits for the reply. */
const providerCallSchema = z.object({
  kind: z.literal('call'),
  id: z.string(),
  /** Id of the HTTP request that caused the call; every log line about the job contains it. */
  requestId: z.string(),
  /** The reply channel of the waiting web process. */
  replyTo: z.string(),
  /** Milliseconds since the epoch. After this time the job is dropped without a call. */
  deadlineAt: z.number(),
  operation: z.enum(operationNames),
  /** The operation's input as sealed JSON, so that neither Redis nor the dashboard shows the query. */
  input: z.string(),
  /** Cache key of the answer; null if it is not cached. */
  cacheKey: z.string().nullable(),
});
export type ProviderCall = z.infer<typeof providerCallSchema>;

/** A health check of a provider. */
const probeSchema = z.object({ kind: z.literal('probe') });

/** A job in a provider's queue. */
export const jobSchema = z.discriminatedUnion('kind', [providerCallSchema, probeSchema]);
export type Job = z.infer<typeof jobSchema>;

/** Options of a provider's queue. Each queue has its own hash tag, so that Redis Cluster keeps it in one slot. */
export function queueOptions(provider: string): Pick<QueueOptions, 'prefix' | 'streams'> {
  // Nothing reads the event stream, and BullMQ would keep 10,000 entries.
  return { prefix: redisKeys.queuePrefix(provider), streams: { events: { maxLen: 100 } } };
}

/**
 * Options of a call. It is never retried, and leaves the queue when it completes. Failed calls stay for a while for the
 * dashboard.
 */
export const callOptions = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: { age: 3_600, count: 200 },
} as const satisfies JobsOptions;

/** A job with less time left is not started, because no upstream answers that fast. */
export const MIN_TIME_TO_START_MS = 150;
