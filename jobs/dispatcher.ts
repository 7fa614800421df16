import type { Deadline } from '../lib/deadline.ts';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import { Capacity } from '../lib/limits/capacity.ts';
import type { FailureCode, Outcome } from '../lib/outcome.ts';
import type { WorkerPresence } from '../lib/presence/worker-presence.ts';
import type { InputOf, OperationName, OutputOf } from '../lib/providers/adapter.ts';
import type { RedisClock } from '../lib/redis-clock.ts';
import { openWithAny } from '../lib/seal.ts';
import type { Span } from '../lib/tracing/span.ts';
import { sendingStep, traceShared } from '../lib/tracing/steps.ts';
import { WIRE_VERSION } from '../lib/wire-version.ts';
import { FanOutQueues, idEnding, queueOfJob } from './fan-out-queues.ts';
import { type CallTarget, InFlightCall, type Waiter } from './in-flight-call.ts';
import { FAN_OUT_QUEUE, type FanOut, queueOf, sealInput } from './job.ts';
import type { JobSender } from './job-queue.ts';
import { failedReply, type Reply } from './reply.ts';

/** Calls to one or more providers with the same input and deadline. */
export interface CallRequest<Name extends OperationName> extends Waiter {
  operation: Name;
  input: InputOf<Name>;
  calls: readonly CallTarget[];
  requestId: string;
  /** The request as a step of its trace. */
  span?: Span | undefined;
  /** The account that makes the request. */
  account: string;
  deadline: Deadline;
}

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
  workers: Pick<WorkerPresence, 'count' | 'queues'>;
  /** How many fan-out queues there are. Those that no worker takes are not used. */
  fanOutQueues: number;
  maxPending: number;
  errors: ErrorReporter;
  observe?: Observer;
}

/** A job that requests of this process wait for. */
interface AwaitedJob {
  /** How many of its calls are awaited. */
  calls: number;
  /** Whether a call of it is not awaited any more, although its reply has not come. */
  hasAbandoned: boolean;
  /** Whether this process added it. */
  isOwn: boolean;
}

/**
 * Adds provider calls to their queues and waits for the replies, at most until the caller's deadline. The new calls of a
 * request are one job, except calls to providers with a rate limit, which have their own queues. Identical calls in
 * progress are made once.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #capacity: Capacity;
  readonly #calls = new Map<string, InFlightCall>();
  readonly #jobs = new Map<string, AwaitedJob>();
  readonly #fanOut = new FanOutQueues();
  #sequence = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#capacity = new Capacity(options.workers, options.maxPending);
    options.sender.listen({
      onReply: (reply) => this.#calls.get(reply.key)?.settle(reply),
      awaited: () => this.#calls.values(),
    });
  }

  /** How many calls requests of this process wait for. */
  get pending(): number {
    return this.#calls.size;
  }

  /** Makes the calls of a request and returns their outcomes in the same order. None rejects. */
  call<Name extends OperationName>(request: CallRequest<Name>): Promise<Outcome<OutputOf<Name>>>[] {
    const { account, deadline, calls } = request;
    const unknown = calls.filter(({ key }) => !this.#calls.has(key)).map(({ provider }) => provider);
    const refusals = this.#capacity.refusals(unknown, account, deadline.leftMs());
    const fresh = new Map<string, InFlightCall[]>();
    const outcomes = calls.map((target) => {
      const startedAt = performance.now();
      let call = this.#calls.get(target.key);
      if (!call) {
        const refusal = refusals.get(target.provider);
        if (refusal) {
          this.#options.observe?.(target.provider.id, refusal.code, null, null);
          return Promise.resolve({ ok: false as const, failure: refusal, ms: 0 });
        }
        call = this.#begin(target, account);
        const queue = queueOf(target.provider);
        fresh.set(queue, [...(fresh.get(queue) ?? []), call]);
      }
      // Joins before the start: a start that fails at once must find a waiter to notify.
      return call.join(request).then((reply) => {
        traceShared(request.span, target.provider.id, reply, startedAt);
        return this.#outcome<OutputOf<Name>>(reply, startedAt, request);
      });
    });
    for (const [queue, started] of fresh) void this.#start(queue, started, request);
    return outcomes;
  }

  #begin(target: CallTarget, account: string): InFlightCall {
    const call = new InFlightCall(target, account, (...end) => this.#end(...end));
    this.#calls.set(target.key, call);
    this.#capacity.begin(target.provider, account);
    return call;
  }

  /** Adds a job for new calls of a request, or waits for the jobs that other processes added for the same calls. */
  async #start(kind: string, calls: readonly InFlightCall[], request: CallRequest<OperationName>): Promise<void> {
    const { sender, errors, workers, fanOutQueues } = this.#options;
    const queue = kind === FAN_OUT_QUEUE ? this.#fanOut.begin(Math.min(fanOutQueues, workers.queues)) : kind;
    const id = this.#nextId() + idEnding(queue);
    let adding: Span | undefined;
    try {
      if (!sender.connected) throw new Error('Connection is closed.');
      const seal = await this.#options.secret.load();
      const keys = calls.map(({ target }) => target.key);
      const create = (own: readonly string[], shared: boolean): FanOut | null => {
        const mine = calls.filter(({ target }) => own.includes(target.key));
        if (!mine.some(({ isAwaited }) => isAwaited)) return null;
        const addedAt = this.#options.clock.now();
        adding = sendingStep(request.span, queue, id);
        return {
          kind: 'fan-out',
          v: WIRE_VERSION,
          requestId: request.requestId,
          traceparent: adding?.traceparent,
          account: request.account,
          replyTo: sender.channel,
          shared,
          addedAt,
          deadlineAt: addedAt + request.deadline.leftMs(),
          operation: request.operation,
          input: sealInput(seal, request.input, id),
          calls: mine.map(({ target: { provider, key, cache } }) => ({ provider: provider.id, key, cache })),
        };
      };
      const [first] = calls;
      const priority = first ? this.#capacity.priorityOf(first.target.provider, request.account) : 0;
      const forMs = request.deadline.leftMs();
      const jobs = await sender.add({ id, queue, calls: keys, forMs, priority, create });
      adding?.end();
      for (const [at, call] of calls.entries()) this.#queued(call, jobs[at] ?? id, jobs[at] === id);
      if (!jobs.includes(id)) this.#fanOut.end(queue);
      for (const [at, jobId] of jobs.entries()) this.#leaveUnlessAwaited(kind, jobId, keys[at] ?? '');
    } catch (error) {
      this.#fanOut.end(queue);
      adding?.end('internal');
      const about = { reqId: request.requestId, trace_id: request.span?.traceId };
      errors.unlessAway('queue a call', { ...about, provider: calls[0]?.target.provider.id })(error);
      for (const call of calls) {
        call.settle(failedReply(call.target.key, { code: 'internal', reason: 'the call could not be queued' }));
      }
    }
  }

  #queued(call: InFlightCall, jobId: string, isOwn: boolean): void {
    const job = this.#jobs.get(jobId) ?? { calls: 0, hasAbandoned: false, isOwn };
    this.#jobs.set(jobId, job);
    job.hasAbandoned ||= call.isAbandoned;
    if (call.state === 'starting') job.calls += 1;
    call.queued(jobId, isOwn);
  }

  #end(call: InFlightCall, reply: Reply): void {
    const { target, account, isAbandoned, jobId } = call;
    const { provider, key } = target;
    this.#calls.delete(key);
    this.#capacity.end(provider, account, reply.tookMs, reply.waitedMs);
    const waitedMs = isAbandoned ? null : reply.waitedMs;
    this.#options.observe?.(provider.id, reply.ok ? 'ok' : reply.failure.code, waitedMs, reply.tookMs);
    const job = this.#jobs.get(jobId);
    if (!job) return;
    job.calls -= 1;
    job.hasAbandoned ||= isAbandoned;
    this.#leaveUnlessAwaited(queueOf(provider), jobId, key);
  }

  /** Forgets a job once no request of this process waits for it, and leaves it if replies are still to come. */
  #leaveUnlessAwaited(kind: string, id: string, call: string): void {
    const job = this.#jobs.get(id);
    if (!job || job.calls > 0) return;
    this.#jobs.delete(id);
    const { sender, errors } = this.#options;
    const queue = queueOfJob(kind, id);
    if (job.isOwn) this.#fanOut.end(queue);
    if (job.hasAbandoned) sender.leave({ id, queue, call }).catch(errors.unlessAway('leave a job'));
  }

  async #outcome<T>(reply: Reply, startedAt: number, request: CallRequest<OperationName>): Promise<Outcome<T>> {
    const ms = performance.now() - startedAt;
    if (!reply.ok) return { ok: false, failure: reply.failure, ms };
    try {
      const { text } = openWithAny(await this.#options.secret.loadAll(), reply.output, reply.key);
      return { ok: true, value: JSON.parse(text) as T, ms, cached: false };
    } catch (error) {
      const about = { reqId: request.requestId, trace_id: request.span?.traceId };
      this.#options.errors.unlessAway('open a reply', about)(error);
      return { ok: false, failure: { code: 'internal', reason: 'the reply could not be read' }, ms };
    }
  }

  #nextId(): string {
    this.#sequence += 1;
    return `${this.#options.sender.channel.slice(-12)}-${this.#sequence.toString(36)}`;
  }
}
