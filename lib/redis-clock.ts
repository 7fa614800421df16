import type { Redis } from 'ioredis';

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

  /** Reads the clock. Rejects if Redis is unavailable; the last reading then stays. */
  async read(): Promise<void> {
    const askedAt = performance.now();
    const [seconds, microseconds] = (await this.#redis.time()).map(Number) as [number, number];
    const answeredAt = performance.now();
    const offsetMs = seconds * 1_000 + microseconds / 1_000 - (askedAt + answeredAt) / 2;
    // A reading that took long is not exact. It replaces the last one only if it contradicts it.
    const errorMs = (answeredAt - askedAt) / 2;
    if (this.#offsetMs === undefined || Math.abs(offsetMs - this.#offsetMs) > errorMs) this.#offsetMs = offsetMs;
  }
}
