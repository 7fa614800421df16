import type { VNode } from 'preact';
import { z } from 'zod';
import { InputError } from '../../../lib/accounts/account-store.ts';
import {
  LINK_HOURS,
  linkAddress,
  LINK_PATH as PATH,
  readLink,
  useLink,
  type ValidLink,
} from '../../../lib/accounts/password-link.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import { beginSession } from '../begin-session.ts';
import { NewPasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { problem, problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { requirePasswords } from '../require-passwords.ts';

interface MadeLink extends ValidLink {
  token: string;
}

/** Shows a link that was just made, for the only time. */
export function MadeLinkPage({ context, link }: { context: PageContext<unknown>; link: MadeLink }): VNode {
  const { passwordLink: texts, common } = useTexts();
  const { username, kind, token } = link;
  const title = texts.made[kind](username);
  return (
    <Page title={title} session={signedIn(context)} path="/admin/accounts">
      <h1 class="wrap">{title}</h1>
      <div class="card fresh" role="status">
        <p>{texts.madeNote(LINK_HOURS[kind])}</p>
        <p class="row">
          <code id="password-link" class="key">
            {linkAddress(ownAddress(context.request, context.services.config.publicUrl), token)}
          </code>
          <button type="button" class="quiet" data-copy="password-link">
            {common.copy}
          </button>
        </p>
      </div>
      <p>
        <a href={`/admin/accounts/${encodeURIComponent(username)}`}>{texts.back}</a>
      </p>
    </Page>
  );
}

interface SetPasswordProps extends ValidLink {
  /** Whoever is signed in at this browser, perhaps with another account. */
  session: Session | null;
  token: string;
  notice?: Notice;
}

function SetPasswordPage({ session, token, username, kind, notice }: SetPasswordProps): VNode {
  const texts = useTexts().passwordLink;
  return (
    <Page title={texts.title[kind]} session={null} path={PATH} notice={notice}>
      <h1>{texts.title[kind]}</h1>
      <p>{texts.intro[kind](username)}</p>
      <form method="post" action={PATH} class="stack">
        {session && <CsrfField session={session} />}
        <input type="hidden" name="token" value={token} />
        {/* So that browsers store the password with the name. */}
        <input type="hidden" name="username" value={username} autocomplete="username" />
        <NewPasswordField label={texts.password} isNext problems={problemsIn(notice)} />
        <button type="submit">{texts.send[kind]}</button>
      </form>
    </Page>
  );
}

/** Programs that look at the links in mails open them: looking does not use a link up, only the form does. */
const showLink = definePage({
  method: 'GET',
  path: PATH,
  for: 'anyone',
  input: z.object({ token: fieldText }),
  async handle(context) {
    requirePasswords(context);
    const { services, session } = context;
    const { token } = context.input;
    const link = await readLink(services.redis, token);
    if (!link) throw linkOver();
    return <SetPasswordPage session={session} token={token} {...link} />;
  },
});

const takeLink = definePage({
  method: 'POST',
  path: PATH,
  for: 'anyone',
  input: z.object({ token: fieldText, password: fieldText }),
  async handle(context) {
    requirePasswords(context);
    const { services, session, reply } = context;
    const { token, password } = context.input;
    try {
      const used = await useLink(services.records, (username) => pageSource(context, username), token, password);
      if (!used) throw linkOver();
      const { account, kind } = used;
      // Signing in asks for the second factor, which a link does not replace.
      if (kind === 'reset' || account.hasFactor) return new Redirect('/login?done=reset');
      await beginSession(context, account);
      return new Redirect('/');
    } catch (error) {
      const link = error instanceof InputError ? await readLink(services.redis, token) : null;
      if (!link) throw error;
      reply.code(400);
      return <SetPasswordPage session={session} token={token} {...link} notice={problem((error as Error).message)} />;
    }
  },
});

function linkOver(): PageError {
  return new PageError(410, (texts) => texts.linkOver);
}

export const passwordLinkPages = [showLink, takeLink];
