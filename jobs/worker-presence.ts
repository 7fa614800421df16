import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';

const LOOK_MS = 1_000;

/** Whether any worker process is alive, as this web process last saw it. */
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
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#subscriber.on('message', (channel: string) => {
      if (channel === redisKeys.workersChannel) void this.look();
    });
    const subscribe = () => void this.#subscriber.subscribe(redisKeys.workersChannel).catch(() => {});
    this.#subscriber.on('ready', subscribe);
    if (this.#subscriber.status === 'ready') subscribe();
    this.#redis.on('ready', () => void this.look());
    void this.look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get any(): boolean {
    return this.#count > 0;
  }

  async look(): Promise<void> {
    try {
      this.#count = await countWorkers(this.#redis);
    } catch {
      // Redis is away, and that is what callers will be told.
    }
  }
}

/** How many worker processes vouch to be alive now. */
export async function countWorkers(redis: Redis): Promise<number> {
  return redis.zcount(redisKeys.workers, Date.now(), '+inf');
}
