import { type Period, periods } from '../../budgets/budget.ts';
import type { ListedProvider } from '../../providers/status.ts';
import type { Condition } from '../alert-rules.ts';
import { namedFacts } from './named-facts.ts';

/** What was spent at a service. */
export interface WatchedBudget extends ListedProvider {
  periods: Readonly<Record<Period, { limit: number | null; used: number }>>;
}

const SHARES = [
  { kind: 'budget_80', percent: 80 },
  { kind: 'budget_100', percent: 100 },
] as const;

/** The budgets of which four fifths, or all, are spent. They end with their day or month, or when they are raised. */
export function spentBudgets(budgets: readonly WatchedBudget[]): Condition[] {
  return budgets.flatMap((budget) =>
    periods.flatMap((period) => {
      const { limit, used } = budget.periods[period];
      if (limit === null) return [];
      return SHARES.filter(({ percent }) => used * 100 >= limit * percent).map(({ kind }) => ({
        id: `${kind}:${budget.slug}:${period}`,
        kind,
        subject: budget.slug,
        account: null,
        facts: { ...namedFacts(budget), period, used, limit },
      }));
    }),
  );
}
