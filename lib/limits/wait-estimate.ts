import { ReplyRate } from './reply-rate.ts';

/** Assumed duration of a call until one was measured. */
const TYPICAL_CALL_MS = 100;
/** Weight of the newest measurement in a moving average. */
const NEWEST = 0.1;
/** If calls wait longer than this, as many are in progress as can be, and the rate of replies is the capacity. */
const SATURATED_MS = 100;
/** What was measured holds for this long after the last reply, or for as long as a call takes. */
const HOLDS_MS = 2_000;

/**
 * Estimates how long a call to one provider waits for its turn and how long it takes. Web processes use it for the calls
 * that they have queued, workers for those that wait for a permit.
 */
export class WaitEstimate {
  readonly #now: () => number;
  readonly #rate = new ReplyRate();
  #pending = 0;
  #measured = 0;
  #callMs = TYPICAL_CALL_MS;
  #waitedMs = 0;
  /** When what was measured of the waits is no longer true. */
  #holdsUntil = 0;
  /** The last time that a call was made to its end, or that there was none. */
  #quietSince = 0;
  /** Whether calls have had to wait since there was last none. */
  #isCrowded = false;
  /** The calls whose turn has come and that have not begun: their thread is being loaded. */
  #starting = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The calls that wait or are in progress. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether calls had to wait lately. */
  get mustWait(): boolean {
    return this.#waitedMs > SATURATED_MS && this.#now() <= this.#holdsUntil;
  }

  /** Whether the time that passes says nothing about how long calls take. */
  get isStarting(): boolean {
    return this.#starting > 0;
  }

  /** The turn of a call has come, and it takes a while until it begins. Returns a function that says that it has. */
  starts(): () => void {
    this.#starting += 1;
    let hasBegun = false;
    return () => {
      if (hasBegun) return;
      hasBegun = true;
      this.#starting -= 1;
      this.#quietSince = this.#now();
    };
  }

  /** A call begins to wait for its turn. */
  begin(): void {
    this.#pending += 1;
    if (this.#pending === 1) this.#quietSince = this.#now();
  }

  /** A call has ended. `tookMs` is null if it was not made; `waitedMs` is the rest of the time since it began. */
  end(tookMs: number | null, waitedMs = 0): void {
    const now = this.#now();
    this.#pending -= 1;
    if (tookMs !== null) this.#measure(now, tookMs, waitedMs);
    if (this.#pending === 0 && this.#isCrowded) this.#forget();
  }

  #measure(now: number, tookMs: number, waitedMs: number): void {
    if (now > this.#holdsUntil) this.#waitedMs = 0;
    this.#measured += 1;
    // The mean of the first ones, then a moving average.
    this.#callMs += (tookMs - this.#callMs) * Math.max(NEWEST, 1 / this.#measured);
    this.#waitedMs += (waitedMs - this.#waitedMs) * NEWEST;
    const pendingMs = tookMs + waitedMs;
    this.#holdsUntil = now + Math.max(HOLDS_MS, pendingMs);
    this.#quietSince = now;
    this.#isCrowded ||= this.mustWait;
    // While nobody waits, the rate of replies is that of requests.
    if (this.mustWait) this.#rate.count(now, pendingMs);
    else this.#rate.clear();
  }

  /** Nothing that was measured in a crowd, which slows this machine down as well, is true when it has gone. */
  #forget(): void {
    this.#isCrowded = false;
    this.#measured = 0;
    this.#callMs = TYPICAL_CALL_MS;
    this.#waitedMs = 0;
    this.#rate.clear();
  }

  /** How long a call takes: as measured, but at least as long as all permits were taken without a call that ended. */
  callMs(permits: number): number {
    const isQuiet = this.#pending >= permits && !this.isStarting;
    return Math.max(this.#callMs, isQuiet ? this.#now() - this.#quietSince : 0);
  }

  /** How long a call waits that has `ahead` others before it, of which `permits` are made at a time. */
  waitMs(ahead: number, permits: number): number {
    const callMs = this.callMs(permits);
    const byPermits = (Math.max(0, ahead + 1 - permits) / permits) * callMs;
    // The CPU may be the limit rather than the permits, so the measured rate counts as well.
    const byRate = this.mustWait ? ahead * this.#rate.betweenMs - callMs : 0;
    return Math.max(byPermits, byRate, 0);
  }
}
