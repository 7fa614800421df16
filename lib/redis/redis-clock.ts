import { Cluster } from 'ioredis';
import type { Redis } from './redis.ts';
import { redisKeys } from './redis-keys.ts';
import { defineScript } from './redis-script.ts';

const timeScript = defineScript("return redis.call('TIME')", 1);

/**
 * The clock of Redis, which all processes share. The clocks of two machines may differ by minutes, so a time that one
 * process writes and another reads is always a time of this clock. Between two readings it runs on the monotonic clock
 * of this process, so that a corrected system clock changes nothing.
 */
export class RedisClock {
  readonly #redis: Redis;
  #offsetMs: number | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Milliseconds since the epoch. Until the first reading, the time of this machine. */
  now(): number {
    return performance.now() + (this.#offsetMs ?? performance.timeOrigin);
  }

  /** The same as a date: what is counted by months and days is, whatever a machine takes for today. */
  today(): Date {
    return new Date(this.now());
  }

  /** Whether the clock was read. */
  get isRead(): boolean {
    return this.#offsetMs !== undefined;
  }

  /** By how much the clock of this machine is ahead of it. */
  skewMs(): number {
    return Math.round(Date.now() - this.now());
  }

  /** Reads the clock. Rejects if Redis is unavailable; the last reading then stays. */
  async read(): Promise<void> {
    const askedAt = performance.now();
    const [seconds, microseconds] = (await this.#time()).map(Number) as [number, number];
    const answeredAt = performance.now();
    const offsetMs = seconds * 1_000 + microseconds / 1_000 - (askedAt + answeredAt) / 2;
    // A reading that took long is not exact. It replaces the last one only if it contradicts it.
    const errorMs = (answeredAt - askedAt) / 2;
    if (this.#offsetMs === undefined || Math.abs(offsetMs - this.#offsetMs) > errorMs) this.#offsetMs = offsetMs;
  }

  /** In a cluster, the clock of the node that has the accounts, whose limits go by it. */
  async #time(): Promise<unknown[]> {
    if (!(this.#redis instanceof Cluster)) return this.#redis.time();
    return (await timeScript.run(this.#redis, [redisKeys.users], [])) as unknown[];
  }
}
