import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import { type CallReport, isNews } from './breaker.ts';
import { type AboutCall, CallBatch } from './call-batch.ts';
import type { HealthView } from './health-view.ts';
import { recordStatistics } from './statistics.ts';

const WRITE_MS = 1_000;

/** What is not written yet about a provider. */
interface Batch {
  calls: CallBatch;
  /** The last success, if it says no more than that all is well. */
  lastOk: CallReport | null;
}

/**
 * Records the outcomes of calls for all processes. A healthy provider's success changes nothing but its statistics, and
 * those are written once a second. A failure, a pause, and everything about a provider that is not healthy, is recorded
 * at once.
 */
export class OutcomeRecorder {
  readonly #redis: Redis;
  readonly #health: HealthView;
  readonly #errors: ErrorReporter;
  #batches = new Map<string, Batch>();
  /** When the call began that began last of those that a provider has answered. */
  readonly #answeredFrom = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, health: HealthView, errors: ErrorReporter) {
    this.#redis = redis;
    this.#health = health;
    this.#errors = errors;
  }

  /** Records a call. Never rejects: without Redis, the outcome is lost. */
  async record(provider: string, report: CallReport, about: AboutCall = {}): Promise<void> {
    const batch = this.#batchOf(provider);
    batch.calls.add(report, about);
    if (this.#isOutrun(provider, report)) return;
    if (!isNews(this.#health.of(provider), report)) batch.lastOk = report;
    else {
      // A success that is not written yet came before: without it, this failure might suspend the provider.
      const reports = batch.lastOk ? [batch.lastOk, report] : [report];
      batch.lastOk = null;
      await this.#record(provider, reports);
    }
  }

  /**
   * Whether a call was not answered in time, but one was that began later: its provider does not hang. Perhaps a crowd kept
   * this process, which was too late to read an answer, or had sent many requests at once.
   */
  #isOutrun(provider: string, { failure, startedAt }: CallReport): boolean {
    const answeredFrom = this.#answeredFrom.get(provider) ?? 0;
    if (failure === null) this.#answeredFrom.set(provider, Math.max(answeredFrom, startedAt));
    return failure?.code === 'timeout' && startedAt < answeredFrom;
  }

  /** Writes what is not written yet, before the process ends. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
  }

  #batchOf(provider: string): Batch {
    let batch = this.#batches.get(provider);
    if (!batch) {
      batch = { calls: new CallBatch(), lastOk: null };
      this.#batches.set(provider, batch);
      this.#timer ??= setTimeout(() => void this.#write(), WRITE_MS);
    }
    return batch;
  }

  async #write(): Promise<void> {
    const batches = this.#batches;
    this.#batches = new Map();
    this.#timer = undefined;
    const now = this.#health.clock.now();
    await Promise.all(
      [...batches].map(async ([provider, batch]) => {
        const written = recordStatistics(this.#redis, provider, batch.calls, now);
        await Promise.all([
          written.catch(this.#errors.unlessAway('write statistics', { provider })),
          batch.lastOk && this.#record(provider, [batch.lastOk]),
        ]);
      }),
    );
  }

  #record(provider: string, reports: readonly CallReport[]): Promise<void> {
    return this.#health.record(provider, ...reports).catch(this.#errors.unlessAway('record health', { provider }));
  }
}
