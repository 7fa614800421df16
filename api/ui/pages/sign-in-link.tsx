import type { VNode } from 'preact';
import { z } from 'zod';
import { accountOfLink, takeSignInLink } from '../../../lib/accounts/sign-in-link.ts';
import { beginSession } from '../begin-session.ts';
import { LoginPage } from '../login-page.tsx';
import { problem } from '../notices.ts';
import { Page } from '../page.tsx';
import { definePage, fieldText, type PageContext, Redirect } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';

const PATH = '/login/link';
const input = z.object({ token: fieldText });

/** Programs that look at links in messages must not use one up: a button does. */
function SignInLinkPage({ token, username }: { token: string; username: string }): VNode {
  const texts = useTexts().singleSignOn.signInLink;
  return (
    <Page title={texts.title} session={null} path={PATH}>
      <h1>{texts.title}</h1>
      <p class="wrap">{texts.intro(username)}</p>
      <form method="post" action={PATH} class="stack">
        <input type="hidden" name="token" value={token} />
        <button type="submit">{texts.send(username)}</button>
      </form>
    </Page>
  );
}

function outdated({ services, request, reply }: PageContext<unknown>): VNode {
  reply.code(403);
  const notice = problem(textsFor(request).singleSignOn.signInLink.outdated);
  return <LoginPage config={services.config} next="/" notice={notice} />;
}

const showSignInLink = definePage({
  method: 'GET',
  path: PATH,
  for: 'anyone',
  input,
  async handle(context) {
    const { token } = context.input;
    const account = await accountOfLink(context.services.redis, token);
    return account ? <SignInLinkPage token={token} username={account.username} /> : outdated(context);
  },
});

const useSignInLink = definePage({
  method: 'POST',
  path: PATH,
  for: 'anyone',
  input,
  async handle(context) {
    const { services } = context;
    const account = await takeSignInLink(services.redis, context.input.token);
    if (!account) return outdated(context);
    await beginSession(context, account, { deviceToken: null });
    return new Redirect('/');
  },
});

export const signInLinkPages = [showSignInLink, useSignInLink];
