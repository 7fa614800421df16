import { z } from 'zod';

/**
 * Why a provider call failed. The code decides policy (breaker, retry, status page), so the list is closed:
 * - `timeout`       no answer in time
 * - `rate_limited`  the upstream asks us to slow down, or our quota is used up
 * - `refused`       our credentials are wrong, or the upstream blocks us or asks for a captcha
 * - `rejected`      the upstream rejects our parameters: our bug, the upstream is fine
 * - `upstream`      the upstream is broken: 5xx, no connection, an unreadable answer
 * - `suspended`     not called, because the breaker is open
 * - `expired`       not called, or ended, because too little time was left or the requester was gone: nobody's fault
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
});

export type Failure = z.infer<typeof failureSchema>;

/** The outcome of one provider call. */
export type Outcome<T> =
  | { ok: true; value: T; ms: number; cached: boolean }
  | { ok: false; failure: Failure; ms: number };

/**
 * Thrown by adapters and the upstream client to report a failure. It is converted to a Failure before it leaves the
 * process.
 */
export class UpstreamFailure extends Error {
  readonly failure: Failure;

  constructor(code: FailureCode, reason: string, retryAfterMs?: number) {
    super(`${code}: ${reason}`);
    this.name = 'UpstreamFailure';
    this.failure = retryAfterMs === undefined ? { code, reason } : { code, reason, retryAfterMs };
  }
}
