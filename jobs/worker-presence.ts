import type { Redis } from 'ioredis';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import type { RedisClock } from '../lib/redis-clock.ts';
import { redisKeys } from '../lib/redis-keys.ts';

const LOOK_MS = 1_000;
const WORKERS_CHANNEL = Buffer.from(redisKeys.workersChannel);

/** Tracks whether any worker process is alive, and whether all of them can open the jobs of this process. */
export class WorkerPresence {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #clock: RedisClock;
  readonly #errors: ErrorReporter;
  #workers: LiveWorker[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, subscriber: Redis, clock: RedisClock, errors: ErrorReporter) {
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
    this.#workers = await liveWorkers(this.#redis, this.#clock.now());
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

/** The worker processes that are alive. */
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
