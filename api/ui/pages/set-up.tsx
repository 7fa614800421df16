import { z } from 'zod';
import { InputError } from '../../../lib/accounts/account-store.ts';
import { newPasswordProblem } from '../../../lib/accounts/password-rule.ts';
import { isSetUpToken, setUp } from '../../../lib/accounts/set-up.ts';
import { beginSession } from '../begin-session.ts';
import { NewPasswordField, UsernameField } from '../credential-fields.tsx';
import { FIRST_STEPS } from '../first-steps/first-steps-frame.tsx';
import type { FieldProblems } from '../form-field.tsx';
import { firstOf } from '../notices.ts';
import { Page, type Visitor } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';

function SetUpPage({
  token,
  username,
  problems = {},
  ...visitor
}: Visitor & { token: string; username: string; problems?: FieldProblems }) {
  const texts = useTexts().setUp;
  return (
    <Page title={texts.title} notice={firstOf(problems)} {...visitor}>
      <h1>{texts.welcome}</h1>
      <p>{texts.intro}</p>
      <form method="post" action="/setup" class="stack">
        <input type="hidden" name="token" value={token} />
        <UsernameField username={username} problems={problems.username ?? []} />
        <NewPasswordField
          label={texts.password}
          isNext={username !== '' && !problems.username}
          problems={problems.password}
        />
        <button type="submit">{texts.send}</button>
      </form>
    </Page>
  );
}

const showSetUp = definePage({
  method: 'GET',
  path: '/setup',
  for: 'anyone',
  input: z.object({ token: fieldText }),
  async handle({ input, services, path }) {
    if (!(await isSetUpToken(services.redis, input.token))) throw new PageError(403, ({ setUpClosed }) => setUpClosed);
    return <SetUpPage session={null} path={path} token={input.token} username="" />;
  },
});

const doSetUp = definePage({
  method: 'POST',
  path: '/setup',
  for: 'anyone',
  input: z.object({ token: fieldText, username: fieldText, password: fieldText }),
  async handle(context) {
    const { input, services, path, reply } = context;
    try {
      const account = await setUp(services.records, pageSource(context), input.token, input.username, input.password);
      if (!account) throw new PageError(403, ({ setUpClosed }) => setUpClosed);
      await beginSession(context, account);
      return new Redirect(FIRST_STEPS);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reply.code(400);
      const { token, username } = input;
      const isOfPassword = (await newPasswordProblem(input.password, username)) === error.message;
      const problems = { [isOfPassword ? 'password' : 'username']: [error.message] };
      return <SetUpPage session={null} path={path} token={token} username={username} problems={problems} />;
    }
  },
});

export const setUpPages = [showSetUp, doSetUp];
