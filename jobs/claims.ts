import type { Redis } from '../lib/redis.ts';
import { redisKeys } from '../lib/redis-keys.ts';
import { scriptFile } from '../lib/redis-script.ts';

const claimScript = scriptFile(new URL('./lua/claim-calls.lua', import.meta.url), 1);
const endScript = scriptFile(new URL('./lua/end-claim.lua', import.meta.url), 2);
const leaveScript = scriptFile(new URL('./lua/leave-job.lua', import.meta.url), 2);

/** Longer than a worker may have a job. */
const ABANDONED_FOR_MS = 60_000;

/**
 * Lets the equal calls of several web processes share one job. The first process that claims a call adds the job; the
 * others wait for it. When a call is done, its worker ends the claim and learns in the same step who waits.
 */
export class Claims {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Claims calls for a job, or registers for the jobs that make them. Returns the job that makes each call. */
  async claim(queue: string, jobId: string, calls: readonly string[], channel: string, forMs: number) {
    const prefixes = [redisKeys.jobWaiters(queue), redisKeys.jobAbandoned(queue)];
    const claims = calls.map((call) => redisKeys.jobClaim(queue, call));
    return (await claimScript.run(this.#redis, claims, [jobId, channel, Math.ceil(forMs), ...prefixes])) as string[];
  }

  /** Ends the claim of a call that is done. Returns the channels of all processes that wait for its job. */
  async end(queue: string, jobId: string, call: string): Promise<string[]> {
    const keys = [redisKeys.jobClaim(queue, call), redisKeys.jobWaiters(queue) + jobId];
    return (await endScript.run(this.#redis, keys, [jobId])) as string[];
  }

  /** Stops waiting for a job. Returns whether it is abandoned, because nobody else waits for it. */
  async leave(queue: string, jobId: string, channel: string): Promise<boolean> {
    const keys = [redisKeys.jobWaiters(queue) + jobId, redisKeys.jobAbandoned(queue) + jobId];
    return (await leaveScript.run(this.#redis, keys, [channel, ABANDONED_FOR_MS])) === 1;
  }

  async isAbandoned(queue: string, jobId: string): Promise<boolean> {
    return (await this.#redis.exists(redisKeys.jobAbandoned(queue) + jobId)) === 1;
  }
}
