import { z } from 'zod';
import { endSession } from '../../../lib/accounts/session-store.ts';
import { isSetUpOffered } from '../../../lib/accounts/set-up.ts';
import { signIn } from '../../../lib/accounts/sign-in.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { readDeviceCookie } from '../device-cookie.ts';
import { LoginPage } from '../login-page.tsx';
import { noticeOf, problem } from '../notices.ts';
import type { Notice } from '../page.tsx';
import { definePage, fieldText, localPath, Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { afterPassword } from '../security/sign-in.ts';
import { clearSessionCookie } from '../session-cookie.ts';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';

const showLogin = definePage({
  method: 'GET',
  path: '/login',
  for: 'anyone',
  input: z.object({ next: fieldText, done: fieldText, failed: fieldText }),
  async handle({ input, session, services, request }) {
    if (session) return new Redirect(input.next || '/');
    // Without Redis, the page is shown all the same.
    const isOffered = await isSetUpOffered(services.redis).catch(
      services.errors.unlessAway('look for an administrator'),
    );
    const { login, passwordLink, ownData } = textsFor(request);
    const done = { reset: passwordLink.resetDone, deleted: ownData.deleted };
    const first: Notice | undefined = isOffered
      ? { kind: 'note', text: login.noAdministrator }
      : noticeOf(done, input.done);
    const notice = input.failed === 'passkey' ? problem(login.wrongPasskey) : first;
    return <LoginPage config={services.config} next={localPath(input.next || '/')} notice={notice} />;
  },
});

const login = definePage({
  method: 'POST',
  path: '/login',
  for: 'anyone',
  input: z.object({ username: fieldText, password: fieldText, next: fieldText }),
  async handle(context) {
    const { input, services, request, reply } = context;
    const next = localPath(input.next);
    if (!services.config.passwordLogin) {
      reply.code(403);
      const notice = problem(textsFor(request).singleSignOn.passwordsOff);
      return <LoginPage config={services.config} next={next} notice={notice} />;
    }
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
      return <LoginPage config={services.config} next={next} username={input.username} notice={notice} />;
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
