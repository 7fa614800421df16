import { LRUCache } from 'lru-cache';
import type { PresentedKey } from '../../lib/keys/key-format.ts';
import type { Caller } from '../../lib/limits/verdict.ts';
import { ACCESS_MS } from '../../lib/oauth/tokens.ts';

const HONOURED_FOR_MS = 30_000;
/** Longer than an access token works: a program shows the one that has ended before it makes another. */
const TRUSTED_FOR_MS = 2 * ACCESS_MS;
const MAX_CALLERS = 10_000;

/** The callers that were admitted last, by the digest of their full key. Their number is bounded. */
export class RecentCallers {
  readonly #callers = new LRUCache<string, { caller: Caller; admittedAt: number }>({ max: MAX_CALLERS });

  remember(key: PresentedKey, caller: Caller, now = performance.now()): void {
    this.#callers.set(key.digest, { caller, admittedAt: now });
  }

  /** Forgets a key that is no longer accepted. */
  forget(key: PresentedKey): void {
    this.#callers.delete(key.digest);
  }

  /** The caller, if the key was admitted within the last 30 seconds: answered even while Redis is down. */
  recall(key: PresentedKey, now = performance.now()): Caller | undefined {
    const known = this.#callers.get(key.digest);
    return known && now - known.admittedAt < HONOURED_FOR_MS ? known.caller : undefined;
  }

  /** Whether the key was admitted within the last two hours: it is not a guess, whatever address sends it. */
  knows(key: PresentedKey, now = performance.now()): boolean {
    const known = this.#callers.get(key.digest);
    return known !== undefined && now - known.admittedAt < TRUSTED_FOR_MS;
  }
}
