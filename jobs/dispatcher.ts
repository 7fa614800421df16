import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Deadline } from '../lib/deadline.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { Failure, FailureCode, Outcome } from '../lib/outcome.ts';
import type { InputOf, OperationName, OutputOf } from '../lib/providers/adapter.ts';
import { callOptions, type Job, queueOptions } from './job.ts';
import type { ProviderReply } from './reply.ts';
import type { ReplyChannel } from './reply-channel.ts';

/** A provider call with a deadline. */
export interface Call<Name extends OperationName> {
  provider: string;
  operation: Name;
  input: InputOf<Name>;
  /** Equal for equal calls. It is also the cache key of the answer, unless `cache` is false. */
  key: string;
  cache: boolean;
  deadline: Deadline;
  requestId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Receives the outcome of each job, for metrics. */
export type Observer = (provider: string, outcome: 'ok' | FailureCode, waitedMs: number | null) => void;

/** A pending job and the requests of this process that wait for it. */
interface Pending {
  id: string;
  provider: string;
  waiters: Set<(reply: ProviderReply) => void>;
}

/** Adds provider calls to their queues and waits for the replies, at most until the caller's deadline. */
export class Dispatcher {
  readonly #redis: Redis;
  readonly #replies: ReplyChannel;
  readonly #secret: InstanceSecret;
  readonly #maxPending: number;
  readonly #observe: Observer;
  readonly #queues = new Map<string, Queue<Job>>();
  readonly #pending = new Map<string, Pending>();
  #sequence = 0;

  constructor(
    redis: Redis,
    replies: ReplyChannel,
    secret: InstanceSecret,
    maxPending: number,
    observe: Observer = () => {},
  ) {
    this.#redis = redis;
    this.#replies = replies;
    this.#secret = secret;
    this.#maxPending = maxPending;
    this.#observe = observe;
  }

  /** Makes a call. It never rejects: every failure is an Outcome. Identical calls in progress share one job. */
  async call<Name extends OperationName>(call: Call<Name>): Promise<Outcome<OutputOf<Name>>> {
    const startedAt = performance.now();
    const reply = await this.#reply(call);
    const ms = performance.now() - startedAt;
    if (!reply.ok) return { ok: false, failure: reply.failure, ms };
    try {
      const seal = await this.#secret.load();
      return { ok: true, value: JSON.parse(seal.open(reply.output)) as OutputOf<Name>, ms, cached: false };
    } catch {
      return { ok: false, failure: { code: 'internal', reason: 'the reply could not be read' }, ms };
    }
  }

  /** Whether the queue Redis is connected. */
  get connected(): boolean {
    return this.#redis.status === 'ready';
  }

  /** How many calls to this provider this process has pending. */
  waitingFor(provider: string): number {
    let count = 0;
    for (const pending of this.#pending.values()) if (pending.provider === provider) count += 1;
    return count;
  }

  #reply(call: Call<OperationName>): Promise<ProviderReply> {
    const key = `${call.provider} ${call.key}`;
    let pending = this.#pending.get(key);
    if (!pending) {
      if (this.#pending.size >= this.#maxPending) {
        return Promise.resolve(failed('overloaded', 'too many calls are waiting'));
      }
      pending = { id: this.#nextId(), provider: call.provider, waiters: new Set() };
      this.#pending.set(key, pending);
      // Register the waiter before the start: a start that fails at once must find a waiter to notify.
      const reply = this.#wait(key, pending, call);
      void this.#start(key, pending, call);
      return reply;
    }
    return this.#wait(key, pending, call);
  }

  /** Settles with the reply, at the deadline or when the client disconnects, whichever comes first. */
  #wait(key: string, pending: Pending, call: Call<OperationName>): Promise<ProviderReply> {
    return new Promise((resolve) => {
      const settle = (reply: ProviderReply) => {
        clearTimeout(timer);
        call.signal.removeEventListener('abort', leave);
        resolve(reply);
      };
      const giveUp = (reply: ProviderReply & { ok: false }) => {
        pending.waiters.delete(settle);
        if (pending.waiters.size === 0) this.#abandon(key, pending, reply.failure.code);
        settle(reply);
      };
      const leave = () => giveUp(failed('expired', 'the client has gone'));
      const timer = setTimeout(() => giveUp(failed('timeout', 'no answer in time')), call.deadline.leftMs());
      pending.waiters.add(settle);
      if (call.signal.aborted) leave();
      else call.signal.addEventListener('abort', leave);
    });
  }

  async #start(key: string, pending: Pending, call: Call<OperationName>): Promise<void> {
    const finish = (reply: ProviderReply) => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
      this.#observe(call.provider, reply.ok ? 'ok' : reply.failure.code, reply.waitedMs);
      for (const settle of pending.waiters) settle(reply);
    };
    try {
      // A queue without a connection would wait for Redis forever, so fail early.
      if (!this.connected) throw new Error('Redis is away');
      const seal = await this.#secret.load();
      this.#replies.await(pending.id, finish, call.cache ? call.key : null);
      await this.queue(call.provider).add(
        call.operation,
        {
          kind: 'call',
          id: pending.id,
          requestId: call.requestId,
          replyTo: this.#replies.name,
          deadlineAt: call.deadline.at,
          operation: call.operation,
          input: seal.seal(JSON.stringify(call.input)),
          cacheKey: call.cache ? call.key : null,
        },
        { ...callOptions, jobId: pending.id },
      );
    } catch {
      this.#replies.forget(pending.id);
      finish(failed('internal', 'the call could not be queued'));
    }
  }

  /**
   * Called when no request is waiting. A waiting job is removed from its queue; a running one continues and fills the
   * cache.
   */
  #abandon(key: string, pending: Pending, code: FailureCode): void {
    this.#observe(pending.provider, code, null);
    if (this.#pending.get(key) === pending) this.#pending.delete(key);
    this.#replies.forget(pending.id);
    if (!this.connected) return;
    this.queue(pending.provider)
      .remove(pending.id)
      .catch(() => {
        // Redis is unavailable or a worker has the job: the deadline in the job takes care of it.
      });
  }

  /** The number of jobs in a provider's queue by state. */
  async depth(provider: string): Promise<Record<string, number>> {
    return this.queue(provider).getJobCounts('waiting', 'active', 'delayed', 'failed');
  }

  /** The queue of a provider. Do not keep it: after an outage it may be replaced. */
  queue(provider: string): Queue<Job> {
    let queue = this.#queues.get(provider);
    if (!queue) {
      queue = new Queue(provider, { connection: this.#redis, ...queueOptions(provider) });
      queue.on('error', () => {});
      // A queue that an outage interrupted during its start stays broken; the next call creates a new one.
      queue.waitUntilReady().catch(() => this.#queues.delete(provider));
      this.#queues.set(provider, queue);
    }
    return queue;
  }

  #nextId(): string {
    this.#sequence += 1;
    return `${this.#replies.name.slice(-12)}-${this.#sequence.toString(36)}`;
  }
}

function failed(code: FailureCode, reason: string): ProviderReply & { ok: false; failure: Failure } {
  return { ok: false, id: '', waitedMs: 0, failure: { code, reason } };
}
