import type { Redis } from 'ioredis';
import type { Failure } from '../lib/outcome.ts';
import { type Health, recordHealth, recordSuccesses } from '../lib/providers/health.ts';
import type { HealthView } from '../lib/providers/health-view.ts';

const BATCH_MS = 250;

/** Successes of a provider that are not recorded yet. */
interface Batch {
  calls: number;
  totalMs: number;
  timer: NodeJS.Timeout;
}

/**
 * Records the outcomes of calls for all processes, and immediately for this one. A healthy provider's success changes
 * nothing but its statistics, so after a first one, those of the next 250 ms are recorded together. A failure, a
 * pause, and everything about a provider that is not healthy, is recorded at once and in order.
 */
export class OutcomeRecorder {
  readonly #redis: Redis;
  readonly #health: HealthView;
  readonly #batches = new Map<string, Batch>();

  constructor(redis: Redis, health: HealthView) {
    this.#redis = redis;
    this.#health = health;
  }

  /**
   * Records the outcome and duration of a call. Null is a success, after which the provider may have asked for a pause.
   * Resolves when it is written or in a batch.
   */
  async record(provider: string, failure: Failure | null, tookMs: number, pauseMs = 0): Promise<void> {
    const { state, failures, openUntil } = this.#health.of(provider);
    const batch = this.#batches.get(provider);
    if (failure || pauseMs > 0 || state !== 'up' || failures > 0 || openUntil > 0) {
      if (batch) this.#close(provider, batch);
      return this.#store(provider, recordHealth(this.#redis, provider, failure, tookMs, pauseMs));
    }
    if (batch) {
      batch.calls += 1;
      batch.totalMs += tookMs;
      return;
    }
    const timer = setTimeout(() => this.#close(provider, opened), BATCH_MS);
    const opened: Batch = { calls: 0, totalMs: 0, timer };
    this.#batches.set(provider, opened);
    return this.#store(provider, recordHealth(this.#redis, provider, null, tookMs));
  }

  /** Writes what is in the batches, before the process ends. */
  async close(): Promise<void> {
    await Promise.all([...this.#batches].map(([provider, batch]) => this.#close(provider, batch)));
  }

  async #close(provider: string, { timer, calls, totalMs }: Batch): Promise<void> {
    clearTimeout(timer);
    this.#batches.delete(provider);
    if (calls > 0) await this.#store(provider, recordSuccesses(this.#redis, provider, calls, totalMs));
  }

  async #store(provider: string, written: Promise<Health>): Promise<void> {
    try {
      this.#health.set(provider, await written);
    } catch {
      // Redis is unavailable: this outcome is lost.
    }
  }
}
