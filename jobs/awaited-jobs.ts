import type { InFlightCall } from './in-flight-call.ts';
import type { JobHolder } from './job-queue.ts';

/** A call, and the job that makes it. */
export type HeldCall = JobHolder & { call: InFlightCall };

interface AwaitedJob {
  /** How many of its calls are awaited. */
  calls: number;
  /** The keys of all calls that it makes for this process. */
  keys: string[];
  /** Whether a call of it is not awaited any more, although its reply has not come. */
  hasAbandoned: boolean;
  /** Whether this process added it. */
  isOwn: boolean;
  /** Whether other processes may wait for it. */
  shared: boolean;
}

/** A job that no request of this process waits for any more. */
export interface LeftJob extends Pick<AwaitedJob, 'keys' | 'hasAbandoned' | 'isOwn' | 'shared'> {
  id: string;
  /** The kind of its queue; see `queueOf`. */
  kind: string;
}

/** The jobs that requests of this process wait for: those that it added, and those of others that it joined. */
export class AwaitedJobs {
  readonly #jobs = new Map<string, AwaitedJob>();
  readonly #onLeft: (job: LeftJob) => void;

  /** `onLeft` hears of each job once no request of this process waits for it. */
  constructor(onLeft: (job: LeftJob) => void) {
    this.#onLeft = onLeft;
  }

  /** The jobs of these calls are in their queues. */
  queued(kind: string, held: readonly HeldCall[], { isOwn, shared }: Pick<AwaitedJob, 'isOwn' | 'shared'>): void {
    for (const { call, jobId } of held) {
      const job = this.#jobs.get(jobId) ?? { calls: 0, keys: [], hasAbandoned: false, isOwn, shared };
      this.#jobs.set(jobId, job);
      job.keys.push(call.target.key);
      job.hasAbandoned ||= call.hasLeft(jobId);
      if (call.state === 'starting') job.calls += 1;
    }
    // All are counted by now: a reply that came early ends its call at once.
    for (const { call, jobId, endsInMs } of held) call.queued(jobId, isOwn, endsInMs);
    for (const { jobId } of held) this.#leaveUnlessAwaited(kind, jobId);
  }

  /** A call has its reply, or nobody waits for it any more. */
  ended(kind: string, call: InFlightCall): void {
    const job = this.#jobs.get(call.jobId);
    if (!job) return;
    job.calls -= 1;
    job.hasAbandoned ||= call.hasLeft(call.jobId);
    this.#leaveUnlessAwaited(kind, call.jobId);
  }

  /** Forgets a job whose worker died. Returns whether this process had added it. */
  forget(id: string): boolean {
    const isOwn = this.#jobs.get(id)?.isOwn ?? false;
    this.#jobs.delete(id);
    return isOwn;
  }

  #leaveUnlessAwaited(kind: string, id: string): void {
    const job = this.#jobs.get(id);
    if (!job || job.calls > 0) return;
    this.#jobs.delete(id);
    this.#onLeft({ id, kind, ...job });
  }
}
