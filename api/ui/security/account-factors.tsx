import type { VNode } from 'preact';
import { z } from 'zod';
import { requireUser } from '../../../lib/accounts/account-store.ts';
import { type Factors, takeFactors } from '../../../lib/accounts/factors/factor-store.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { CsrfField } from '../csrf-field.tsx';
import { orPageError } from '../keys/acting.ts';
import { definePage, Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';

const PATH = '/admin/accounts/:username/factors/remove';

/** The second factors of an account, as administrators see them: how many, and a button that takes them all away. */
export function AccountFactors(props: { session: Session; username: string; factors: Factors; path: string }): VNode {
  const { session, username, factors, path } = props;
  const texts = useTexts().accountFactors;
  return (
    <>
      <h2>{texts.heading}</h2>
      <p>{texts.count(factors.all.length)}</p>
      {factors.all.length > 0 && (
        <form method="post" action={`${path}/factors/remove`}>
          <CsrfField session={session} />
          <button type="submit" class="danger" aria-label={`${texts.take}: ${username}`}>
            {texts.take}
          </button>
        </form>
      )}
    </>
  );
}

const take = definePage({
  method: 'POST',
  path: PATH,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  confirms: true,
  async handle(context) {
    const { redis, records } = context.services;
    const { username: given } = context.request.params as { username: string };
    const { username } = await orPageError(requireUser(redis, given), ({ noAccount }) => noAccount);
    await takeFactors(records, pageSource(context), username);
    return new Redirect(`/admin/accounts/${encodeURIComponent(username)}?done=factors`);
  },
});

export const accountFactorPages = [take];
