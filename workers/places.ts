import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { MIN_TIME_TO_START_MS } from '../jobs/job.ts';
import type { WorkerCalls } from '../jobs/queue-depths.ts';
import type { Deadline } from '../lib/deadline.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { redisKeys } from '../lib/redis-keys.ts';
import { defineScript } from '../lib/redis-script.ts';

/** A place for one call. `release` must be called when the call has ended. */
export interface Place {
  /** Whether the call had to wait for its place. */
  waited: boolean;
  release(tookMs: number | null): void;
}

/** Why a call gets no place: its turn would come too late, or has come too late. */
export type NoPlace = 'overloaded' | 'expired';

/** Assumed duration of a call until one was measured. */
const TYPICAL_CALL_MS = 100;
/** Weight of the newest measurement in the moving average. */
const NEWEST = 0.1;

/**
 * The places for calls to one provider in this process. When all are taken, calls wait, and the accounts take turns. A
 * call whose turn would come too late is refused at once.
 */
export class Places {
  readonly #limit: number;
  readonly #shared: SharedPlaces | null;
  readonly #turns = new FairQueue<() => void>();
  #running = 0;
  #callMs = TYPICAL_CALL_MS;

  constructor({ id, concurrency, maxConcurrent }: Provider, redis: Redis) {
    this.#limit = Math.min(concurrency, maxConcurrent ?? Number.POSITIVE_INFINITY);
    this.#shared = maxConcurrent === null ? null : new SharedPlaces(redis, id, maxConcurrent);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#turns.size;
  }

  /** Takes a place for a call. When all are taken, the accounts take turns. */
  async take(account: string, deadline: Deadline): Promise<Place | NoPlace> {
    const waited = this.#running >= this.#limit;
    if (!waited) this.#running += 1;
    else {
      const waitMs = ((this.#turns.before(account) + 1) / this.#limit) * this.#callMs;
      if (waitMs > deadline.leftMs() - MIN_TIME_TO_START_MS) return 'overloaded';
      // The call that ends hands its place on, so `#running` stays the same.
      await new Promise<void>((resolve) => this.#turns.add(account, resolve));
      if (deadline.leftMs() < MIN_TIME_TO_START_MS) {
        this.#handOn();
        return 'expired';
      }
    }
    const lease = this.#shared ? await this.#shared.take(deadline) : undefined;
    if (lease === null) {
      this.#handOn();
      return 'overloaded';
    }
    return {
      waited: waited || lease !== undefined,
      release: (tookMs) => {
        if (tookMs !== null) this.#callMs += (tookMs - this.#callMs) * NEWEST;
        if (lease !== undefined) this.#shared?.release(lease);
        this.#handOn();
      },
    };
  }

  #handOn(): void {
    const next = this.#turns.take();
    if (next) next.thing();
    else this.#running -= 1;
  }
}

/** The places of all providers in this process. */
export class AllPlaces {
  readonly #redis: Redis;
  readonly #places = new Map<string, Places>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  of(provider: Provider): Places {
    let places = this.#places.get(provider.id);
    if (!places) {
      places = new Places(provider, this.#redis);
      this.#places.set(provider.id, places);
    }
    return places;
  }

  /** Calls to a provider that wait for a place. */
  waiting(provider: string): number {
    return this.#places.get(provider)?.waiting ?? 0;
  }

  /** The providers with calls: how many are in progress, and how many wait. */
  calls(): WorkerCalls {
    return [...this.#places].flatMap(
      ([id, { running, waiting }]): WorkerCalls => (running + waiting > 0 ? [[id, running, waiting]] : []),
    );
  }
}

const LOOK_AGAIN_MS = 50;
/** A place whose process died is free again after this time. No call takes longer. */
const LEASE_MARGIN_MS = 1_000;

const takeScript = defineScript(
  `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
  redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1`,
  1,
);

/** Places that all worker processes share, for a provider with `<NAME>_MAX_CONCURRENT`. */
class SharedPlaces {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #limit: number;

  constructor(redis: Redis, provider: string, limit: number) {
    this.#redis = redis;
    this.#key = redisKeys.providerCalls(provider);
    this.#limit = limit;
  }

  /** Waits for a place and returns its id; null if none is free in time, or if Redis is unavailable. */
  async take(deadline: Deadline): Promise<string | null> {
    const id = randomUUID();
    try {
      while (deadline.leftMs() >= MIN_TIME_TO_START_MS) {
        const forMs = Math.ceil(deadline.leftMs()) + LEASE_MARGIN_MS;
        if ((await takeScript.run(this.#redis, [this.#key], [this.#limit, forMs, id])) === 1) return id;
        await pause(LOOK_AGAIN_MS);
      }
    } catch {
      // Redis is unavailable, so nobody can say how many calls are in progress.
    }
    return null;
  }

  release(id: string): void {
    this.#redis.zrem(this.#key, id).catch(() => {});
  }
}
