import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';

const LOOK_MS = 1_000;

/** Tracks whether any worker process is alive. */
export class WorkerPresence {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, subscriber: Redis) {
    this.#redis = redis;
    this.#subscriber = subscriber;
  }

  start(): void {
    this.#timer = setInterval(() => this.#refresh(), LOOK_MS);
    this.#subscriber.on('message', (channel: string) => {
      if (channel === redisKeys.workersChannel) this.#refresh();
    });
    const subscribe = () => void this.#subscriber.subscribe(redisKeys.workersChannel).catch(() => {});
    this.#subscriber.on('ready', subscribe);
    if (this.#subscriber.status === 'ready') subscribe();
    this.#redis.on('ready', () => this.#refresh());
    this.#refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get any(): boolean {
    return this.#count > 0;
  }

  /** Counts the workers now. Rejects if Redis is unavailable; the last count then stays. */
  async look(): Promise<void> {
    this.#count = await countWorkers(this.#redis);
  }

  #refresh(): void {
    // Redis is unavailable: callers notice through their own commands.
    this.look().catch(() => {});
  }
}

/** The number of live worker processes. */
export async function countWorkers(redis: Redis): Promise<number> {
  return redis.zcount(redisKeys.workers, Date.now(), '+inf');
}
