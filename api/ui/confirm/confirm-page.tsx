import type { ComponentChildren, VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { PasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { placeOf } from '../places.ts';
import { useLooks, useTexts } from '../rendering.tsx';
import { CodeField, PasskeyButton } from '../security/code-field.tsx';
import { PasskeyScripts } from '../security/passkey-scripts.tsx';
import { ConfirmAtProvider } from './confirm-at-provider.tsx';
import type { Ways } from './ways.ts';

interface ConfirmPageProps {
  session: Session;
  /** Where the form that waits is sent. */
  action: string;
  /** The form that waits, sealed. */
  form: string;
  ways: Ways;
  notice?: Notice | undefined;
  /** The answer that was wrong. */
  wrong?: 'password' | 'code' | 'passkey' | undefined;
}

/** Asks who is at the browser, before what they have sent is done. */
export function ConfirmPage({ session, action, form, ways, notice, wrong }: ConfirmPageProps): VNode {
  const texts = useTexts().confirm;
  const { placeGroups, pathname } = useLooks();
  const place = placeOf(placeGroups, pathname, session.admin)?.path;
  const waiting = { session, action, form };
  const or = <p class="faint">{texts.or}</p>;
  return (
    <Page title={texts.title} session={session} path={place ?? ''} notice={notice}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      {!ways.password && !ways.code && !ways.passkey && !ways.provider && <p>{texts.signInAgain}</p>}
      {ways.password && (
        <Way {...waiting}>
          <PasswordField
            name="confirm_password"
            label={texts.password(session.username)}
            isNext
            problems={wrong === 'password' ? problemsIn(notice) : []}
          />
          <button type="submit">{texts.send}</button>
        </Way>
      )}
      {ways.code && ways.password && or}
      {ways.code && (
        <Way {...waiting}>
          <CodeField
            name="confirm_code"
            label={texts.code}
            isNext={!ways.password}
            problems={wrong === 'code' ? problemsIn(notice) : []}
          />
          <button type="submit">{texts.send}</button>
        </Way>
      )}
      {ways.passkey && (
        <Way {...waiting}>
          <PasskeyButton purpose="confirm" field="confirm_passkey" label={texts.passkey} />
          <PasskeyScripts />
        </Way>
      )}
      {ways.provider && <ConfirmAtProvider session={session} provider={ways.provider} action={action} form={form} />}
      <p>
        <a href={place ?? '/'}>{texts.cancel}</a>
      </p>
    </Page>
  );
}

type WayProps = Pick<ConfirmPageProps, 'session' | 'action' | 'form'> & { children: ComponentChildren };

/** One way to answer: a form of its own, that has what waits. */
function Way({ session, action, form, children }: WayProps): VNode {
  return (
    <form method="post" action={action} class="stack">
      <CsrfField session={session} />
      <input type="hidden" name="confirm_form" value={form} />
      {children}
    </form>
  );
}
