import type { JobsOptions, QueueOptions } from 'bullmq';
import { z } from 'zod';
import { failureSchema } from '../lib/outcome.ts';
import type { OperationName } from '../lib/providers/provider.ts';
import { redisKeys } from '../lib/redis-keys.ts';

/** The job: one call to one provider, asked for by a web process that waits for the reply. */
export const providerCallSchema = z.object({
  id: z.string(),
  /** Of the HTTP request that asked first; in every log line about the job. */
  requestId: z.string(),
  /** Channel of the web process that waits. */
  replyTo: z.string(),
  /** Milliseconds since the epoch. A job past it is dropped without a call. */
  deadlineAt: z.number(),
  operation: z.string() as z.ZodType<OperationName>,
  /** The operation's input as sealed JSON: what people search is not to be read in Redis or on a dashboard. */
  input: z.string(),
  /** Where the answer is kept for the next one who asks; null when nothing is kept. */
  cacheKey: z.string().nullable(),
});
export type ProviderCall = z.infer<typeof providerCallSchema>;

/** What comes back over the reply channel. A failure travels as data: BullMQ would flatten an Error to its message. */
export const providerReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), id: z.string(), output: z.string() }),
  z.object({ ok: z.literal(false), id: z.string(), failure: failureSchema }),
]);
export type ProviderReply = z.infer<typeof providerReplySchema>;

/** One queue per provider, each under a hash tag of its own. */
export function queueOptions(provider: string): Pick<QueueOptions, 'prefix' | 'streams'> {
  // Nobody reads the event stream; BullMQ would keep 10,000 entries of it.
  return { prefix: redisKeys.queuePrefix(provider), streams: { events: { maxLen: 100 } } };
}

/** A request/response job is never run twice, and a finished one leaves; failed ones stay a while for the dashboard. */
export const jobOptions = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: { age: 3_600, count: 200 },
} as const satisfies JobsOptions;

/** A job with less than this left is not started: no upstream answers that fast, and nobody would be there to hear. */
export const MIN_TIME_TO_START_MS = 150;
