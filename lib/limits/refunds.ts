import type { Redis } from 'ioredis';
import type { Log } from '../log.ts';
import { type Charge, refund } from './usage.ts';

const MAX_WAITING = 10_000;
const RETRY_MS = 1_000;

/**
 * Refunds failed searches. Requests do not wait for it: Redis handles the commands of one connection in order, so the
 * next request already sees the refund. An unconfirmed refund is retried until it is confirmed; the script applies it
 * only once.
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

  /**
   * Resolves once all refunds in progress have succeeded or failed; the command timeout of the connection bounds the
   * wait.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #retry(): void {
    if (this.#redis.status !== 'ready') return;
    for (const charge of [...this.#waiting]) this.give(charge);
  }
}
