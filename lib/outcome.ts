import { z } from 'zod';

/**
 * Why a provider gave nothing. The code decides policy (breaker, retry, status page), so it is a closed list:
 * - `timeout`       no answer in time
 * - `rate_limited`  the upstream asks us to slow down, or our quota is used up
 * - `refused`       our credentials are wrong, or we are blocked or asked for a captcha
 * - `rejected`      the upstream blames our parameters: our bug, the upstream is fine
 * - `upstream`      the upstream is broken: 5xx, no connection, an answer that makes no sense
 * - `suspended`     not called, because its breaker is open
 * - `expired`       not called, because the deadline had passed or the requester had gone
 * - `overloaded`    not called, because too many calls are waiting already
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

/** A failure as data: it crosses Redis, so it is never an Error. */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  /** For people: short, without addresses or keys. */
  reason: z.string(),
  /** How long the upstream asked us to wait, where it said so. */
  retryAfterMs: z.number().optional(),
});

export type Failure = z.infer<typeof failureSchema>;

/** What became of one call to a provider. */
export type Outcome<T> =
  | { ok: true; value: T; ms: number; cached: boolean }
  | { ok: false; failure: Failure; ms: number };

/** Thrown by adapters and the upstream client to leave early; always turned into a Failure before it crosses a process. */
export class UpstreamFailure extends Error {
  readonly failure: Failure;

  constructor(code: FailureCode, reason: string, retryAfterMs?: number) {
    super(`${code}: ${reason}`);
    this.name = 'UpstreamFailure';
    this.failure = retryAfterMs === undefined ? { code, reason } : { code, reason, retryAfterMs };
  }
}
