import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Page } from '../page.tsx';
import { useTexts } from '../rendering.tsx';

interface Props {
  session: Session;
  provider: string;
  /** Where the form that waits is sent, and the form, sealed. */
  action: string;
  form: string;
}

/** Signs in at the provider again in another tab, because the form waits in this one. */
export function ConfirmAtProvider({ session, provider, action, form }: Props): VNode {
  const texts = useTexts().singleSignOn.confirm;
  return (
    <>
      <p>{texts.how(provider)}</p>
      <p class="stack">
        <a class="button" href="/login/sso?confirm=1" target="_blank" rel="noopener">
          {texts.signIn(provider)}
        </a>
      </p>
      <form method="post" action={action} class="stack">
        <CsrfField session={session} />
        <input type="hidden" name="confirm_form" value={form} />
        <button type="submit" class="quiet">
          {texts.goOn}
        </button>
      </form>
    </>
  );
}

/** What the other tab shows at the end. */
export function ConfirmedPage({ session }: { session: Session }): VNode {
  const texts = useTexts().singleSignOn.confirm;
  return (
    <Page title={texts.done} session={session} path="">
      <h1>{texts.done}</h1>
      <p>{texts.doneNote}</p>
    </Page>
  );
}
