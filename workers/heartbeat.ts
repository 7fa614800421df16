import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { WorkerCalls } from '../jobs/queue-depths.ts';
import { ALIVE_FOR_MS, writeWorker } from '../jobs/worker-presence.ts';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { RedisClock } from '../lib/redis-clock.ts';
import { redisKeys } from '../lib/redis-keys.ts';
import type { AllPermits } from './permits.ts';

const BEAT_MS = 1_000;

/**
 * Announces this worker process once a second, so that web processes notice at once when no worker is running, with the
 * number of its calls.
 */
export class Heartbeat {
  readonly #redis: Redis;
  readonly #clock: Pick<RedisClock, 'now'>;
  readonly #permits: Pick<AllPermits, 'calls'>;
  readonly #secret: Pick<InstanceSecret, 'fingerprints'>;
  readonly #errors: ErrorReporter;
  readonly #id = randomUUID();
  /** How this process is listed: with its id and the secrets that it knows. */
  #listed = '';
  #timer: NodeJS.Timeout | undefined;
  #wasBusy = false;

  constructor(
    redis: Redis,
    clock: Pick<RedisClock, 'now'>,
    permits: Pick<AllPermits, 'calls'>,
    secret: Pick<InstanceSecret, 'fingerprints'>,
    errors: ErrorReporter,
  ) {
    this.#secret = secret;
    this.#errors = errors;
    this.#redis = redis;
    this.#clock = clock;
    this.#permits = permits;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
    // If the connection is not up yet, waiting for the next beat would cost a second of downtime.
    this.#redis.on('ready', () => void this.#beat(true));
    void this.#beat(true);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#redis.zrem(redisKeys.workers, this.#listed);
    await this.#redis.del(redisKeys.workerCalls(this.#id));
    await this.#redis.publish(redisKeys.workersChannel, 'gone');
  }

  async #beat(first = false): Promise<void> {
    const now = this.#clock.now();
    try {
      const listed = writeWorker({ id: this.#id, secrets: await this.#secret.fingerprints() });
      // All processes may have agreed on another secret.
      if (this.#listed !== '' && this.#listed !== listed) await this.#redis.zrem(redisKeys.workers, this.#listed);
      this.#listed = listed;
      await this.#redis.zadd(redisKeys.workers, now + ALIVE_FOR_MS, listed);
      if (first) await this.#redis.zremrangebyscore(redisKeys.workers, '-inf', now - 60_000);
      const calls: WorkerCalls = this.#permits.calls();
      const key = redisKeys.workerCalls(this.#id);
      if (calls.length > 0) await this.#redis.set(key, JSON.stringify(calls), 'PX', ALIVE_FOR_MS);
      else if (this.#wasBusy) await this.#redis.del(key);
      this.#wasBusy = calls.length > 0;
      if (first) await this.#redis.publish(redisKeys.workersChannel, 'here');
    } catch (error) {
      // The next beat tries again.
      this.#errors.unlessAway('announce this worker')(error);
    }
  }
}
