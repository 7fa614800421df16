import { LRUCache } from 'lru-cache';
import { addressGroup } from './address-group.ts';

const WINDOW_MS = 60_000;

/** The failures of one group of addresses in the current minute, and the look-ups that may become failures. */
interface Attempts {
  failed: number;
  until: number;
  lookUps: Set<Promise<unknown>>;
}

/**
 * Counts invalid keys per address and minute in memory, so that guessing is refused without I/O. The addresses of one
 * IPv6 network count together. The number of addresses is bounded, so that a flood from many uses a fixed amount of
 * memory.
 */
export class FailedAttempts {
  readonly #limit: number;
  readonly #byGroup = new LRUCache<string, Attempts>({ max: 10_000 });

  constructor(limitPerMinute: number) {
    this.#limit = limitPerMinute;
  }

  record(address: string, now = performance.now()): void {
    this.#attemptsOf(address, now).failed += 1;
  }

  /** Seconds until this address is allowed to try again; 0 if it is allowed now. */
  blockedForS(address: string, now = performance.now()): number {
    // As usual. Every request asks, and reading its address takes longer than all the rest.
    if (this.#byGroup.size === 0) return 0;
    const attempts = this.#byGroup.get(addressGroup(address));
    if (!attempts || attempts.until <= now || attempts.failed < this.#limit) return 0;
    return Math.ceil((attempts.until - now) / 1_000);
  }

  /**
   * Looks up a key that may be a guess; `lookUp` records a failure itself. An address never has more look-ups under way
   * than failures left: the next waits for one of them to end, and fails with it. Returns null if the address is blocked.
   */
  async lookUp<T>(address: string, lookUp: () => Promise<T>): Promise<T | null> {
    let attempts = this.#attemptsOf(address);
    while (attempts.failed + attempts.lookUps.size >= this.#limit) {
      if (this.blockedForS(address) > 0) return null;
      // If there are none, the minute ended just now.
      if (attempts.lookUps.size > 0) await Promise.race(attempts.lookUps);
      attempts = this.#attemptsOf(address);
    }
    const { lookUps } = attempts;
    const running = lookUp().finally(() => lookUps.delete(running));
    lookUps.add(running);
    return running;
  }

  #attemptsOf(address: string, now = performance.now()): Attempts {
    const group = addressGroup(address);
    const known = this.#byGroup.get(group);
    if (known && known.until > now) return known;
    const attempts = { failed: 0, until: now + WINDOW_MS, lookUps: known?.lookUps ?? new Set() };
    this.#byGroup.set(group, attempts);
    return attempts;
  }
}
