import { LRUCache } from 'lru-cache';
import type { PresentedKey } from '../../lib/keys/key-format.ts';
import type { Caller } from '../../lib/limits/admission.ts';

const HONOURED_FOR_MS = 30_000;
const MAX_CALLERS = 10_000;

/** Callers that were admitted within the last 30 seconds, by the digest of their full key. */
export class RecentCallers {
  readonly #callers = new LRUCache<string, Caller>({ max: MAX_CALLERS, ttl: HONOURED_FOR_MS });

  remember(key: PresentedKey, caller: Caller): void {
    this.#callers.set(key.digest, caller);
  }

  recall(key: PresentedKey): Caller | undefined {
    return this.#callers.get(key.digest);
  }
}
