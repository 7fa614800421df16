import { randomUUID } from 'node:crypto';
import type { PresentedKey } from '../keys/key-format.ts';
import type { Redis } from '../redis/redis.ts';
import { type Admission, admitTogether, type Limits } from './admission.ts';
import type { Cost } from './cost.ts';
import { usagePeriod } from './usage.ts';

/** Limits the run time of one script, because it blocks Redis for all clients. */
const MAX_TOGETHER = 50;

/** Requests of one key and the same cost that arrived in the same turn of the event loop. */
interface Group {
  key: PresentedKey;
  cost: Cost;
  now: Date;
  waiting: Waiting[];
}

interface Waiting {
  id: string;
  resolve(admission: Admission): void;
  reject(error: unknown): void;
}

/**
 * Batches admissions. Requests that arrive in one turn of the event loop share one call to Redis at its end: a single
 * request does not wait, and under load the cost is shared.
 */
export class AdmissionBatcher {
  readonly #redis: Redis;
  readonly #limits: Limits;
  #groups = new Map<string, Group>();

  constructor(redis: Redis, limits: Limits) {
    this.#redis = redis;
    this.#limits = limits;
  }

  /** Admits or refuses a request, and counts it if it is admitted. `id` is that of its charge. */
  admit(key: PresentedKey, cost: Cost, now = new Date(), id: string = randomUUID()): Promise<Admission> {
    return new Promise((resolve, reject) => {
      this.#groupFor(key, cost, now).waiting.push({ id, resolve, reject });
    });
  }

  #groupFor(key: PresentedKey, cost: Cost, now: Date): Group {
    // Requests on different days are never batched, because each is counted under its own day.
    const like = `${key.digest} ${JSON.stringify(cost)} ${usagePeriod(now).day}`;
    let group = this.#groups.get(like);
    if (!group || group.waiting.length >= MAX_TOGETHER) {
      if (this.#groups.size === 0) setImmediate(() => this.#askForAll());
      else if (group) void this.#ask(group);
      group = { key, cost, now, waiting: [] };
      this.#groups.set(like, group);
    }
    return group;
  }

  #askForAll(): void {
    const groups = this.#groups;
    this.#groups = new Map();
    for (const group of groups.values()) void this.#ask(group);
  }

  async #ask({ key, cost, now, waiting }: Group): Promise<void> {
    const ids = waiting.map(({ id }) => id);
    try {
      const admissions = await admitTogether(this.#redis, key, this.#limits, cost, ids, now);
      for (const [at, { resolve }] of waiting.entries()) resolve(admissions[at] as Admission);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
