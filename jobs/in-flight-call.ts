import type { Deadline } from '../lib/deadline.ts';
import type { Failure } from '../lib/outcome.ts';
import type { Provider } from '../lib/providers/provider.ts';
import { failedReply, type Reply } from './reply.ts';

/** One call of a request. */
export interface CallTarget {
  provider: Provider;
  /** Equal for equal calls. It is also the cache key of the answer, unless `cache` is false. */
  key: string;
  cache: boolean;
}

/** A request that waits for a call. */
export interface Waiter {
  deadline: Deadline;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Called when the call is in its queue: from then on, its provider may be asked. */
  onQueued: () => void;
}

interface Waiting {
  end(reply: Reply): void;
  onQueued(): void;
}

/** Called once for each call: with its reply, or with the failure of the last request that waited for it. */
export type OnDone = (call: InFlightCall, reply: Reply) => void;

export type CallState = 'starting' | 'queued' | 'joined' | 'done';

/**
 * A call that requests of this process wait for. Its life:
 *
 *     starting ──▶ queued   its job was added by this process
 *             └──▶ joined   another process had added a job for the same call
 *     each ───▶ done        the reply came, or nobody waits any more
 */
export class InFlightCall {
  readonly target: CallTarget;
  /** The account that made the call first. */
  readonly account: string;
  /** On the monotonic clock. */
  readonly startedAt = performance.now();
  readonly #onDone: OnDone;
  readonly #waiting = new Set<Waiting>();
  #state: CallState = 'starting';
  #jobId = '';
  #isAbandoned = false;

  constructor(target: CallTarget, account: string, onDone: OnDone) {
    this.target = target;
    this.account = account;
    this.#onDone = onDone;
  }

  get state(): CallState {
    return this.#state;
  }

  /** The job that makes the call; empty until it is queued or joined. */
  get jobId(): string {
    return this.#jobId;
  }

  /** Whether it is done because nobody waits for it any more. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Waits for the reply, at most until the deadline of the request or until its client disconnects. */
  join({ deadline, signal, onQueued }: Waiter): Promise<Reply> {
    return new Promise((resolve) => {
      const end = (reply: Reply) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onGone);
        resolve(reply);
      };
      const waiting = { end, onQueued };
      const onGone = () => this.#leave(waiting, { code: 'expired', reason: 'the client has gone' });
      const onLate = () => this.#leave(waiting, { code: 'timeout', reason: 'no answer in time' });
      const timer = setTimeout(onLate, deadline.leftMs());
      this.#waiting.add(waiting);
      if (signal.aborted) return onGone();
      signal.addEventListener('abort', onGone);
      if (this.#jobId !== '') onQueued();
    });
  }

  /** The call is part of a job that is in its queue: of this process, or of another one. */
  queued(jobId: string, isOwn: boolean): void {
    if (this.#state !== 'starting') return;
    this.#state = isOwn ? 'queued' : 'joined';
    this.#jobId = jobId;
    for (const { onQueued } of this.#waiting) onQueued();
  }

  /** Gives the reply to everybody who waits. */
  settle(reply: Reply): void {
    if (this.#state === 'done') return;
    this.#state = 'done';
    for (const { end } of this.#waiting) end(reply);
    this.#waiting.clear();
    this.#onDone(this, reply);
  }

  /** A request stops waiting. The last one ends the call: an equal call after that is a new one. */
  #leave(waiting: Waiting, failure: Failure): void {
    this.#waiting.delete(waiting);
    const reply = failedReply(this.target.key, failure);
    waiting.end(reply);
    if (this.isAwaited || this.#state === 'done') return;
    this.#isAbandoned = true;
    this.settle(reply);
  }
}
