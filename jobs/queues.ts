import { Queue } from 'bullmq';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { type Job, queueOptions } from './job.ts';

/** The queues of this process, each created once. */
export class Queues<Data = Job> {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  readonly #queues = new Map<string, Queue<Data>>();

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#errors = errors;
  }

  /** Whether the queue Redis is connected. A queue without a connection would wait for Redis forever. */
  get connected(): boolean {
    return this.#redis.status === 'ready';
  }

  /** A queue. Do not keep it: after an outage it may be replaced. */
  get(name: string): Queue<Data> {
    let queue = this.#queues.get(name);
    if (!queue) {
      queue = new Queue(name, { connection: this.#redis, ...queueOptions(name) });
      this.#watch(name, queue);
      this.#queues.set(name, queue);
    }
    return queue;
  }

  /** A queue that an outage interrupted during its start stays broken; the next call creates a new one. */
  #watch(name: string, queue: Queue<Data>): void {
    const onError = this.#errors.unlessAway(`queue ${name}`);
    queue.on('error', onError);
    queue.waitUntilReady().catch((error) => {
      onError(error);
      this.#queues.delete(name);
      queue.close().catch(onError);
    });
  }
}
