import type { Redis } from 'ioredis';
import type { Log } from '../log.ts';
import { type Charge, refund } from './usage.ts';

const MAX_WAITING = 10_000;

/**
 * Takes searches that failed out of the usage count. Nobody waits for it: commands of one process reach Redis in
 * order, so the next request already sees it. While Redis is away refunds are kept and made when it is back.
 */
export class Refunds {
  readonly #redis: Redis;
  readonly #log: Log;
  #waiting: Charge[] = [];

  constructor(redis: Redis, log: Log) {
    this.#redis = redis;
    this.#log = log;
    redis.on('ready', () => {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const charge of waiting) this.give(charge);
    });
  }

  give(charge: Charge): void {
    if (this.#redis.status !== 'ready') {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(charge);
      return;
    }
    refund(this.#redis, charge).catch((error: Error) => {
      // It may or may not have run: trying again could take away a search that was made.
      this.#log.warn({ reason: error.message }, 'a failed search may still be in the usage count');
    });
  }
}
