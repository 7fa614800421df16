import type { VNode } from 'preact';
import type { Alert } from '../../../lib/alerts/alert.ts';
import { alertTexts } from '../../../lib/alerts/texts/alert-texts.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

interface AlertTableProps {
  label: string;
  alerts: readonly Alert[];
  /** Whether they have ended: then nothing is left to do. */
  haveEnded?: boolean;
}

/** Alerts in plain words. */
export function AlertTable({ label, alerts, haveEnded = false }: AlertTableProps): VNode {
  const texts = useTexts().alerts;
  const words = alertTexts(useLocale());
  return (
    <Table label={label} columns={[texts.what, texts.since, haveEnded ? texts.until : texts.todo]}>
      {alerts.map((alert) => (
        <tr key={`${alert.id} ${alert.since}`}>
          <RowName>{words.line(alert)}</RowName>
          <Cell of={texts.since}>
            <When at={isoOf(alert.since)} />
          </Cell>
          {haveEnded ? (
            <Cell of={texts.until}>
              <When at={isoOf(alert.until)} />
            </Cell>
          ) : (
            <Cell of={texts.todo} wrap>
              {words.advice(alert)}
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  );
}

/** A time for `When`; empty if there is none. */
export function isoOf(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString();
}
