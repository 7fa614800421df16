import { z } from 'zod';

/**
 * Why a provider call failed. The code decides policy (breaker, retry, status page), so the list is closed:
 * - `timeout`       no answer in time
 * - `rate_limited`  the upstream asks us to slow down, or our quota is used up
 * - `refused`       our credentials are wrong, or the upstream blocks us or asks for a captcha
 * - `rejected`      the upstream rejects our parameters: our bug, the upstream is fine
 * - `upstream`      the upstream is broken: 5xx, no connection, an unreadable answer
 * - `suspended`     not called, because the breaker is open, or the budget is spent
 * - `expired`       not called, or ended, because too little time was left or the requester was gone: nobody's fault
 * - `skipped`       not called, because the provider does not support the input
 * - `overloaded`    not called, because too many calls are pending
 * - `internal`      our own fault
 */
export const failureCodes = [
  'timeout',
  'rate_limited',
  'refused',
  'rejected',
  'upstream',
  'suspended',
  'expired',
  'skipped',
  'overloaded',
  'internal',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** A failure as data, not as an Error, because it travels through Redis. */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  /** A short reason for people, without addresses or keys. */
  reason: z.string(),
  /** How long the upstream asked us to wait, if it did. */
  retryAfterMs: z.number().optional(),
  /** Whether the upstream may have refused this query alone, such as a firewall does. */
  perhapsByQuery: z.boolean().optional(),
  /** Why it is suspended, if not by its breaker. A field of its own, because older processes know no other code. */
  because: z.literal('budget').optional(),
});

export type Failure = z.infer<typeof failureSchema>;

/** An answer that is older than answers should be. */
export interface Stale<T> {
  value: T;
  ageMs: number;
}

/**
 * The outcome of one provider call. `ms` is how long the request waited, of which `notMade` says that it was for nothing: the
 * provider was not called. A failed one may have an outdated answer.
 */
export type Outcome<T> =
  | { ok: true; value: T; ms: number; cached: boolean }
  | { ok: false; failure: Failure; ms: number; notMade?: true; stale?: () => Stale<T> | null };

/** The outcome of a provider in a request, by its public name. */
export interface ProviderOutcome<T = unknown> {
  provider: string;
  outcome: Outcome<T>;
}

/** The failure of an outcome; null for a success, and if the provider was not asked. */
export function failureOf(outcome: Outcome<unknown>): Failure | null {
  return outcome.ok || outcome.failure.code === 'skipped' ? null : outcome.failure;
}

/** The outcome of a provider that is not asked, because it does not support the input. */
export function skipped(reason: string): Outcome<never> {
  return { ok: false, failure: { code: 'skipped', reason }, ms: 0 };
}

/** The failure of a provider of whose budget nothing is left for this long. */
export function budgetSpent(retryAfterMs: number): Failure {
  return { code: 'suspended', because: 'budget', reason: 'its budget is spent', retryAfterMs };
}

/**
 * Thrown by adapters and the upstream client to report a failure. It is converted to a Failure before it leaves the
 * process.
 */
export class UpstreamFailure extends Error {
  readonly failure: Failure;

  constructor(code: FailureCode, reason: string, retryAfterMs?: number, perhapsByQuery = false) {
    super(`${code}: ${reason}`);
    this.name = 'UpstreamFailure';
    this.failure = {
      code,
      reason,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(perhapsByQuery ? { perhapsByQuery } : {}),
    };
  }
  static of(failure: Failure): UpstreamFailure {
    const { code, reason, retryAfterMs, perhapsByQuery } = failure;
    const error = new UpstreamFailure(code, reason, retryAfterMs, perhapsByQuery);
    if (failure.because) error.failure.because = failure.because;
    return error;
  }
}
