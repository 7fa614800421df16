import { ApiError, unavailable } from '../lib/errors.ts';
import type { Provider } from '../lib/providers/roster.ts';
import type { Language } from '../lib/translate/translation.ts';
import { type Answer, type Asking, askAll } from './ask.ts';
import type { Services } from './services.ts';

const UNAVAILABLE = 'Translation is unavailable or not configured on this deployment.';
const DEFAULT_RETRY_AFTER_S = 5;

/** The backend that translates here; a 503 when there is none. */
export function translator({ roster }: Services): Provider {
  const [provider] = roster.serving('translate');
  if (!provider) throw new ApiError(503, UNAVAILABLE);
  return provider;
}

/** What the backend offers; kept for an hour. */
export async function languagesOf(provider: Provider, time: Asking): Promise<Language[]> {
  const [answer] = await askAll('languages', {}, [provider], time);
  return answered(answer).languages;
}

/** The answer's value, or the 503 of a backend that gave none. */
export function answered<T>(answer: Answer<T> | undefined): T {
  if (answer?.ok) return answer.value;
  const waitMs = answer && 'failure' in answer ? answer.failure.retryAfterMs : undefined;
  throw unavailable(UNAVAILABLE, waitMs === undefined ? DEFAULT_RETRY_AFTER_S : waitMs / 1_000);
}
