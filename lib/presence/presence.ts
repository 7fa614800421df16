import type { Redis as SingleRedis } from 'ioredis';
import type { ErrorReporter } from '../error-reporter.ts';
import type { Redis } from '../redis.ts';
import { listenTo } from '../redis-channel.ts';
import type { RedisClock } from '../redis-clock.ts';
import { aliveForMs, type ProcessKind } from './process-kind.ts';

/** What a process wrote last, and when this process first saw it. */
interface Beat {
  score: string;
  seenAt: number;
}

/** What a `Presence` looks at. */
export interface PresenceOptions {
  redis: Redis;
  /** A connection to the same Redis for subscriptions. */
  subscriber: SingleRedis;
  clock: Pick<RedisClock, 'now'>;
  errors: ErrorReporter;
}

/**
 * Tracks which processes of a kind are alive. They write a time of the Redis clock, but only its change matters:
 * processes learn at different times that the clock was set. One that was not seen before counts by that time.
 */
export class Presence {
  readonly #kind: ProcessKind;
  readonly #options: PresenceOptions;
  #beats: ReadonlyMap<string, Beat> = new Map();
  #entries: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(kind: ProcessKind, options: PresenceOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  start(): void {
    const { redis, subscriber, errors } = this.#options;
    const onError = errors.unlessAway('look for processes');
    const look = () => void this.look().catch(onError);
    this.#timer = setInterval(look, this.#kind.beatMs);
    listenTo(subscriber, this.#kind.channel, look, onError);
    redis.on('ready', look);
    look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The entries of the processes that were alive at the last look. */
  get entries(): readonly string[] {
    return this.#entries;
  }

  get count(): number {
    return this.#entries.length;
  }

  /** Looks now. Rejects if Redis is unavailable; what was seen last then stays. */
  async look(): Promise<void> {
    const entries = await this.#options.redis.zrange(this.#kind.list, '0', '-1', 'WITHSCORES');
    const now = performance.now();
    const beats = new Map<string, Beat>();
    for (let at = 0; at < entries.length; at += 2) {
      const [entry = '', score = ''] = entries.slice(at, at + 2);
      const last = this.#beats.get(entry);
      const isNew = last ? last.score !== score : Number(score) > this.#options.clock.now();
      beats.set(entry, { score, seenAt: isNew ? now : (last?.seenAt ?? Number.NEGATIVE_INFINITY) });
    }
    this.#beats = beats;
    const alive = [...beats].filter(([, { seenAt }]) => seenAt > now - aliveForMs(this.#kind));
    this.#entries = alive.map(([entry]) => entry);
  }
}

/** The entries of the processes that are alive, for somebody who looks once. */
export async function entriesNow(kind: ProcessKind, redis: Redis, now: number): Promise<string[]> {
  return await redis.zrangebyscore(kind.list, now, '+inf');
}
