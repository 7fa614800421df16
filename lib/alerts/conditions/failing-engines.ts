import type { Health } from '../../providers/breaker.ts';
import type { Condition } from '../alert-rules.ts';

/** A provider as far as this is concerned. */
export interface WatchedEngine {
  /** Its public name. */
  name: string;
  health: Pick<Health, 'state' | 'pausedUntil' | 'lastError'>;
  /** Whether nothing is left of its budget. */
  isSpent: boolean;
}

/** The providers that fail. One that is paused, at its own wish or by hand, or whose budget is spent, does not. */
export function failingEngines(engines: readonly WatchedEngine[], now: number): Condition[] {
  return engines
    .filter(({ health, isSpent }) => health.state === 'down' && health.pausedUntil <= now && !isSpent)
    .map(({ name, health }) => ({
      id: `engine_failing:${name}`,
      kind: 'engine_failing',
      subject: name,
      account: null,
      facts: { error: health.lastError },
    }));
}
