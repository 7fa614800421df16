import type { Rate } from '../lib/limits/rate.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { publishToOne } from '../lib/redis/redis-channel.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { sendNow } from '../lib/redis/redis-sending.ts';
import { Claims } from './claims.ts';
import type { IfMissed, JobReceiver, Requesters, RunJob, TakenJob, Taking } from './job-queue.ts';
import type { LeftJobs } from './left-jobs.ts';
import { ManualTaking } from './manual-taking.ts';
import { takePaced } from './paced-taking.ts';
import { encodeReplies, type Reply } from './reply.ts';

const MISSED_REPLY_TTL_MS = 10_000;

/** What a `RedisReceiver` uses. */
export interface RedisReceiverOptions {
  /** The Redis of the queues. */
  redis: Redis;
  /** A connection to it for blocking reads. */
  blockingRedis: Redis;
  /** Whether the cache is in the same Redis: then a cached answer is there before its reply. */
  hasCache: boolean;
  left: LeftJobs;
  errors: ErrorReporter;
  /** How often to look for jobs whose worker has died. */
  stalledMs?: number | undefined;
}

/** The worker's side of jobs: takes them from BullMQ's queues, and publishes the replies. */
export class RedisReceiver implements JobReceiver {
  readonly #options: RedisReceiverOptions;
  readonly #claims: Claims;
  readonly #outbox = new Map<string, Reply[]>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: RedisReceiverOptions) {
    this.#options = options;
    this.#claims = new Claims(options.redis);
  }

  take(queue: string, { concurrency, rate }: { concurrency: number; rate: Rate | null }, run: RunJob): Taking {
    const { blockingRedis, errors, stalledMs } = this.#options;
    if (rate) return takePaced(queue, { concurrency, rate }, run, blockingRedis, errors);
    return new ManualTaking(queue, concurrency, run, blockingRedis, errors, stalledMs);
  }

  /** The process that added the job has its reply at once; the others as soon as Redis has said who they are. */
  reply({ id, data }: TakenJob<Requesters>, provider: string, outcome: Reply, ifMissed: IfMissed): void {
    const { redis, hasCache } = this.#options;
    const reply = { ...outcome, job: id };
    this.#send(data.replyTo, reply);
    // Pub/sub drops messages without a subscriber and does not notice messages lost in transit.
    if (ifMissed === 'stored' || (ifMissed === 'cached' && !hasCache)) {
      const stored = redis.set(redisKeys.missedReply(id, provider), encodeReplies([reply]), 'PX', MISSED_REPLY_TTL_MS);
      this.#follow(stored, 'store a reply');
    }
    if (!data.shared) return;
    const told = this.#claims.end(redisKeys.callTag(reply.key), id, reply.key).then((channels) => {
      for (const channel of channels) if (channel !== data.replyTo) this.#send(channel, reply);
    });
    this.#follow(told, 'find who waits for a reply');
  }

  isAbandoned(id: string): boolean {
    return this.#options.left.has(id);
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0 || this.#outbox.size > 0) {
      await Promise.allSettled([...this.#underWay, new Promise(setImmediate)]);
    }
  }

  /**
   * All replies of one turn of the event loop to one web process leave in one message. Commands that were sent earlier in
   * the turn, such as the one that fills the cache, reach Redis first.
   */
  #send(channel: string, reply: Reply): void {
    const replies = this.#outbox.get(channel);
    if (replies) replies.push(reply);
    else this.#outbox.set(channel, [reply]);
    if (!replies && this.#outbox.size === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const outbox = [...this.#outbox];
    this.#outbox.clear();
    for (const [channel, replies] of outbox) {
      this.#follow(publishToOne(this.#options.redis, channel, encodeReplies(replies)), 'publish replies');
    }
    sendNow(this.#options.redis);
  }

  #follow(step: Promise<unknown>, what: string): void {
    // If Redis is away, those who wait give up at their deadlines.
    const settled = step.catch(this.#options.errors.unlessAway(what)).finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
  }
}
