import type { Failure, FailureCode } from '../outcome.ts';
import { latencyBucket } from '../statistics/latency-buckets.ts';
import type { CallReport } from './breaker.ts';

/** A failed call, for people who look for its cause. */
export interface CallError {
  /** A time of the Redis clock. */
  at: number;
  code: FailureCode;
  reason: string;
  /** The request that the call was made for; null if it was a probe. */
  request: string | null;
}

/** What is known of a call besides its report. */
export interface AboutCall {
  /** The request that it was made for; absent for a probe. */
  requestId?: string | undefined;
  /** The fields that its reply had: see `presentFields`. */
  fields?: ReadonlySet<string> | undefined;
}

/** How many errors of a provider are kept. */
export const ERRORS_KEPT = 20;
const REASON_MAX_CHARS = 160;
/** The failures that say that the provider fails, and not that we or the query do. */
const OWN_FAILURES: ReadonlySet<FailureCode> = new Set(['timeout', 'upstream', 'refused', 'rate_limited']);

/** Whether a failure says that the provider fails. */
export function isOwnFailure({ code, perhapsByQuery }: Pick<Failure, 'code' | 'perhapsByQuery'>): boolean {
  return OWN_FAILURES.has(code) && !perhapsByQuery;
}

/** What is not written yet about the calls to a provider. */
export class CallBatch {
  successes = 0;
  totalMs = 0;
  /** How many of the failures say that the provider fails. */
  ownFailures = 0;
  /** The codes of the failures. */
  readonly failures: string[] = [];
  /** The newest last. */
  readonly errors: CallError[] = [];
  /** What is counted by the hour: successes, failures by code, durations by bucket, fields of replies. */
  readonly counts = new Map<string, number>();

  add({ failure, startedAt, endedAt }: CallReport, { requestId, fields }: AboutCall): void {
    if (failure) {
      const { code, reason } = failure;
      this.failures.push(code);
      if (isOwnFailure(failure)) this.ownFailures += 1;
      this.errors.push({
        at: Math.round(endedAt),
        code,
        reason: reason.slice(0, REASON_MAX_CHARS),
        request: requestId ?? null,
      });
      if (this.errors.length > ERRORS_KEPT) this.errors.shift();
      this.#count(hourFields.failed(code));
      return;
    }
    const ms = endedAt - startedAt;
    this.successes += 1;
    this.totalMs += ms;
    this.#count(hourFields.ok);
    this.#count(hourFields.took(latencyBucket(ms)));
    for (const field of fields ?? []) this.#count(hourFields.has(field));
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

/** The fields of the hash of an hour. */
export const hourFields = {
  ok: 'ok',
  failed: (code: string) => `failed:${code}`,
  took: (bucket: number) => `took:${bucket}`,
  has: (field: string) => `has:${field}`,
  /** The minute of the hour in which a reply had the field last. The script writes it beside each count of `has`. */
  last: (field: string) => `last:${field}`,
} as const;
