/** Assumed duration of a call until one was measured. */
const TYPICAL_CALL_MS = 100;
/** Weight of the newest measurement in a moving average. */
const NEWEST = 0.1;
/** If calls wait longer than this, as many are in progress as can be, and the rate of replies is the capacity. */
const SATURATED_MS = 100;
/** The rate is measured over this time, because replies come in batches. */
const RATE_WINDOW_MS = 500;

/**
 * Estimates how long a call to one provider waits for its turn and how long it takes. Web processes use it for the calls
 * that they have queued, workers for those that wait for a permit.
 */
export class WaitEstimate {
  readonly #now: () => number;
  #pending = 0;
  #measured = 0;
  #callMs = TYPICAL_CALL_MS;
  #waitedMs = 0;
  #betweenMs = 0;
  #window = { since: 0, replies: 0 };
  /** The last time that a call was made to its end, or that there was none. */
  #quietSince = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The calls that wait or are in progress. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether calls had to wait lately. */
  get mustWait(): boolean {
    return this.#waitedMs > SATURATED_MS;
  }

  /** A call begins to wait for its turn. */
  begin(): void {
    this.#pending += 1;
    // A silence says nothing about the rate, so the measurement starts with the first call after it.
    if (this.#pending === 1) this.#startAfresh();
  }

  /** A call has ended. `tookMs` is null if it was not made. */
  end(tookMs: number | null, waitedMs = 0): void {
    const now = this.#now();
    this.#pending -= 1;
    if (tookMs === null) return;
    this.#measured += 1;
    // The mean of the first ones, then a moving average.
    this.#callMs += (tookMs - this.#callMs) * Math.max(NEWEST, 1 / this.#measured);
    this.#waitedMs += (waitedMs - this.#waitedMs) * NEWEST;
    this.#countReply(now, waitedMs);
    this.#quietSince = now;
  }

  /** How long a call takes: as measured, but at least as long as all permits were taken without a call that ended. */
  callMs(permits: number): number {
    return Math.max(this.#callMs, this.#pending >= permits ? this.#now() - this.#quietSince : 0);
  }

  /** How long a call waits that has `ahead` others before it, of which `permits` are made at a time. */
  waitMs(ahead: number, permits: number): number {
    const callMs = this.callMs(permits);
    const byPermits = (Math.max(0, ahead + 1 - permits) / permits) * callMs;
    // The CPU may be the limit rather than the permits, so the measured rate counts as well.
    const byRate = this.mustWait ? ahead * this.#betweenMs - callMs : 0;
    return Math.max(byPermits, byRate, 0);
  }

  #countReply(now: number, waitedMs: number): void {
    const isAfterLull = now - this.#quietSince > RATE_WINDOW_MS && waitedMs <= SATURATED_MS;
    if (isAfterLull) this.#startAfresh();
    const { since, replies } = this.#window;
    if (replies > 0 && now - since < RATE_WINDOW_MS) {
      this.#window.replies += 1;
      return;
    }
    // A window begins with a reply and ends before another, so that a whole batch is in one of them.
    if (replies > 0) this.#betweenMs = (now - since) / replies;
    this.#window = { since: now, replies: 1 };
  }

  #startAfresh(): void {
    const now = this.#now();
    this.#quietSince = now;
    this.#waitedMs = 0;
    this.#betweenMs = 0;
    this.#window = { since: now, replies: 0 };
  }
}
