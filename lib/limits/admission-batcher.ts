import { randomUUID } from 'node:crypto';
import type { PresentedKey } from '../keys/key-format.ts';
import type { Redis } from '../redis/redis.ts';
import { admitTogether } from './admission.ts';
import type { Cost } from './cost.ts';
import type { Limits } from './limits.ts';
import { NOWHERE, type Origin } from './origin.ts';
import { usagePeriod } from './usage.ts';
import type { Admission } from './verdict.ts';

/** Limits the run time of one script, because it blocks Redis for all clients. */
const MAX_TOGETHER = 50;

/** Requests of one key, one origin and the same cost that arrived in the same turn of the event loop. */
interface Group {
  key: PresentedKey;
  cost: Cost;
  now: Date;
  origin: Origin;
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
  admit(
    key: PresentedKey,
    cost: Cost,
    now = new Date(),
    id: string = randomUUID(),
    origin: Origin = NOWHERE,
  ): Promise<Admission> {
    return new Promise((resolve, reject) => {
      this.#groupFor(key, cost, now, origin).waiting.push({ id, resolve, reject });
    });
  }

  #groupFor(key: PresentedKey, cost: Cost, now: Date, origin: Origin): Group {
    // Requests on different days are never batched, because each is counted under its own day.
    const like = `${key.digest} ${JSON.stringify(cost)} ${usagePeriod(now).day} ${origin.address} ${origin.program}`;
    let group = this.#groups.get(like);
    if (!group || group.waiting.length >= MAX_TOGETHER) {
      if (this.#groups.size === 0) setImmediate(() => this.#askForAll());
      else if (group) void this.#ask(group);
      group = { key, cost, now, origin, waiting: [] };
      this.#groups.set(like, group);
    }
    return group;
  }

  #askForAll(): void {
    const groups = this.#groups;
    this.#groups = new Map();
    for (const group of groups.values()) void this.#ask(group);
  }

  async #ask({ key, cost, now, origin, waiting }: Group): Promise<void> {
    const ids = waiting.map(({ id }) => id);
    try {
      const admissions = await admitTogether(this.#redis, key, this.#limits, cost, ids, now, origin);
      for (const [at, { resolve }] of waiting.entries()) resolve(admissions[at] as Admission);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
