import type { Provider } from '../providers/provider.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type Budget, endOf, fieldOf, nameOf, type Period, periods } from './budget.ts';

/** What was spent in a period. */
export interface PeriodStatus {
  /** Units; null if the period has no limit. */
  limit: number | null;
  used: number;
  left: number | null;
  /** The day on which nothing will be left, by the last seven days; null if something will be left at the end. */
  spent_on: string | null;
  /** What the units cost; null if their price is not set. */
  cost: number | null;
}

/** What was spent at a service today and this month, by the UTC calendar. */
export interface BudgetStatus extends Readonly<Record<Period, PeriodStatus>> {
  /** The currency of the costs. */
  currency: string;
}

const DAY_MS = 86_400_000;
const LOOKED_BACK_DAYS = 7;

/** Reads what was spent at each provider with a budget, by the name in which its calls are limited. */
export async function readBudgets(
  redis: Redis,
  providers: Iterable<Provider>,
  now: number,
): Promise<Map<string, BudgetStatus>> {
  const budgets = new Map([...providers].flatMap(({ limitedAs, budget }) => (budget ? [[limitedAs, budget]] : [])));
  const statuses = [...budgets].map(async ([name, budget]) => {
    const units = await redis.hgetall(redisKeys.providerSpent(name));
    return [name, budgetStatus(budget, units, now)] as const;
  });
  return new Map(await Promise.all(statuses));
}

/** The status of a budget; `units` are those of each day and month, by their fields. */
export function budgetStatus(budget: Budget, units: Readonly<Record<string, string>>, now: number): BudgetStatus {
  const perDay = usualUnits(units, now);
  const [day, month] = periods.map((period): PeriodStatus => {
    const limit = budget[period];
    const used = Number(units[fieldOf(period, now)] ?? 0);
    const left = limit === null ? null : Math.max(0, limit - used);
    const cost = budget.price === null ? null : Math.round(used * budget.price * 1_000) / 1_000_000;
    return { limit, used, left, spent_on: left === null ? null : spentOn(period, left, perDay, now), cost };
  }) as [PeriodStatus, PeriodStatus];
  return { day, month, currency: budget.currency };
}

/** Units of a day, by the seven days before today, or as many of them as there were since the first. */
function usualUnits(units: Readonly<Record<string, string>>, now: number): number {
  const days = Array.from({ length: LOOKED_BACK_DAYS }, (_, back) => units[fieldOf('day', now - (back + 1) * DAY_MS)]);
  const since = days.findLastIndex((used) => used !== undefined) + 1;
  return since === 0 ? 0 : days.reduce((sum, used) => sum + Number(used ?? 0), 0) / since;
}

/** Until when nothing is left of a budget; 0 if something is. */
export function emptyUntil(status: BudgetStatus, now: number): number {
  return Math.max(0, ...periods.map((period) => (status[period].left === 0 ? endOf(period, now) : 0)));
}

function spentOn(period: Period, left: number, perDay: number, now: number): string | null {
  if (left === 0) return nameOf('day', now);
  const at = now + (left / perDay) * DAY_MS;
  return at < endOf(period, now) ? nameOf('day', at) : null;
}
