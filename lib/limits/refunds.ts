import type { Redis } from 'ioredis';
import type { Log } from '../log.ts';
import { type Charge, refund } from './usage.ts';

const MAX_WAITING = 10_000;
const RETRY_MS = 1_000;

/**
 * Takes searches that failed out of the usage count. Nobody waits for it: commands of one process reach Redis in
 * order, so the next request already sees it. A refund that is not confirmed is tried again until it is: it can only
 * be made once.
 */
export class Refunds {
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #waiting = new Set<Charge>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(redis: Redis, log: Log) {
    this.#redis = redis;
    this.#log = log;
    redis.on('ready', () => this.#retry());
    this.#timer = setInterval(() => this.#retry(), RETRY_MS);
    this.#timer.unref();
  }

  give(charge: Charge): void {
    this.#waiting.delete(charge);
    const attempt = refund(this.#redis, charge)
      .catch((error: Error) => {
        if (this.#waiting.size < MAX_WAITING) this.#waiting.add(charge);
        else this.#log.warn({ reason: error.message }, 'a failed search stays in the usage count');
      })
      .finally(() => this.#underWay.delete(attempt));
    this.#underWay.add(attempt);
  }

  /** Resolves once those under way are made or have failed; the connection's command timeout bounds it. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #retry(): void {
    if (this.#redis.status !== 'ready') return;
    for (const charge of [...this.#waiting]) this.give(charge);
  }
}
