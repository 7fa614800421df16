import type { VNode } from 'preact';
import { relyingPartyOf } from '../../lib/accounts/factors/relying-party.ts';
import type { Config } from '../../lib/config/config.ts';
import { providerName } from '../../lib/sso/provider.ts';
import { PasswordField, UsernameField } from './credential-fields.tsx';
import { problemsIn } from './notices.ts';
import { type Notice, Page } from './page.tsx';
import { useTexts } from './rendering.tsx';
import { PasskeyButton } from './security/code-field.tsx';
import { PasskeyScripts } from './security/passkey-scripts.tsx';

interface LoginProps {
  config: Pick<Config, 'oidc' | 'passwordLogin' | 'publicUrl'>;
  /** Where the person goes afterwards. */
  next: string;
  username?: string;
  notice?: Notice | undefined;
}

/** The page to sign in, with all ways that this instance has. */
export function LoginPage({ config, next, username = '', notice }: LoginProps): VNode {
  const { oidc, passwordLogin, publicUrl } = config;
  // Where passwords are off, people sign in at the provider alone: it may have sent them away.
  const hasPasskeys = passwordLogin && typeof relyingPartyOf(publicUrl) !== 'string';
  const { login: texts, singleSignOn } = useTexts();
  return (
    <Page title={texts.title} notice={notice} session={null} path="/login">
      <h1>{texts.title}</h1>
      {oidc && (
        <p class="stack">
          <a class="button" href={`/login/sso?next=${encodeURIComponent(next)}`}>
            {singleSignOn.signIn(providerName(oidc))}
          </a>
        </p>
      )}
      {oidc && passwordLogin && <p class="faint">{singleSignOn.or}</p>}
      {passwordLogin && (
        <form method="post" action="/login" class="stack">
          <input type="hidden" name="next" value={next} />
          <UsernameField username={username} />
          <PasswordField
            label={texts.password}
            isNext={username !== ''}
            problems={username === '' ? [] : problemsIn(notice)}
          />
          <button type="submit">{texts.send}</button>
        </form>
      )}
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
