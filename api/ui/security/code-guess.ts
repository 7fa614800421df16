import { type CodeKind, checkCode } from '../../../lib/accounts/factors/check-code.ts';
import { type Guess, limitGuess } from '../../../lib/accounts/guess-limits.ts';
import type { PageContext } from '../page-route.ts';
import { pageSource } from '../page-source.ts';

/** Checks a code of an authenticator app, or a recovery code, within the limits of guesses. */
export async function guessCode(
  context: PageContext<unknown>,
  username: string,
  code: string,
): Promise<{ guess: Guess; kind: CodeKind | null }> {
  const { redis, records, secret, errors, health } = context.services;
  const check = { redis: records, secret, errors, now: health.clock.now(), source: pageSource(context, username) };
  let kind: CodeKind | null = null;
  const guess = await limitGuess(redis, await secret.load(), username, { codes: 'all' }, async () => {
    kind = await checkCode(check, username, code);
    return kind !== null;
  });
  return { guess, kind };
}
