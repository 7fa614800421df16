import type { Failure } from '../../outcome.ts';
import type { Health } from '../../providers/breaker.ts';
import type { RecentCalls } from '../../providers/statistics.ts';
import type { ListedProvider } from '../../providers/status.ts';
import type { Condition } from '../alert-rules.ts';
import { namedFacts } from './named-facts.ts';

/** An engine or service as far as this is concerned. */
export interface WatchedEngine extends ListedProvider {
  health: Pick<Health, 'state' | 'failures' | 'pausedUntil' | 'lastError'>;
  /** Of the last ten minutes. */
  recent: RecentCalls;
  /** Whether an administrator has paused it. */
  isPaused: boolean;
  /** Whether nothing is left of its budget. */
  isSpent: boolean;
  /** Null if it is not known. */
  lastFailure: Pick<Failure, 'code' | 'reason'> | null;
}

/** As many as open a breaker: one failure in ten minutes says little. */
const LEAST_FAILURES = 3;

/** The engines and services that fail. One that nobody means to be called now does not. */
export function failingEngines(engines: readonly WatchedEngine[], now: number): Condition[] {
  return engines
    .filter((engine) => isFailing(engine, now))
    .map(({ health, lastFailure, ...engine }) => ({
      id: `engine_failing:${engine.slug}`,
      kind: 'engine_failing',
      subject: engine.slug,
      account: null,
      facts: {
        ...namedFacts(engine),
        error: health.lastError || (lastFailure?.reason ?? ''),
        ...(lastFailure && { code: lastFailure.code }),
      },
    }));
}

/**
 * Whether an engine is down, or fails at least as often as it answers. Of its breaker alone that could not be told: one trial
 * call that succeeds closes it, and a service that says "wait" with each failure is hardly ever called.
 */
function isFailing({ health, recent, isPaused, isSpent }: WatchedEngine, now: number): boolean {
  if (isPaused || isSpent) return false;
  // It has asked for a pause with an answer: it is well.
  if (health.failures === 0 && health.pausedUntil > now) return false;
  if (health.state === 'down') return true;
  const { answered, failed, failedJustNow } = recent;
  return failedJustNow && failed >= LEAST_FAILURES && failed >= answered;
}
