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

  private constructor(at: number) {
    this.#at = at;
  }

  static in(ms: number): Deadline {
    return new Deadline(performance.now() + ms);
  }

  /** Milliseconds left, never negative. */
  leftMs(): number {
    return Math.max(0, this.#at - performance.now());
  }
}
