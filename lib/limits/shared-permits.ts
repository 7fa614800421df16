import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Deadline, MIN_TIME_TO_START_MS } from '../deadline.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import { scriptFile } from '../redis/redis-script.ts';

const LOOK_AGAIN_MS = 50;
/** A permit whose process died is free again after this time. No call takes longer. */
const LEASE_MARGIN_MS = 1_000;

const takeScript = scriptFile(new URL('./lua/take-permit.lua', import.meta.url), 1);

/** Permits that all worker processes share: for a provider with `<NAME>_MAX_CONCURRENT`, and for a host of pages. */
export class SharedPermits {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #limit: number;
  readonly #errors: ErrorReporter;

  constructor(redis: Redis, key: string, limit: number, errors: ErrorReporter) {
    this.#redis = redis;
    this.#key = key;
    this.#limit = limit;
    this.#errors = errors;
  }

  /** Waits for a permit and returns its id; null if none is free in time, or if Redis is unavailable. */
  async take(deadline: Deadline): Promise<string | null> {
    const id = randomUUID();
    try {
      while (deadline.leftMs() >= MIN_TIME_TO_START_MS) {
        const forMs = Math.ceil(deadline.leftMs()) + LEASE_MARGIN_MS;
        if ((await takeScript.run(this.#redis, [this.#key], [this.#limit, forMs, id])) === 1) return id;
        await pause(LOOK_AGAIN_MS);
      }
    } catch (error) {
      // Nobody can say how many calls are in progress.
      this.#errors.unlessAway('take a permit')(error);
    }
    return null;
  }

  release(id: string): void {
    this.#redis.zrem(this.#key, id).catch(this.#errors.unlessAway('return a permit'));
  }
}
