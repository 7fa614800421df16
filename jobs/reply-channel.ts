import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';
import { decodeReply, type ProviderReply, unpackReplies } from './reply.ts';

type Listener = (reply: ProviderReply) => void;

/** A call whose reply is awaited. */
export interface AwaitedCall {
  key: string;
  provider: { id: string };
  /** Whether the answer is in the cache, under the key of the call. */
  cache: boolean;
  job: { id: string } | undefined;
}

/** The web process's side of replies: one channel on which workers publish the replies to its calls. */
export class ReplyChannel {
  readonly name = redisKeys.replyChannel(randomUUID());
  readonly #subscriber: Redis;
  readonly #redis: Redis;
  readonly #cache: Redis;
  readonly #waiting = new Map<string, { call: AwaitedCall; listener: Listener }>();

  /**
   * `subscriber` is a separate connection; `redis` and `cache` read replies that were published while it was
   * disconnected.
   */
  constructor(subscriber: Redis, redis: Redis, cache: Redis) {
    this.#subscriber = subscriber;
    this.#redis = redis;
    this.#cache = cache;
    const name = Buffer.from(this.name);
    subscriber.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      if (channel.equals(name)) for (const reply of unpackReplies(message)) this.#receive(reply);
    });
    // ioredis resubscribes by itself after a lost connection, before it emits `ready`. Subscribing again costs nothing
    // and shows when the subscription is active, so that missed replies are read after that.
    subscriber.on('ready', () => void this.#subscribe());
    if (subscriber.status === 'ready') void this.#subscribe();
  }

  /** Calls back once with the reply to the call, unless `forget` is called first. */
  await(call: AwaitedCall, listener: Listener): void {
    this.#waiting.set(call.key, { call, listener });
  }

  forget(key: string): void {
    this.#waiting.delete(key);
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#subscriber.subscribe(this.name);
      await Promise.all([...this.#waiting.values()].map(({ call }) => this.#readMissed(call)));
    } catch {
      // The connection was lost again; the next `ready` retries.
    }
  }

  /** Reads a reply that was published while this process was not subscribed: stored for its job, or in the cache. */
  async #readMissed({ key, provider, cache, job }: AwaitedCall): Promise<void> {
    const reply = job ? await this.#redis.getBuffer(redisKeys.missedReply(job.id, provider.id)) : null;
    if (reply) return this.#receive(reply);
    const output = cache ? await this.#cache.getBuffer(key) : null;
    if (output) this.#settle({ ok: true, key, output, waitedMs: 0, tookMs: null });
  }

  #receive(encoded: Buffer): void {
    const reply = decodeReply(encoded);
    if (reply) this.#settle(reply);
  }

  #settle(reply: ProviderReply): void {
    const waiting = this.#waiting.get(reply.key);
    this.#waiting.delete(reply.key);
    waiting?.listener(reply);
  }
}
