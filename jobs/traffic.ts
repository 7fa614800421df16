import { CountByOwner } from '../lib/count-by-owner.ts';
import type { Failure } from '../lib/outcome.ts';
import type { Provider } from '../lib/providers/roster.ts';

/** Assumed duration of a call until one was measured. */
const TYPICAL_CALL_MS = 100;
/** If calls wait longer than this, as many are in progress as can be, and the rate of replies is the capacity. */
const SATURATED_MS = 100;
/** The share of the time left that a call may be expected to take. The rest is for what was not foreseen. */
const USABLE_SHARE = 0.6;
const RATE_WINDOW_MS = 500;
/** Weight of the newest measurement in a moving average. */
const NEWEST = 0.1;

/** The calls of this process to one provider, and how long the next one would wait. */
export class Traffic {
  readonly #provider: Provider;
  readonly #pending = new CountByOwner();
  #callMs = TYPICAL_CALL_MS;
  #waitedMs = 0;
  #betweenRepliesMs = 0;
  #replies = 0;
  #countedSince = 0;
  /** The last time that a call ended, or that there was none. */
  #silentSince = 0;

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  get pending(): number {
    return this.#pending.total;
  }

  pendingOf(account: string): number {
    return this.#pending.of(account);
  }

  /** Whether calls had to wait lately. */
  get mustWait(): boolean {
    return this.#waitedMs > SATURATED_MS;
  }

  add(account: string, now = performance.now()): void {
    if (this.pending === 0) this.#silentSince = now;
    this.#pending.add(account);
  }

  remove(account: string, now = performance.now()): void {
    this.#pending.drop(account);
    this.#silentSince = now;
    // The next call finds every place free.
    if (this.pending === 0) this.#waitedMs = 0;
  }

  /** Learns from the reply to a call that was made. */
  learn(waitedMs: number, tookMs: number, now = performance.now()): void {
    const average = (old: number, value: number) => old + (value - old) * NEWEST;
    this.#callMs = average(this.#callMs, tookMs);
    this.#waitedMs = average(this.#waitedMs, waitedMs);
    this.#countReply(now);
  }

  /** Measures the time between replies over half a second, because replies come in batches. */
  #countReply(now: number): void {
    this.#replies += 1;
    const elapsedMs = now - this.#countedSince;
    if (elapsedMs < RATE_WINDOW_MS) return;
    this.#betweenRepliesMs = elapsedMs / this.#replies;
    this.#countedSince = now;
    this.#replies = 0;
  }

  /**
   * Why one more call of an account would come too late; null when it can be answered within `leftMs`. Accounts take
   * turns, so calls of others count only as far as they come first. `workers` is the number of worker processes. This counts the calls of this process; those of other web processes show in how long calls wait.
   */
  whyTooMany(account: string, leftMs: number, workers: number, now = performance.now()): Failure | null {
    const { rate } = this.#provider;
    const ahead = this.#pending.before(account);
    if (rate) {
      const turnMs = Math.ceil(((ahead + 1) * rate.windowMs) / rate.limit);
      return turnMs <= leftMs ? null : overloaded(turnMs);
    }
    const places = placesOf(this.#provider, workers);
    // If all places are taken and no call ends, a call takes at least that long, whatever it took before.
    const callMs = Math.max(this.#callMs, this.pending >= places ? now - this.#silentSince : 0);
    const waitMs = this.#expectedWaitMs(ahead, places, callMs);
    const excessMs = waitMs + callMs - leftMs * USABLE_SHARE;
    return waitMs === 0 || excessMs <= 0 ? null : overloaded(excessMs);
  }

  #expectedWaitMs(ahead: number, places: number, callMs: number): number {
    const byPlaces = (Math.max(0, ahead + 1 - places) / places) * callMs;
    // The CPU may be the limit rather than the places, so the measured rate counts as well.
    const byRate = this.mustWait ? ahead * this.#betweenRepliesMs - callMs : 0;
    return Math.max(byPlaces, byRate, 0);
  }
}

function placesOf({ concurrency, maxConcurrent }: Provider, workers: number): number {
  return Math.min(concurrency * Math.max(1, workers), maxConcurrent ?? Number.POSITIVE_INFINITY);
}

function overloaded(retryAfterMs: number): Failure {
  return { code: 'overloaded', reason: 'too many calls are waiting', retryAfterMs };
}
