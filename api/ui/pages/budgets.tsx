import type { VNode } from 'preact';
import { z } from 'zod';
import { type Period, periods } from '../../../lib/budgets/budget.ts';
import type { BudgetStatus } from '../../../lib/budgets/budget-status.ts';
import { listProviders } from '../../../lib/providers/status.ts';
import { SpentOn } from '../engines/engine-budget.tsx';
import { EngineName } from '../engines/engine-name.tsx';
import { type EngineView, viewEngines } from '../engines/engine-view.ts';
import { Fact } from '../fact.tsx';
import { InlineText } from '../inline-text.tsx';
import { countText, moneyText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { textsFor } from '../texts/language.ts';

const PATH = '/admin/budgets';

const showBudgets = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const { redis, providers } = context.services;
    // Providers of one service share its budget: it is listed once.
    const named = new Map(
      listProviders(providers.roster)
        .filter(({ provider }) => provider.budget !== null)
        .map((listed) => [listed.provider.limitedAs, listed] as const)
        .reverse(),
    );
    const { views } = await viewEngines(redis, [...named.values()].reverse());
    const texts = textsFor(context.request).budgets;
    return (
      <Page title={texts.title} session={signedIn(context)} path={PATH} wide>
        <h1>{texts.title}</h1>
        <p>
          <InlineText text={texts.intro} />
        </p>
        {views.length === 0 ? <p class="empty">{texts.none}</p> : <BudgetTable views={views} />}
        {views.length > 0 && <p class="faint">{texts.byForecast}</p>}
      </Page>
    );
  },
});

function BudgetTable({ views }: { views: readonly EngineView[] }): VNode {
  const texts = useTexts().budgets;
  const columns = periods.map((period) => texts.periods[period]);
  return (
    <Table label={texts.title} columns={[texts.provider, ...columns]}>
      {views.map(({ budget, ...listed }) => (
        <tr key={listed.provider.id}>
          <RowName>
            <EngineName of={listed} />
          </RowName>
          {budget &&
            periods.map((period) => (
              <Cell key={period} of={texts.periods[period]} wrap>
                <Spending period={period} budget={budget} />
              </Cell>
            ))}
        </tr>
      ))}
    </Table>
  );
}

/** What was used in a period, what is left, how long that lasts, and what it costs. */
function Spending({ period, budget }: { period: Period; budget: BudgetStatus }): VNode {
  const { used, limit, left, spent_on, cost } = budget[period];
  const texts = useTexts().budgets;
  const locale = useLocale();
  return (
    <dl class="facts brief">
      <Fact name={texts.used}>
        <span class={left === 0 ? 'state down' : undefined}>
          {texts.units(countText(used, locale), limit === null ? null : countText(limit, locale))}
        </span>
      </Fact>
      <Fact name={texts.left}>{left === null ? texts.noLimit : countText(left, locale)}</Fact>
      {left !== null && (
        <Fact name={texts.forecast}>
          {left === 0 ? texts.spentNow : spent_on === null ? texts.lasts[period] : <SpentOn day={spent_on} />}
        </Fact>
      )}
      <Fact name={texts.cost}>
        {cost === null ? <span class="faint">{texts.noPrice}</span> : moneyText(cost, budget.currency, locale)}
      </Fact>
    </dl>
  );
}

export const budgetPages = [showBudgets];
