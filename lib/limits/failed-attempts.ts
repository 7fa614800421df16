import { LRUCache } from 'lru-cache';
import { addressGroup } from './address-group.ts';

const WINDOW_MS = 60_000;

/**
 * Counts invalid keys per address and minute in memory, so that guessing is refused without I/O. The addresses of one
 * IPv6 network count together. The number of addresses is bounded, so that a flood from many uses a fixed amount of
 * memory.
 */
export class FailedAttempts {
  readonly #limit: number;
  readonly #byGroup = new LRUCache<string, { count: number; until: number }>({ max: 10_000 });

  constructor(limitPerMinute: number) {
    this.#limit = limitPerMinute;
  }

  record(address: string, now = performance.now()): void {
    const group = addressGroup(address);
    const entry = this.#byGroup.get(group);
    if (entry && entry.until > now) entry.count += 1;
    else this.#byGroup.set(group, { count: 1, until: now + WINDOW_MS });
  }

  /** Seconds until this address is allowed to try again; 0 if it is allowed now. */
  blockedForS(address: string, now = performance.now()): number {
    const entry = this.#byGroup.get(addressGroup(address));
    if (!entry || entry.until <= now || entry.count < this.#limit) return 0;
    return Math.ceil((entry.until - now) / 1_000);
  }
}
