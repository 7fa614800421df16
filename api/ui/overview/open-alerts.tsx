import type { VNode } from 'preact';
import type { Alert } from '../../../lib/alerts/alert.ts';
import { alertTexts } from '../../../lib/alerts/texts/alert-texts.ts';
import { ENGINES, enginePath } from '../engines/engine-paths.ts';
import { accountPath } from '../pages/account-paths.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { When } from '../when.tsx';

/** Where an administrator can mend what an alert is about. */
function mendedAt({ kind, subject, account, facts }: Alert): string {
  switch (kind) {
    case 'engine_failing':
      // Earlier versions named engines by what people call them, which leads to no page.
      return facts.name === undefined ? ENGINES : enginePath(subject);
    case 'budget_80':
    case 'budget_100':
      return '/admin/budgets';
    case 'key_ends':
    case 'new_device':
      return accountPath(account ?? '');
    case 'workers_missing':
    case 'redis_full':
      return '/admin/processes';
  }
}

/** More are folded: many keys may end in the same month. */
const SHOWN = 5;

/** The alerts that have begun and not ended, each with the way to mend it; those of the instance first. */
export function OpenAlerts({ alerts, isWell }: { alerts: readonly Alert[]; isWell: boolean }): VNode {
  const texts = useTexts().overview;
  // Alerts begin some time after what they are about.
  if (alerts.length === 0 && !isWell) return <p>{texts.noAlert}</p>;
  if (alerts.length === 0) return <p class="all-well">{texts.nothingToDo}</p>;
  const sorted = [...alerts].sort((one, other) => Number(one.account !== null) - Number(other.account !== null));
  const folded = sorted.slice(SHOWN);
  return (
    <>
      <AlertList of={sorted.slice(0, SHOWN)} />
      {folded.length > 0 && (
        <details>
          <summary>{texts.moreAlerts(folded.length)}</summary>
          <AlertList of={folded} />
        </details>
      )}
    </>
  );
}

function AlertList({ of }: { of: readonly Alert[] }): VNode {
  const texts = useTexts().overview;
  const words = alertTexts(useLocale());
  return (
    <ul class="open-alerts">
      {of.map((alert) => (
        <li key={alert.id} class="alert">
          <p>
            <strong>{words.line(alert)}</strong> {words.advice(alert)}
          </p>
          <p class="faint">
            {texts.since} <When at={new Date(alert.since).toISOString()} /> · <a href={mendedAt(alert)}>{texts.mend}</a>
          </p>
        </li>
      ))}
    </ul>
  );
}
