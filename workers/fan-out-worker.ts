import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Job as QueuedJob, UnrecoverableError, Worker } from 'bullmq';
import { FAN_OUT_QUEUE, type Job, queueOptions } from '../jobs/job.ts';
import { runJob } from './run-job.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Jobs in progress in this process. Calls are limited by the places of their provider, so this only bounds memory. It is
 * large, because a job of which one engine hangs stays for seconds.
 */
const MAX_JOBS = 2_000;
/** If a worker dies, its jobs fail within seconds and are not run again, because their requesters are gone by then. */
const LOCK_MS = 10_000;
const RENEW_LOCKS_MS = 3_000;
const RETRY_MS = 100;
const INTERRUPT_WITHIN_MS = 1_000;
const WAIT_S = 5;
/** A busy process takes its jobs in batches, because each wake-up costs more than it gains. */
const BATCH_MS = 10;
const BUSY = 0.7;

/**
 * Takes jobs from the fan-out queue and runs them. It uses BullMQ's interface for manual processing instead of a
 * processor function: BullMQ's own loop looks for a second job before it starts the first, twice, and renews the lock of
 * every job. `test/redis/commands.test.ts` holds how many commands a search costs.
 */
export class FanOutWorker {
  readonly #services: WorkerServices;
  readonly #worker: Worker<Job>;
  readonly #running = new Map<QueuedJob<Job>, Promise<void>>();
  readonly #renewal: NodeJS.Timeout;
  readonly #loop: Promise<void>;
  #stopping = false;
  #sequence = 0;
  #waitS = WAIT_S;
  #load = performance.eventLoopUtilization();

  constructor(services: WorkerServices) {
    this.#services = services;
    this.#worker = new Worker<Job>(FAN_OUT_QUEUE, null, {
      connection: services.blockingRedis,
      prefix: queueOptions(FAN_OUT_QUEUE).prefix ?? '',
      autorun: false,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS / 2,
      maxStalledCount: 0,
    });
    // The process reports an outage of Redis once; here it would be a line per attempt.
    this.#worker.on('error', () => {});
    void this.#worker.startStalledCheckTimer();
    this.#renewal = setInterval(() => void this.#renewLocks(), RENEW_LOCKS_MS);
    this.#loop = this.#takeJobs();
  }

  /** Stops taking jobs and waits for those in progress. */
  async close(): Promise<void> {
    this.#stopping = true;
    // Interrupts the wait for the next job. The connection that ends jobs is another one. While it is being made anew,
    // neither the disconnection nor the loop would end.
    const interrupted = this.#worker.backend.disconnectBlocking().then(() => this.#loop);
    await Promise.race([interrupted, pause(INTERRUPT_WITHIN_MS)]);
    await Promise.all(this.#running.values());
    clearInterval(this.#renewal);
    await this.#worker.close(true);
  }

  async #takeJobs(): Promise<void> {
    let isPaused = false;
    while (!this.#stopping) {
      if (this.#running.size >= MAX_JOBS) {
        await Promise.race(this.#running.values());
        continue;
      }
      try {
        let waiting = await this.#countWaiting();
        if (waiting === 0 || isPaused) {
          await this.#wait();
          waiting ||= 1;
        }
        isPaused = false;
        for (; waiting > 0 && this.#running.size < MAX_JOBS && !this.#stopping; waiting--) {
          const job = await this.#worker.getNextJob(this.#nextToken(), { block: false });
          if (job) this.#running.set(job, this.#run(job, job.token ?? ''));
          // Another worker has taken the rest, or the queue is paused.
          isPaused = !job;
          if (isPaused) break;
        }
        if (this.#isBusy()) await pause(BATCH_MS);
      } catch {
        // Without the connection that waits, jobs are found by looking for them.
        isPaused = false;
        if (!this.#stopping) await this.#recover();
      }
    }
  }

  /** BullMQ ends the connection of a wait that takes too long, and leaves it to the caller to connect it again. */
  async #recover(): Promise<void> {
    await this.#worker.backend.reconnectBlocking().catch(() => {});
    await pause(RETRY_MS);
  }

  /** Whether the CPU was busy most of the time since the last look. */
  #isBusy(): boolean {
    const before = this.#load;
    this.#load = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(this.#load, before).utilization > BUSY;
  }

  /**
   * The number of waiting jobs. BullMQ leaves a marker in Redis with each job that is taken, for other workers to look at once.
   * This worker looks again by itself, so it removes the marker first: otherwise it would look in vain after each job. A
   * job that is added after that sets the marker again.
   */
  async #countWaiting(): Promise<number> {
    const { blockingRedis } = this.#services;
    blockingRedis.zrem(this.#worker.toKey('marker'), '0').catch(() => {});
    const [inOrder, inTurn] = await Promise.all([
      blockingRedis.llen(this.#worker.toKey('wait')),
      blockingRedis.zcard(this.#worker.toKey('prioritized')),
    ]);
    return inOrder + inTurn;
  }

  /** Waits for a marker: until a job is added, a probe is due, or some seconds have passed. */
  async #wait(): Promise<void> {
    const marker = await this.#worker.backend.waitForJob(this.#waitS);
    // The marker of a job that is due later has that time as its score.
    const dueInS = ((marker?.score ?? 0) - Date.now()) / 1_000;
    this.#waitS = dueInS > 0 ? Math.min(dueInS, WAIT_S) : WAIT_S;
  }

  #nextToken(): string {
    this.#sequence += 1;
    return `${this.#worker.id}:${this.#sequence}`;
  }

  async #run(job: QueuedJob<Job>, token: string): Promise<void> {
    try {
      // Another worker died with this job.
      const failed = job.deferredFailure ?? (await runJob(job, FAN_OUT_QUEUE, this.#services));
      if (failed === null) await job.moveToCompleted(null, token, false);
      // The replies were sent as data. This error is for the dashboard, which shows only the code of a failed call.
      else await job.moveToFailed(new UnrecoverableError(failed), token, false);
    } catch {
      // Redis is unavailable, or the job was removed. A job that stays behind is cleared away when its lock ends.
    } finally {
      this.#running.delete(job);
    }
  }

  /** Most jobs end long before their lock does, so only those that do not are renewed, all at once. */
  async #renewLocks(): Promise<void> {
    const old = [...this.#running.keys()].filter(({ processedOn = 0 }) => Date.now() - processedOn > RENEW_LOCKS_MS);
    if (old.length === 0) return;
    const [ids, tokens] = [old.map(({ id }) => id ?? ''), old.map(({ token }) => token ?? '')];
    await this.#worker.extendJobLocks(ids, tokens, LOCK_MS).catch(() => {});
  }
}
