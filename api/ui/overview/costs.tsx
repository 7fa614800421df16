import type { VNode } from 'preact';
import { endOf } from '../../../lib/budgets/budget.ts';
import type { BudgetStatus } from '../../../lib/budgets/budget-status.ts';
import { countText, moneyText, timeText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { UsedMeter } from '../used-meter.tsx';

/** What was spent at a service. */
export interface ServiceCost {
  /** In whose name its calls are limited: two services may have the same name for people. */
  id: string;
  name: string;
  status: BudgetStatus;
}

/** Budgets and costs of the month by service, and what the month will have cost. */
export function Costs({ of, now }: { of: readonly ServiceCost[]; now: number }): VNode {
  const texts = useTexts().overview;
  const locale = useLocale();
  if (of.length === 0) return <p class="empty">{texts.noBudgets}</p>;
  const elapsed = elapsedOf(now);
  const currency = of[0]?.status.currency ?? '';
  const money = (cost: number | null) => (cost === null ? '–' : moneyText(cost, currency, locale));
  const known = of.filter(({ status }) => status.month.cost !== null);
  const soFar = known.reduce((sum, { status }) => sum + (status.month.cost ?? 0), 0);
  return (
    <>
      <Table
        label={texts.cost}
        columns={[
          texts.service,
          texts.month,
          ...[texts.left, texts.soFar, texts.forecast].map((title) => ({ title, isNumber: true })),
        ]}
      >
        {of.map(({ id, name, status: { month } }) => (
          <tr key={id}>
            <RowName>
              {name}
              {of.some((other) => other.id !== id && other.name === name) && <span class="below faint">{id}</span>}
            </RowName>
            <Cell of={texts.month}>
              {texts.units(month.used, month.limit)}
              {month.limit !== null && (
                <>
                  {' '}
                  <UsedMeter used={month.used} of={month.limit} />
                </>
              )}
            </Cell>
            <Cell of={texts.left} isNumber>
              {month.left === null ? texts.unlimited : countText(month.left, locale)}
              {month.spent_on !== null && (
                <span class="below">{texts.spentOn(timeText(month.spent_on, 'day', locale))}</span>
              )}
            </Cell>
            <Cell of={texts.soFar} isNumber>
              {money(month.cost)}
            </Cell>
            <Cell of={texts.forecast} isNumber>
              {money(month.cost === null ? null : month.cost / elapsed)}
            </Cell>
          </tr>
        ))}
      </Table>
      {known.length > 0 && (
        <p>
          <strong>{texts.sum(money(soFar), money(soFar / elapsed))}</strong> {texts.forecastNote}
        </p>
      )}
    </>
  );
}

/** The share of the month that is over, at least an hour of it. */
function elapsedOf(now: number): number {
  const date = new Date(now);
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return Math.max(now - start, 3_600_000) / (endOf('month', now) - start);
}
