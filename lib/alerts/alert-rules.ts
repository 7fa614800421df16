import type { AlertKind } from './alert.ts';

/** How long something must be wrong before its alert begins, and right before it ends, so that it does not flap. */
export interface AlertRule {
  beginsAfterMs: number;
  endsAfterMs: number;
}

const MINUTE = 60_000;
const AT_ONCE: AlertRule = { beginsAfterMs: 0, endsAfterMs: 0 };

/** The rule of each kind that has an end. A sign-in is over when it is told. */
export const alertRules: Readonly<Record<Exclude<AlertKind, 'new_device'>, AlertRule>> = {
  // A trial call succeeds now and then at an engine that mostly fails.
  engine_failing: { beginsAfterMs: 10 * MINUTE, endsAfterMs: 2 * MINUTE },
  budget_80: AT_ONCE,
  budget_100: AT_ONCE,
  // They are looked for once an hour.
  key_ends: AT_ONCE,
  // A restart takes less.
  workers_missing: { beginsAfterMs: MINUTE, endsAfterMs: 0 },
  redis_full: { beginsAfterMs: 0, endsAfterMs: MINUTE },
};

/** What is wrong now, whether or not its alert has begun. */
export interface Condition {
  /** The id of its alert. */
  id: string;
  kind: Exclude<AlertKind, 'new_device'>;
  subject: string;
  account: string | null;
  facts: Readonly<Record<string, string | number>>;
}
