import { z } from 'zod';
import { checkPassword, InputError, setPassword } from '../../../lib/accounts/account-store.ts';
import { limitGuess } from '../../../lib/accounts/guess-limits.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { beginSession } from '../begin-session.ts';
import { NewPasswordField, PasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { type Notice, Page } from '../page.tsx';
import { definePage, fieldText, type PageContext, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { SECURITY } from '../security/paths.ts';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';

function PasswordPage({ session, notice }: { session: Session; notice?: Notice | undefined }) {
  const texts = useTexts().password;
  return (
    <Page title={texts.title} session={session} path={SECURITY} notice={notice}>
      <h1>{texts.heading}</h1>
      <p>{texts.intro}</p>
      <form method="post" action="/settings/password" class="stack">
        <CsrfField session={session} />
        <PasswordField name="current" label={texts.current} isNext={notice?.kind === 'problem'} />
        <NewPasswordField label={texts.fresh} />
        <button type="submit">{texts.send}</button>
      </form>
    </Page>
  );
}

const showPassword = definePage({
  method: 'GET',
  path: '/settings/password',
  for: 'person',
  input: z.object({}),
  async handle(context) {
    const session = signedIn(context);
    const { mustChange } = textsFor(context.request).passwordLink;
    const notice: Notice | undefined = session.mustChange ? { kind: 'problem', text: mustChange } : undefined;
    return <PasswordPage session={session} notice={notice} />;
  },
});

const changePassword = definePage({
  method: 'POST',
  path: '/settings/password',
  for: 'person',
  input: z.object({ current: fieldText, password: fieldText }),
  async handle(context) {
    const session = signedIn(context);
    const problem = await change(context, session);
    if (problem) {
      context.reply.code(400);
      return <PasswordPage session={session} notice={{ kind: 'problem', text: problem }} />;
    }
    const notice: Notice = { kind: 'done', text: textsFor(context.request).password.done };
    return <PasswordPage session={session} notice={notice} />;
  },
});

/** Changes the password and starts a new session. Returns the problem if there is one, or else null. */
async function change(
  context: PageContext<{ current: string; password: string }>,
  { id, username }: Session,
): Promise<string | null> {
  const { input, services, request } = context;
  const { redis, records } = services;
  const source = pageSource(context);
  const signer = await services.secret.load();
  const isRight = () => checkPassword(redis, username, input.current);
  const guess = await limitGuess(redis, signer, username, { session: id }, isRight);
  if (guess.outcome !== 'right') {
    await writeEntry(records, source, { action: 'password change failed', target: username });
  }
  if (guess.outcome === 'wait') throw tooManyGuesses(guess.waitS);
  if (guess.outcome === 'wrong') return textsFor(request).password.wrong;
  if (context.session?.mustChange && input.password === input.current) return textsFor(request).passwordLink.same;
  try {
    const account = await setPassword(records, source, username, input.password);
    await beginSession(context, account);
    return null;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

export const passwordPages = [showPassword, changePassword];
