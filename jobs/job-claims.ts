import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';
import { defineScript } from '../lib/redis-script.ts';

/**
 * Lets equal requests of several web processes share one job. The process that claims a request adds the job. Every
 * other one registers its reply channel and waits. When the job is done, the worker ends the claim and sends the replies
 * to all who have registered: first the end of the claim, then the list, so that nobody who saw the claim is missed.
 */
export class JobClaims {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Claims a request for a job, or registers for the job that has it. Returns the id of the job to wait for. */
  async claim(queue: string, request: string, jobId: string, channel: string, forMs: number): Promise<string> {
    const [claim, waiters] = [redisKeys.jobClaim(queue, request), redisKeys.jobWaiters(queue, request)];
    for (;;) {
      if ((await this.#redis.set(claim, jobId, 'PX', forMs, 'NX')) === 'OK') return jobId;
      const [, , holder] = await Promise.all([
        this.#redis.sadd(waiters, channel),
        this.#redis.pexpire(waiters, forMs),
        this.#redis.get(claim),
      ]);
      // Without a holder, the other job has just ended, and its worker may not have seen this channel.
      if (holder !== null) return holder;
    }
  }

  /** Ends the claim of a job that is done. Returns the channels that wait for its replies. */
  async end(queue: string, request: string): Promise<string[]> {
    const waiters = redisKeys.jobWaiters(queue, request);
    const [, channels] = await Promise.all([
      this.#redis.del(redisKeys.jobClaim(queue, request)),
      this.#redis.smembers(waiters),
    ]);
    if (channels.length > 0) await this.#redis.del(waiters);
    return channels;
  }

  /**
   * Abandons a job whose clients have all left, unless another process waits for it. A worker makes no further call for
   * an abandoned job. Returns whether it was abandoned.
   */
  async abandon(queue: string, request: string, jobId: string, forMs: number): Promise<boolean> {
    const keys = [
      redisKeys.jobClaim(queue, request),
      redisKeys.jobWaiters(queue, request),
      redisKeys.jobAbandoned(queue, jobId),
    ];
    return (await abandonScript.run(this.#redis, keys, [forMs])) === 1;
  }

  /** Stops waiting for another process's job. */
  async leave(queue: string, request: string, channel: string): Promise<void> {
    await this.#redis.srem(redisKeys.jobWaiters(queue, request), channel);
  }

  /** Whether nobody waits for the job any more. */
  async isAbandoned(queue: string, jobId: string): Promise<boolean> {
    return (await this.#redis.exists(redisKeys.jobAbandoned(queue, jobId))) === 1;
  }
}

const abandonScript = defineScript(
  `
  if redis.call('SCARD', KEYS[2]) > 0 then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[3], '', 'PX', ARGV[1])
  return 1`,
  3,
);
