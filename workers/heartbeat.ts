import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';

const BEAT_MS = 1_000;
const ALIVE_FOR_MS = 3_000;

/** Announces this worker process once a second, so that web processes notice at once when no worker is running. */
export class Heartbeat {
  readonly #redis: Redis;
  readonly #id = randomUUID();
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
    // If the connection is not up yet, waiting for the next beat would cost a second of downtime.
    this.#redis.on('ready', () => void this.#beat(true));
    void this.#beat(true);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#redis.zrem(redisKeys.workers, this.#id);
    await this.#redis.publish(redisKeys.workersChannel, 'gone');
  }

  async #beat(first = false): Promise<void> {
    const now = Date.now();
    try {
      await this.#redis.zadd(redisKeys.workers, now + ALIVE_FOR_MS, this.#id);
      await this.#redis.zremrangebyscore(redisKeys.workers, '-inf', now - 60_000);
      if (first) await this.#redis.publish(redisKeys.workersChannel, 'here');
    } catch {
      // Redis is unavailable; the next beat tries again.
    }
  }
}
