import type { Redis } from 'ioredis';
import { redisKeys } from '../lib/redis-keys.ts';
import { packReplies } from './reply.ts';

const MISSED_REPLY_TTL_MS = 10_000;

/**
 * The worker's side of replies. All replies of one turn of the event loop to one web process leave in one message.
 * Commands that were sent earlier in the turn, such as the one that fills the cache, reach Redis first.
 */
export class ReplySender {
  readonly #redis: Redis;
  readonly #outbox = new Map<string, Buffer[]>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  send(channel: string, reply: Buffer): void {
    const replies = this.#outbox.get(channel);
    if (replies) replies.push(reply);
    else this.#outbox.set(channel, [reply]);
    if (!replies && this.#outbox.size === 1) setImmediate(() => this.#flush());
  }

  /**
   * Stores a reply for a web process that is disconnected: pub/sub drops messages without a subscriber and does not
   * notice messages lost in transit. An answer in the cache needs no copy.
   */
  store(jobId: string, provider: string, reply: Buffer): void {
    // Redis is unavailable: the web process gives up at its deadline.
    this.#redis.set(redisKeys.missedReply(jobId, provider), reply, 'PX', MISSED_REPLY_TTL_MS).catch(() => {});
  }

  #flush(): void {
    const outbox = [...this.#outbox];
    this.#outbox.clear();
    for (const [channel, replies] of outbox) {
      this.#redis.publish(channel, packReplies(replies)).catch(() => {});
    }
  }
}
