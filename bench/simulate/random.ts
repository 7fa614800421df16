/** The 99th percentile of the normal distribution. */
const Z99 = 2.326;

/** Random numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** The time until the next of events that come by chance, so many apart on average. */
  gap(meanMs: number): number {
    return -meanMs * Math.log(1 - this.next());
  }

  /** A duration whose half and 99 of 100 are known; the logarithm of durations of services is about normal. */
  duration(medianMs: number, p99Ms: number): number {
    if (p99Ms <= medianMs) return medianMs;
    return medianMs * Math.exp((Math.log(p99Ms / medianMs) / Z99) * this.normal());
  }

  /** A number of the normal distribution (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}
