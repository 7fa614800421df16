import type { Redis } from 'ioredis';
import type { ErrorReporter } from '../lib/error-reporter.ts';
import { redisKeys } from '../lib/redis-keys.ts';

const LOOK_MS = 5_000;
const CHANNEL = Buffer.from(redisKeys.websChannel);

/**
 * Counts the web processes by their reply channels, which exist for as long as their process is connected. Each one
 * announces itself; the look from time to time finds those that have gone.
 */
export class WebPresence {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #errors: ErrorReporter;
  #count = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, subscriber: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#errors = errors;
  }

  start(): void {
    const onError = this.#errors.unlessAway('count web processes');
    const look = () => void this.look().catch(onError);
    this.#timer = setInterval(look, LOOK_MS);
    this.#subscriber.on('messageBuffer', (channel: Buffer) => {
      if (channel.equals(CHANNEL)) look();
    });
    // The reply channel is subscribed to on `ready`, before this: the others will see it.
    const announce = async () => {
      await this.#subscriber.subscribe(redisKeys.websChannel);
      await this.#redis.publish(redisKeys.websChannel, 'here');
    };
    this.#subscriber.on('ready', () => void announce().catch(onError));
    this.#redis.on('ready', () => void announce().catch(onError));
    look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The number of web processes at the last look, at least this one. */
  get count(): number {
    return this.#count;
  }

  /** Counts the web processes now. Rejects if Redis is unavailable; the last count then stays. */
  async look(): Promise<void> {
    const channels = (await this.#redis.pubsub('CHANNELS', redisKeys.replyChannel('*'))) as string[];
    this.#count = Math.max(1, channels.length);
  }
}
