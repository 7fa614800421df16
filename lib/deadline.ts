/** A call with less time left is not started, because no upstream answers that fast. */
export const MIN_TIME_TO_START_MS = 150;

/** A call that lost less than a tenth of its time to waiting had its full time. */
export const FULL_TIME_SHARE = 0.9;

/**
 * The time by which a request, or one provider's share of it, must be answered. It runs on the monotonic clock, so that
 * a corrected system clock neither ends nor prolongs it.
 */
export class Deadline {
  readonly #at: number;
  readonly #halfAt: number;

  private constructor(at: number, budgetMs: number) {
    this.#at = at;
    this.#halfAt = at - budgetMs / 2;
  }

  /** `budgetMs` is how long it was in the beginning, if some of it has passed. */
  static in(ms: number, budgetMs = ms): Deadline {
    return new Deadline(performance.now() + ms, budgetMs);
  }

  /** Milliseconds left, never negative. */
  leftMs(): number {
    return Math.max(0, this.#at - performance.now());
  }

  /** Whether half of the time has passed: who cannot be served by then should know it, and try elsewhere. */
  get isHalfOver(): boolean {
    return performance.now() >= this.#halfAt;
  }
}
