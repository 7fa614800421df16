import { type ApiError, unavailable } from '../../lib/errors.ts';
import type { Failure, FailureCode, Outcome } from '../../lib/outcome.ts';

/** One provider's outcome in one request. A skipped provider was not called, because it does not support the input. */
export type ProviderAnswer<T> = Outcome<T> | { ok: false; skipped: string; ms: 0 };

/** An answer with the public name of its provider. */
export interface NamedAnswer<T = unknown> {
  name: string;
  answer: ProviderAnswer<T>;
}

/** The failure of a call that was not queued because no worker is running. */
export const noWorker: Failure = { code: 'internal', reason: 'no worker is running' };

const DEFAULT_RETRY_AFTER_S = 5;

/** Returns a 503 when providers were called and none answered; null when one answered, or when all were skipped. */
export function noAnswerError(answers: readonly NamedAnswer[], detail = 'No search engine answered.'): ApiError | null {
  const failures = answers.flatMap(({ answer }) => ('failure' in answer ? [answer.failure] : []));
  if (failures.length === 0 || answers.some(({ answer }) => answer.ok)) return null;
  const waitsMs = failures.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs]));
  const retryAfterS = waitsMs.length > 0 ? Math.min(...waitsMs) / 1_000 : DEFAULT_RETRY_AFTER_S;
  if (failures.every(({ code }) => code === 'overloaded')) {
    return unavailable('Too many searches are under way.', waitsMs.length > 0 ? retryAfterS : 1);
  }
  if (failures.every(({ reason }) => reason === noWorker.reason)) return unavailable('No search worker is running.', 2);
  return unavailable(detail, retryAfterS);
}

/** The `Server-Timing` header: one entry per provider, which shows the caller if it was slow, failed or was skipped. */
export function serverTiming(answers: readonly NamedAnswer[]): string {
  return answers
    .map(({ name, answer }) => `${name};dur=${Math.round(answer.ms)};desc="${outcomeOf(answer)}"`)
    .join(', ');
}

/** Whether every provider that was not skipped answered from the cache. Only then can the whole reply be cached. */
export function allCached(answers: readonly NamedAnswer[]): boolean {
  const asked = answers.filter(({ answer }) => !('skipped' in answer));
  return asked.length > 0 && asked.every(({ answer }) => answer.ok && answer.cached);
}

/** The words for a provider's outcome. */
export const outcomeWords = [
  'ok',
  'cached',
  'skipped',
  'timeout',
  'rate_limited',
  'suspended',
  'overloaded',
  'error',
] as const;

/** One provider's outcome in one word. */
export type OutcomeWord = (typeof outcomeWords)[number];

const FAILURES: Readonly<Record<FailureCode, OutcomeWord>> = {
  timeout: 'timeout',
  expired: 'timeout',
  rate_limited: 'rate_limited',
  suspended: 'suspended',
  refused: 'error',
  rejected: 'error',
  upstream: 'error',
  overloaded: 'overloaded',
  internal: 'error',
};

/** The outcome word of an answer. */
export function outcomeOf(answer: ProviderAnswer<unknown>): OutcomeWord {
  if ('skipped' in answer) return 'skipped';
  if (answer.ok) return answer.cached ? 'cached' : 'ok';
  return FAILURES[answer.failure.code];
}
