import type { Redis } from 'ioredis';
import { type Health, readHealth, unknownHealth } from './health.ts';

const REFRESH_MS = 500;

/** The providers' health as this process last saw it: asked on every search, so it lives in memory. */
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

  /** What this process has just learned itself; it need not wait for the next refresh. */
  set(provider: string, health: Health): void {
    this.#records.set(provider, health);
  }

  async refresh(): Promise<void> {
    try {
      this.#records = await readHealth(this.#redis, this.#providers);
    } catch {
      // Redis is away: the last known state stands, and every request fails before it asks for this anyway.
    }
  }
}
