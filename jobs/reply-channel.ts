import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';
import { decodeReply, encodeReply, type ProviderReply } from './reply.ts';

const MISSED_REPLY_TTL_MS = 10_000;

type Listener = (reply: ProviderReply) => void;

/** The web process's ear: one channel, to which workers send the replies to everything that this process asked. */
export class ReplyChannel {
  readonly name = redisKeys.replyChannel(randomUUID());
  readonly #subscriber: Redis;
  readonly #redis: Redis;
  readonly #cache: Redis;
  readonly #waiting = new Map<string, { cacheKey: string | null; listener: Listener }>();

  /** `subscriber` is a connection of its own; `redis` and `cache` read what was said while it was away. */
  constructor(subscriber: Redis, redis: Redis, cache: Redis = redis) {
    this.#subscriber = subscriber;
    this.#redis = redis;
    this.#cache = cache;
    subscriber.on('message', (channel: string, message: string) => {
      if (channel === this.name) this.#hear(message);
    });
    // ioredis subscribes again by itself after a lost connection, before it says `ready`. Subscribing here as well
    // costs nothing and tells when it is certain, so that the look at missed replies comes after it.
    subscriber.on('ready', () => void this.#subscribe());
    if (subscriber.status === 'ready') void this.#subscribe();
  }

  /** Calls back once with the reply to this call, unless told to forget it first. */
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
      // The connection went again; `ready` will come again.
    }
  }

  /** A reply may have been lost on its way although Redis had sent it off: an answer lies in the cache then. */
  async #readMissed(id: string, cacheKey: string | null): Promise<void> {
    const message = await this.#redis.get(redisKeys.missedReply(id));
    if (message) return this.#hear(message);
    const output = cacheKey === null ? null : await this.#cache.get(cacheKey);
    if (output !== null) this.#settle({ ok: true, id, output, waitedMs: 0 });
  }

  #hear(message: string): void {
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
 * The worker's side. Pub/sub forgets what nobody hears, and counts as heard what is lost on its way: a reply that is not
 * in the cache is laid down before it is said, for the web process to find when it has subscribed again.
 */
export async function sendReply(redis: Redis, channel: string, reply: ProviderReply, cached: boolean): Promise<void> {
  const message = encodeReply(reply);
  const laidDown = cached ? null : redis.set(redisKeys.missedReply(reply.id), message, 'PX', MISSED_REPLY_TTL_MS);
  await Promise.all([laidDown, redis.publish(channel, message)]);
}
