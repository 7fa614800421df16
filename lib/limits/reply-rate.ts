/** Replies are counted over at least this time: processes pause, for garbage or because their CPU time is limited. */
const LEAST_MS = 1_000;
/** The replies that are remembered. */
const MOST = 2_000;
/** Weight of the newest measurement in the moving average. */
const NEWEST = 0.1;

/**
 * The rate at which replies come while calls wait. With each reply it is measured over the time that its call was pending:
 * what is asked together is answered together, and over a shorter time the rate would be that of a batch, or of the pause
 * between two. This also follows a machine that becomes slower, the sooner the shorter calls were pending before.
 */
export class ReplyRate {
  /** When replies came, oldest first. */
  #times: number[] = [];
  #perMs = 0;

  /** A reply has come to a call that was pending for this long. */
  count(at: number, pendingMs: number): void {
    if (this.#times.length === MOST) this.#times = this.#times.slice(MOST / 2);
    this.#times.push(at);
    const first = this.#times[0] as number;
    if (at - first < LEAST_MS) return;
    const since = at - Math.max(LEAST_MS, pendingMs);
    // The time begins with a reply and ends before another, so that it has whole batches.
    const from = this.#firstAt(since);
    const replies = this.#firstAt(at) - from;
    if (replies === 0) return;
    const forMs = at - (this.#times[from] as number);
    // Where the first reply is in this time, those before it were not counted.
    const perMs = replies / (first > since ? forMs : Math.max(pendingMs, forMs));
    this.#perMs += (perMs - this.#perMs) * (this.#perMs === 0 ? 1 : NEWEST);
  }

  /** Forgets the rate: it was that of requests. */
  clear(): void {
    if (this.#times.length > 0) this.#times = [];
    this.#perMs = 0;
  }

  /** The time between two replies; nothing if too little was seen to tell. */
  get betweenMs(): number {
    return this.#perMs === 0 ? 0 : 1 / this.#perMs;
  }

  /** The place of the first reply that came then or later. */
  #firstAt(time: number): number {
    let [low, high] = [0, this.#times.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
