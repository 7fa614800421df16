import { randomUUID } from 'node:crypto';
import type { PresentedKey } from '../keys/key-format.ts';
import type { Redis } from '../redis/redis.ts';
import { admitTogether } from './admission.ts';
import { type Cost, isSameCost } from './cost.ts';
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
  /** By the digest of their key: most keys have one. */
  #groups = new Map<string, Group[]>();

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
    if (this.#groups.size === 0) setImmediate(() => this.#askForAll());
    const ofKey = this.#groups.get(key.digest) ?? [];
    const at = ofKey.findIndex((group) => isLike(group, cost, now, origin));
    const known = ofKey[at];
    if (known && known.waiting.length < MAX_TOGETHER) return known;
    if (known) {
      ofKey.splice(at, 1);
      void this.#ask(known);
    }
    const group: Group = { key, cost, now, origin, waiting: [] };
    ofKey.push(group);
    this.#groups.set(key.digest, ofKey);
    return group;
  }

  #askForAll(): void {
    const groups = this.#groups;
    this.#groups = new Map();
    for (const ofKey of groups.values()) for (const group of ofKey) void this.#ask(group);
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

/** Whether a request is like those of a group. Compared field by field: the text of a cost takes as long as the rest. */
function isLike(group: Group, cost: Cost, now: Date, { address, program }: Origin): boolean {
  // Requests on different days are never batched, because each is counted under its own day.
  if (usagePeriod(group.now).day !== usagePeriod(now).day) return false;
  return group.origin.address === address && group.origin.program === program && isSameCost(group.cost, cost);
}
