import type { VNode } from 'preact';
import type { Alert, AlertKind } from '../../../lib/alerts/alert.ts';
import { alertTexts } from '../../../lib/alerts/texts/alert-texts.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import { When } from '../when.tsx';

/** Where what an alert is about can be mended. */
const MENDED_AT: Readonly<Record<AlertKind, string>> = {
  engine_failing: '/admin/engines',
  budget_80: '/admin/budgets',
  budget_100: '/admin/budgets',
  key_ends: '/settings/api-keys',
  workers_missing: '/admin/processes',
  redis_full: '/admin/processes',
  new_device: '/settings/sessions',
};

/** The alerts that have begun and not ended, each with the way to mend it. */
export function OpenAlerts({ alerts, isWell }: { alerts: readonly Alert[]; isWell: boolean }): VNode {
  const texts = useTexts().overview;
  const words = alertTexts(useLanguage());
  // Alerts begin some time after what they are about.
  if (alerts.length === 0 && !isWell) return <p>{texts.noAlert}</p>;
  if (alerts.length === 0) return <p class="all-well">{texts.nothingToDo}</p>;
  return (
    <ul class="open-alerts">
      {alerts.map((alert) => (
        <li key={alert.id} class="alert">
          <p>
            <strong>{words.line(alert)}</strong> {words.advice(alert)}
          </p>
          <p class="faint">
            {texts.since} <When at={new Date(alert.since).toISOString()} /> ·{' '}
            <a href={MENDED_AT[alert.kind]}>{texts.mend}</a>
          </p>
        </li>
      ))}
    </ul>
  );
}
