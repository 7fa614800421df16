import type { InstanceSecret } from '../lib/instance-secret.ts';
import { Capacity } from '../lib/limits/capacity.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { FailureCode, Outcome } from '../lib/outcome.ts';
import type { WorkerPresence } from '../lib/presence/worker-presence.ts';
import type { OperationName, OutputOf } from '../lib/providers/adapter.ts';
import type { Provider } from '../lib/providers/provider.ts';
import type { RedisClock } from '../lib/redis/redis-clock.ts';
import type { Span } from '../lib/tracing/span.ts';
import { sendingStep, traceShared } from '../lib/tracing/steps.ts';
import { AwaitedJobs, type LeftJob } from './awaited-jobs.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { claimCalls } from './claim-calls.ts';
import { fanOutData } from './fan-out-data.ts';
import { FanOutQueues, idEnding, queueOfJob } from './fan-out-queues.ts';
import { type CallRequest, type CallTarget, InFlightCall } from './in-flight-call.ts';
import { FAN_OUT_QUEUE, queueOf } from './job.ts';
import type { JobSender } from './job-queue.ts';
import { type JointStart, type Question, questionsOf, type StartJob } from './joint-start.ts';
import { lateCalls } from './late-calls.ts';
import { outcomeOf } from './outcome-of.ts';
import { failedReply, type Reply } from './reply.ts';

/** Receives the outcome of each call, for metrics; its times are null if they are not known. */
export type Observer = (
  provider: string,
  outcome: 'ok' | FailureCode,
  waitedMs: number | null,
  tookMs: number | null,
) => void;

/** What a Dispatcher uses to queue calls and to receive their replies. */
export interface DispatcherOptions {
  sender: JobSender;
  secret: Pick<InstanceSecret, 'load' | 'loadAll'>;
  clock: Pick<RedisClock, 'now'>;
  workers: Pick<WorkerPresence, 'count' | 'queues' | 'onDeath'>;
  /** How many fan-out queues there are. Those that no worker takes are not used. */
  fanOutQueues: number;
  maxPending: number;
  errors: ErrorReporter;
  observe?: Observer;
}

/** While more calls wait than are made at a time, they are looked at this often. */
const LOOK_MS = 100;
/** A job whose worker died is added again if this much time is left; else its requesters are told. */
const LEAST_LEFT_TO_REPLACE_MS = 2_000;

/**
 * Adds provider calls to their queues and waits for the replies, at most until the caller's deadline. The new calls of a
 * question are one job, and so are those of several that start together, except calls to providers with a rate limit, which
 * have their own queues. Identical calls in progress are made once.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #capacity: Capacity;
  readonly #calls = new CallsInFlight();
  readonly #jobs = new AwaitedJobs((job) => this.#leave(job));
  readonly #fanOut = new FanOutQueues();
  #sequence = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#capacity = new Capacity(options.workers, options.maxPending);
    options.sender.listen({ onReply: (reply) => this.#calls.hear(reply), awaited: () => this.#calls });
    options.workers.onDeath(({ takers }) => {
      this.#replace(takers).catch(options.errors.unlessAway('replace the jobs of a worker that died'));
    });
  }

  /** How many calls requests of this process wait for. */
  get pending(): number {
    return this.#calls.size;
  }

  /**
   * Makes the calls of a question and returns their outcomes in the same order. None rejects. They may be one job with those
   * of other questions that start `together`.
   */
  call<Name extends OperationName>(
    request: CallRequest<Name>,
    together?: JointStart,
  ): Promise<Outcome<OutputOf<Name>>>[] {
    const { account, deadline, calls } = request;
    const known = calls.map((target) => this.#calls.find(target, request));
    const unknown = calls.flatMap(({ provider }, at) => (known[at] ? [] : [provider]));
    const refusals = this.#capacity.refusals(unknown, account, deadline.leftMs());
    const fresh = new Map<string, InFlightCall[]>();
    const outcomes = calls.map((target, at) => {
      const startedAt = performance.now();
      // Two slots may have the same engine.
      let call = known[at] ?? this.#calls.find(target, request);
      if (!call) {
        const refusal = refusals.get(target.provider);
        if (refusal) {
          this.#options.observe?.(target.provider.id, refusal.code, null, null);
          return Promise.resolve({ ok: false as const, failure: refusal, ms: 0 });
        }
        call = this.#begin(target, request);
        const queue = queueOf(target.provider);
        fresh.set(queue, [...(fresh.get(queue) ?? []), call]);
      }
      // Joins before the start: a start that fails at once must find a waiter to notify.
      return call.join(request).then((reply) => {
        traceShared(request.span, target.provider.id, reply, startedAt);
        return outcomeOf<OutputOf<Name>>(reply, startedAt, request, this.#options);
      });
    });
    const start: StartJob = (queue, questions) => void this.#start(queue, questions);
    for (const [queue, started] of fresh) {
      const question = { request, calls: started };
      if (together) together.add(queue, question, start);
      else start(queue, [question]);
    }
    return outcomes;
  }

  /** The priority of a job that begins now, for one that is added later. */
  priorityOf([provider]: readonly Provider[], account: string): number {
    return provider ? this.#capacity.priorityOf(provider, account) : 0;
  }

  #begin(target: CallTarget, request: CallRequest): InFlightCall {
    const call = new InFlightCall(target, request, (...end) => this.#end(...end));
    this.#calls.add(call);
    this.#capacity.begin(target.provider, request.account);
    if (this.#capacity.isCrowded(target.provider)) this.#looks ??= setInterval(() => this.#refuseLate(), LOOK_MS);
    return call;
  }

  /**
   * Adds a job for new calls of a request, or waits for the jobs that other processes added for the same calls. None of
   * them is `lostJob`.
   */
  async #start(kind: string, questions: readonly Question[], lostJob?: string): Promise<void> {
    const { sender, errors, workers, fanOutQueues } = this.#options;
    const queue = kind === FAN_OUT_QUEUE ? this.#fanOut.begin(Math.min(fanOutQueues, workers.queues)) : kind;
    const id = this.#nextId() + idEnding(queue);
    const [{ request }] = questions as [Question];
    let own = questions.flatMap(({ calls }) => calls);
    let adding: Span | undefined;
    try {
      if (!sender.connected) throw new Error('Connection is closed.');
      const seal = await this.#options.secret.load();
      const claimed = await claimCalls(sender, { id, questions, lostJob });
      const held = claimed.flatMap(({ calls }) => calls);
      const shared = claimed.some((one) => one.shared);
      own = held.flatMap(({ call, jobId }) => (jobId === id ? [call] : []));
      this.#jobs.queued(
        kind,
        held.filter(({ jobId }) => jobId !== id),
        { isOwn: false, shared },
      );
      const isAwaited = own.some((call) => call.isAwaited);
      const calls = own.map(({ target }) => target.key);
      // Other processes may have joined calls that nobody here waits for any more.
      if (!isAwaited && (own.length === 0 || (await sender.leave({ id, queue, calls, isOwn: true, shared })))) {
        this.#fanOut.end(queue);
        return;
      }
      adding = sendingStep(request.span, queue, id);
      const data = fanOutData(seal, {
        ...{ id, questions, made: own, shared, replyTo: sender.channel },
        ...{ traceparent: adding?.traceparent, now: this.#options.clock.now() },
      });
      const [{ target }] = own as [InFlightCall];
      const priority = request.priority ?? this.#capacity.priorityOf(target.provider, request.account);
      await sender.add({ id, queue, priority, data });
      adding?.end();
      this.#jobs.queued(
        kind,
        held.filter(({ jobId }) => jobId === id),
        { isOwn: true, shared },
      );
    } catch (error) {
      this.#fanOut.end(queue);
      adding?.end('internal');
      const about = { reqId: request.requestId, trace_id: request.span?.traceId };
      errors.unlessAway('queue a call', { ...about, provider: own[0]?.target.provider.id })(error);
      const failure = { code: 'internal' as const, reason: 'the call could not be queued' };
      for (const call of own) call.settle(failedReply(call.target.key, failure));
    }
  }

  /** Tells those whose calls wait in vain early, and takes their jobs out of the queue. */
  #refuseLate(): void {
    const calls = [...this.#calls];
    for (const { call, failure } of lateCalls(calls, this.#capacity)) call.giveUp(failure);
    if (calls.some(({ target }) => this.#capacity.isCrowded(target.provider))) return;
    clearInterval(this.#looks);
    this.#looks = undefined;
  }

  /**
   * Adds the jobs again, once, that a worker had taken when it died. Fails those with too little time left, and all if
   * there is no other worker: new searches are refused then, too.
   */
  async #replace(takers: readonly string[]): Promise<void> {
    const { sender, workers, errors } = this.#options;
    const jobs = this.#calls.byJob();
    const queued = [...jobs].map(([id, [call]]) => ({
      id,
      queue: queueOfJob(queueOf((call as InFlightCall).target.provider), id),
    }));
    for (const { id, queue } of await sender.takenBy(takers, queued)) {
      const calls = (jobs.get(id) ?? []).filter(({ jobId, state }) => jobId === id && state !== 'done');
      const again = workers.count === 0 ? [] : calls.filter((call) => call.restart(LEAST_LEFT_TO_REPLACE_MS));
      if (this.#jobs.forget(id)) this.#fanOut.end(queue);
      const [first] = again;
      if (first) void this.#start(queueOf(first.target.provider), questionsOf(again), id);
      const lost = calls.filter((call) => !again.includes(call));
      const failure = { code: 'internal' as const, reason: 'its worker process died' };
      for (const call of lost) call.settle(failedReply(call.target.key, failure));
      if (lost.length === 0) continue;
      const keys = lost.map(({ target }) => target.key);
      await sender.release(id, keys).catch(errors.unlessAway('end the claims of a lost job'));
    }
  }

  #end(call: InFlightCall, reply: Reply): void {
    const { target, request, isAbandoned } = call;
    const { provider } = target;
    this.#calls.delete(call);
    this.#jobs.ended(queueOf(provider), call);
    // Not only in the queue: this process may be what it waited for.
    const besidesMs = performance.now() - call.startedAt - (reply.tookMs ?? 0);
    this.#capacity.end(provider, request.account, reply.tookMs, Math.max(0, besidesMs));
    const waitedMs = isAbandoned ? null : reply.waitedMs;
    this.#options.observe?.(provider.id, reply.ok ? 'ok' : reply.failure.code, waitedMs, reply.tookMs);
  }

  /** Leaves a job, if replies are still to come. */
  #leave({ id, kind, keys: calls, hasAbandoned, isOwn, shared }: LeftJob): void {
    const queue = queueOfJob(kind, id);
    if (isOwn) this.#fanOut.end(queue);
    const { sender, errors } = this.#options;
    if (hasAbandoned) sender.leave({ id, queue, calls, isOwn, shared }).catch(errors.unlessAway('leave a job'));
  }

  #nextId(): string {
    this.#sequence += 1;
    return `${this.#options.sender.channel.slice(-12)}-${this.#sequence.toString(36)}`;
  }
}
