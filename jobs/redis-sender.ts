import type { Redis as SingleRedis } from 'ioredis';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import type { Presence } from '../lib/presence/presence.ts';
import type { WorkerPresence } from '../lib/presence/worker-presence.ts';
import type { Redis } from '../lib/redis.ts';
import { isSharded, listenTo, publishToOne } from '../lib/redis-channel.ts';
import type { RedisClock } from '../lib/redis-clock.ts';
import { redisKeys } from '../lib/redis-keys.ts';
import { readStamped } from '../lib/stamped.ts';
import { Claims } from './claims.ts';
import { readableByFirst } from './first-release.ts';
import { fanOutOptions } from './job.ts';
import type { AwaitedCall, JobSender, NewJob, ReplyListener } from './job-queue.ts';
import type { Queues } from './queues.ts';
import { decodeReplies, encodeReplies, failedReply } from './reply.ts';

/** The claim of a call outlives its deadline a little, for replies on their way. */
const CLAIM_MARGIN_MS = 1_000;

/** What a `RedisSender` uses. */
export interface RedisSenderOptions {
  queues: Queues;
  /** The Redis of the queues. */
  redis: Redis;
  /** A separate connection to it. */
  subscriber: SingleRedis;
  /** Where this process receives replies. */
  channel: string;
  /** The Redis of the cache. */
  cache: Redis;
  clock: Pick<RedisClock, 'now'>;
  /** The web processes. */
  webs: Pick<Presence, 'count'>;
  workers: Pick<WorkerPresence, 'endClaims'>;
  errors: ErrorReporter;
}

/** The web process's side of jobs: adds them to BullMQ's queues, and receives the replies on a channel of its own. */
export class RedisSender implements JobSender {
  readonly channel: string;
  readonly #options: RedisSenderOptions;
  readonly #claims: Claims;
  readonly #unread = new Set<string>();
  #listener: ReplyListener | undefined;

  constructor(options: RedisSenderOptions) {
    this.channel = options.channel;
    this.#options = options;
    this.#claims = new Claims(options.redis);
  }

  get connected(): boolean {
    return this.#options.queues.connected;
  }

  async add(job: NewJob): Promise<readonly string[]> {
    const { id, queue, calls, forMs, priority, create } = job;
    // With one web process, there is nobody to share a call with.
    const isShared = this.#options.webs.count > 1 && this.#options.workers.endClaims;
    const tag = redisKeys.callTag(calls[0] ?? '');
    const claimMs = forMs + CLAIM_MARGIN_MS;
    const holders = isShared ? await this.#claims.claim(tag, id, calls, this.channel, claimMs) : calls.map(() => id);
    const own = calls.filter((_, at) => holders[at] === id);
    const data = own.length > 0 ? create(own, isShared) : null;
    if (data) {
      const options = { ...fanOutOptions, jobId: id, ...(priority > 0 ? { priority } : {}) };
      await this.#options.queues
        .get(queue)
        .add(data.operation, readableByFirst(data), options)
        .catch(async (error) => {
          if (isShared) await this.#disappoint(job, own);
          throw error;
        });
    } else if (own.length > 0 && isShared) await this.#claims.leave(tag, id, this.channel);
    return holders;
  }

  async leave({ id, queue, call }: { id: string; queue: string; call: string }): Promise<void> {
    if (!this.connected || !(await this.#claims.leave(redisKeys.callTag(call), id, this.channel))) return;
    await this.#options.queues.get(queue).remove(id);
  }

  listen(listener: ReplyListener): void {
    const { redis, subscriber, errors } = this.#options;
    this.#listener = listener;
    const onError = errors.unlessAway('subscribe to replies');
    const receive = (message: Buffer) => this.#receive(message);
    const onSubscribed = () => this.#readAllMissed();
    listenTo(subscriber, this.channel, receive, onError, { isSharded: isSharded(redis), onSubscribed });
  }

  /** The job of other processes that wait for these calls could not be added: tells them. */
  async #disappoint({ id }: NewJob, calls: readonly string[]): Promise<void> {
    const { redis, errors } = this.#options;
    try {
      for (const key of calls) {
        const reply = failedReply(key, { code: 'internal', reason: 'the call could not be queued' });
        const channels = await this.#claims.end(redisKeys.callTag(key), id, key);
        for (const channel of channels) await publishToOne(redis, channel, encodeReplies([reply]));
      }
    } catch (error) {
      errors.unlessAway('tell others that a job was not added')(error);
    }
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
