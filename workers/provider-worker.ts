import { type Job as QueuedJob, UnrecoverableError, Worker } from 'bullmq';
import { type Job, jobSchema, MIN_TIME_TO_START_MS, type ProviderCall, queueOptions } from '../jobs/job.ts';
import { sendReply } from '../jobs/reply-channel.ts';
import { Deadline } from '../lib/deadline.ts';
import type { Failure } from '../lib/outcome.ts';
import type { Operation } from '../lib/providers/adapter.ts';
import { claimTrial, gate } from '../lib/providers/health.ts';
import { cacheTtlS, type Provider } from '../lib/providers/roster.ts';
import { callProvider } from './call-provider.ts';
import { probe } from './probe-provider.ts';
import { recordOutcome } from './record-outcome.ts';
import type { WorkerServices } from './worker-services.ts';

/** Starts the BullMQ worker of a provider, which runs at most `concurrency` of its calls at a time in this process. */
export function startProviderWorker(provider: Provider, services: WorkerServices): Worker<Job> {
  const { rate } = provider;
  const work = async ({ data, timestamp }: QueuedJob<Job>) => {
    try {
      const job = jobSchema.parse(data);
      if (job.kind === 'probe') return await probe(provider, services);
      // The clock of the machine that added the job may be ahead.
      return await perform(job, Math.max(0, Date.now() - timestamp), provider, services);
    } finally {
      // A busy machine may send a request later than it started the call. Only the end of a call proves that the
      // request has arrived, so the wait starts there.
      if (rate?.limit === 1) await worker.rateLimit(rate.windowMs).catch(() => {});
    }
  };
  const worker: Worker<Job> = new Worker<Job>(provider.id, work, {
    connection: services.blockingRedis,
    prefix: queueOptions(provider.id).prefix ?? '',
    concurrency: provider.concurrency,
    // If a worker dies, its job fails within seconds and is not run again, because its requester is gone by then.
    lockDuration: 5_000,
    stalledInterval: 2_500,
    maxStalledCount: 0,
    // The limit holds for all processes and counts from the start of a call; the window is a little longer than
    // required.
    ...(rate ? { limiter: { max: rate.limit, duration: Math.ceil(rate.windowMs * 1.1) } } : {}),
  });
  // The process reports an outage of Redis once; here it would be a line per attempt.
  worker.on('error', () => {});
  return worker;
}

/** Runs a call, then logs it and marks a failed one as failed. */
async function perform(
  call: ProviderCall,
  waitedMs: number,
  provider: Provider,
  services: WorkerServices,
): Promise<null> {
  const startedAt = performance.now();
  const failure = await attempt(call, waitedMs, provider, services);
  const ms = Math.round(performance.now() - startedAt);
  const about = { provider: provider.id, operation: call.operation, reqId: call.requestId, ms };
  if (!failure) {
    services.log.debug(about, 'called');
    return null;
  }
  services.log.info({ ...about, code: failure.code, reason: failure.reason }, 'call failed');
  // The reply was sent as data. This error is for the dashboard, which shows only the code of a failed call.
  throw new UnrecoverableError(failure.code);
}

async function attempt(
  call: ProviderCall,
  waitedMs: number,
  provider: Provider,
  services: WorkerServices,
): Promise<Failure | null> {
  const deadline = new Deadline(call.deadlineAt);
  const operation = provider.adapter.operations[call.operation] as Operation<unknown, unknown> | undefined;
  const answer = (failure: Failure) => reply(services, call, waitedMs, provider, failure).then(() => failure);

  if (deadline.leftMs() < MIN_TIME_TO_START_MS) return answer({ code: 'expired', reason: 'too late to start' });
  if (!operation) return answer({ code: 'internal', reason: `no operation ${call.operation}` });
  if (!(await mayCall(provider, services))) return answer(suspended(provider, services));

  let input: unknown;
  try {
    input = JSON.parse((await services.secret.load()).open(call.input));
  } catch {
    return answer({ code: 'internal', reason: 'the job could not be read' });
  }
  const calledAt = performance.now();
  const result = await callProvider(services.http, provider, operation, input, deadline);
  const tookMs = performance.now() - calledAt;
  const failure = result.ok ? null : result.failure;
  const output = result.ok ? (await services.secret.load()).seal(JSON.stringify(result.output)) : null;
  // Sent together in this order, so that the cache is filled when the reply arrives.
  await Promise.all([
    output === null ? null : keep(services, call, provider, output),
    reply(services, call, waitedMs, provider, output === null ? failure : output),
    recordOutcome(services, provider, failure, tookMs),
  ]);
  return failure;
}

function suspended(provider: Provider, { health }: WorkerServices): Failure {
  const leftMs = health.of(provider.id).openUntil - Date.now();
  return { code: 'suspended', reason: 'its breaker is open', ...(leftMs > 0 ? { retryAfterMs: leftMs } : {}) };
}

/**
 * Whether the breaker allows the call. Redis is used only if the breaker is half-open, to choose the process for the
 * trial.
 */
async function mayCall(provider: Provider, { redis, health }: WorkerServices): Promise<boolean> {
  const state = gate(health.of(provider.id));
  if (state === 'closed') return true;
  if (state === 'open') return false;
  try {
    return await claimTrial(redis, provider.id);
  } catch {
    return false;
  }
}

/** Sends the sealed output or the failure. */
async function reply(
  { redis, queueRedis }: WorkerServices,
  call: ProviderCall,
  waitedMs: number,
  provider: Provider,
  result: string | Failure | null,
): Promise<void> {
  const { id, replyTo } = call;
  try {
    if (typeof result === 'string') {
      // With one Redis, the cache is filled before the reply is published. With two, the order is not guaranteed.
      const cached = keepFor(call, provider) > 0 && redis === queueRedis;
      await sendReply(queueRedis, replyTo, { ok: true, id, waitedMs, output: result }, cached);
    } else if (result) {
      await sendReply(queueRedis, replyTo, { ok: false, id, waitedMs, failure: result }, false);
    }
  } catch {
    // Redis is unavailable: the web process gives up at its deadline.
  }
}

function keepFor(call: ProviderCall, provider: Provider): number {
  return call.cacheKey === null ? 0 : cacheTtlS(provider, call.operation);
}

async function keep({ redis }: WorkerServices, call: ProviderCall, provider: Provider, output: string): Promise<void> {
  const seconds = keepFor(call, provider);
  if (call.cacheKey !== null && seconds > 0) await redis.set(call.cacheKey, output, 'EX', seconds).catch(() => {});
}
