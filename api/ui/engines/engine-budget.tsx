import type { VNode } from 'preact';
import { periods } from '../../../lib/budgets/budget.ts';
import type { BudgetStatus } from '../../../lib/budgets/budget-status.ts';
import { countText, timeText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

/** What was spent and what is left in each period that has a limit, and how long that lasts. */
export function BudgetLines({ budget }: { budget: BudgetStatus }): VNode {
  const texts = useTexts().budgets;
  const locale = useLocale();
  const limited = periods.filter((period) => budget[period].limit !== null);
  return (
    <>
      {limited.map((period) => {
        const { used, limit, left, spent_on } = budget[period];
        return (
          <span key={period} class={`below ${left === 0 ? 'state down' : ''}`}>
            {texts.short[period](countText(used, locale), countText(limit ?? 0, locale))}
            {left !== null && left > 0 && (
              <span class="faint">
                {` – ${texts.shortLeft(countText(left, locale))}, `}
                {spent_on === null ? texts.lasts[period] : <SpentOn day={spent_on} />}
              </span>
            )}
          </span>
        );
      })}
    </>
  );
}

/** The day on which nothing will be left, by the forecast. */
export function SpentOn({ day }: { day: string }): VNode {
  const { spentOn } = useTexts().budgets;
  const locale = useLocale();
  return (
    <>
      {spentOn} <time dateTime={day}>{timeText(day, 'day', locale)}</time>
    </>
  );
}
