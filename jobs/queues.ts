import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Job, queueOptions } from './job.ts';

/** The queues that this process adds jobs to. */
export class Queues {
  readonly #redis: Redis;
  readonly #queues = new Map<string, Queue<Job>>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Whether the queue Redis is connected. A queue without a connection would wait for Redis forever. */
  get connected(): boolean {
    return this.#redis.status === 'ready';
  }

  /** A queue. Do not keep it: after an outage it may be replaced. */
  get(name: string): Queue<Job> {
    let queue = this.#queues.get(name);
    if (!queue) {
      queue = new Queue(name, { connection: this.#redis, ...queueOptions(name) });
      queue.on('error', () => {});
      // A queue that an outage interrupted during its start stays broken; the next call creates a new one.
      queue.waitUntilReady().catch(() => this.#queues.delete(name));
      this.#queues.set(name, queue);
    }
    return queue;
  }
}
