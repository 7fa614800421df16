import type { Redis } from 'ioredis';
import { type Health, readHealth, unknownHealth } from './health.ts';

const REFRESH_MS = 500;

/** A copy of the providers' health in memory, because every search needs it. */
export class HealthView {
  readonly #redis: Redis;
  readonly #providers: readonly string[];
  #records = new Map<string, Health>();
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, providers: readonly string[]) {
    this.#redis = redis;
    this.#providers = providers;
  }

  start(): void {
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS);
    void this.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  of(provider: string): Health {
    return this.#records.get(provider) ?? unknownHealth;
  }

  /** Sets a record that this process has just written, without waiting for the next refresh. */
  set(provider: string, health: Health): void {
    this.#records.set(provider, health);
  }

  async refresh(): Promise<void> {
    try {
      this.#records = await readHealth(this.#redis, this.#providers);
    } catch {
      // Redis is unavailable: the last known state stays. Requests fail before they read it anyway.
    }
  }
}
