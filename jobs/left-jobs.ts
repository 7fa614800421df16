import type { Redis as SingleRedis } from 'ioredis';
import { pack, unpack } from 'msgpackr';
import { z } from 'zod';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { listenTo } from '../lib/redis/redis-channel.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { sendNow } from '../lib/redis/redis-sending.ts';

/** Longer than a worker may have a job. */
const REMEMBERED_MS = 60_000;

const idsSchema = z.array(z.string());

/** A process that reads for longer that clients have left tells of those that it has read of. */
const READING_MS = 10;

/**
 * Tells workers of jobs that nobody waits for any more. A crowd leaves at once: the jobs of one turn of the event loop are
 * one message, or a few.
 */
export class LeftJobsAnnouncer {
  readonly #redis: Redis;
  readonly #onError: (error: unknown) => void;
  #ids: string[] = [];
  #firstAt = 0;

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#onError = errors.unlessAway('tell of jobs that were left');
  }

  announce(id: string): void {
    const now = performance.now();
    if (this.#ids.push(id) === 1) {
      this.#firstAt = now;
      setImmediate(() => this.#send());
    } else if (now - this.#firstAt > READING_MS) this.#send();
  }

  #send(): void {
    if (this.#ids.length === 0) return;
    const message = pack(this.#ids);
    this.#ids = [];
    this.#redis.publish(redisKeys.leftJobsChannel, message).catch(this.#onError);
    sendNow(this.#redis);
  }
}

/**
 * The jobs that nobody waits for any more. A worker looks here right before each call, without asking Redis. It does not
 * hear of those that are left while it is not connected, and makes their calls.
 */
export class LeftJobs {
  readonly #errors: ErrorReporter;
  /** When each was left, the first one first. */
  readonly #leftAt = new Map<string, number>();

  constructor(subscriber: SingleRedis, errors: ErrorReporter) {
    this.#errors = errors;
    const hear = (message: Buffer) => this.#hear(message);
    listenTo(subscriber, redisKeys.leftJobsChannel, hear, errors.unlessAway('subscribe to jobs that were left'));
  }

  has(id: string): boolean {
    return this.#leftAt.has(id);
  }

  #hear(message: Buffer): void {
    const now = performance.now();
    try {
      for (const id of idsSchema.parse(unpack(message))) this.#leftAt.set(id, now);
    } catch (error) {
      this.#errors.report(error, 'read which jobs were left');
    }
    for (const [id, at] of this.#leftAt) {
      if (now - at < REMEMBERED_MS) return;
      this.#leftAt.delete(id);
    }
  }
}
