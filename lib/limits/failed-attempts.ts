import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;

/**
 * Counts bad keys per address within a minute, in memory: a guesser is turned away without any I/O. Bounded, so that a
 * flood from many addresses costs a fixed amount of memory.
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

  /** Seconds until this address may try again; 0 while it may. */
  blockedForS(address: string, now = Date.now()): number {
    const entry = this.#byAddress.get(address);
    if (!entry || entry.until <= now || entry.count < this.#limit) return 0;
    return Math.ceil((entry.until - now) / 1_000);
  }
}
