import { type Deadline, FULL_TIME_SHARE } from '../lib/deadline.ts';
import { inTurns } from '../lib/in-turns.ts';
import type { Failure } from '../lib/outcome.ts';
import type { InputOf, OperationName } from '../lib/providers/adapter.ts';
import { callTimeoutMs, type Provider } from '../lib/providers/provider.ts';
import type { Span } from '../lib/tracing/span.ts';
import { failedReply, REPLY_MARGIN_MS, type Reply } from './reply.ts';

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

/** Calls to one or more providers with the same input and deadline. */
export interface CallRequest<Name extends OperationName = OperationName> extends Waiter {
  operation: Name;
  input: InputOf<Name>;
  calls: readonly CallTarget[];
  requestId: string;
  /** The request as a step of its trace. */
  span?: Span | undefined;
  /** The account that makes the request. */
  account: string;
  /** Whether an administrator tests a provider; see `job.ts`. */
  isTest?: boolean | undefined;
  /** The priority of its job, if that is not the account's next one. */
  priority?: number | undefined;
}

interface Waiting extends Waiter {
  /** Waits until the end of the job, which may have changed. */
  wait(): void;
  end(reply: Reply): void;
}

/** Called once for each call: with its reply, or with the failure of the last request that waited for it. */
export type OnDone = (call: InFlightCall, reply: Reply) => void;

export type CallState = 'starting' | 'queued' | 'joined' | 'done';

/** How long a job must still run to be worth joining: as long as the call may take, or nearly as long as a request waits. */
export function neededMs(
  { operation, deadline }: Pick<CallRequest, 'operation' | 'deadline'>,
  provider: Provider,
): number {
  return FULL_TIME_SHARE * Math.min(deadline.leftMs(), callTimeoutMs(provider, provider.adapter.operations[operation]));
}

/** The deadline that comes last. */
export function longest(deadlines: readonly Deadline[]): Deadline | undefined {
  return deadlines.toSorted((one, other) => other.leftMs() - one.leftMs())[0];
}

/**
 * A call that requests of this process wait for. Its life:
 *
 *     starting ──▶ queued   its job was added by this process
 *             └──▶ joined   another process had added a job for the same call
 *     each ───▶ done        the reply came, nobody waits any more, or the time of its job is over
 *     queued, joined ──▶ starting   once, if the worker that had its job died
 */
export class InFlightCall {
  readonly target: CallTarget;
  /** The request that made the call first. */
  readonly request: CallRequest;
  /** On the monotonic clock. */
  readonly startedAt = performance.now();
  readonly #onDone: OnDone;
  readonly #waiting = new Set<Waiting>();
  /** Replies that came before it was known which job makes the call. */
  readonly #early: Reply[] = [];
  #state: CallState = 'starting';
  #jobId = '';
  #jobEndsAt: number;
  #isAbandoned = false;
  #wasRestarted = false;
  /** The job whose reply ended it. */
  #answeredBy: string | undefined;

  constructor(target: CallTarget, request: CallRequest, onDone: OnDone) {
    this.target = target;
    this.request = request;
    this.#onDone = onDone;
    this.#jobEndsAt = performance.now() + request.deadline.leftMs();
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

  /** Whether it has ended although its job has not: nobody waits for it, or an equal call was answered first. */
  hasLeft(jobId: string): boolean {
    return this.#isAbandoned || (this.#answeredBy !== undefined && this.#answeredBy !== jobId);
  }

  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** The deadline of the request that waits longest; undefined if none waits. */
  get lastDeadline(): Deadline | undefined {
    return longest([...this.#waiting].map(({ deadline }) => deadline));
  }

  /** Whether its job runs long enough for this request. One with less time would otherwise take it from those with more. */
  mayJoin(request: Pick<CallRequest, 'operation' | 'deadline'>): boolean {
    return this.#jobEndsAt - performance.now() >= neededMs(request, this.target.provider);
  }

  /** Waits for the reply, at most until the deadline of the request, the end of the job, or until the client disconnects. */
  join({ deadline, signal, onQueued }: Waiter): Promise<Reply> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        deadline,
        signal,
        onQueued,
        wait: () => {
          clearTimeout(timer);
          const jobMs = this.#jobEndsAt + REPLY_MARGIN_MS - performance.now();
          // A timer may be a little early.
          if (deadline.leftMs() < 1) this.#leave(waiting, { code: 'timeout', reason: 'no answer in time' });
          else if (jobMs < 1) this.#leave(waiting, { code: 'internal', reason: 'the reply was lost' });
          else timer = setTimeout(waiting.wait, Math.min(deadline.leftMs(), jobMs));
        },
        end(reply) {
          clearTimeout(timer);
          signal.removeEventListener('abort', onGone);
          // Nobody hurries to answer a client that has gone. First, the jobs of all that left with it leave their queue.
          if (signal.aborted) inTurns(() => resolve(reply));
          else resolve(reply);
        },
      };
      const onGone = () => this.#leave(waiting, { code: 'expired', reason: 'the client has gone' });
      this.#waiting.add(waiting);
      if (signal.aborted) return onGone();
      signal.addEventListener('abort', onGone);
      if (this.#jobId !== '') onQueued();
      waiting.wait();
    });
  }

  /** The call is part of a job that is in its queue, and ends in this time: one of this process, or of another. */
  queued(jobId: string, isOwn: boolean, endsInMs: number): void {
    if (this.#state !== 'starting') return;
    this.#state = isOwn ? 'queued' : 'joined';
    this.#jobId = jobId;
    this.#jobEndsAt = performance.now() + endsInMs;
    for (const { onQueued, wait } of [...this.#waiting]) {
      onQueued();
      // The job of another process may end before this request does.
      if (!isOwn) wait();
    }
    const early = this.#early.find(({ job }) => job === jobId);
    if (early) this.settle(early);
  }

  /** Its job is lost, and another one is to be added. Returns false if that was done before, or if too little time is left. */
  restart(leastMs: number): boolean {
    if (this.#wasRestarted || (this.lastDeadline?.leftMs() ?? 0) < leastMs) return false;
    this.#wasRestarted = true;
    this.#state = 'starting';
    this.#jobId = '';
    this.#jobEndsAt = performance.now() + (this.lastDeadline?.leftMs() ?? 0);
    return true;
  }

  /**
   * Hears a reply to an equal call. An answer that may be cached is one for everybody. A failure is that of one job, and so
   * is what may say that its time was too short, such as the reading of a page.
   */
  hear(reply: Reply): void {
    const isForAll = (reply.ok && this.target.cache) || reply.job === undefined;
    if (isForAll || reply.job === this.#jobId) this.settle(reply);
    else if (this.#state === 'starting') this.#early.push(reply);
  }

  /** Gives the reply to everybody who waits. */
  settle(reply: Reply): void {
    if (this.#state === 'done') return;
    this.#state = 'done';
    this.#answeredBy = reply.job;
    for (const { end } of this.#waiting) end(reply);
    this.#waiting.clear();
    this.#onDone(this, reply);
  }

  /** Ends the call without a reply: it would come too late for everybody who waits. */
  giveUp(failure: Failure): void {
    this.#isAbandoned = true;
    this.settle(failedReply(this.target.key, failure));
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
