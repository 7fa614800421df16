import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';
import { decodeReply, encodeReply, type ProviderReply } from './reply.ts';

const MISSED_REPLY_TTL_MS = 10_000;

type Listener = (reply: ProviderReply) => void;

/** The web process's side of replies: one channel on which workers publish the replies to its calls. */
export class ReplyChannel {
  readonly name = redisKeys.replyChannel(randomUUID());
  readonly #subscriber: Redis;
  readonly #redis: Redis;
  readonly #cache: Redis;
  readonly #waiting = new Map<string, { cacheKey: string | null; listener: Listener }>();

  /**
   * `subscriber` is a separate connection; `redis` and `cache` read replies that were published while it was
   * disconnected.
   */
  constructor(subscriber: Redis, redis: Redis, cache: Redis = redis) {
    this.#subscriber = subscriber;
    this.#redis = redis;
    this.#cache = cache;
    subscriber.on('message', (channel: string, message: string) => {
      if (channel === this.name) this.#receive(message);
    });
    // ioredis resubscribes by itself after a lost connection, before it emits `ready`. Subscribing again costs nothing
    // and shows when the subscription is active, so that missed replies are read after that.
    subscriber.on('ready', () => void this.#subscribe());
    if (subscriber.status === 'ready') void this.#subscribe();
  }

  /** Calls back once with the reply to this call, unless `forget` is called first. */
  await(callId: string, listener: Listener, cacheKey: string | null = null): void {
    this.#waiting.set(callId, { cacheKey, listener });
  }

  forget(callId: string): void {
    this.#waiting.delete(callId);
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#subscriber.subscribe(this.name);
      await Promise.all([...this.#waiting].map(([id, { cacheKey }]) => this.#readMissed(id, cacheKey)));
    } catch {
      // The connection was lost again; the next `ready` retries.
    }
  }

  /** Reads a reply that was published while this process was not subscribed: stored under its id, or in the cache. */
  async #readMissed(id: string, cacheKey: string | null): Promise<void> {
    const message = await this.#redis.get(redisKeys.missedReply(id));
    if (message) return this.#receive(message);
    const output = cacheKey === null ? null : await this.#cache.get(cacheKey);
    if (output !== null) this.#settle({ ok: true, id, output, waitedMs: 0 });
  }

  #receive(message: string): void {
    const reply = decodeReply(message);
    if (reply) this.#settle(reply);
  }

  #settle(reply: ProviderReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    waiting?.listener(reply);
  }
}

/**
 * The worker's side: publishes a reply. Pub/sub drops messages without a subscriber and does not notice messages lost
 * in transit. A reply that is not in the cache is therefore stored before it is published, and the web process reads it
 * after it has resubscribed.
 */
export async function sendReply(redis: Redis, channel: string, reply: ProviderReply, cached: boolean): Promise<void> {
  const message = encodeReply(reply);
  const stored = cached ? null : redis.set(redisKeys.missedReply(reply.id), message, 'PX', MISSED_REPLY_TTL_MS);
  await Promise.all([stored, redis.publish(channel, message)]);
}
