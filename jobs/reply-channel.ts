import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';
import { decodeReply, encodeReply, type ProviderReply } from './provider-call.ts';

const MISSED_REPLY_TTL_MS = 10_000;

type Listener = (reply: ProviderReply) => void;

/** The web process's ear: one channel, to which workers send the replies to everything that this process asked. */
export class ReplyChannel {
  readonly name = redisKeys.replyChannel(randomUUID());
  readonly #subscriber: Redis;
  readonly #redis: Redis;
  readonly #waiting = new Map<string, Listener>();

  /** `subscriber` is a connection of its own; `redis` reads what was said while it was away. */
  constructor(subscriber: Redis, redis: Redis) {
    this.#subscriber = subscriber;
    this.#redis = redis;
    subscriber.on('message', (channel: string, message: string) => {
      if (channel === this.name) this.#hear(message);
    });
    // ioredis subscribes again by itself after a lost connection, before it says `ready`. Subscribing here as well
    // costs nothing and tells when it is certain, so that the look at missed replies comes after it.
    subscriber.on('ready', () => void this.#subscribe());
    if (subscriber.status === 'ready') void this.#subscribe();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Calls back once with the reply to this call, unless told to forget it first. */
  await(callId: string, listener: Listener): void {
    this.#waiting.set(callId, listener);
  }

  forget(callId: string): void {
    this.#waiting.delete(callId);
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#subscriber.subscribe(this.name);
      await Promise.all([...this.#waiting.keys()].map((id) => this.#readMissed(id)));
    } catch {
      // The connection went again; `ready` will come again.
    }
  }

  async #readMissed(callId: string): Promise<void> {
    const message = await this.#redis.get(redisKeys.missedReply(callId));
    if (message) this.#hear(message);
  }

  #hear(message: string): void {
    const reply = decodeReply(message);
    if (!reply) return;
    const listener = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    listener?.(reply);
  }
}

/**
 * The worker's side. Pub/sub forgets what nobody hears, and then PUBLISH says 0: the reply is laid down for the web
 * process to find when it has subscribed again, and said once more, because it may have subscribed in between: then it
 * looked before the reply was there, and hears it now.
 */
export async function sendReply(redis: Redis, channel: string, reply: ProviderReply): Promise<void> {
  const message = encodeReply(reply);
  if ((await redis.publish(channel, message)) > 0) return;
  await redis.set(redisKeys.missedReply(reply.id), message, 'PX', MISSED_REPLY_TTL_MS);
  await redis.publish(channel, message);
}
