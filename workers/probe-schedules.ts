import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Job, queueOptions } from '../jobs/job.ts';
import { scheduleProbe } from '../jobs/probe.ts';
import type { Roster } from '../lib/providers/roster.ts';

/**
 * Schedules the probes of all providers that have one, again after each reconnect, because Redis may have been emptied.
 */
export class ProbeSchedules {
  readonly #redis: Redis;
  readonly #roster: Roster;
  readonly #intervalS: number;

  constructor(redis: Redis, roster: Roster, intervalS: number) {
    this.#redis = redis;
    this.#roster = roster;
    this.#intervalS = intervalS;
  }

  start(): void {
    this.#redis.on('ready', () => void this.#schedule());
    if (this.#redis.status === 'ready') void this.#schedule();
  }

  async #schedule(): Promise<void> {
    for (const provider of this.#roster.providers.values()) {
      if (!provider.adapter.probe) continue;
      const queue = new Queue<Job>(provider.id, { connection: this.#redis, ...queueOptions(provider.id) });
      queue.on('error', () => {});
      try {
        await scheduleProbe(queue, provider.monitor === 'probe' ? this.#intervalS : 0);
      } catch {
        // The connection was lost again; the next `ready` retries.
      }
    }
  }
}
