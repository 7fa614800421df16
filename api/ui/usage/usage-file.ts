import { sumOf } from '../../../lib/statistics/usage-figures.ts';
import type { BreakdownRow } from './breakdown-table.tsx';
import type { UsageView } from './usage-query.ts';

/** What a spreadsheet takes for a formula, whatever separates the cells, also after space and in wide letters. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A cell of a CSV file. Programs that open it must not calculate what somebody has named a key or a label. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /["\n\r,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table of usage as objects with the same fields in each. */
function usageRecords(rows: readonly BreakdownRow[]): Record<string, string | number | null>[] {
  const reasons = (of: (row: BreakdownRow) => Readonly<Record<string, number>>) =>
    [...new Set(rows.flatMap((row) => Object.keys(of(row))))].sort();
  const refusals = reasons(({ figures }) => figures.refusals);
  const failures = reasons(({ figures }) => figures.failures);
  const currencies = reasons(({ figures }) => figures.costs);
  return rows.map(({ name, below, figures: of }) => ({
    name,
    of: below ?? '',
    searches: of.searches,
    requests: of.requests,
    errors: of.errors,
    ...Object.fromEntries(failures.map((reason) => [`failed_${reason}`, of.failures[reason] ?? 0])),
    refused: sumOf(of.refusals),
    ...Object.fromEntries(refusals.map((reason) => [`refused_${reason}`, of.refusals[reason] ?? 0])),
    cached_share: rounded(of.cachedShare, 4),
    p50_ms: rounded(of.p50, 0),
    p95_ms: rounded(of.p95, 0),
    upstream_calls: of.calls,
    ...Object.fromEntries(currencies.map((currency) => [`cost_${currency}`, of.costs[currency] ?? 0])),
  }));
}

/** The table as CSV, with a line of names first. */
export function usageCsv(rows: readonly BreakdownRow[]): string {
  const records = usageRecords(rows);
  const lines = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** The table as JSON, with what it is about. */
export function usageJson({ period, by, account, key, label }: UsageView, rows: readonly BreakdownRow[]): string {
  return `${JSON.stringify({ period, by, account, key, label, items: usageRecords(rows) }, null, 2)}\n`;
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}
