import type { Redis } from 'ioredis';
import type { Deadline } from '../lib/deadline.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { Failure, FailureCode, Outcome } from '../lib/outcome.ts';
import type { InputOf, OperationName, OutputOf } from '../lib/providers/adapter.ts';
import type { Provider } from '../lib/providers/roster.ts';
import type { RedisClock } from '../lib/redis-clock.ts';
import { Capacity } from './capacity.ts';
import { type FanOut, fanOutOptions, queueOf, sealInput } from './job.ts';
import { JobClaims } from './job-claims.ts';
import type { Queues } from './queues.ts';
import type { ProviderReply } from './reply.ts';
import type { ReplyChannel } from './reply-channel.ts';
import type { Traffic } from './traffic.ts';
import type { WebPresence } from './web-presence.ts';
import type { WorkerPresence } from './worker-presence.ts';

/** Calls to one or more providers with the same input and deadline. */
export interface CallRequest<Name extends OperationName> {
  operation: Name;
  input: InputOf<Name>;
  calls: readonly CallTarget[];
  deadline: Deadline;
  requestId: string;
  /** The account that makes the request. */
  account: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Called when a call that the request waits for is in its queue: from then on, its provider may be asked. */
  onQueued: () => void;
}

/** One call of a request. */
export interface CallTarget {
  provider: Provider;
  /** Equal for equal calls. It is also the cache key of the answer, unless `cache` is false. */
  key: string;
  cache: boolean;
}

/** Receives the outcome of each call, for metrics. */
export type Observer = (provider: string, outcome: 'ok' | FailureCode, waitedMs: number | null) => void;

/** What a Dispatcher uses to queue calls and to receive their replies. */
export interface DispatcherOptions {
  redis: Redis;
  queues: Queues;
  replies: ReplyChannel;
  secret: InstanceSecret;
  clock: RedisClock;
  workers: WorkerPresence;
  webs: WebPresence;
  maxPending: number;
  observe?: Observer;
}

/** A pending call and the requests of this process that wait for it. */
interface PendingCall extends CallTarget {
  account: string;
  waiters: Set<Waiter>;
  traffic: Traffic;
  job: PendingJob | undefined;
}

/** A request that waits for a call. */
interface Waiter {
  settle: (reply: ProviderReply) => void;
  onQueued: () => void;
}

/** A job of this process, or one of another process that answers the same request. */
interface PendingJob {
  id: string;
  queue: string;
  /** Fingerprint of the request, or the job's own id if no other process can share it. */
  request: string;
  state: 'new' | 'added' | 'joined';
  calls: readonly PendingCall[];
}

/** Longer than a worker may have a job. */
const ABANDONED_FOR_MS = 60_000;
/** The number of searches of one account that do not have to wait behind those of others. */
const SERVED_AT_ONCE = 8;
/** The claim of a job outlives its deadline a little, for replies on their way. */
const CLAIM_MARGIN_MS = 1_000;

/** Adds provider calls to their queues and waits for the replies, at most until the caller's deadline. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #claims: JobClaims;
  readonly #capacity: Capacity;
  readonly #pending = new Map<string, PendingCall>();
  #sequence = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#claims = new JobClaims(options.redis);
    this.#capacity = new Capacity(options.workers, options.maxPending);
  }

  /**
   * Makes the calls of a request and returns their outcomes in the same order. None rejects: every failure is an
   * Outcome. Identical calls in progress are made once. The new calls of a request are one job, except calls to
   * providers with a rate limit, which have their own queues.
   */
  call<Name extends OperationName>(request: CallRequest<Name>): Promise<Outcome<OutputOf<Name>>>[] {
    const fresh = new Map<string, PendingCall[]>();
    const unknown = request.calls.filter(({ key }) => !this.#pending.has(key)).map(({ provider }) => provider);
    const refusals = this.#capacity.refusals(unknown, request, this.#pending.size);
    const outcomes = request.calls.map((target) => {
      const startedAt = performance.now();
      let call = this.#pending.get(target.key);
      if (!call) {
        const refusal = refusals.get(target.provider);
        if (refusal) {
          this.#options.observe?.(target.provider.id, refusal.code, null);
          return Promise.resolve({ ok: false as const, failure: refusal, ms: 0 });
        }
        call = this.#begin(target, request.account);
        const queue = queueOf(target.provider);
        fresh.set(queue, [...(fresh.get(queue) ?? []), call]);
      }
      // Waits before the start: a start that fails at once must find a waiter to notify.
      return this.#wait(call, request).then((reply) => this.#outcome<OutputOf<Name>>(reply, target.key, startedAt));
    });
    for (const [queue, calls] of fresh) void this.#start(queue, calls, request);
    return outcomes;
  }

  #begin(target: CallTarget, account: string): PendingCall {
    const traffic = this.#capacity.trafficTo(target.provider);
    const call: PendingCall = { account, waiters: new Set(), traffic, job: undefined, ...target };
    this.#pending.set(target.key, call);
    traffic.add(account);
    return call;
  }

  /** Ends a call: equal calls from now on are new ones. Returns false if it had ended before. */
  #end(call: PendingCall): boolean {
    if (this.#pending.get(call.key) !== call) return false;
    this.#pending.delete(call.key);
    this.#options.replies.forget(call.key);
    call.traffic.remove(call.account);
    return true;
  }

  /** Settles with the reply, at the deadline or when the client disconnects, whichever comes first. */
  #wait(call: PendingCall, { deadline, signal, onQueued }: CallRequest<OperationName>): Promise<ProviderReply> {
    return new Promise((resolve) => {
      const settle = (reply: ProviderReply) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve(reply);
      };
      const waiter = { settle, onQueued };
      const giveUp = (failure: Failure) => {
        call.waiters.delete(waiter);
        if (call.waiters.size === 0) this.#abandon(call, failure.code);
        settle(failed(failure));
      };
      const leave = () => giveUp({ code: 'expired', reason: 'the client has gone' });
      const timer = setTimeout(() => giveUp({ code: 'timeout', reason: 'no answer in time' }), deadline.leftMs());
      call.waiters.add(waiter);
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave);
      if (call.job && call.job.state !== 'new') onQueued();
    });
  }

  async #outcome<T>(reply: ProviderReply, key: string, startedAt: number): Promise<Outcome<T>> {
    const ms = performance.now() - startedAt;
    if (!reply.ok) return { ok: false, failure: reply.failure, ms };
    try {
      const seal = await this.#options.secret.load();
      return { ok: true, value: JSON.parse(seal.open(reply.output, key)) as T, ms, cached: false };
    } catch {
      return { ok: false, failure: { code: 'internal', reason: 'the reply could not be read' }, ms };
    }
  }

  /** Adds a job for new calls of a request, or waits for the job that another process added for the same calls. */
  async #start(queue: string, calls: readonly PendingCall[], request: CallRequest<OperationName>): Promise<void> {
    const { queues, secret, replies, clock } = this.#options;
    try {
      if (!queues.connected) throw new Error('Redis is away');
      const seal = await secret.load();
      // With one web process, there is nobody to share a job with.
      const shared = this.#options.webs.count > 1;
      const id = this.#nextId();
      const name = shared ? seal.fingerprint(calls.map(({ key }) => key).join(' ')) : id;
      const job: PendingJob = { id, queue, request: name, state: 'new', calls };
      for (const call of calls) this.#listen(call, job);
      const forMs = Math.ceil(request.deadline.leftMs()) + CLAIM_MARGIN_MS;
      const holder = shared ? await this.#claims.claim(queue, name, id, replies.name, forMs) : id;
      const isOwn = holder === id;
      job.id = holder;
      if (calls.every(({ waiters }) => waiters.size === 0) && (await this.#cancel(job, isOwn))) return;
      job.state = isOwn ? 'added' : 'joined';
      for (const { waiters } of calls) for (const { onQueued } of waiters) onQueued();
      if (!isOwn) return;
      const addedAt = clock.now();
      const fanOut: FanOut = {
        kind: 'fan-out',
        requestId: request.requestId,
        account: request.account,
        replyTo: replies.name,
        request: shared ? name : null,
        addedAt,
        deadlineAt: addedAt + request.deadline.leftMs(),
        operation: request.operation,
        input: sealInput(seal, request.input, job.id),
        calls: calls.map(({ provider, key, cache }) => ({ provider: provider.id, key, cache })),
      };
      const options = { ...fanOutOptions, jobId: job.id, ...turnOf(calls, request.account) };
      await queues.get(queue).add(request.operation, fanOut, options);
    } catch {
      for (const call of calls) {
        this.#finish(call, failed({ code: 'internal', reason: 'the call could not be queued' }));
      }
    }
  }

  /** Waits for the reply to a call. The channel must listen before the job is claimed, or it could miss the reply. */
  #listen(call: PendingCall, job: PendingJob): void {
    call.job = job;
    if (this.#pending.get(call.key) !== call) return;
    this.#options.replies.await(call, (reply) => this.#finish(call, reply));
  }

  #finish(call: PendingCall, reply: ProviderReply): void {
    const { waitedMs, tookMs } = reply;
    if (tookMs !== null) call.traffic.learn(waitedMs, tookMs);
    if (!this.#end(call)) return;
    this.#options.observe?.(call.provider.id, reply.ok ? 'ok' : reply.failure.code, waitedMs);
    for (const { settle } of call.waiters) settle(reply);
    // Nobody waits for it any more: the rest of its job may be abandoned.
    call.waiters.clear();
  }

  /** Called when no request is waiting for a call. Once that is true of all calls of its job, the job is cancelled. */
  #abandon(call: PendingCall, code: FailureCode): void {
    if (!this.#end(call)) return;
    this.#options.observe?.(call.provider.id, code, null);
    const { job } = call;
    if (!job || job.state === 'new' || !this.#options.queues.connected) return;
    if (job.calls.some(({ waiters }) => waiters.size > 0)) return;
    this.#cancel(job, job.state === 'added').catch(() => {
      // Redis is unavailable: the deadline in the job takes care of it.
    });
  }

  /**
   * Cancels a job, unless another process waits for it; returns whether it was cancelled. A waiting job is removed from
   * its queue. A worker that has it makes no further call for it; calls in progress continue and fill the cache.
   */
  async #cancel({ id, queue, request, state }: PendingJob, isOwn: boolean): Promise<boolean> {
    if (!isOwn) {
      await this.#claims.leave(queue, request, this.#options.replies.name);
      return true;
    }
    if (!(await this.#claims.abandon(queue, request, id, ABANDONED_FOR_MS))) return false;
    if (state === 'added') await this.#options.queues.get(queue).remove(id);
    return true;
  }

  #nextId(): string {
    this.#sequence += 1;
    return `${this.#options.replies.name.slice(-12)}-${this.#sequence.toString(36)}`;
  }
}

/**
 * Accounts take turns: in the queue of a provider with a rate limit, an account's first waiting call comes before
 * another's second. In the fan-out queue, jobs hardly wait unless an account has many at once, so the first few of each
 * account are served in the order of arrival, which is cheaper, and the further ones behind those of others.
 */
function turnOf([call]: readonly PendingCall[], account: string): { priority?: number } {
  if (!call) return {};
  const pending = call.traffic.pendingOf(account);
  const priority = call.provider.rate ? pending : Math.floor(pending / SERVED_AT_ONCE);
  return priority > 0 ? { priority } : {};
}

function failed(failure: Failure): ProviderReply {
  return { ok: false, key: '', waitedMs: 0, tookMs: null, failure };
}
