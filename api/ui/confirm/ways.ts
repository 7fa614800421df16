import { z } from 'zod';
import { checkPassword, requireUser } from '../../../lib/accounts/account-store.ts';
import { listFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { checkPasskey } from '../../../lib/accounts/factors/passkeys.ts';
import { relyingPartyOf } from '../../../lib/accounts/factors/relying-party.ts';
import { type Guess, limitGuess } from '../../../lib/accounts/guess-limits.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { providerName } from '../../../lib/sso/provider.ts';
import type { PageContext } from '../page-route.ts';
import { guessCode } from '../security/code-guess.ts';

/** What a person can confirm with. Whoever has none of these signs out and in again: a new session is confirmed. */
export interface Ways {
  password: boolean;
  /** The provider at which they can sign in again; null if they do not sign in there. */
  provider: string | null;
  code: boolean;
  passkey: boolean;
}

/** The fields that answer, of which one is filled in. */
export const answerFields = {
  confirm_password: z.string().max(1_000).default(''),
  confirm_code: z.string().max(100).default(''),
  confirm_passkey: z.string().max(60_000).default(''),
};

const answer = z.object(answerFields);
/** How a person shows who they are. */
export type Answer = z.infer<typeof answer>;

/** What the person of a session can confirm with. */
export async function waysToConfirm({ services }: PageContext<unknown>, { username }: Session): Promise<Ways> {
  const { redis, config } = services;
  const account = await requireUser(redis, username);
  const { all } = account.hasFactor ? await listFactors(redis, username) : { all: [] };
  const hasPasskeys = typeof relyingPartyOf(config.publicUrl) !== 'string';
  return {
    password: account.hasPassword,
    provider: config.oidc && account.isLinked ? providerName(config.oidc) : null,
    code: all.some(({ kind }) => kind === 'totp'),
    passkey: hasPasskeys && all.some(({ kind }) => kind === 'passkey'),
  };
}

/** Whether anything was answered: an empty form is no guess. */
export function isGiven(given: Answer): boolean {
  return Object.values(given).some((value) => value !== '');
}

/** The way that an answer goes, in the order in which they are checked. */
export function wayOf({ confirm_code: code, confirm_passkey: passkey }: Answer): 'password' | 'code' | 'passkey' {
  if (passkey !== '') return 'passkey';
  return code === '' ? 'password' : 'code';
}

/** Checks an answer within the limits of guesses. What a passkey signs cannot be guessed. */
export async function checkAnswer(
  context: PageContext<unknown>,
  { id, username }: Session,
  { confirm_password: password, confirm_code: code, confirm_passkey: passkey }: Answer,
): Promise<Guess> {
  const { redis, records, secret, config, log, health } = context.services;
  if (passkey !== '') {
    const site = relyingPartyOf(config.publicUrl);
    if (typeof site === 'string') return { outcome: 'wrong' };
    const check = { redis: records, site, log, asker: id, now: health.clock.now() };
    const isOwn = (await checkPasskey(check, passkey, 'confirm')) === username;
    return { outcome: isOwn ? 'right' : 'wrong' };
  }
  if (code !== '') return (await guessCode(context, username, code)).guess;
  return limitGuess(redis, await secret.load(), username, { session: id }, () =>
    checkPassword(redis, username, password),
  );
}
