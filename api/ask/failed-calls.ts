import { LRUCache } from 'lru-cache';
import type { Failure, FailureCode, Outcome } from '../../lib/outcome.ts';

/** How long a failure is remembered. */
const FOR_MS = 60_000;
const MAX_CALLS = 5_000;
/** The failures of providers that were asked. Others say nothing of what happens if they are asked again. */
const OF_PROVIDERS: readonly FailureCode[] = ['timeout', 'rate_limited', 'refused', 'rejected', 'upstream'];

/**
 * Remembers in the memory of this process which calls have failed lately, by their keys. What is only shown beside results
 * is not asked for again each time that somebody looks at them.
 */
export class FailedCalls {
  readonly #failures = new LRUCache<string, Failure>({ max: MAX_CALLS, ttl: FOR_MS });

  find(key: string): Failure | null {
    return this.#failures.get(key) ?? null;
  }

  note(key: string, outcome: Outcome<unknown>): void {
    if (!outcome.ok && OF_PROVIDERS.includes(outcome.failure.code)) this.#failures.set(key, outcome.failure);
  }

  clear(): void {
    this.#failures.clear();
  }
}
