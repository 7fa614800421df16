import type { Redis } from 'ioredis';
import { probeQueueOf, queueNames } from '../jobs/job.ts';
import { probeName, scheduleProbe } from '../jobs/probe.ts';
import type { Queues } from '../jobs/queues.ts';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import type { Roster } from '../lib/providers/roster.ts';

const MIN_AGAIN_MS = 5_000;

/**
 * Schedules the probes of all providers that have one, and removes all other schedules. It does so again after each
 * reconnect and from time to time, because Redis may have been emptied.
 */
export class ProbeSchedules {
  readonly #redis: Redis;
  readonly #queues: Queues;
  readonly #roster: Roster;
  readonly #intervalS: number;
  readonly #errors: ErrorReporter;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, queues: Queues, roster: Roster, intervalS: number, errors: ErrorReporter) {
    this.#redis = redis;
    this.#queues = queues;
    this.#roster = roster;
    this.#intervalS = intervalS;
    this.#errors = errors;
  }

  start(): void {
    this.#redis.on('ready', () => void this.#schedule());
    if (this.#redis.status === 'ready') void this.#schedule();
    const againMs = Math.max(MIN_AGAIN_MS, this.#intervalS * 1_000);
    this.#timer = setInterval(() => void this.#schedule(), againMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #schedule(): Promise<void> {
    const providers = [...this.#roster.providers.values()];
    for (const name of queueNames(providers)) {
      const probed = providers.filter((provider) => provider.monitor === 'probe' && probeQueueOf(provider) === name);
      const wanted = new Set(probed.map(({ id }) => probeName(id)));
      try {
        const queue = this.#queues.get(name);
        for (const { key } of await queue.getJobSchedulers()) {
          if (!wanted.has(key)) await queue.removeJobScheduler(key);
        }
        for (const { id } of probed) await scheduleProbe(queue, id, this.#intervalS);
      } catch (error) {
        // The next `ready` tries again.
        this.#errors.unlessAway('schedule probes')(error);
      }
    }
  }
}
