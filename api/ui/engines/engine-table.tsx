import type { VNode } from 'preact';
import { durationText, shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';
import { BudgetLines } from './engine-budget.tsx';
import { EngineName } from './engine-name.tsx';
import { EngineState } from './engine-state.tsx';
import type { EngineView } from './engine-view.ts';

interface EngineTableProps {
  /** Names the table, and its first column. */
  label: string;
  name: string;
  views: readonly EngineView[];
  now: number;
}

/** How engines or services do, the success of their calls first. */
export function EngineTable({ label, name, views, now }: EngineTableProps): VNode {
  const texts = useTexts().engineList;
  const hasBudgets = views.some(({ budget }) => budget !== null);
  const ofNumbers = (title: string) => ({ title, isNumber: true });
  const columns = [name, ofNumbers(texts.success), texts.state, ofNumbers(texts.speed), texts.lastFailure];
  return (
    <Table label={label} columns={hasBudgets ? [...columns, texts.budget] : columns}>
      {views.map((view) => (
        <tr key={view.provider.id}>
          <RowName>
            <EngineName of={view} />
          </RowName>
          <Cell of={texts.success} isNumber>
            <Success view={view} />
          </Cell>
          <Cell of={texts.state} wrap>
            <EngineState view={view} now={now} />
          </Cell>
          <Cell of={texts.speed} isNumber>
            <Speed view={view} />
          </Cell>
          <Cell of={texts.lastFailure} wrap={view.errors.length > 0}>
            <LastFailure view={view} />
          </Cell>
          {hasBudgets && (
            <Cell of={texts.budget} wrap>
              {view.budget ? <BudgetLines budget={view.budget} /> : '–'}
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  );
}

/** The share of the calls of a day that were answered. */
export function Success({ view: { day } }: { view: EngineView }): VNode {
  const texts = useTexts().engineList;
  const locale = useLocale();
  if (day.successRate === null) return <span class="faint">{texts.noCalls}</span>;
  return (
    <>
      <strong>{shareText(day.successRate, locale)}</strong>
      <span class="below faint">{texts.callsOf(day.calls)}</span>
      {day.calls > day.ok && <span class="below faint">{texts.failedOf(day.calls - day.ok)}</span>}
    </>
  );
}

/** How long the answers of a day took. */
export function Speed({ view: { day } }: { view: EngineView }): VNode {
  const texts = useTexts().engineList;
  const locale = useLocale();
  if (day.p50 === null || day.p95 === null) return <span class="faint">–</span>;
  return (
    <>
      {texts.median(durationText(day.p50, locale))}
      <span class="below faint">{texts.slowest(durationText(day.p95, locale))}</span>
    </>
  );
}

/** The last failure, and whether a call has succeeded since. */
export function LastFailure({ view: { errors, health } }: { view: EngineView }): VNode {
  const texts = useTexts().engineList;
  const [last] = errors;
  if (!last) return <span class="faint">{texts.noFailure}</span>;
  const hasRecovered = health.state === 'up' && health.lastOkAt > last.at;
  return (
    <span>
      <When at={new Date(last.at).toISOString()} />, {texts.reasons[last.code]}
      {hasRecovered && <span class="faint"> {texts.recovered}</span>}
    </span>
  );
}
