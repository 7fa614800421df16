import { onBeats } from '../beats.ts';
import type { Log } from '../log/log.ts';
import type { Redis } from '../redis/redis.ts';
import { type Charge, refund } from './usage.ts';

const MAX_WAITING = 10_000;
/** Limits the run time of one script, because it blocks Redis for all clients. */
const MAX_TOGETHER = 50;

/**
 * Refunds the searches of failed requests. Requests do not wait for it: Redis handles the commands of one connection in
 * order, so the next request already sees the refund. An unconfirmed refund is retried until it is confirmed; the
 * script applies it only once. After an outage, the refunds that wait are sent a few at a time.
 */
export class Refunds {
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #waiting = new Set<Charge>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #endBeats: () => void;
  readonly #retry = () => this.#sendWaiting();
  #retrying: Promise<void> | null = null;

  constructor(redis: Redis, log: Log) {
    this.#redis = redis;
    this.#log = log;
    redis.on('ready', this.#retry);
    this.#endBeats = onBeats(1, this.#retry);
  }

  /** Waits for an admission, and refunds its charge if it fails: Redis may have counted it, or may do so later. */
  async unlessAdmitted<T>(charge: Charge | null, admission: Promise<T>): Promise<T> {
    try {
      return await admission;
    } catch (error) {
      if (charge) this.give(charge);
      throw error;
    }
  }

  give(charge: Charge): void {
    const attempt = this.#send([charge]).finally(() => this.#underWay.delete(attempt));
    this.#underWay.add(attempt);
  }

  /** Sends what still waits, if Redis is there. The command timeout of the connection bounds the wait for each reply. */
  async close(): Promise<void> {
    this.#endBeats();
    this.#redis.off('ready', this.#retry);
    await Promise.all(this.#underWay);
    await this.#sendWaiting();
    if (this.#waiting.size > 0) this.#warn(this.#waiting.size, 'Redis is away');
  }

  /** Sends the refunds that wait, each batch after the reply to the one before, until one fails. */
  #sendWaiting(): Promise<void> {
    this.#retrying ??= this.#sendBatches().finally(() => {
      this.#retrying = null;
    });
    return this.#retrying;
  }

  async #sendBatches(): Promise<void> {
    let isAnswered = true;
    while (isAnswered && this.#waiting.size > 0 && this.#redis.status === 'ready') {
      const batch = [...this.#waiting].slice(0, MAX_TOGETHER);
      for (const charge of batch) this.#waiting.delete(charge);
      isAnswered = await this.#send(batch);
    }
  }

  /** Whether Redis has confirmed the refunds. If not, they wait. */
  async #send(batch: readonly Charge[]): Promise<boolean> {
    try {
      await refund(this.#redis, batch);
      return true;
    } catch (error) {
      const room = MAX_WAITING - this.#waiting.size;
      for (const charge of batch.slice(0, room)) this.#waiting.add(charge);
      if (batch.length > room) this.#warn(batch.length - room, (error as Error).message);
      return false;
    }
  }

  #warn(requests: number, reason: string): void {
    this.#log.warn({ requests, reason }, 'failed searches stay in the usage count');
  }
}
