import { type FanOut, MIN_TIME_TO_START_MS, openInput } from '../jobs/job.ts';
import { encodeReply } from '../jobs/reply.ts';
import { Deadline } from '../lib/deadline.ts';
import type { Failure } from '../lib/outcome.ts';
import type { Operation } from '../lib/providers/adapter.ts';
import { claimTrial } from '../lib/providers/health.ts';
import { cacheTtlS, type Provider } from '../lib/providers/roster.ts';
import type { Seal } from '../lib/seal.ts';
import { callProvider } from './call-provider.ts';
import type { WorkerServices } from './worker-services.ts';

/** A fan-out job in progress. */
interface Run extends Omit<FanOut, 'input'> {
  jobId: string;
  queue: string;
  deadline: Deadline;
  /** How long the requester was prepared to wait when the job was added. */
  budgetMs: number;
  /** The seal, and the opened input; null if they could not be read. */
  readable: { seal: Seal; input: unknown } | null;
  /** The replies so far, for web processes that wait for this job as well. */
  sent: Buffer[];
}

type Call = FanOut['calls'][number];

/** The answer to a call: the sealed output, or the failure. `tookMs` is null if the upstream was not called. */
type Answer = { output: Buffer; tookMs: number } | { failure: Failure; tookMs: number | null };

/**
 * Makes the calls of a job at once and replies for each as it ends. Returns null if all succeeded, else one word per
 * provider for the dashboard: `brave: timeout, mojeek: ok`.
 */
export async function runFanOut(
  fanOut: FanOut,
  jobId: string,
  queue: string,
  services: WorkerServices,
): Promise<string | null> {
  const run: Run = {
    jobId,
    queue,
    deadline: Deadline.in(fanOut.deadlineAt - services.health.clock.now()),
    budgetMs: fanOut.deadlineAt - fanOut.addedAt,
    readable: await open(fanOut, jobId, services),
    sent: [],
    ...fanOut,
  };
  const failures = await Promise.all(run.calls.map((call) => makeCall(call, run, services)));
  void replyToOthers(run, services);
  if (failures.every((failure) => failure === null)) return null;
  return run.calls.map(({ provider }, index) => `${provider}: ${failures[index]?.code ?? 'ok'}`).join(', ');
}

async function open({ input }: FanOut, jobId: string, { secret }: WorkerServices): Promise<Run['readable']> {
  try {
    const seal = await secret.load();
    return { seal, input: openInput(seal, input, jobId) };
  } catch {
    return null;
  }
}

/** Makes a call, replies and logs it. Returns the failure, or null. Never throws. */
async function makeCall(call: Call, run: Run, services: WorkerServices): Promise<Failure | null> {
  const { log, roster } = services;
  const startedAt = performance.now();
  const provider = roster.callable.get(call.provider);
  const operation = provider?.adapter.operations[run.operation] as Operation<unknown, unknown> | undefined;
  const answer =
    provider && operation
      ? await attempt(call, run, provider, operation, services)
      : reply(call, run, 0, 0, refusal('internal', `no operation ${run.operation}`), services);
  const ms = Math.round(performance.now() - startedAt);
  const about = { provider: call.provider, operation: run.operation, reqId: run.requestId, ms };
  if (!('failure' in answer)) {
    log.debug(about, 'called');
    return null;
  }
  const { failure } = answer;
  log.info({ ...about, code: failure.code, reason: failure.reason }, 'call failed');
  return failure;
}

async function attempt(
  call: Call,
  run: Run,
  provider: Provider,
  operation: Operation<unknown, unknown>,
  services: WorkerServices,
): Promise<Answer> {
  const place = await services.places.of(provider).take(run.account, run.deadline);
  const waitedMs = Math.max(0, services.health.clock.now() - run.addedAt);
  if (typeof place !== 'object') {
    return reply(call, run, 0, waitedMs, refusal(place, 'no place in time'), services);
  }
  let tookMs: number | null = null;
  try {
    // Only a call that waited can have lost its requester on the way: a job that waits in the queue is removed.
    if (place.waited && (await isAbandoned(run, services))) return refusal('expired', 'the client has gone');
    const failure = await whyNot(run, provider, services);
    if (failure) return reply(call, run, 0, waitedMs, { failure, tookMs: null }, services);
    const { deadline, budgetMs, readable } = run;
    if (!readable) return reply(call, run, 0, waitedMs, refusal('internal', 'the job could not be read'), services);
    const calledAt = performance.now();
    const result = await callProvider(services.http, provider, operation, readable.input, deadline, budgetMs);
    tookMs = Math.round(performance.now() - calledAt);
    const answer = result.ok
      ? { output: readable.seal.seal(JSON.stringify(result.output), call.key, 'compressed'), tookMs }
      : { failure: result.failure, tookMs };
    reply(call, run, call.cache ? cacheTtlS(provider, run.operation) : 0, waitedMs, answer, services);
    if (result.ok) await services.outcomes.record(provider.id, null, tookMs, result.pauseMs);
    else await services.outcomes.record(provider.id, result.failure, tookMs);
    return answer;
  } finally {
    place.release(tookMs);
  }
}

function refusal(code: Failure['code'], reason: string): Answer {
  return { failure: { code, reason }, tookMs: null };
}

async function isAbandoned({ queue, jobId }: Run, { claims }: WorkerServices): Promise<boolean> {
  return claims.isAbandoned(queue, jobId).catch(() => false);
}

/** Why the call is not made although it has a place; null when it is made. */
async function whyNot(run: Run, provider: Provider, { redis, health }: WorkerServices): Promise<Failure | null> {
  if (run.deadline.leftMs() < MIN_TIME_TO_START_MS) return { code: 'expired', reason: 'too late to start' };
  const gate = health.gate(provider.id);
  if (gate === 'closed') return null;
  // Redis is used only if the breaker is half-open, to choose the process for the trial.
  if (gate === 'half-open' && (await claimTrial(redis, provider.id).catch(() => false))) return null;
  const leftMs = health.openForMs(provider.id);
  return { code: 'suspended', reason: 'its breaker is open', ...(leftMs > 0 ? { retryAfterMs: leftMs } : {}) };
}

/** Caches an output for some seconds, and sends the reply. The cache is filled when the reply arrives. */
function reply(
  { key, provider }: Call,
  { jobId, replyTo, sent }: Run,
  keepS: number,
  waitedMs: number,
  answer: Answer,
  { redis, queueRedis, replies }: WorkerServices,
): Answer {
  const isKept = 'output' in answer && keepS > 0;
  const head = { key, waitedMs, tookMs: answer.tookMs };
  const encoded = encodeReply(
    'output' in answer ? { ok: true, output: answer.output, ...head } : { ok: false, failure: answer.failure, ...head },
  );
  replies.send(replyTo, encoded);
  // The reply leaves at the end of the turn, after this. With two Redis servers, the order is not guaranteed.
  if (isKept) redis.set(key, answer.output, 'EX', keepS).catch(() => {});
  if (!isKept || redis !== queueRedis) replies.store(jobId, provider, encoded);
  sent.push(encoded);
  return answer;
}

/** Sends all replies to the web processes that waited for this job instead of adding their own. */
async function replyToOthers({ queue, request, sent }: Run, { claims, replies }: WorkerServices): Promise<void> {
  if (request === null) return;
  try {
    for (const channel of await claims.end(queue, request)) {
      for (const reply of sent) replies.send(channel, reply);
    }
  } catch {
    // Redis is unavailable: they give up at their deadlines.
  }
}
