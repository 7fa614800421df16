import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { ErrorReporter } from '../error-reporter.ts';
import type { RedisClock } from '../redis-clock.ts';
import { redisKeys } from '../redis-keys.ts';
import { type SettingsSummary, settingsSummarySchema, summariseSettings } from './settings-summary.ts';

const PUBLISH_EVERY_MS = 5_000;
const VALID_FOR_MS = 12_000;

const entrySchema = z.object({ process: z.string(), settings: settingsSummarySchema });

/** Publishes a summary of a web process's settings in Redis, because the command line may have others. */
export class PublishedSettings {
  readonly #redis: Redis;
  readonly #clock: RedisClock;
  readonly #entry: string;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, clock: RedisClock, config: Config, errors: ErrorReporter) {
    this.#redis = redis;
    this.#clock = clock;
    this.#onError = errors.unlessAway('publish settings');
    this.#entry = JSON.stringify({ process: randomUUID(), settings: summariseSettings(config) });
  }

  start(): void {
    this.#timer = setInterval(() => void this.#publish(), PUBLISH_EVERY_MS);
    this.#redis.once('ready', () => void this.#publish());
    void this.#publish();
  }

  /** Takes the summary back. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    // Without Redis, the entry expires.
    await this.#redis.zrem(redisKeys.webSettings, this.#entry).catch(this.#onError);
  }

  async #publish(): Promise<void> {
    const now = this.#clock.now();
    try {
      const replies = await this.#redis
        .multi()
        .zremrangebyscore(redisKeys.webSettings, '-inf', now)
        .zadd(redisKeys.webSettings, now + VALID_FOR_MS, this.#entry)
        .pexpire(redisKeys.webSettings, VALID_FOR_MS)
        .exec();
      // A command of a transaction fails alone.
      for (const [error] of replies ?? []) if (error) this.#onError(error);
    } catch (error) {
      // The next time will do.
      this.#onError(error);
    }
  }
}

/** The different settings of the web processes that run, with the most common first; empty if none runs. */
export async function settingsOfWebProcesses(redis: Redis, now: number): Promise<SettingsSummary[]> {
  const counts = new Map<string, number>();
  for (const entry of await redis.zrangebyscore(redisKeys.webSettings, now, '+inf')) {
    const text = JSON.stringify(entrySchema.parse(JSON.parse(entry)).settings);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([text]) => JSON.parse(text) as SettingsSummary);
}
