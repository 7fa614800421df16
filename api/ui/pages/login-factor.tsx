import type { VNode } from 'preact';
import { z } from 'zod';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { listFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { checkPasskey } from '../../../lib/accounts/factors/passkeys.ts';
import { endPending, type PendingSignIn, readPending } from '../../../lib/accounts/factors/pending-sign-in.ts';
import { relyingPartyOf } from '../../../lib/accounts/factors/relying-party.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { problem, problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { definePage, fieldText, localPath, type PageContext, Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { CodeField, PasskeyButton } from '../security/code-field.tsx';
import { guessCode } from '../security/code-guess.ts';
import { NOBODY } from '../security/passkey-options.ts';
import { PasskeyScripts } from '../security/passkey-scripts.tsx';
import { clearPendingCookie, readPendingCookie } from '../security/pending-cookie.ts';
import { enter, type SignInFactor } from '../security/sign-in.ts';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';

const PATH = '/login/factor';
const passkeyText = z.string().max(60_000).default('');

/** Asks a person for their second factor. */
async function factorPage(
  { services, request, path }: PageContext<unknown>,
  { account }: PendingSignIn,
  next: string,
  notice?: Notice,
): Promise<VNode> {
  const { all } = await listFactors(services.redis, account.username);
  const texts = textsFor(request).secondFactor;
  const hasApp = all.some(({ kind }) => kind === 'totp');
  const hasPasskey = all.some(({ kind }) => kind === 'passkey') && isPasskeySite(services);
  return (
    <Page title={texts.title} session={null} path={path} notice={notice}>
      <h1>{texts.title}</h1>
      <p>{hasApp ? texts.intro : texts.introPasskey}</p>
      {/* Without an app, codes are for an emergency. */}
      {hasPasskey && !hasApp && (
        <form method="post" action={PATH} class="stack">
          <input type="hidden" name="next" value={next} />
          <PasskeyButton purpose="second factor" field="passkey" label={texts.passkey} isFirst />
        </form>
      )}
      <form method="post" action={PATH} class="stack">
        <input type="hidden" name="next" value={next} />
        <CodeField
          name="code"
          label={hasApp ? texts.code : texts.recoveryCode}
          isNext={hasApp || !hasPasskey}
          problems={problemsIn(notice)}
        />
        <div class="row">
          <button type="submit" class={hasPasskey && !hasApp ? 'quiet' : undefined}>
            {texts.send}
          </button>
          {hasPasskey && hasApp && <PasskeyButton purpose="second factor" field="passkey" label={texts.passkey} />}
        </div>
      </form>
      <p>
        <a href="/login">{texts.startAgain}</a>
      </p>
      {hasPasskey && <PasskeyScripts />}
    </Page>
  );
}

const showFactor = definePage({
  method: 'GET',
  path: PATH,
  for: 'anyone',
  input: z.object({ next: fieldText }),
  async handle(context) {
    const pending = await readPending(context.services.redis, readPendingCookie(context.request));
    return pending ? factorPage(context, pending, localPath(context.input.next || '/')) : new Redirect('/login');
  },
});

const giveFactor = definePage({
  method: 'POST',
  path: PATH,
  for: 'anyone',
  input: z.object({ code: fieldText, passkey: passkeyText, next: fieldText }),
  async handle(context) {
    const { services, request, reply, input } = context;
    const pending = await readPending(services.redis, readPendingCookie(request));
    if (!pending) return new Redirect('/login');
    const { account, deviceToken } = pending;
    const factor =
      input.passkey === ''
        ? await codeIn(context, account.username, input.code)
        : await passkeyIn(context, pending, input.passkey);
    if (!factor) {
      await recordFailure(context, account.username);
      reply.code(401);
      const notice = problem(textsFor(request).secondFactor.wrong);
      return factorPage(context, pending, localPath(input.next || '/'), notice);
    }
    await endPending(services.redis, pending);
    clearPendingCookie(request, reply);
    return enter(context, account, factor, input.next, deviceToken);
  },
});

/** What a code belonged to; null if it is wrong. Throws a 429 after too many wrong ones. */
async function codeIn(context: PageContext<unknown>, username: string, code: string): Promise<SignInFactor | null> {
  const { guess, kind } = await guessCode(context, username, code);
  if (guess.outcome !== 'wait') return kind;
  await recordFailure(context, username);
  throw tooManyGuesses(guess.waitS);
}

async function passkeyIn(
  { services }: PageContext<unknown>,
  { id, account }: PendingSignIn,
  text: string,
): Promise<SignInFactor | null> {
  const site = relyingPartyOf(services.config.publicUrl);
  if (typeof site === 'string') return null;
  const check = { redis: services.records, site, log: services.log, asker: id, now: services.health.clock.now() };
  return (await checkPasskey(check, text, 'second factor')) === account.username ? 'passkey' : null;
}

async function recordFailure(context: PageContext<unknown>, target: string): Promise<void> {
  const action = 'second factor failed';
  await writeEntry(context.services.records, pageSource(context, target), { action, target });
}

/** Signs in with a passkey alone: it has checked that it is its person, so that it stands for password and factor. */
const signInWithPasskey = definePage({
  method: 'POST',
  path: '/login/passkey',
  for: 'anyone',
  input: z.object({ passkey: passkeyText, next: fieldText }),
  async handle(context) {
    const { services, input } = context;
    const { redis, records, config, log, health } = services;
    const site = relyingPartyOf(config.publicUrl);
    // Where passwords are off, people sign in at the provider alone: it may have sent them away.
    if (typeof site === 'string' || !config.passwordLogin) return new Redirect('/login');
    const check = { redis: records, site, log, asker: NOBODY, now: health.clock.now() };
    const username = await checkPasskey(check, input.passkey, 'sign in');
    const account = username === null ? null : await getUser(redis, username);
    if (account && !account.disabled) return enter(context, account, 'passkey alone', input.next);
    await writeEntry(records, pageSource(context), { action: 'sign-in failed', target: account?.username });
    return new Redirect(`/login?failed=passkey&next=${encodeURIComponent(localPath(input.next || '/'))}`);
  },
});

/** Whether passkeys work at the address of this instance. */
export function isPasskeySite({ config }: PageContext<unknown>['services']): boolean {
  return typeof relyingPartyOf(config.publicUrl) !== 'string';
}

export const loginFactorPages = [showFactor, giveFactor, signInWithPasskey];
