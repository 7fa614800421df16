import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Budget, fieldOf, nameOf, periods, type Used } from '../budgets/budget.ts';
import { type Deadline, MIN_TIME_TO_START_MS } from '../deadline.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import { scriptFile } from '../redis/redis-script.ts';

const LOOK_AGAIN_MS = 50;
/** A permit whose process died is free again after this time. No call takes longer. */
const LEASE_MARGIN_MS = 1_000;
/** The units of this many days are kept, for a month and the week before. */
const KEPT_MS = 40 * 86_400_000;

/** Instead of a number of permits: none is taken. */
const HAS_PERMIT = 'none';

const takeScript = scriptFile(new URL('./lua/take-permit.lua', import.meta.url), 1);
const giveBackScript = scriptFile(new URL('./lua/give-back.lua', import.meta.url), 2);

/** What all processes may spend at a service, and who hears what is spent. */
export interface Purse {
  budget: Budget;
  /** Where the spent units are counted. */
  spentKey: string;
  /** The time of the Redis clock. */
  now(): number;
  /** Called after units were taken, and after they were refused, with what is spent by then. */
  onSpent(used: Used, units: number): void;
  /** Called after units were given back. */
  onGivenBack(): void;
}

/** The permits of all processes together. */
export interface SharedLimits {
  /** Where the calls in progress are listed. */
  callsKey: string;
  /** Number of permits; null if only units are limited. */
  maxConcurrent: number | null;
  /** Null if a call costs nothing. */
  purse: Purse | null;
}

/** A permit that was taken, with its units. */
export interface Lease {
  id: string;
  units: number;
  /** The periods in which the units are counted. */
  fields: string[];
}

/** Why there is no permit. */
export type Refusal = 'overloaded' | 'spent';

/**
 * Permits that all worker processes share: for a provider with `<NAME>_MAX_CONCURRENT` or `<NAME>_BUDGET`, and for a host
 * of pages.
 */
export class SharedPermits {
  readonly #redis: Redis;
  readonly #limits: SharedLimits;
  readonly #errors: ErrorReporter;

  constructor(redis: Redis, limits: SharedLimits, errors: ErrorReporter) {
    this.#redis = redis;
    this.#limits = limits;
    this.#errors = errors;
  }

  /**
   * Waits for a permit and takes the units of the call. Returns `spent` if they are not left, and `overloaded` if no
   * permit is free in time, or if Redis is unavailable: units of which nobody knows whether they were taken stay taken.
   */
  take(deadline: Deadline, units: number): Promise<Lease | Refusal> {
    return this.#take(deadline, units, this.#limits.maxConcurrent ?? Number.MAX_SAFE_INTEGER);
  }

  /**
   * Takes the units of a further request of a call that has its permit. They stay taken: the call has been sent. Returns why
   * there are none, or null.
   */
  async takeMore(deadline: Deadline, units: number): Promise<Refusal | null> {
    const taken = await this.#take(deadline, units, HAS_PERMIT);
    return typeof taken === 'string' ? taken : null;
  }

  async #take(deadline: Deadline, units: number, permits: number | typeof HAS_PERMIT): Promise<Lease | Refusal> {
    const { callsKey, purse } = this.#limits;
    const id = randomUUID();
    const keys = purse ? [callsKey, purse.spentKey] : [callsKey];
    try {
      while (deadline.leftMs() >= MIN_TIME_TO_START_MS) {
        const lease = { id, units, fields: purse ? periods.map((period) => fieldOf(period, purse.now())) : [] };
        const forMs = Math.ceil(deadline.leftMs()) + LEASE_MARGIN_MS;
        const args = [permits, forMs, id, ...spending(purse, lease)];
        const [taken, day = 0, month = 0] = (await takeScript.run(this.#redis, keys, args)) as number[];
        if (taken !== 0) purse?.onSpent({ day, month }, taken === 1 ? units : 0);
        if (taken !== 0) return taken === 1 ? lease : 'spent';
        await pause(LOOK_AGAIN_MS);
      }
    } catch (error) {
      // Nobody can say how many calls are in progress.
      this.#errors.unlessAway('take a permit')(error);
    }
    return 'overloaded';
  }

  /** Ends a call. The units of one that was certainly never sent are given back. */
  release({ id, units, fields }: Lease, wasSent: boolean): void {
    const { callsKey, purse } = this.#limits;
    const failed = this.#errors.unlessAway('return a permit');
    if (wasSent || !purse) this.#redis.zrem(callsKey, id).catch(failed);
    else {
      const givenBack = giveBackScript.run(this.#redis, [callsKey, purse.spentKey], [id, units, ...fields]);
      givenBack.then(() => purse.onGivenBack()).catch(failed);
    }
  }
}

function spending(purse: Purse | null, { units, fields }: Lease): (string | number)[] {
  if (!purse) return [];
  const oldest = nameOf('day', purse.now() - KEPT_MS);
  return [units, oldest, ...periods.flatMap((period, at) => [fields[at] ?? '', purse.budget[period] ?? -1])];
}
