import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Alert } from '../../../lib/alerts/alert.ts';
import { alertTexts } from '../../../lib/alerts/texts/alert-texts.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { useLocale, useTexts } from '../rendering.tsx';
import { When } from '../when.tsx';
import { isoOf } from './alert-table.tsx';

interface OwnAlertsProps {
  /** Those that concern the person alone. */
  alerts: readonly Alert[];
  /** Their mail address; empty if they get no mail. */
  address: string;
  problem?: string | undefined;
  /** An address that has got a code, and what is wrong with what was entered as the code. */
  unconfirmed: string | null;
  wrongCode?: string | undefined;
  session: Session;
  action: string;
}

/** What a person is told of alone, and where. */
export function OwnAlerts(props: OwnAlertsProps): VNode {
  const { alerts, address, problem, unconfirmed, wrongCode, session, action } = props;
  const texts = useTexts().alerts.own;
  const words = alertTexts(useLocale());
  const devices = alerts.filter(({ kind }) => kind === 'new_device');
  return (
    <>
      <h2>{texts.title}</h2>
      {devices.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <ul>
          {devices.map((alert) => (
            <li key={alert.since}>
              <When at={isoOf(alert.since)} />: {words.line(alert)}
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={action} class="stack">
        <CsrfField session={session} />
        <p>{texts.intro}</p>
        <Field name="address" label={texts.address} value={address} maxlength={254} problems={problem ? [problem] : []}>
          {texts.note}
        </Field>
        <button type="submit">{texts.save}</button>
      </form>
      {unconfirmed !== null && (
        <form method="post" action={`${action}/code`} class="stack">
          <CsrfField session={session} />
          <Field
            name="code"
            label={texts.code(unconfirmed)}
            value=""
            maxlength={20}
            required
            problems={wrongCode ? [wrongCode] : []}
          >
            {texts.codeNote}
          </Field>
          <button type="submit">{texts.confirm}</button>
        </form>
      )}
    </>
  );
}
