import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';

const LOOK_MS = 1_000;

/** Counts the web processes by their reply channels, which exist for as long as their process is connected. */
export class WebPresence {
  readonly #redis: Redis;
  #count = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#redis.on('ready', () => void this.look());
    void this.look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The number of web processes at the last look, at least this one. */
  get count(): number {
    return this.#count;
  }

  async look(): Promise<void> {
    try {
      const channels = (await this.#redis.pubsub('CHANNELS', redisKeys.replyChannel('*'))) as string[];
      this.#count = Math.max(1, channels.length);
    } catch {
      // Redis is unavailable: the last count stays.
    }
  }
}
