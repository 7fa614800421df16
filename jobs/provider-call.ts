import type { JobsOptions, QueueOptions } from 'bullmq';
import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';
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
export type ProviderReply =
  /** `output` is the operation's output as sealed JSON; `waitedMs` is how long the job lay in its queue. */
  | { ok: true; id: string; output: string; waitedMs: number }
  | { ok: false; id: string; failure: Failure; waitedMs: number };

const replyHeadSchema = z.object({ id: z.string(), waitedMs: z.number(), failure: failureSchema.optional() });

/** A small head as JSON, a line feed, and the sealed output as it is: it is large, and need not be escaped and read twice. */
export function encodeReply(reply: ProviderReply): string {
  const { id, waitedMs } = reply;
  if (reply.ok) return `${JSON.stringify({ id, waitedMs })}\n${reply.output}`;
  return JSON.stringify({ id, waitedMs, failure: reply.failure });
}

/** Null for anything that is not a reply. */
export function decodeReply(message: string): ProviderReply | null {
  const end = message.indexOf('\n');
  const head = replyHeadSchema.safeParse(parseJson(end === -1 ? message : message.slice(0, end)));
  if (!head.success) return null;
  const { id, waitedMs, failure } = head.data;
  if (failure) return { ok: false, id, waitedMs, failure };
  return end === -1 ? null : { ok: true, id, waitedMs, output: message.slice(end + 1) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
