import type { Taking } from '../jobs/job-queue.ts';
import { onBeats } from '../lib/beats.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Log } from '../lib/log/log.ts';
import { whyAllUnreadable } from '../lib/presence/problems.ts';
import { WEBS } from '../lib/presence/process-kind.ts';
import { processesNow } from '../lib/presence/process-list.ts';
import type { Redis } from '../lib/redis/redis.ts';
import type { RedisClock } from '../lib/redis/redis-clock.ts';
import { WIRE_VERSION } from '../lib/wire-version.ts';

/** How often a worker that takes jobs looks whether it can still read them. One that takes none looks on each beat. */
const LOOK_EVERY_BEATS = 6;

/** What a `ReadableJobs` uses. */
export interface ReadableJobsOptions {
  /** The Redis of the queues. */
  redis: Redis;
  clock: RedisClock;
  secret: InstanceSecret;
  log: Log;
  errors: ErrorReporter;
  /** Starts to take jobs from all queues. */
  take(): readonly Taking[];
  /** Called when it has started or stopped to take jobs. */
  onChange(): void;
}

/**
 * Takes jobs, unless this worker could read those of no web process that is running: it would take them from the workers
 * that can. Without a web process, it goes on as before.
 */
export class ReadableJobs {
  readonly #options: ReadableJobsOptions;
  readonly #closing = new Set<Promise<unknown>>();
  readonly #lookNow = () => void this.#look();
  #takings: readonly Taking[] = [];
  #reason: string | null = null;
  #hasLooked = false;
  #isClosed = false;
  #endBeats: readonly (() => void)[] = [];

  constructor(options: ReadableJobsOptions) {
    this.#options = options;
  }

  /** Looks, and then takes jobs. While Redis is away, there are none. */
  start(): void {
    this.#options.redis.on('ready', this.#lookNow);
    const lookIfIdle = () => {
      if (this.#takings.length === 0) this.#lookNow();
    };
    this.#endBeats = [onBeats(LOOK_EVERY_BEATS, this.#lookNow), onBeats(1, lookIfIdle)];
    void this.#look();
  }

  /** Why this worker takes no jobs; null if it does. */
  get reason(): string | null {
    return this.#reason;
  }

  /** The ids under which this worker takes jobs. */
  get takers(): string[] {
    return this.#takings.map(({ id }) => id);
  }

  /** Stops to take jobs and waits for those in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.redis.off('ready', this.#lookNow);
    for (const end of this.#endBeats) end();
    this.#stop();
    await Promise.all(this.#closing);
  }

  async #look(): Promise<void> {
    const { redis, clock, secret, log, errors } = this.#options;
    try {
      const secrets = await secret.fingerprints();
      const webs = await processesNow(WEBS, redis, clock.now());
      if (this.#isClosed) return;
      const reason = webs.length > 0 ? whyAllUnreadable({ wire: WIRE_VERSION, secrets }, webs) : this.#reason;
      if (!this.#hasLooked || reason !== this.#reason) {
        this.#stop();
        if (reason === null) this.#takings = this.#options.take();
        else log.error(`This worker takes no jobs, because it cannot read those of any web process: ${reason}.`);
        this.#reason = reason;
        this.#hasLooked = true;
        this.#options.onChange();
      }
    } catch (error) {
      errors.unlessAway('look for web processes')(error);
    }
  }

  #stop(): void {
    for (const taking of this.#takings) {
      const closed = taking.close().finally(() => this.#closing.delete(closed));
      this.#closing.add(closed);
    }
    this.#takings = [];
  }
}
