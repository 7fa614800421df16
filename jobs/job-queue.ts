import type { Rate } from '../lib/limits/rate.ts';
import type { InFlightCall } from './in-flight-call.ts';
import type { FanOut, Job } from './job.ts';
import type { Reply } from './reply.ts';

/**
 * The way of calls between processes: jobs from web to worker processes, replies back. BullMQ's implementation is in
 * `redis-sender.ts` and `redis-receiver.ts`; tests have one in memory, and one contract test holds both.
 */
export interface JobSender {
  /** The address for replies to this process. */
  readonly channel: string;
  /** False if jobs cannot be added now. */
  readonly connected: boolean;
  /**
   * Adds a job for those of the calls that no other process is making, and registers for the replies to the others.
   * Returns for each call the id of the job that makes it. Rejects if the job could not be added.
   */
  add(job: NewJob): Promise<readonly string[]>;
  /**
   * No request of this process waits for the job of a call any more. If no other process does either, the job leaves its queue; a
   * worker that has taken it makes no further call for it.
   */
  leave(job: { id: string; queue: string; call: string }): Promise<void>;
  /** Starts to listen for replies. */
  listen(listener: ReplyListener): void;
}

/** A job to be added. */
export interface NewJob {
  id: string;
  queue: string;
  /** The keys of its calls: equal calls have equal keys. */
  calls: readonly string[];
  /** How long the calls may be waited for. */
  forMs: number;
  /** 0 is served in the order of arrival, then 1, and so on. */
  priority: number;
  /** Creates the job for the calls with these keys; null if nobody waits for them any more. */
  create(calls: readonly string[], isShared: boolean): FanOut | null;
}

/** Receives replies. */
export interface ReplyListener {
  onReply(reply: Reply): void;
  /** The calls whose replies are awaited, to look for those that were missed while disconnected. */
  awaited(): Iterable<AwaitedCall>;
}

/** A call whose reply is awaited. */
export type AwaitedCall = Pick<InFlightCall, 'target' | 'jobId' | 'startedAt'>;

/** A job that a worker has taken. */
export interface TakenJob<Data = Job> {
  id: string;
  queue: string;
  data: Data;
}

/** Who waits for a job. */
export type Requesters = Pick<FanOut, 'v' | 'replyTo' | 'shared'>;

/** The worker's side. */
export interface JobReceiver {
  /**
   * Takes jobs of a queue from now on, at most `concurrency` at a time and `rate` for all workers together.
   */
  take(queue: string, limits: { concurrency: number; rate: Rate | null }, run: RunJob): Taking;
  /** Sends the reply to a call to every process that waits for it. `isCached`: also found in the cache. */
  reply(job: TakenJob<Requesters>, provider: string, reply: Reply, isCached: boolean): void;
  /** Whether nobody waits for the job any more. */
  isAbandoned(job: TakenJob<FanOut>): Promise<boolean>;
  /** Resolves when all replies have left. */
  settled(): Promise<void>;
}

export type RunJob = (job: TakenJob) => Promise<JobEnd>;

/** How a job ended, for the dashboard. */
export interface JobEnd {
  /** Whether nothing could be answered. A job with one answer among failures has not failed. */
  failed: boolean;
  /** One word per provider: `brave: timeout, mojeek: ok`. */
  summary: string;
}

/** Jobs that are taken from a queue. */
export interface Taking {
  /** Stops to take jobs and waits for those in progress. */
  close(): Promise<void>;
}
