import { setTimeout as pause } from 'node:timers/promises';
import { type Job as QueuedJob, UnrecoverableError, type Worker } from 'bullmq';
import { pack } from 'msgpackr';
import { beatMs, onBeats } from '../lib/beats.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import { MAX_BLOCK_S, type Redis } from '../lib/redis/redis.ts';
import { scriptFile } from '../lib/redis/redis-script.ts';
import { type Job, keptData, PROBE_QUEUE, queueOptions, REMOVED_EVERY } from './job.ts';
import type { RunJob, Taking } from './job-queue.ts';
import { PromptWorker } from './prompt-worker.ts';

/** If a worker dies, its jobs fail within seconds and are not run again, because their requesters are gone by then. */
const LOCK_MS = 10_000;
const RENEW_EVERY_BEATS = 3;
const RETRY_MS = 100;
const INTERRUPT_WITHIN_MS = 1_000;
/** A worker removes completed jobs that are too many or too old after this time, or before if it has completed enough. */
const REMOVE_AFTER_MS = 60_000;
/** The most jobs that are taken in one go. */
const MAX_BATCH = 100;

const restScript = scriptFile(new URL('./lua/rest.lua', import.meta.url), 3);

/** A job that Redis no longer has as ours: it lost what it knew, or was away or full for longer than the lock. */
const GONE = /Missing (key|lock) for job|is not in the active state|Lock mismatch for job/;

/** A job in progress. */
interface Running {
  startedAt: number;
  ended: Promise<void>;
}

/**
 * Takes jobs with BullMQ's interface for manual processing, because its own loop takes one job per round trip, and looks
 * for the next when there is none. This one waits for a job, takes it, counts those behind it and takes these together.
 */
export class ManualTaking implements Taking {
  readonly #queue: string;
  readonly #concurrency: number;
  readonly #run: RunJob;
  readonly #errors: ErrorReporter;
  readonly #redis: Redis;
  /** Whether jobs may be due later: then BullMQ has to know when. */
  readonly #hasDelayed: boolean;
  readonly #worker: Worker<Job>;
  readonly #running = new Map<QueuedJob<Job>, Running>();
  readonly #endBeats: () => void;
  readonly #loop: Promise<void>;
  #stopping = false;
  #sequence = 0;
  /** Completed jobs since some were removed, and when that was. */
  #completed = 0;
  #removedAt = 0;
  #onEnd = () => {};

  /** `stalledMs`: how often to look for jobs whose worker has died. */
  constructor(
    queue: string,
    concurrency: number,
    run: RunJob,
    connection: Redis,
    errors: ErrorReporter,
    stalledMs = LOCK_MS,
  ) {
    this.#queue = queue;
    this.#concurrency = concurrency;
    this.#run = run;
    this.#errors = errors;
    this.#redis = connection;
    this.#hasDelayed = queue === PROBE_QUEUE;
    this.#worker = new PromptWorker(queue, null, {
      connection,
      drainDelay: MAX_BLOCK_S,
      prefix: queueOptions(queue).prefix ?? '',
      autorun: false,
      lockDuration: LOCK_MS,
      stalledInterval: stalledMs,
      maxStalledCount: 0,
    });
    this.#worker.on('error', errors.unlessAway(`queue ${queue}`));
    this.#worker.startStalledCheckTimer().catch(errors.unlessAway('look for stalled jobs'));
    this.#endBeats = onBeats(RENEW_EVERY_BEATS, () => this.#renewLocks());
    this.#loop = this.#takeJobs();
  }

  get id(): string {
    return this.#worker.id;
  }

  async close(): Promise<void> {
    this.#stopping = true;
    this.#onEnd();
    // Interrupts the wait for the next job. The connection that ends jobs is another one. While it is being made anew,
    // neither the disconnection nor the loop would end.
    const interrupted = this.#worker.backend.disconnectBlocking().then(() => this.#loop);
    await Promise.race([interrupted, pause(INTERRUPT_WITHIN_MS)]);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    this.#endBeats();
    await this.#worker.close(true);
  }

  async #takeJobs(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#takeWaiting();
      } catch (error) {
        if (this.#stopping) return;
        this.#errors.unlessAway('take jobs')(error);
        await pause(RETRY_MS);
      }
    }
  }

  /** Waits for a job, and takes all that wait with it. */
  async #takeWaiting(): Promise<void> {
    await this.#room();
    const isWoken = this.#hasDelayed || this.#stopping || (await this.#wakeUp());
    if (this.#stopping) return;
    // After a wait in vain, counting those that wait is cheaper than taking one of none.
    if (isWoken) this.#begin([await this.#next(this.#hasDelayed)]);
    for (let waiting = await this.#rest(); waiting > 0 && !this.#stopping; waiting = await this.#rest()) {
      const count = Math.min(waiting, await this.#room(), MAX_BATCH);
      if (this.#stopping) return;
      const taken = await Promise.allSettled(Array.from({ length: count }, () => this.#next(false)));
      // If one could not be taken, the others were: nobody else would run them.
      const begun = this.#begin(taken.map((one) => (one.status === 'fulfilled' ? one.value : undefined)));
      const failed = taken.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      // Other workers take jobs as well, and a queue that is paused gives none.
      if (begun === 0) return;
    }
  }

  /** Resolves with how many more jobs may run, once that is at least one, or when this is to stop. */
  async #room(): Promise<number> {
    if (this.#running.size >= this.#concurrency && !this.#stopping) {
      await new Promise<void>((resolve) => {
        this.#onEnd = resolve;
      });
    }
    return Math.max(this.#concurrency - this.#running.size, 1);
  }

  /** Resolves with true when a job may wait, or with false after some seconds. */
  async #wakeUp(): Promise<boolean> {
    const { backend } = this.#worker;
    try {
      return (await backend.waitForJob(MAX_BLOCK_S)) !== null;
    } catch (error) {
      // As BullMQ does: the connection may have been left without a socket.
      if (!this.#stopping) await backend.reconnectBlocking().catch(this.#errors.unlessAway('reconnect'));
      throw error;
    }
  }

  /** How many jobs wait. If none does, nothing wakes this worker until one is added. */
  async #rest(): Promise<number> {
    const keys = ['wait', 'prioritized', 'marker'].map((name) => this.#worker.toKey(name));
    return Number(await restScript.run(this.#redis, keys, []));
  }

  /** `block`: waits for a job if the last look found none. */
  #next(block: boolean): Promise<QueuedJob<Job> | undefined> {
    this.#sequence += 1;
    return this.#worker.getNextJob(`${this.#worker.id}:${this.#sequence}`, { block });
  }

  /** Runs jobs. Returns how many there are. */
  #begin(jobs: readonly (QueuedJob<Job> | undefined)[]): number {
    let count = 0;
    for (const job of jobs) {
      if (!job) continue;
      count += 1;
      this.#running.set(job, { startedAt: performance.now(), ended: this.#finish(job, job.token ?? '') });
    }
    return count;
  }

  async #finish(job: QueuedJob<Job>, token: string): Promise<void> {
    try {
      // `deferredFailure`: another worker died with this job.
      const { id = '', data, deferredFailure } = job;
      const { failed, summary } = await this.#run({ id, queue: this.#queue, data, failed: deferredFailure });
      // The replies were sent as data. This error is for the dashboard, which shows only the code of a failed call.
      if (failed) await job.moveToFailed(new UnrecoverableError(summary), token, false);
      else await this.#complete(job, summary, token);
    } catch (error) {
      // A job that stays behind is cleared away when its lock ends.
      if (!GONE.test(String(error))) this.#errors.unlessAway('end a job')(error);
    } finally {
      this.#running.delete(job);
      this.#onEnd();
    }
  }

  /** Completes a job, and removes its input in the same command: the last argument of the script is fields to change. */
  async #complete(job: QueuedJob<Job>, summary: string, token: string): Promise<void> {
    const { backend } = this.#worker;
    this.#completed += 1;
    // Removing the oldest takes as many commands for one as for several.
    const isTurn = this.#completed >= REMOVED_EVERY || performance.now() - this.#removedAt > REMOVE_AFTER_MS;
    if (isTurn) [this.#completed, this.#removedAt] = [0, performance.now()];
    const removeOnComplete = isTurn || this.#hasDelayed ? (job.opts.removeOnComplete ?? true) : false;
    const args = backend.moveToCompletedArgs(job, JSON.stringify(summary), removeOnComplete, token, false);
    args[args.length - 1] = pack(['data', JSON.stringify(keptData(job.data))]);
    await backend.moveToFinished(job.id ?? '', args);
  }

  /** Most jobs end long before their lock does, so only those that do not are renewed, all at once. */
  #renewLocks(): void {
    const since = performance.now() - RENEW_EVERY_BEATS * beatMs();
    const old = [...this.#running].flatMap(([job, { startedAt }]) => (startedAt < since ? [job] : []));
    if (old.length === 0) return;
    const [ids, tokens] = [old.map(({ id }) => id ?? ''), old.map(({ token }) => token ?? '')];
    this.#worker.extendJobLocks(ids, tokens, LOCK_MS).catch(this.#errors.unlessAway('renew the locks of jobs'));
  }
}
