import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;

/**
 * Counts invalid keys per address and minute in memory, so that guessing is refused without I/O. The number of
 * addresses is bounded, so that a flood from many addresses uses a fixed amount of memory.
 */
export class FailedAttempts {
  readonly #limit: number;
  readonly #byAddress = new LRUCache<string, { count: number; until: number }>({ max: 10_000 });

  constructor(limitPerMinute: number) {
    this.#limit = limitPerMinute;
  }

  record(address: string, now = Date.now()): void {
    const entry = this.#byAddress.get(address);
    if (entry && entry.until > now) entry.count += 1;
    else this.#byAddress.set(address, { count: 1, until: now + WINDOW_MS });
  }

  /** Seconds until this address is allowed to try again; 0 if it is allowed now. */
  blockedForS(address: string, now = Date.now()): number {
    const entry = this.#byAddress.get(address);
    if (!entry || entry.until <= now || entry.count < this.#limit) return 0;
    return Math.ceil((entry.until - now) / 1_000);
  }
}
