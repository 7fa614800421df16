import type { JobsOptions, QueueOptions } from 'bullmq';
import { z } from 'zod';
import { operationNames } from '../lib/providers/adapter.ts';
import type { Provider } from '../lib/providers/provider.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { openWithAny, type Seal } from '../lib/seal.ts';

/** The queue of all calls, except those to providers with a rate limit. */
export const FAN_OUT_QUEUE = 'fan-out';

/** The queue of probes: apart from the calls, which would wait behind jobs that are due later. */
export const PROBE_QUEUE = 'probes';

/** Calls to one or more providers with the same input. */
const questionSchema = z.object({
  operation: z.enum(operationNames),
  /** The operation's input as sealed JSON, so that neither Redis nor the dashboard shows the query. */
  input: z.string(),
  /** A time of the Redis clock. After it, no call is started. */
  deadlineAt: z.number(),
  calls: z.array(z.object({ provider: z.string(), key: z.string(), cache: z.boolean() })),
});
export type JobQuestion = z.infer<typeof questionSchema>;

/** A job that makes all calls of a question at once, or of several, and replies for each as it answers. */
const fanOutSchema = questionSchema.extend({
  kind: z.literal('fan-out'),
  /** See `wire-version.ts`. */
  v: z.number().optional(),
  /** Id of the HTTP request that caused the calls; every log line about them contains it. */
  requestId: z.string(),
  /** The step of the trace that added the job, if the request is traced. */
  traceparent: z.string().optional(),
  /** The account that the calls are made for. Accounts take turns. */
  account: z.string(),
  /** The reply channel of the web process that added the job. */
  replyTo: z.string(),
  /** Whether other web processes may wait for its calls as well; see `claims.ts`. */
  shared: z.boolean(),
  /** A time of the Redis clock. */
  addedAt: z.number(),
  /** Whether an administrator tests a provider: the call is made although it is paused by hand, or its breaker is open. */
  isTest: z.boolean().optional(),
  /** Further questions of the same request. */
  more: z.array(questionSchema).optional(),
});
export type FanOut = z.infer<typeof fanOutSchema>;

/** A health check of a provider. */
const probeSchema = z.object({ kind: z.literal('probe'), v: z.number().optional(), provider: z.string() });

const awaitedCalls = z.array(z.object({ provider: z.string(), key: z.string() }));

/** What a fan-out job has in every version: who waits for which calls. */
export const awaitedSchema = fanOutSchema.pick({ v: true, replyTo: true, shared: true }).extend({
  calls: awaitedCalls,
  more: z.array(z.object({ calls: awaitedCalls })).optional(),
});

/** All calls of a job. */
export function callsOf<Call>({ calls, more = [] }: JobCalls<Call>): Call[] {
  return [...calls, ...more.flatMap((question) => question.calls)];
}

interface JobCalls<Call> {
  calls: readonly Call[];
  more?: readonly { calls: readonly Call[] }[] | undefined;
}

/** What the input of a question is sealed for: its place in its job, so that no two can be swapped. */
export function inputName(jobId: string, at: number): string {
  return at === 0 ? jobId : `${jobId} ${at}`;
}

/** The data of a job. */
export const jobSchema = z.discriminatedUnion('kind', [fanOutSchema, probeSchema]);
export type Job = z.infer<typeof jobSchema>;

/** Seals the input of a job for this job alone, or for a further question of it alone; see `inputName`. */
export function sealInput(seal: Seal, input: unknown, jobId: string): string {
  return seal.seal(JSON.stringify(input), jobId).toString('base64');
}

/**
 * Opens the input of a job. Throws if it was not sealed by this instance for this job; what it opens needs no further
 * check. Returns the seal as well: the requester may not know another one.
 */
export function openInput(seals: readonly Seal[], input: string, jobId: string): { input: unknown; seal: Seal } {
  const { text, seal } = openWithAny(seals, Buffer.from(input, 'base64'), jobId);
  return { input: JSON.parse(text), seal };
}

/**
 * The queue of a provider's calls. Those with a rate limit have one of their own, because BullMQ limits the rate of a queue.
 */
export function queueOf(provider: Provider): string {
  return provider.rate ? provider.limitedAs : FAN_OUT_QUEUE;
}

/** The queue of a provider's probes: under its rate limit, if it has one. */
export function probeQueueOf(provider: Provider): string {
  return provider.rate ? provider.limitedAs : PROBE_QUEUE;
}

/** The names of so many fan-out queues: `fan-out`, `fan-out.2`. Each has its own slot in a Redis Cluster. */
export function fanOutNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? FAN_OUT_QUEUE : `${FAN_OUT_QUEUE}.${at + 1}`));
}

/** The queues of these providers. */
export function queueNames(providers: Iterable<Provider>, fanOutQueues = 1): string[] {
  const names = [...providers].flatMap((provider) => {
    const queue = queueOf(provider);
    return [...(queue === FAN_OUT_QUEUE ? fanOutNames(fanOutQueues) : [queue]), probeQueueOf(provider)];
  });
  return [...new Set(names)];
}

/** Options of a queue. Each queue has its own hash tag, so that Redis Cluster keeps it in one slot. */
export function queueOptions(queue: string): Pick<QueueOptions, 'prefix' | 'streams'> {
  // Nothing reads the event stream, and BullMQ would keep 10,000 entries.
  return { prefix: redisKeys.queuePrefix(queue), streams: { events: { maxLen: 100 } } };
}

/** How long a job stays after its end. */
const KEPT_S = 900;

/**
 * Options of a fan-out job. It is never retried. It stays for a while after its end, so that the dashboard shows how many
 * complete and how many fail. On a busy instance, the numbers bound what that takes in Redis.
 */
export const fanOutOptions = {
  attempts: 1,
  removeOnComplete: { age: KEPT_S, count: 300 },
  removeOnFail: { age: KEPT_S, count: 30 },
} as const satisfies JobsOptions;

/** A worker keeps up to this many completed jobs more before it removes the oldest. */
export const REMOVED_EVERY = 50;

/** What stays of the data of a completed job: neither its input, nor who asked. */
export function keptData(job: Job): object {
  if (job.kind === 'probe') return job;
  const { kind, operation, requestId } = job;
  return { kind, operation, requestId };
}
