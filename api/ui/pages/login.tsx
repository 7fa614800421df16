import { z } from 'zod';
import { endSession } from '../../../lib/accounts/session-store.ts';
import { isSetUpOffered } from '../../../lib/accounts/set-up.ts';
import { signIn } from '../../../lib/accounts/sign-in.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { PasswordField, UsernameField } from '../credential-fields.tsx';
import { readDeviceCookie } from '../device-cookie.ts';
import { problem } from '../notices.ts';
import { type Notice, Page, type Visitor } from '../page.tsx';
import { definePage, fieldText, localPath, Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { PasskeyButton } from '../security/code-field.tsx';
import { PasskeyScripts } from '../security/passkey-scripts.tsx';
import { afterPassword } from '../security/sign-in.ts';
import { clearSessionCookie } from '../session-cookie.ts';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';
import { isPasskeySite } from './login-factor.tsx';

function LoginPage({
  next,
  username,
  notice,
  hasPasskeys,
  ...visitor
}: Visitor & { next: string; username: string; notice?: Notice | undefined; hasPasskeys: boolean }) {
  const texts = useTexts().login;
  return (
    <Page title={texts.title} notice={notice} {...visitor}>
      <h1>{texts.title}</h1>
      <form method="post" action="/login" class="stack">
        <input type="hidden" name="next" value={next} />
        <UsernameField username={username} />
        <PasswordField label={texts.password} isNext={username !== ''} />
        <button type="submit">{texts.send}</button>
      </form>
      {hasPasskeys && (
        <form method="post" action="/login/passkey" class="stack">
          <input type="hidden" name="next" value={next} />
          <PasskeyButton purpose="sign in" field="passkey" label={texts.passkey} />
          <PasskeyScripts />
        </form>
      )}
    </Page>
  );
}

const showLogin = definePage({
  method: 'GET',
  path: '/login',
  for: 'anyone',
  input: z.object({ next: fieldText, failed: fieldText }),
  async handle({ input, session, services, path, request }) {
    if (session) return new Redirect(input.next || '/');
    // Without Redis, the page is shown all the same.
    const isOffered = await isSetUpOffered(services.redis).catch(
      services.errors.unlessAway('look for an administrator'),
    );
    const { login: texts } = textsFor(request);
    const first: Notice | undefined = isOffered ? { kind: 'done', text: texts.noAdministrator } : undefined;
    const notice = input.failed === 'passkey' ? problem(texts.wrongPasskey) : first;
    const next = localPath(input.next || '/');
    const hasPasskeys = isPasskeySite(services);
    return <LoginPage session={null} path={path} next={next} username="" notice={notice} hasPasskeys={hasPasskeys} />;
  },
});

const login = definePage({
  method: 'POST',
  path: '/login',
  for: 'anyone',
  input: z.object({ username: fieldText, password: fieldText, next: fieldText }),
  async handle(context) {
    const { input, services, path, request, reply } = context;
    const source = pageSource(context);
    const result = await signIn(services.redis, services.secret, {
      name: input.username,
      password: input.password,
      address: request.ip,
      deviceToken: readDeviceCookie(request),
    });
    if (result.outcome === 'wait') {
      await writeEntry(services.records, source, { action: 'sign-in locked', target: result.target });
      throw tooManyGuesses(result.waitS);
    }
    if (result.outcome === 'wrong') {
      await writeEntry(services.records, source, { action: 'sign-in failed', target: result.target });
      reply.code(401);
      const notice = problem(textsFor(request).login.wrong);
      const { username } = input;
      const shown = { next: localPath(input.next), username, notice, hasPasskeys: isPasskeySite(services) };
      return <LoginPage session={null} path={path} {...shown} />;
    }
    return afterPassword(context, result.account, result.deviceToken, input.next);
  },
});

const logout = definePage({
  method: 'POST',
  path: '/logout',
  for: 'anyone',
  input: z.object({}),
  async handle(context) {
    const { session, services, request, reply } = context;
    if (session) await endSession(services.records, pageSource(context), session);
    clearSessionCookie(request, reply);
    return new Redirect('/login');
  },
});

export const loginPages = [showLogin, login, logout];
