import type { Redis as SingleRedis } from 'ioredis';
import { inTurns } from '../lib/in-turns.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Presence } from '../lib/presence/presence.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { isSharded, listenTo, publishToOne } from '../lib/redis/redis-channel.ts';
import type { RedisClock } from '../lib/redis/redis-clock.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { readStamped } from '../lib/stamped.ts';
import { Claims } from './claims.ts';
import { awaitedSchema, callsOf, fanOutOptions } from './job.ts';
import type {
  AwaitedCall,
  Claimed,
  JobSender,
  NewClaim,
  NewJob,
  QueuedJob,
  ReplyListener,
  UnawaitedJob,
} from './job-queue.ts';
import { LeftJobsAnnouncer } from './left-jobs.ts';
import type { Queues } from './queues.ts';
import { decodeReplies, encodeReplies, failedReply } from './reply.ts';

/** What a `RedisSender` uses. */
export interface RedisSenderOptions {
  queues: Queues;
  /** The Redis of the queues. */
  redis: Redis;
  /** A separate connection to it. */
  subscriber: SingleRedis;
  /** Where this process receives replies. */
  channel: string;
  /** The Redis of the cache, which workers listen to. */
  cache: Redis;
  clock: Pick<RedisClock, 'now'>;
  /** The web processes. */
  webs: Pick<Presence, 'count'>;
  errors: ErrorReporter;
}

/** The web process's side of jobs: adds them to BullMQ's queues, and receives the replies on a channel of its own. */
export class RedisSender implements JobSender {
  readonly channel: string;
  readonly #options: RedisSenderOptions;
  readonly #claims: Claims;
  readonly #left: LeftJobsAnnouncer;
  readonly #unread = new Set<string>();
  #listener: ReplyListener | undefined;

  constructor(options: RedisSenderOptions) {
    this.channel = options.channel;
    this.#options = options;
    this.#claims = new Claims(options.redis);
    this.#left = new LeftJobsAnnouncer(options.cache, options.errors);
  }

  get connected(): boolean {
    return this.#options.queues.connected;
  }

  async claim(claim: NewClaim): Promise<Claimed> {
    const { id, calls, forMs } = claim;
    const { webs } = this.#options;
    const tag = redisKeys.callTag(calls[0] ?? '');
    // With one web process, there is nobody to share a call with. With several, most searches are still asked only once.
    const shared = webs.count > 1 && (await this.#claims.isRepeated(tag));
    if (!shared) return { shared, holders: calls.map(() => ({ jobId: id, endsInMs: forMs })) };
    try {
      return { shared, holders: await this.#claims.claim(tag, this.channel, claim) };
    } catch (error) {
      // Redis may have carried it out.
      this.disappoint(id, calls);
      throw error;
    }
  }

  async add({ id, queue, priority, data }: NewJob): Promise<void> {
    const options = { ...fanOutOptions, jobId: id, ...(priority > 0 ? { priority } : {}) };
    try {
      await this.#options.queues.get(queue).add(data.operation, data, options);
    } catch (error) {
      if (data.shared) {
        this.disappoint(
          id,
          callsOf(data).map(({ key }) => key),
        );
      }
      throw error;
    }
  }

  async release(id: string, calls: readonly string[]): Promise<void> {
    await Promise.all(calls.map((call) => this.#claims.end(redisKeys.callTag(call), id, call)));
  }

  async takenBy(takers: readonly string[], jobs: readonly QueuedJob[]): Promise<QueuedJob[]> {
    const { queues, redis } = this.#options;
    const locks = await Promise.all(jobs.map(({ id, queue }) => redis.get(queues.get(queue).toKey(`${id}:lock`))));
    return jobs.filter((_, at) => takers.some((taker) => locks[at]?.startsWith(`${taker}:`)));
  }

  async leave({ id, queue, calls, isOwn, shared }: UnawaitedJob): Promise<boolean> {
    const { queues, errors } = this.#options;
    if (!this.connected) return false;
    if (shared) {
      const tags = tagsOf(calls);
      const left = await Promise.all(tags.map((tag) => this.#claims.leave(tag, id, this.channel)));
      if (left.includes(false) || (!isOwn && (await this.#isAwaited({ id, queue }, tags)))) return false;
    }
    this.#left.announce(id);
    // A worker that takes it meanwhile has been told.
    inTurns(() => queues.get(queue).remove(id).catch(errors.unlessAway('remove a job')));
    return true;
  }

  listen(listener: ReplyListener): void {
    const { redis, subscriber, errors } = this.#options;
    this.#listener = listener;
    const onError = errors.unlessAway('subscribe to replies');
    const receive = (message: Buffer) => this.#receive(message);
    const onSubscribed = () => this.#readAllMissed();
    listenTo(subscriber, this.channel, receive, onError, { isSharded: isSharded(redis), onSubscribed });
  }

  disappoint(id: string, calls: readonly string[]): void {
    const { redis, errors } = this.#options;
    const failure = { code: 'internal' as const, reason: 'the call could not be queued' };
    for (const key of calls) {
      const reply = encodeReplies([{ ...failedReply(key, failure), job: id }]);
      this.#claims
        .end(redisKeys.callTag(key), id, key)
        .then((channels) => Promise.all(channels.map((channel) => publishToOne(redis, channel, reply))))
        // Then the claim ends by its time.
        .catch(errors.unlessAway('tell others that a job was not added'));
    }
  }

  /**
   * Whether somebody waits for a search of a job that another process added, besides those that this process knew. Whoever
   * leaves last finds that all others have left theirs.
   */
  async #isAwaited({ id, queue }: QueuedJob, known: readonly string[]): Promise<boolean> {
    const { queues, redis } = this.#options;
    const data = await redis.hget(queues.get(queue).toKey(id), 'data');
    const job = awaitedSchema.safeParse(JSON.parse(data ?? 'null')).data;
    // It has ended, or was never added.
    if (!job) return false;
    const others = tagsOf(callsOf(job).map(({ key }) => key)).filter((tag) => !known.includes(tag));
    const areLeft = await Promise.all(others.map((tag) => this.#claims.isAbandoned(tag, id)));
    return areLeft.includes(false);
  }

  async #readAllMissed(): Promise<void> {
    const awaited = [...(this.#listener?.awaited() ?? [])];
    await Promise.all(awaited.map((call) => this.#readMissed(call)));
  }

  /** Reads a reply that was published while this process was not subscribed: stored for its job, or in the cache. */
  async #readMissed({ target: { key, provider, cache }, jobId, startedAt }: AwaitedCall): Promise<void> {
    const { redis, cache: slices, clock } = this.#options;
    const reply = jobId === '' ? null : await redis.getBuffer(redisKeys.missedReply(jobId, provider.id));
    if (reply) return this.#receive(reply);
    const stored = cache ? await slices.getBuffer(key) : null;
    const { at = 0, bytes: output } = (stored && readStamped(stored)) ?? {};
    // An older answer was there before the call.
    if (!output || clock.now() - at > performance.now() - startedAt) return;
    this.#listener?.onReply({ ok: true, key, output, waitedMs: 0, tookMs: null });
  }

  /** A worker of another version replies like this to every call, so it is logged once. */
  readonly #onUnread = (reason: string): void => {
    if (!this.#unread.has(reason)) this.#options.errors.report(new Error(reason), 'read replies');
    this.#unread.add(reason);
  };

  #receive(message: Buffer): void {
    try {
      for (const reply of decodeReplies(message, this.#onUnread)) this.#listener?.onReply(reply);
    } catch (error) {
      this.#options.errors.report(error, 'read replies');
    }
  }
}

/** The tags of the searches of calls. */
function tagsOf(calls: readonly string[]): string[] {
  return [...new Set(calls.map(redisKeys.callTag))];
}
