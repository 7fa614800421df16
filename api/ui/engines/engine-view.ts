import { type BudgetStatus, readBudgets } from '../../../lib/budgets/budget-status.ts';
import { type Health, unknownHealth } from '../../../lib/providers/breaker.ts';
import type { CallError } from '../../../lib/providers/call-batch.ts';
import {
  type CallHour,
  type CallSummary,
  HOURS_KEPT,
  readErrors,
  readHours,
  summaryOf,
} from '../../../lib/providers/call-hours.ts';
import { readHealth } from '../../../lib/providers/health.ts';
import { type Pause, pauseAt, readPauses } from '../../../lib/providers/pause.ts';
import type { ListedProvider } from '../../../lib/providers/status.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { type LostField, lostFields } from '../../../lib/statistics/lost-fields.ts';

/** What pages show of an engine or service. */
export interface EngineView extends ListedProvider {
  health: Health;
  /** Null if it is not paused by hand. */
  pause: Pause | null;
  /** Null if it has no budget. */
  budget: BudgetStatus | null;
  /** The hours of the last seven days. */
  hours: readonly CallHour[];
  /** The last 24 hours. */
  day: CallSummary;
  /** The newest first. */
  errors: readonly CallError[];
  lost: readonly LostField[];
}

const DAY_HOURS = 24;

/** Reads what is known of engines and services, and the time of the Redis clock. */
export async function viewEngines(
  redis: Redis,
  listed: readonly ListedProvider[],
): Promise<{ views: EngineView[]; now: number }> {
  const clock = new RedisClock(redis);
  await clock.read();
  const now = clock.now();
  const providers = listed.map(({ provider }) => provider);
  const [health, budgets, pauses, weeks, errors] = await Promise.all([
    readHealth(
      redis,
      providers.map(({ id }) => id),
    ),
    readBudgets(redis, providers, now),
    readPauses(redis),
    Promise.all(providers.map(({ id }) => readHours(redis, id, now, HOURS_KEPT))),
    Promise.all(providers.map(({ id }) => readErrors(redis, id))),
  ]);
  const views = listed.map((one, at): EngineView => {
    const { id, budget, limitedAs } = one.provider;
    const hours = weeks[at] ?? [];
    return {
      ...one,
      health: health.get(id) ?? unknownHealth,
      pause: pauseAt(pauses.get(id), now),
      budget: (budget && budgets.get(limitedAs)) ?? null,
      hours,
      day: summaryOf(hours.slice(-DAY_HOURS)),
      errors: errors[at] ?? [],
      lost: lostFields(hours),
    };
  });
  return { views, now };
}
