import { type ApiError, unavailable } from '../../lib/errors.ts';
import { type Failure, type FailureCode, failureOf, type Outcome, type ProviderOutcome } from '../../lib/outcome.ts';
import { notAwaited } from './patience.ts';

/** The failure of a call that was not queued because no worker is running. */
export const noWorker: Failure = { code: 'internal', reason: 'no worker is running' };

const DEFAULT_RETRY_AFTER_S = 5;

/** Returns a 503 when providers were called and none answered; null when one answered, or when all were skipped. */
export function noAnswerError(
  outcomes: readonly ProviderOutcome[],
  detail = 'No search engine answered.',
): ApiError | null {
  const failures = outcomes.flatMap(({ outcome }) => failureOf(outcome) ?? []);
  if (failures.length === 0 || outcomes.some(({ outcome }) => outcome.ok)) return null;
  const waitsMs = failures.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs]));
  const retryAfterS = waitsMs.length > 0 ? Math.min(...waitsMs) / 1_000 : DEFAULT_RETRY_AFTER_S;
  if (failures.every(({ code }) => code === 'overloaded')) {
    return unavailable('Too many searches are under way.', waitsMs.length > 0 ? retryAfterS : 1, 'overloaded');
  }
  if (failures.every(({ reason }) => reason === noWorker.reason)) {
    return unavailable('No search worker is running.', 2, 'no_worker');
  }
  const areLate = failures.every(({ code }) => code === 'timeout' || code === 'expired');
  return unavailable(detail, retryAfterS, areLate ? 'timeout' : 'engines');
}

/** Whether there are providers, of which none has what was asked for. */
export function allSkipped(outcomes: readonly ProviderOutcome[]): boolean {
  return outcomes.length > 0 && outcomes.every(isSkipped);
}

/** Whether a provider was not asked, because it does not have what was asked for. */
export function isSkipped({ outcome }: ProviderOutcome): boolean {
  return !outcome.ok && !failureOf(outcome);
}

/** Whether the request did not wait for a provider that is being asked. */
export function isLeft({ outcome }: ProviderOutcome): boolean {
  return failureOf(outcome)?.reason === notAwaited.reason;
}

/** Whether every provider that was not skipped answered from the cache. Only then can the whole reply be cached. */
export function allCached(outcomes: readonly ProviderOutcome[]): boolean {
  const asked = outcomes.filter((one) => !isSkipped(one));
  return asked.length > 0 && asked.every(({ outcome }) => outcome.ok && outcome.cached);
}

/** The words for a provider's outcome. */
export const outcomeWords = [
  'ok',
  'cached',
  'skipped',
  'timeout',
  'rate_limited',
  'suspended',
  'budget',
  'overloaded',
  'error',
] as const;

/** One provider's outcome in one word. */
export type OutcomeWord = (typeof outcomeWords)[number];

const FAILURES: Readonly<Record<FailureCode, OutcomeWord>> = {
  timeout: 'timeout',
  expired: 'timeout',
  skipped: 'skipped',
  rate_limited: 'rate_limited',
  suspended: 'suspended',
  refused: 'error',
  rejected: 'error',
  upstream: 'error',
  overloaded: 'overloaded',
  internal: 'error',
};

/** The word for an outcome. */
export function outcomeWord(outcome: Outcome<unknown>): OutcomeWord {
  if (outcome.ok) return outcome.cached ? 'cached' : 'ok';
  return outcome.failure.because ?? FAILURES[outcome.failure.code];
}
