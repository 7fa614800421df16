import { awaitedSchema, callsOf, type FanOut, inputName, type JobQuestion, jobSchema, openInput } from '../jobs/job.ts';
import type { JobEnd, TakenJob } from '../jobs/job-queue.ts';
import { failedReply, type Reply } from '../jobs/reply.ts';
import { Deadline, MIN_TIME_TO_START_MS } from '../lib/deadline.ts';
import { myTurn } from '../lib/in-turns.ts';
import type { About } from '../lib/log/error-reporter.ts';
import { budgetSpent, type Failure } from '../lib/outcome.ts';
import { type Operation, operationGroups } from '../lib/providers/adapter.ts';
import { cacheTtlS, keptS, type Provider } from '../lib/providers/provider.ts';
import type { Seal } from '../lib/seal.ts';
import { stamp } from '../lib/stamped.ts';
import { presentFields } from '../lib/statistics/reply-fields.ts';
import type { Span } from '../lib/tracing/span.ts';
import { callStep, exchangeStep, jobStep } from '../lib/tracing/steps.ts';
import { readsVersion, versionRefusal, WIRE_VERSION } from '../lib/wire-version.ts';
import { callProvider } from './call-provider.ts';
import { probe } from './probe-provider.ts';
import { Sending } from './sending.ts';
import type { UpstreamHttp } from './upstream-http.ts';
import type { WorkerServices } from './worker-services.ts';

/** Enough to tell the accounts of an instance apart in the health record of a provider. */
const ACCOUNT_CHARS = 12;

/** A question of a fan-out job in progress. */
interface Run {
  job: TakenJob<FanOut>;
  operation: JobQuestion['operation'];
  calls: JobQuestion['calls'];
  deadline: Deadline;
  /** How long the requester was prepared to wait when the job was added. */
  budgetMs: number;
  /** The seal, and the opened input; null if they could not be read. */
  readable: { seal: Seal; input: unknown } | null;
}

/** A call of a job, as a step of its trace if that is wanted, and what log lines say of it. */
type Call = FanOut['calls'][number] & { span: Span | undefined; about: About };

/** Runs a job. */
export async function runJob(taken: TakenJob, services: WorkerServices): Promise<JobEnd> {
  const { id, queue, data, failed } = taken;
  if (failed) return refuse(taken, 'its worker process died', services);
  if (!readsVersion(data.v)) return unreadable(taken, versionRefusal('job', data.v), services);
  const { data: job, error } = jobSchema.safeParse(data);
  if (!job) return unreadable(taken, 'it is not a job that this worker knows', services, error);
  if (job.kind === 'fan-out') return runFanOut({ id, queue, data: job }, services);
  const provider = services.roster.providers.get(job.provider);
  const failure = provider && (await probe(provider, services));
  return { failed: Boolean(failure), summary: failure ? failure.code : 'ok' };
}

/** Refuses a job that this worker cannot read. */
function unreadable(job: TakenJob, why: string, services: WorkerServices, cause?: Error): JobEnd {
  const reason = `unreadable: ${why}`;
  services.errors.report(new Error(reason, { cause }), 'read a job');
  return refuse(job, reason, services);
}

/**
 * Refuses a job that is not run. Those who wait hear of it at once, in the version of the job if this worker writes it: who
 * waits for which calls is read in every version.
 */
function refuse({ id, queue, data }: TakenJob, reason: string, { receiver }: WorkerServices): JobEnd {
  const end = { failed: true, summary: reason };
  const awaited = awaitedSchema.safeParse(data).data;
  if (!awaited) return end;
  const job = { id, queue, data: awaited };
  const v = Math.min(awaited.v ?? WIRE_VERSION, WIRE_VERSION);
  const calls = callsOf(awaited);
  const replies = calls.map(({ key }) => ({ ...failedReply(key, { code: 'internal', reason }), v }));
  for (const [at, reply] of replies.entries()) receiver.reply(job, calls[at]?.provider ?? '', reply, 'stored');
  return end;
}

/** Makes the calls of a job at once and replies for each as it ends. */
async function runFanOut(job: Run['job'], services: WorkerServices): Promise<JobEnd> {
  const { requestId, traceparent, more = [] } = job.data;
  // Many jobs are taken together.
  await myTurn();
  const span = jobStep(services.tracing, traceparent, job.queue, job.id);
  const about = { reqId: requestId, trace_id: span?.traceId };
  const runs = await Promise.all([job.data, ...more].map((question, at) => open(job, question, at, about, services)));
  const replies = await Promise.all(
    runs.flatMap((run) =>
      run.calls.map((call) => {
        const [{ provider }, { operation }] = [call, run];
        const step = callStep(span, provider, operation);
        return makeCall({ ...call, span: step, about: { provider, operation, ...about } }, run, services);
      }),
    ),
  );
  const calls = callsOf(job.data);
  span?.end();
  const words = replies.map((reply, at) => `${calls[at]?.provider}: ${reply.ok ? 'ok' : reply.failure.code}`);
  return { failed: !replies.some(({ ok }) => ok), summary: words.join(', ') };
}

/** Opens a question of a job. */
async function open(
  job: Run['job'],
  { operation, input, deadlineAt, calls }: JobQuestion,
  at: number,
  about: About,
  { secret, health, errors }: WorkerServices,
): Promise<Run> {
  const hint = 'Every process needs the same INSTANCE_SECRET.';
  const unreadable = errors.orElse(null, 'open the input of a job', { ...about, hint });
  const budgetMs = deadlineAt - job.data.addedAt;
  return {
    job,
    operation,
    calls,
    deadline: Deadline.in(deadlineAt - health.clock.now(), budgetMs),
    budgetMs,
    readable: await secret
      .loadAll()
      .then((seals) => openInput(seals, input, inputName(job.id, at)))
      .catch(unreadable),
  };
}

/** Makes a call, replies and logs it. Never throws. */
async function makeCall(call: Call, run: Run, services: WorkerServices): Promise<Reply> {
  const { log, roster } = services;
  const { operation: name } = run;
  const startedAt = performance.now();
  const provider = roster.callable.get(call.provider);
  const operation = provider?.adapter.operations[name] as Operation<unknown, unknown> | undefined;
  const reply =
    provider && operation
      ? await attempt(call, run, provider, operation, services)
      : send(call, run, refused(call, 'internal', `no operation ${name}`), services);
  const ms = Math.round(performance.now() - startedAt);
  call.span?.end(reply.ok ? undefined : reply.failure.code);
  const about = { ...call.about, ms };
  if (reply.ok) log.debug(about, 'called');
  else {
    const { code, reason } = reply.failure;
    // Only a call that was made says something about its provider.
    const level = reply.tookMs === null ? 'info' : 'warn';
    log[level]({ ...about, code, reason }, `call to ${provider?.adapter.name ?? call.provider} failed`);
  }
  return reply;
}

async function attempt(
  call: Call,
  run: Run,
  provider: Provider,
  operation: Operation<unknown, unknown>,
  services: WorkerServices,
): Promise<Reply> {
  const { health, http, errors, outcomes } = services;
  const { data } = run.job;
  const units = (run.readable && operation.units?.(run.readable.input)) ?? 1;
  const permit = await services.permits.of(provider).take(data.account, run.deadline, units);
  const waitedMs = Math.max(0, health.clock.now() - run.job.data.addedAt);
  if (permit === 'spent') {
    return send(call, run, failedReply(call.key, budgetSpent(health.spentForMs(provider)), waitedMs), services);
  }
  if (typeof permit !== 'object') {
    return send(call, run, refused(call, permit, 'no permit in time', waitedMs), services);
  }
  const sending = new Sending(http, permit, run.deadline);
  let tookMs: number | null = null;
  try {
    if (permit.waited) await wholeTurn();
    // A job that waits in the queue is removed when its requester leaves. One that was taken with many others waits here.
    if (services.receiver.isAbandoned(run.job.id)) return refused(call, 'expired', 'the client has gone', waitedMs);
    const { readable, deadline, budgetMs } = run;
    // Before the breaker is asked: a trial that cannot be made would keep others from theirs.
    if (!readable) return send(call, run, refused(call, 'internal', 'the job could not be read', waitedMs), services);
    const refusal = await refusalOf(run, provider, services);
    if (refusal) return send(call, run, failedReply(call.key, refusal, waitedMs), services);
    const startedAt = health.clock.now();
    const onBug = (error: unknown) => errors.report(error, 'adapter', call.about);
    const fetch: UpstreamHttp['fetch'] = (request, ...how) =>
      exchangeStep(call.span, request, () => sending.fetch(request, ...how));
    const ownWay = services.own[run.operation];
    const outcome = ownWay
      ? await ownWay(readable.input, data.account, deadline, readable.seal)
      : await callProvider({ fetch }, provider, operation, readable.input, deadline, budgetMs, onBug);
    tookMs = Math.round(outcome.ms);
    const head = { key: call.key, waitedMs, tookMs };
    if (!outcome.ok) {
      const { failure } = outcome;
      const reply = send(call, run, { ok: false, ...head, failure }, services);
      const account = readable.seal.fingerprint(`refused ${data.account}`).slice(0, ACCOUNT_CHARS);
      const report = { failure, startedAt, endedAt: health.clock.now(), account };
      await outcomes.record(provider.id, report, { requestId: data.requestId });
      return reply;
    }
    const { output, pauseMs } = outcome.value;
    // Pictures are compressed already.
    const how = run.operation === 'picture' ? undefined : 'compressed';
    const sealed = readable.seal.seal(JSON.stringify(output), call.key, how);
    const longestS = (operation.isKept?.(output) ?? true) ? keptS(provider, run.operation) : 0;
    const keepS = services.cacheLife.of(longestS, cacheTtlS(provider, run.operation));
    const reply = send(call, run, { ok: true, ...head, output: sealed }, services, keepS);
    const endedAt = health.clock.now();
    // What a worker does itself has no service whose answers could change.
    const isLookedAt = !ownWay && services.replySample.takesNext(`${provider.id} ${run.operation}`, endedAt);
    const about = isLookedAt ? { fields: presentFields(run.operation, output) } : {};
    await outcomes.record(provider.id, { failure: null, startedAt, endedAt, pauseMs }, about);
    return reply;
  } finally {
    permit.release(tookMs, sending.wasSent);
  }
}

/** Resolves once all is heard that other processes have said by now: those who wait may have left while others were asked. */
function wholeTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}

function refused(call: Call, code: Failure['code'], reason: string, waitedMs = 0): Reply {
  return failedReply(call.key, { code, reason }, waitedMs);
}

/** Why the call is not made although it has a permit; null when it is made. */
async function refusalOf(run: Run, { id }: Provider, { health, errors }: WorkerServices): Promise<Failure | null> {
  if (run.deadline.leftMs() < MIN_TIME_TO_START_MS) return { code: 'expired', reason: 'too late to start' };
  if (run.job.data.isTest) return health.askedPauseMs(id) > 0 ? health.openFailure(id) : null;
  const refusal = health.refusal(id);
  if (refusal) return refusal;
  if (health.gate(id) === 'closed') return null;
  // Redis is used only if the breaker is half-open, to choose the process for the trial.
  const failed = errors.orElse(false, 'take a trial', { provider: id });
  if (await health.takeTrial(id).catch(failed)) return null;
  // Another process may have closed it meanwhile.
  return health.gate(id) === 'closed' ? null : health.openFailure(id);
}

/** Caches an output for some seconds, and sends the reply. The cache is filled when the reply arrives. */
function send(call: Call, { job, operation }: Run, reply: Reply, services: WorkerServices, keepS = 0): Reply {
  const { redis, receiver, errors, health, cacheLife } = services;
  const { v } = job.data;
  const isCached = reply.ok && call.cache && keepS > 0;
  // The reply leaves at the end of the turn, after this. With two Redis servers, the order is not guaranteed.
  if (isCached) {
    const stored = stamp({ at: health.clock.now(), bytes: reply.output, v });
    redis.set(call.key, stored, 'EX', keepS).catch(errors.unlessAway('cache an answer'));
    if (operationGroups[operation] === 'web') cacheLife.stored(call.key, stored.length);
  }
  const traced = call.span ? { traceparent: call.span.traceparent } : {};
  // A browser that misses a picture loads it again. Storing it would take more of Redis than all else.
  const ifMissed = operation === 'picture' ? 'lost' : isCached ? 'cached' : 'stored';
  receiver.reply(job, call.provider, { ...reply, v, ...traced }, ifMissed);
  return reply;
}
