import type { Account } from '../../../lib/accounts/account-store.ts';
import { startPending } from '../../../lib/accounts/factors/pending-sign-in.ts';
import { beginSession } from '../begin-session.ts';
import { type PageContext, Redirect } from '../page-route.ts';
import { SECURITY } from './paths.ts';
import { setPendingCookie } from './pending-cookie.ts';

/** How a person has shown who they are, for the audit log. */
export type SignInFactor = 'password' | 'authenticator app' | 'recovery code' | 'passkey' | 'passkey alone';

/** Goes on after a right password: to the second factor if the account has one, or else in. */
export async function afterPassword(
  context: PageContext<unknown>,
  account: Account,
  deviceToken: string,
  next: string,
): Promise<Redirect> {
  if (!account.hasFactor) return enter(context, account, 'password', next, deviceToken);
  setPendingCookie(context.request, context.reply, await startPending(context.services.redis, account, deviceToken));
  return new Redirect(`/login/factor?next=${encodeURIComponent(next)}`);
}

/** Signs a person in who has shown all that their account asks for. They first see what they must know. */
export async function enter(
  context: PageContext<unknown>,
  account: Account,
  factor: SignInFactor,
  next: string,
  deviceToken?: string,
): Promise<Redirect> {
  const { hasLostFactors } = account;
  await beginSession(context, account, { after: { factor }, deviceToken });
  if (factor === 'recovery code') return new Redirect(`${SECURITY}?done=recovered`);
  return new Redirect(hasLostFactors ? SECURITY : next || '/');
}
