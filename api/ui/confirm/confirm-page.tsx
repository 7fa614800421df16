import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { PasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { type Notice, Page } from '../page.tsx';
import { useTexts } from '../rendering.tsx';
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
}

/** Asks who is at the browser, before what they have sent is done. */
export function ConfirmPage({ session, action, form, ways, notice }: ConfirmPageProps): VNode {
  const texts = useTexts().confirm;
  return (
    <Page title={texts.title} session={session} path="" notice={notice}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      {ways.password ? (
        <form method="post" action={action} class="stack">
          <CsrfField session={session} />
          <input type="hidden" name="confirm_form" value={form} />
          <PasswordField name="confirm_password" label={texts.password(session.username)} isNext />
          <button type="submit">{texts.send}</button>
        </form>
      ) : (
        !ways.provider && <p>{texts.signInAgain}</p>
      )}
      {ways.provider && <ConfirmAtProvider session={session} provider={ways.provider} action={action} form={form} />}
    </Page>
  );
}
