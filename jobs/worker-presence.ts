import type { Redis } from 'ioredis';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import type { RedisClock } from '../lib/redis-clock.ts';
import { redisKeys } from '../lib/redis-keys.ts';

const LOOK_MS = 1_000;
/** A worker that has not announced itself for this long is not alive. */
export const ALIVE_FOR_MS = 3_000;
const WORKERS_CHANNEL = Buffer.from(redisKeys.workersChannel);

/** What a worker wrote last, and when this process first saw it. */
interface Beat {
  score: string;
  seenAt: number;
}

/**
 * Tracks whether any worker process is alive, and whether all of them can open the jobs of this process. Workers write a
 * time of the Redis clock, but only its change matters: processes learn at different times that the clock was set. A
 * worker that was not seen before counts by that time.
 */
export class WorkerPresence {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #clock: Pick<RedisClock, 'now'>;
  readonly #errors: ErrorReporter;
  #beats: ReadonlyMap<string, Beat> = new Map();
  #workers: LiveWorker[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, subscriber: Redis, clock: Pick<RedisClock, 'now'>, errors: ErrorReporter) {
    this.#errors = errors;
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#clock = clock;
  }

  start(): void {
    this.#timer = setInterval(() => this.#refresh(), LOOK_MS);
    // As bytes: with a listener for text, ioredis would decode every reply on this connection as text, too.
    this.#subscriber.on('messageBuffer', (channel: Buffer) => {
      if (channel.equals(WORKERS_CHANNEL)) this.#refresh();
    });
    const onError = this.#errors.unlessAway('hear of workers');
    const subscribe = () => void this.#subscriber.subscribe(redisKeys.workersChannel).catch(onError);
    this.#subscriber.on('ready', subscribe);
    if (this.#subscriber.status === 'ready') subscribe();
    this.#redis.on('ready', () => this.#refresh());
    this.#refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The number of worker processes that were alive at the last look. */
  get count(): number {
    return this.#workers.length;
  }

  /** Whether all of them know the secret with this fingerprint. */
  know(secret: string): boolean {
    return this.#workers.every(({ secrets }) => secrets.length === 0 || secrets.includes(secret));
  }

  /** Counts the workers now. Rejects if Redis is unavailable; the last count then stays. */
  async look(): Promise<void> {
    const entries = await this.#redis.zrange(redisKeys.workers, '0', '-1', 'WITHSCORES');
    const now = performance.now();
    const beats = new Map<string, Beat>();
    for (let at = 0; at < entries.length; at += 2) {
      const [id = '', score = ''] = entries.slice(at, at + 2);
      const last = this.#beats.get(id);
      const isNew = last ? last.score !== score : Number(score) > this.#clock.now();
      beats.set(id, { score, seenAt: isNew ? now : (last?.seenAt ?? Number.NEGATIVE_INFINITY) });
    }
    this.#beats = beats;
    const alive = [...beats].filter(([, { seenAt }]) => seenAt > now - ALIVE_FOR_MS);
    this.#workers = alive.map(([text]) => readWorker(text));
  }

  #refresh(): void {
    this.look().catch(this.#errors.unlessAway('count workers'));
  }
}

/** A worker process that is alive. */
export interface LiveWorker {
  id: string;
  /** The fingerprints of the secrets that it opens jobs with; empty if it does not say. */
  secrets: string[];
}

/** The worker processes that are alive, for somebody who looks once. */
export async function liveWorkers(redis: Redis, now: number): Promise<LiveWorker[]> {
  return (await redis.zrangebyscore(redisKeys.workers, now, '+inf')).map(readWorker);
}

/** How a worker process is listed. */
export function writeWorker({ id, secrets }: LiveWorker): string {
  return [id, ...secrets].join(' ');
}

export function readWorker(text: string): LiveWorker {
  const [id = '', ...secrets] = text.split(' ');
  return { id, secrets };
}
