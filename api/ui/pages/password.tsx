import { z } from 'zod';
import { checkPassword, InputError, setPassword } from '../../../lib/accounts/account-store.ts';
import { limitGuess } from '../../../lib/accounts/guess-limits.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { beginSession } from '../begin-session.ts';
import { NewPasswordField, PasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import type { FieldProblems } from '../form-field.tsx';
import { firstOf } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { definePage, fieldText, type PageContext, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { SECURITY } from '../security/paths.ts';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';

interface PasswordPageProps {
  session: Session;
  notice?: Notice | undefined;
  problems?: FieldProblems;
}

function PasswordPage({ session, notice, problems = {} }: PasswordPageProps) {
  const texts = useTexts().password;
  return (
    <Page title={texts.title} session={session} path={SECURITY} notice={notice ?? firstOf(problems)}>
      <h1>{texts.heading}</h1>
      <p>{texts.intro}</p>
      <form method="post" action="/settings/password" class="stack">
        <CsrfField session={session} />
        <PasswordField
          name="current"
          label={texts.current}
          isNext={notice?.kind === 'problem'}
          problems={problems.current}
        />
        <NewPasswordField label={texts.fresh} problems={problems.password} />
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
    const problems = await change(context, session);
    if (problems) {
      context.reply.code(400);
      return <PasswordPage session={session} problems={problems} />;
    }
    const notice: Notice = { kind: 'done', text: textsFor(context.request).password.done };
    return <PasswordPage session={session} notice={notice} />;
  },
});

/** Changes the password and starts a new session. Returns what is wrong with a field, or else null. */
async function change(
  context: PageContext<{ current: string; password: string }>,
  { id, username }: Session,
): Promise<FieldProblems | null> {
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
  if (guess.outcome === 'wrong') return { current: [textsFor(request).password.wrong] };
  if (context.session?.mustChange && input.password === input.current) {
    return { password: [textsFor(request).passwordLink.same] };
  }
  try {
    const account = await setPassword(records, source, username, input.password);
    await beginSession(context, account);
    return null;
  } catch (error) {
    if (error instanceof InputError) return { password: [error.message] };
    throw error;
  }
}

export const passwordPages = [showPassword, changePassword];
