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
   * Claims calls for a job, or registers for the replies of jobs that make them already and run long enough. Rejects if it
   * is not known whether they are claimed; nobody waits then for a job that is never added.
   */
  claim(claim: NewClaim): Promise<Claimed>;
  /** A job with these claims is not added: ends them, so that nobody joins it, and tells those who did. */
  disappoint(id: string, calls: readonly string[]): void;
  /** Ends the claims of a job that is lost, so that nobody joins these calls of it. */
  release(id: string, calls: readonly string[]): Promise<void>;
  /** Adds a job whose calls are claimed. Rejects if it could not be added; others that wait for it are told. */
  add(job: NewJob): Promise<void>;
  /**
   * No request of this process waits for the job of these calls any more. If no other process does either, the job leaves its queue; a
   * worker that has taken it makes no further call for it. Resolves with whether nobody waits for it.
   */
  leave(job: UnawaitedJob): Promise<boolean>;
  /** Those of these jobs that one of these takers had taken, by the ids that the worker announced; see `Taking`. */
  takenBy(takers: readonly string[], jobs: readonly QueuedJob[]): Promise<QueuedJob[]>;
  /** Starts to listen for replies. */
  listen(listener: ReplyListener): void;
}

/** Calls that a job would make. */
export interface NewClaim {
  /** The id of the job. */
  id: string;
  /** The keys of its calls: equal calls have equal keys. */
  calls: readonly string[];
  /** How long the job may run. */
  forMs: number;
  /** How long another job must still run so that its reply is waited for instead. */
  needMs: number;
  /** A job that is known to be lost: its claims are void. */
  lostJob?: string | undefined;
}

/** The job that makes a call, and how long it may still run. */
export interface JobHolder {
  jobId: string;
  endsInMs: number;
}

/** Who makes the calls of a claim, in their order. */
export interface Claimed {
  holders: readonly JobHolder[];
  /** Whether other processes may wait for the calls as well. */
  shared: boolean;
}

/** A job that no request of this process waits for any more. */
export interface UnawaitedJob extends QueuedJob {
  /** The keys of its calls, as far as this process knows them: all if it added the job. */
  calls: readonly string[];
  /** Whether this process added it. */
  isOwn: boolean;
  /** Whether other processes may wait for it. */
  shared: boolean;
}

/** A job in its queue. */
export interface QueuedJob {
  id: string;
  queue: string;
}

/** A job to be added. */
export interface NewJob extends QueuedJob {
  data: FanOut;
  /** 0 is served in the order of arrival, then 1, and so on. */
  priority: number;
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
  /** Why it is not to be run: the worker that had taken it died. */
  failed?: string | undefined;
}

/** Who waits for a job. */
export type Requesters = Pick<FanOut, 'replyTo' | 'shared'>;

/**
 * Where a web process finds a reply that it missed: `stored` for a few seconds, or `cached` as an answer. One that is `lost`
 * is large, and whoever wants it can ask again.
 */
export type IfMissed = 'stored' | 'cached' | 'lost';

/** The worker's side. */
export interface JobReceiver {
  /**
   * Takes jobs of a queue from now on, at most `concurrency` at a time and `rate` for all workers together.
   */
  take(queue: string, limits: { concurrency: number; rate: Rate | null }, run: RunJob): Taking;
  /** Sends the reply to a call to every process that waits for it. */
  reply(job: TakenJob<Requesters>, provider: string, reply: Reply, ifMissed: IfMissed): void;
  /** Whether nobody waits for a job any more, as far as this process has heard. */
  isAbandoned(id: string): boolean;
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
  /** The id under which it takes jobs. Others recognise by it what a worker had taken that died. */
  readonly id: string;
  /** Stops to take jobs and waits for those in progress. */
  close(): Promise<void>;
}
