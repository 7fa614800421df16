import type { Redis } from '../lib/redis/redis.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { scriptFile } from '../lib/redis/redis-script.ts';
import type { JobHolder, NewClaim } from './job-queue.ts';
import { REPLY_MARGIN_MS } from './reply.ts';

const claimScript = scriptFile(new URL('./lua/claim-calls.lua', import.meta.url), 1);
const endScript = scriptFile(new URL('./lua/end-claim.lua', import.meta.url), 2);
const leaveScript = scriptFile(new URL('./lua/leave-job.lua', import.meta.url), 2);

/** Longer than a worker may have a job. */
const ABANDONED_FOR_MS = 60_000;
/** Calls of a search are claimed if a process has asked for it in this time. Claims take ten times the commands of this. */
const REPEATED_WITHIN_MS = 60_000;

/**
 * Lets the equal calls of several web processes share one job. The first process that claims a call adds the job; the
 * others wait for it. When a call is done, its worker ends the claim and learns in the same step who waits. The keys have
 * the tag of the search, so that equal calls meet whatever their queues are.
 */
export class Claims {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Whether a search, by its tag, was asked for in the last minute. From now on it was. */
  async isRepeated(tag: string): Promise<boolean> {
    return (await this.#redis.set(redisKeys.jobAsked(tag), '', 'PX', REPEATED_WITHIN_MS, 'GET')) !== null;
  }

  /**
   * Claims calls for a job, or registers for the jobs that make them and run for as long as is needed. Returns the job
   * that makes each call, and how long it may still run. A claim lasts as long as its job, and a little longer.
   */
  async claim(
    tag: string,
    channel: string,
    { id, calls, forMs, needMs, lostJob = '' }: NewClaim,
  ): Promise<JobHolder[]> {
    const prefixes = [redisKeys.jobWaiters(tag), redisKeys.jobAbandoned(tag)];
    const claims = calls.map((call) => redisKeys.jobClaim(tag, call));
    const times = [forMs, needMs].map((ms) => Math.ceil(ms + REPLY_MARGIN_MS));
    const holders = (await claimScript.run(this.#redis, claims, [id, channel, ...times, lostJob, ...prefixes])) as [
      string,
      number,
    ][];
    return holders.map(([jobId, leftMs]) => ({ jobId, endsInMs: leftMs - REPLY_MARGIN_MS }));
  }

  /** Ends the claim of a call that is done. Returns the channels of all processes that wait for its job. */
  async end(tag: string, jobId: string, call: string): Promise<string[]> {
    const keys = [redisKeys.jobClaim(tag, call), redisKeys.jobWaiters(tag) + jobId];
    return (await endScript.run(this.#redis, keys, [jobId])) as string[];
  }

  /** Whether nobody waits for a job any more by this tag. It stays so: nobody can join it any more. */
  async isAbandoned(tag: string, jobId: string): Promise<boolean> {
    return (await this.#redis.exists(redisKeys.jobAbandoned(tag) + jobId)) === 1;
  }

  /** Stops waiting for a job. Returns whether it is abandoned, because nobody else waits for it by this tag. */
  async leave(tag: string, jobId: string, channel: string): Promise<boolean> {
    const keys = [redisKeys.jobWaiters(tag) + jobId, redisKeys.jobAbandoned(tag) + jobId];
    return (await leaveScript.run(this.#redis, keys, [channel, ABANDONED_FOR_MS])) === 1;
  }
}
