import { beatMs, onBeats } from '../../beats.ts';
import type { InstanceSecret } from '../../instance-secret.ts';
import type { ErrorReporter } from '../../log/error-reporter.ts';
import { Ending } from '../../net/ending.ts';
import type { Redis } from '../../redis/redis.ts';
import type { RedisClock } from '../../redis/redis-clock.ts';
import { redisKeys } from '../../redis/redis-keys.ts';
import { openWithAny } from '../../seal.ts';
import { nextDueAt, type Settlement, settle, type TakenDelivery, takeDue } from '../due-deliveries.ts';
import type { Endpoint } from '../endpoint.ts';
import { markGone, readWithSecret } from '../endpoint-store.ts';
import { nextTryMs } from '../retry-schedule.ts';
import type { Tried } from './tried.ts';

/** Something to deliver, with all that sending it takes. */
export interface Sending {
  delivery: TakenDelivery;
  endpoint: Endpoint;
  secret: string;
  /** The data of the event. */
  data: Readonly<Record<string, unknown>>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Sends something once. Rejects only for what nobody expects. */
export type Send = (sending: Sending) => Promise<Tried>;

/** What a sender works with. */
export interface WebhookSenderOptions {
  redis: Redis;
  secret: Pick<InstanceSecret, 'loadAll'>;
  /** That of Redis. */
  clock: Pick<RedisClock, 'now'>;
  errors: ErrorReporter;
  /** By the kind of the endpoint. */
  send: Readonly<Record<Endpoint['kind'], Send>>;
  /** For tests. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** A process that has died with a delivery has not sent it by then. Longer than a try and its two trips to Redis take. */
const LEASE_MS = 30_000;
/** In this process. They wait for others most of the time. */
const MOST_AT_ONCE = 40;
/** Of them to one host, so that a slow one leaves room for others. */
const MOST_PER_HOST = 5;
/** When nothing is due, a process looks this rarely: it would be a command in every beat. */
const LOOK_EVERY_BEATS = 5;
/** An endpoint whose host has enough requests in progress, and one that is paused, is looked at again after a while. */
const BUSY_MS = 1_000;
const PAUSED_MS = 60_000;
/** How long the end of this process waits for what is on its way. */
const LAST_WORD_MS = 2_000;

/**
 * Delivers what processes have enqueued. The first delivery of each stream is due by its time in one sorted set, which all
 * workers look at; whoever takes it has a lease. So a stream has one delivery on its way, a receiver that is slow or down
 * delays its own streams only, and a delivery whose worker has died is sent again.
 *
 * Not delayed jobs of BullMQ: a stream that waits for its first delivery needs a record of its own in any case, and two
 * records of what is next would have to agree after every death of a process.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #timeoutMs: number;
  readonly #running = new Set<Promise<void>>();
  readonly #perHost = new Map<string, number>();
  readonly #end = new AbortController();
  #endBeats = () => {};
  #looking: Promise<void> | undefined;
  /** Beats until the next look. */
  #rest = 0;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  start(): void {
    this.#endBeats = onBeats(1, () => {
      if (this.#rest > 0) this.#rest -= 1;
      else void this.look();
    });
  }

  /** How many deliveries are on their way from this process. */
  get running(): number {
    return this.#running.size;
  }

  /** Sends what is due, as far as there is room. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Sends nothing more, and lets what is on its way end. */
  async leave(): Promise<void> {
    this.#isClosed = true;
    this.#endBeats();
    await Promise.all(this.#running);
  }

  /** Stops sending. What does not end soon is sent again by another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endBeats();
    const patience = new Ending(LAST_WORD_MS);
    await Promise.race([
      Promise.all(this.#running),
      new Promise<void>((resolve) => patience.signal.addEventListener('abort', () => resolve())),
    ]);
    patience.clear();
    this.#end.abort();
    await Promise.all(this.#running);
  }

  async #look(): Promise<void> {
    const room = MOST_AT_ONCE - this.#running.size;
    this.#rest = LOOK_EVERY_BEATS - 1;
    if (room <= 0 || this.#isClosed) return;
    const { redis, errors } = this.#options;
    try {
      const dueInMs = ((await nextDueAt(redis)) ?? Number.POSITIVE_INFINITY) - this.#options.clock.now();
      // Something is due within the rest: it is looked for in each beat until then.
      if (dueInMs < this.#rest * beatMs()) this.#rest = 0;
      // The clock of this process may be a little behind.
      if (dueInMs > beatMs()) return;
      for (const delivery of await takeDue(redis, room, LEASE_MS)) this.#begin(delivery);
    } catch (error) {
      errors.unlessAway('look for what is to be delivered')(error);
    }
  }

  #begin(delivery: TakenDelivery): void {
    const running = this.#deliver(delivery)
      .catch(this.#options.errors.unlessAway('deliver', { delivery: delivery.id }))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #deliver(delivery: TakenDelivery): Promise<void> {
    const isMore = await settle(this.#options.redis, delivery, await this.#try(delivery));
    if (isMore && !this.#isClosed) {
      // The next of the stream must not wait for a beat.
      await this.#looking;
      await this.look();
    }
  }

  async #try(delivery: TakenDelivery): Promise<Settlement> {
    const { redis, secret: secrets } = this.#options;
    const found = await readWithSecret(redis, secrets, delivery.endpoint);
    const nothing = { status: null, isTry: false } as const;
    if (!found) return { state: 'failed', error: 'the endpoint was deleted', ...nothing };
    const { endpoint, secret } = found;
    if (endpoint.state === 'gone')
      return { state: 'failed', error: 'the endpoint has answered 410: it is gone', ...nothing };
    const postponed = (inMs: number, error: string) => ({ state: 'waiting' as const, inMs, error, ...nothing });
    if (endpoint.state === 'paused') return postponed(PAUSED_MS, 'the endpoint is paused');
    const host = hostOf(endpoint);
    const atHost = this.#perHost.get(host) ?? 0;
    if (atHost >= MOST_PER_HOST) return postponed(BUSY_MS, '');
    this.#perHost.set(host, atHost + 1);
    const ending = new Ending(this.#timeoutMs, this.#end.signal);
    try {
      const { text } = openWithAny(await secrets.loadAll(), delivery.event, redisKeys.webhookDelivery(delivery.id));
      const data = JSON.parse(text) as Record<string, unknown>;
      const sending = { delivery, endpoint, secret, data, timeoutMs: this.#timeoutMs, signal: ending.signal };
      const tried = await this.#options.send[endpoint.kind](sending);
      if (!tried.isDelivered && this.#end.signal.aborted) return postponed(0, '');
      if (!tried.isDelivered && tried.isGone) await markGone(redis, endpoint.id);
      return settlementOf(delivery, tried);
    } finally {
      ending.clear();
      const left = (this.#perHost.get(host) ?? 1) - 1;
      if (left > 0) this.#perHost.set(host, left);
      else this.#perHost.delete(host);
    }
  }
}

/** What a try means for its delivery. */
function settlementOf({ tries, since, takenAt }: TakenDelivery, tried: Tried): Settlement {
  if (tried.isDelivered) return { state: 'delivered', status: tried.status };
  const { status, error } = tried;
  const inMs = tried.isGone ? null : nextTryMs(tries + 1, takenAt - since, tried.askedMs, Math.random());
  return inMs === null
    ? { state: 'failed', status, error, isTry: true }
    : { state: 'waiting', inMs, status, error, isTry: true };
}

/** Whom a delivery may keep busy. */
function hostOf({ kind, target }: Endpoint): string {
  return kind === 'webhook' ? new URL(target).host : kind;
}
