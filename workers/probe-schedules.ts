import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Job, queueNames, queueOf, queueOptions } from '../jobs/job.ts';
import { probeName, scheduleProbe } from '../jobs/probe.ts';
import type { Roster } from '../lib/providers/roster.ts';

const MIN_AGAIN_MS = 5_000;

/**
 * Schedules the probes of all providers that have one, and removes all other schedules. It does so again after each
 * reconnect and from time to time, because Redis may have been emptied.
 */
export class ProbeSchedules {
  readonly #redis: Redis;
  readonly #roster: Roster;
  readonly #intervalS: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, roster: Roster, intervalS: number) {
    this.#redis = redis;
    this.#roster = roster;
    this.#intervalS = intervalS;
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
      const queue = new Queue<Job>(name, { connection: this.#redis, ...queueOptions(name) });
      queue.on('error', () => {});
      const probed = providers.filter((provider) => provider.monitor === 'probe' && queueOf(provider) === name);
      const wanted = new Set(probed.map(({ id }) => probeName(id)));
      try {
        for (const { key } of await queue.getJobSchedulers()) {
          if (!wanted.has(key)) await queue.removeJobScheduler(key);
        }
        for (const { id } of probed) await scheduleProbe(queue, id, this.#intervalS);
      } catch {
        // Redis is unavailable; the next `ready` retries.
      }
    }
  }
}
