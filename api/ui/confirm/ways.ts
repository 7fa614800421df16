import { z } from 'zod';
import { checkPassword, getUser } from '../../../lib/accounts/account-store.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { providerName } from '../../../lib/sso/provider.ts';
import type { PageContext } from '../page-route.ts';

/** What a person can confirm with. Whoever has none of these signs out and in again: a new session is confirmed. */
export interface Ways {
  password: boolean;
  /** The provider at which they can sign in again; null if they do not sign in there. */
  provider: string | null;
}

/** The fields that answer, of which one is filled in. */
export const answerFields = { confirm_password: z.string().max(1_000).default('') };

const answer = z.object(answerFields);
/** How a person shows who they are. */
export type Answer = z.infer<typeof answer>;

/** What the person of a session can confirm with. */
export async function waysToConfirm({ services }: PageContext<unknown>, { username }: Session): Promise<Ways> {
  const account = await getUser(services.redis, username);
  const { oidc } = services.config;
  return {
    password: account?.hasPassword ?? false,
    provider: oidc && account?.isLinked ? providerName(oidc) : null,
  };
}

/** Whether anything was answered: an empty form is no guess. */
export function isGiven(given: Answer): boolean {
  return Object.values(given).some((value) => value !== '');
}

/** Whether an answer is right. */
export async function isRight(
  { services }: PageContext<unknown>,
  { username }: Session,
  { confirm_password }: Answer,
): Promise<boolean> {
  return checkPassword(services.redis, username, confirm_password);
}
