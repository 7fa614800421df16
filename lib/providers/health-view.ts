import type { Redis } from 'ioredis';
import { RedisClock } from '../redis-clock.ts';
import { type Gate, gate, type Health, readHealth, unknownHealth } from './health.ts';

const REFRESH_MS = 500;
/** A provider that nobody asked about for this long is not read until somebody does. */
const USED_MS = 30_000;

/** A copy of the providers' health in memory, because every search needs it, and the clock that it is measured by. */
export class HealthView {
  /** The clock in whose time breakers open and close. */
  readonly clock: RedisClock;
  readonly #redis: Redis;
  readonly #providers: readonly string[];
  readonly #records = new Map<string, Health>();
  readonly #usedAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, providers: readonly string[]) {
    this.clock = new RedisClock(redis);
    this.#redis = redis;
    this.#providers = providers;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#read(this.#inUse()), REFRESH_MS);
    void this.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  of(provider: string): Health {
    this.#usedAt.set(provider, performance.now());
    return this.#records.get(provider) ?? unknownHealth;
  }

  /** The state of a provider's breaker now. */
  gate(provider: string): Gate {
    return gate(this.of(provider), this.clock.now());
  }

  /** How long a provider's breaker stays open; 0 when it is not open. */
  openForMs(provider: string): number {
    return Math.max(0, this.of(provider).openUntil - this.clock.now());
  }

  /** Sets a record that this process has just written, without waiting for the next refresh. */
  set(provider: string, health: Health): void {
    this.#records.set(provider, health);
  }

  /** Reads the records of all providers, also of those that are called although they are not configured here. */
  refresh(): Promise<void> {
    return this.#read([...new Set([...this.#providers, ...this.#usedAt.keys()])]);
  }

  #inUse(): string[] {
    const since = performance.now() - USED_MS;
    return [...this.#usedAt].flatMap(([provider, at]) => (at > since ? [provider] : []));
  }

  async #read(providers: readonly string[]): Promise<void> {
    try {
      const [records] = await Promise.all([readHealth(this.#redis, providers), this.clock.read()]);
      for (const [provider, health] of records) this.#records.set(provider, health);
    } catch {
      // Redis is unavailable: the last known state stays. Requests fail before they read it anyway.
    }
  }
}
