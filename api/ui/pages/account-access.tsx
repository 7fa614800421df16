import type { VNode } from 'preact';
import { z } from 'zod';
import { type Account, getUser } from '../../../lib/accounts/account-store.ts';
import { makeLink } from '../../../lib/accounts/password-link.ts';
import { firstSent, newFormId } from '../../../lib/accounts/sent-forms.ts';
import { endAllSessions, endEveryone } from '../../../lib/accounts/session-list.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { NewPasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { refusalIn } from '../keys/acting.ts';
import { PageError } from '../page-error.ts';
import { definePage, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { requirePasswords } from '../require-passwords.ts';
import { clearSessionCookie } from '../session-cookie.ts';
import { textsFor } from '../texts/language.ts';
import { ACCOUNTS, accountPath } from './account-paths.ts';
import { MadeLinkPage } from './password-link.tsx';

const PATH = `${ACCOUNTS}/:username`;

/** The account in the address; a 404 if there is none. */
export async function accountIn({ request, services }: PageContext<unknown>): Promise<Account> {
  const { username } = request.params as { username: string };
  const account = await getUser(services.redis, username);
  if (!account) throw new PageError(404, ({ noAccount }) => noAccount);
  return account;
}

interface AccessProps {
  account: Account;
  session: Session;
  /** How many sessions it has. */
  sessions: number;
  /** Whether people sign in with passwords. */
  hasPasswords: boolean;
  /** Why a password for it was refused. */
  passwordProblems: readonly string[] | undefined;
}

/** What an administrator does about a person's access to their account. */
export function AccountAccess({ account, session, sessions, hasPasswords, passwordProblems }: AccessProps): VNode {
  const texts = useTexts().access;
  const { username, disabled, hasPassword } = account;
  const isOwn = username === session.username;
  const kind = hasPassword ? 'reset' : 'invite';
  return (
    <section aria-labelledby="access">
      <h2 id="access">{texts.title}</h2>
      <p>{texts.sessions(sessions)}</p>
      {sessions > 0 && (
        <form method="post" action={accountPath(username, 'sign-out')}>
          <CsrfField session={session} />
          <button type="submit" class="danger">
            {texts.signOut}
          </button>
        </form>
      )}
      {hasPasswords && !disabled && !isOwn && (
        <form method="post" action={accountPath(username, 'link')}>
          <CsrfField session={session} />
          <input type="hidden" name="form" value={newFormId()} />
          <p>{hasPassword ? texts.resetNote : texts.inviteNote}</p>
          <button type="submit" class="quiet">
            {texts[kind]}
          </button>
        </form>
      )}
      {hasPasswords && !isOwn && <PasswordForm username={username} session={session} problems={passwordProblems} />}
    </section>
  );
}

/** The way to delete an account. */
export function AccountEnd({ account, session }: Pick<AccessProps, 'account' | 'session'>): VNode {
  const texts = useTexts().access;
  const { username, isDeleting } = account;
  const href = username === session.username ? '/settings/data' : accountPath(username, 'delete');
  return (
    <section aria-labelledby="end">
      <h2 id="end">{texts.delete}</h2>
      {isDeleting && <p class="wrong">{texts.deleteUnfinished}</p>}
      <p>
        <a class="button danger" href={href}>
          {texts.delete}
        </a>
      </p>
    </section>
  );
}

/** Gives the account a password, which its person has to change at the next sign-in. */
interface PasswordFormProps {
  username: string;
  session: Session;
  problems: readonly string[] | undefined;
}

function PasswordForm({ username, session, problems }: PasswordFormProps): VNode {
  const texts = useTexts().accounts;
  return (
    <details open={problems !== undefined}>
      <summary>{texts.actions.password}</summary>
      <form method="post" action={accountPath(username, 'password')} class="stack">
        <CsrfField session={session} />
        <NewPasswordField label={texts.newPassword(username)} problems={problems} />
        <div class="row">
          <button type="submit">{texts.actions.password}</button>
        </div>
      </form>
    </details>
  );
}

/** Signs everyone out, below the list of accounts. */
export function EveryoneForm({ session }: { session: Session }): VNode {
  const texts = useTexts().access;
  return (
    <details>
      <summary>{texts.everyone}</summary>
      <form method="post" action="/admin/sign-everyone-out" class="stack">
        <CsrfField session={session} />
        <p>{texts.everyoneNote}</p>
        <button type="submit" class="danger">
          {texts.everyone}
        </button>
      </form>
    </details>
  );
}

const signOut = definePage({
  method: 'POST',
  path: `${PATH}/sign-out`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const { username } = await accountIn(context);
    await endAllSessions(context.services.records, pageSource(context), username);
    return new Redirect(`${accountPath(username)}?done=signed-out`);
  },
});

const signEveryoneOut = definePage({
  method: 'POST',
  path: '/admin/sign-everyone-out',
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  confirms: true,
  async handle(context) {
    await endEveryone(context.services.records, pageSource(context));
    clearSessionCookie(context.request, context.reply);
    return new Redirect('/login');
  },
});

const addLink = definePage({
  method: 'POST',
  path: `${PATH}/link`,
  for: 'administrator',
  /** `form` identifies the form, so that a reload does not replace the link that it shows. */
  input: z.strictObject({ csrf: z.string(), form: z.string().regex(/^[\w-]{22}$/) }),
  confirms: true,
  async handle(context) {
    requirePasswords(context);
    const { services, input, request } = context;
    const session = signedIn(context);
    const account = await accountIn(context);
    // Changing your own password requires the current one, on the Password page.
    if (account.username === session.username) {
      throw new PageError(400, () => textsFor(request).accounts.passwordElsewhere);
    }
    if (!(await firstSent(services.redis, session, input.form))) {
      return new Redirect(`${accountPath(account.username)}?done=sent`);
    }
    return linkPage(context, account);
  },
});

/** Makes a link for an account and shows it. */
export async function linkPage(context: PageContext<unknown>, { username, hasPassword }: Account): Promise<VNode> {
  const kind = hasPassword ? 'reset' : 'invitation';
  try {
    const token = await makeLink(context.services.records, pageSource(context), username, kind);
    return <MadeLinkPage context={context} link={{ username, kind, token }} />;
  } catch (error) {
    const { message } = refusalIn(error);
    throw new PageError(400, () => message);
  }
}

export const accountAccessPages = [signOut, signEveryoneOut, addLink];
