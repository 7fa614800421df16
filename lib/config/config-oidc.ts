import { z } from 'zod';
import { apiKey, onOff, parsedWith } from './config-values.ts';
import type { ReadSetting } from './settings-reader.ts';

/** Who gets an account at the first sign-in: people with a verified address in one of these domains, everyone, or nobody. */
export type SignUp = 'everyone' | 'nobody' | readonly string[];

/** The provider at which people sign in by OpenID Connect, and what its groups mean here. */
export interface OidcConfig {
  /** Exactly as the provider writes it, which may end with a slash. */
  issuer: string;
  clientId: string;
  /** Empty for a public client. */
  clientSecret: string;
  scopes: string;
  /** The claim that becomes the name of a new account. */
  nameClaim: string;
  groupsClaim: string;
  /** The group whose members are administrators; empty if the provider has no say in that. */
  adminGroup: string;
  /** The team of each group that has one. */
  teams: ReadonlyMap<string, string>;
  signUp: SignUp;
}

/** How people sign in. */
export interface SignInConfig {
  /** Null without a provider. */
  oidc: OidcConfig | null;
  /** Whether people sign in with a password. */
  passwordLogin: boolean;
}

const issuerAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .refine((text) => !/[?#]/.test(text), 'must have neither a query nor a fragment');
const name = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
const scopeNames = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((scopes) => scopes.includes('openid'), 'must include openid')
  .transform((scopes) => scopes.join(' '));
/** `group=team` pairs. What is before the last `=` is the group. */
const teamsOfGroups = z.string().transform(
  parsedWith((text) => {
    const pairs = text.split(',').filter((pair) => pair.trim() !== '');
    return new Map(
      pairs.map((pair) => {
        const [, group = '', team = ''] = /^\s*(.+)=([^=]+)$/.exec(pair) ?? [];
        if (group === '') throw new Error(`"${pair.trim()}" is not a pair such as engineers=search-team`);
        return [group.trim(), team.trim().toLowerCase()] as const;
      }),
    );
  }),
);
const domain = /^(?=.{1,253}$)([a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/;
const whoSignsUp = z
  .string()
  .transform((text): SignUp => {
    const word = text.toLowerCase();
    return word === 'everyone' || word === 'nobody' ? word : word.split(/[\s,]+/).filter(Boolean);
  })
  .refine(
    (who) => typeof who === 'string' || (who.length > 0 && who.every((entry) => domain.test(entry))),
    'must be everyone, nobody, or domains such as example.org,example.com',
  );

/** Reads how people sign in. */
export function readSignIn(read: ReadSetting, publicUrl: string, problems: string[]): SignInConfig {
  const issuer = read('OIDC_ISSUER', issuerAddress, '');
  const oidc: OidcConfig = {
    issuer,
    clientId: read('OIDC_CLIENT_ID', name, ''),
    clientSecret: read('OIDC_CLIENT_SECRET', apiKey, ''),
    scopes: read('OIDC_SCOPES', scopeNames, 'openid profile email'),
    nameClaim: read('OIDC_NAME_CLAIM', name, 'preferred_username'),
    groupsClaim: read('OIDC_GROUPS_CLAIM', name, 'groups'),
    adminGroup: read('OIDC_ADMIN_GROUP', z.string().trim(), ''),
    teams: read<ReadonlyMap<string, string>>('OIDC_TEAMS', teamsOfGroups, new Map()),
    signUp: read<SignUp>('OIDC_SIGN_UP', whoSignsUp, 'nobody'),
  };
  const passwordLogin = read('PASSWORD_LOGIN', onOff, true);
  if (issuer !== '' && publicUrl === '') {
    problems.push('OIDC_ISSUER: needs PUBLIC_URL, to which the provider sends people back');
  }
  if (issuer !== '' && oidc.clientId === '') problems.push('OIDC_ISSUER: needs OIDC_CLIENT_ID');
  if (!passwordLogin && issuer === '') {
    problems.push('PASSWORD_LOGIN: off needs OIDC_ISSUER, or nobody could sign in');
  }
  return { oidc: issuer === '' ? null : oidc, passwordLogin };
}
