import type { VNode } from 'preact';
import { listFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { relyingPartyOf } from '../../../lib/accounts/factors/relying-party.ts';
import { CsrfField } from '../csrf-field.tsx';
import { type Notice, Page } from '../page.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { lacksFactor } from '../visitor.ts';
import { PasskeyButton } from './code-field.tsx';
import { FactorTable, FreshCodes } from './factor-list.tsx';
import { PasskeyScripts } from './passkey-scripts.tsx';
import { SECURITY } from './paths.ts';

/** What the page shows beside a person's factors. */
export interface SecurityView {
  notice?: Notice | undefined;
  /** Recovery codes that have just been made. */
  codes?: readonly string[] | null;
}

/** A person's password and second factors. */
export async function securityPage(context: PageContext<unknown>, { notice, codes }: SecurityView): Promise<VNode> {
  const session = signedIn(context);
  const { redis, config } = context.services;
  const { all, codesLeft } = await listFactors(redis, session.username);
  const { security: texts } = textsFor(context.request);
  const site = relyingPartyOf(config.publicUrl);
  const isHeld = all.length === 0 && lacksFactor({ ...session, hasFactor: false }, config.requireSecondFactor);
  return (
    <Page title={texts.title} session={session} path={SECURITY} notice={notice}>
      <h1>{texts.title}</h1>
      {isHeld && <p class="notice problem">{texts.required}</p>}
      {codes && <FreshCodes codes={codes} />}
      <p>
        <a href="/settings/password">{texts.changePassword}</a>
      </p>
      <h2>{texts.factors}</h2>
      <p>{texts.factorsNote}</p>
      {all.length === 0 ? <p class="empty">{texts.none}</p> : <FactorTable session={session} factors={all} />}
      <h2>{texts.addApp}</h2>
      <p>{texts.addAppNote}</p>
      <form method="post" action={`${SECURITY}/app`}>
        <CsrfField session={session} />
        <button type="submit">{texts.addApp}</button>
      </form>
      <h2>{texts.addPasskey}</h2>
      {typeof site === 'string' ? (
        <p>{texts.noPasskeys[site]}</p>
      ) : (
        <>
          <p>{texts.addPasskeyNote(site.id)}</p>
          <form method="post" action={`${SECURITY}/passkey`} class="stack" hidden>
            <CsrfField session={session} />
            <label>
              {texts.passkeyName}
              <input name="name" maxlength={60} autocomplete="off" />
            </label>
            <PasskeyButton purpose="register" field="passkey" label={texts.addPasskey} isFirst />
          </form>
          <p class="faint no-passkeys">{texts.passkeysNeedScripts}</p>
          <PasskeyScripts />
        </>
      )}
      {all.length > 0 && (
        <>
          <h2>{texts.recoveryCodes}</h2>
          <p>{texts.codesLeft(codesLeft)}</p>
          <form method="post" action={`${SECURITY}/codes`}>
            <CsrfField session={session} />
            <button type="submit" class="quiet">
              {texts.newCodes}
            </button>
          </form>
        </>
      )}
    </Page>
  );
}
