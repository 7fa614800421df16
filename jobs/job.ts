import type { JobsOptions, QueueOptions } from 'bullmq';
import { z } from 'zod';
import { operationNames } from '../lib/providers/provider.ts';
import { redisKeys } from '../lib/redis-keys.ts';

/** One call to one provider, made for a web process that waits for the reply. */
const providerCallSchema = z.object({
  kind: z.literal('call'),
  id: z.string(),
  /** Of the HTTP request that asked first; it is in every log line about the job. */
  requestId: z.string(),
  /** The channel of the web process that waits. */
  replyTo: z.string(),
  /** Milliseconds since the epoch. A job past it is dropped without a call. */
  deadlineAt: z.number(),
  operation: z.enum(operationNames),
  /** The operation's input as sealed JSON, so that neither Redis nor the dashboard shows what people search. */
  input: z.string(),
  /** Where the answer is cached; null when it is not. */
  cacheKey: z.string().nullable(),
});
export type ProviderCall = z.infer<typeof providerCallSchema>;

/** A look at a provider's health. */
const probeSchema = z.object({ kind: z.literal('probe') });

/** Everything that lies in a provider's queue. */
export const jobSchema = z.discriminatedUnion('kind', [providerCallSchema, probeSchema]);
export type Job = z.infer<typeof jobSchema>;

/** One queue per provider, each under a hash tag of its own so that Redis Cluster keeps it in one slot. */
export function queueOptions(provider: string): Pick<QueueOptions, 'prefix' | 'streams'> {
  // Nothing reads the event stream, and BullMQ would keep 10,000 entries of it.
  return { prefix: redisKeys.queuePrefix(provider), streams: { events: { maxLen: 100 } } };
}

/** A call is never made twice, and a finished one leaves the queue; failed ones stay a while for the dashboard. */
export const callOptions = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: { age: 3_600, count: 200 },
} as const satisfies JobsOptions;

/** A job with less time left than this is not started: no upstream answers that fast. */
export const MIN_TIME_TO_START_MS = 150;
