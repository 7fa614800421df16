import type { ComponentChildren, VNode } from 'preact';
import { sumOf, type UsageFigures } from '../../../lib/statistics/usage-figures.ts';
import { countText, durationText, moneyText, shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import type { Breakdown } from './usage-query.ts';

/** A row of the table. */
export interface BreakdownRow {
  name: string;
  /** What is shown below the name, such as the account of a key. */
  below?: string;
  /** Where its own numbers are; null if nowhere. */
  href: string | null;
  figures: UsageFigures;
}

/** Rows that a page shows; the files have all of them. */
const SHOWN = 25;

/** The numbers of a period by something, the most used first. */
export function BreakdownTable({ by, rows }: { by: Breakdown; rows: readonly BreakdownRow[] }): VNode {
  const texts = useTexts().statistics;
  const locale = useLocale();
  const count = (value: number) => countText(value, locale);
  const isEngines = by === 'engine';
  const columns = [
    texts.of[by],
    ...(isEngines ? [texts.callsShort] : [texts.searches, texts.requests]),
    texts.errors,
    ...(isEngines ? [] : [texts.refused]),
    texts.cached,
    'p50',
    'p95',
    ...(isEngines ? [] : [texts.callsShort]),
    texts.costs,
  ];
  const cellsOf = ({ figures: of }: BreakdownRow): ComponentChildren[] => [
    ...(isEngines ? [count(of.calls)] : [count(of.searches), count(of.requests)]),
    count(of.errors),
    ...(isEngines ? [] : [count(sumOf(of.refusals))]),
    of.cachedShare === null ? '–' : shareText(of.cachedShare, locale),
    of.p50 === null ? '–' : durationText(of.p50, locale),
    of.p95 === null ? '–' : durationText(of.p95, locale),
    ...(isEngines ? [] : [count(of.calls)]),
    Object.entries(of.costs)
      .map(([currency, cost]) => moneyText(cost, currency, locale))
      .join(', ') || '–',
  ];
  return (
    <>
      <Table label={texts.by[by]} columns={columns.map((title, at) => ({ title, isNumber: at > 0 }))}>
        {rows.slice(0, SHOWN).map((row) => (
          <tr key={`${row.below} ${row.name} ${row.href}`}>
            <RowName>
              {row.href === null ? row.name : <a href={row.href}>{row.name}</a>}
              {row.below !== undefined && <span class="below faint">{row.below}</span>}
            </RowName>
            {cellsOf(row).map((cell, at) => (
              <Cell key={columns[at + 1]} of={columns[at + 1] ?? ''} isNumber>
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length > SHOWN && <p class="faint">{texts.moreRows(rows.length - SHOWN)}</p>}
    </>
  );
}
