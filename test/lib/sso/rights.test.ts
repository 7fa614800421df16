import { describe, expect, test } from 'vitest';
import { readConfig, settingsRefusal } from '../../../lib/config/config.ts';
import type { OidcConfig } from '../../../lib/config/config-oidc.ts';
import { maySignUp, rightsOf, usernameFor } from '../../../lib/sso/rights.ts';

const BASE = {
  PUBLIC_URL: 'https://search.example',
  OIDC_ISSUER: 'https://login.example/realms/one/',
  OIDC_CLIENT_ID: 'us',
};
const settings = (env: Record<string, string> = {}) => readConfig({ ...BASE, ...env }).oidc as OidcConfig;

describe('the settings', () => {
  test('have defaults that let nobody in who has no account', () => {
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig({}).passwordLogin).toBe(true);
    expect(settings()).toEqual({
      issuer: 'https://login.example/realms/one/',
      clientId: 'us',
      clientSecret: '',
      scopes: 'openid profile email',
      nameClaim: 'preferred_username',
      groupsClaim: 'groups',
      adminGroup: '',
      teams: new Map(),
      signUp: 'nobody',
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ['an issuer without PUBLIC_URL', { PUBLIC_URL: '' }, 'OIDC_ISSUER: needs PUBLIC_URL'],
    ['an issuer without a client', { OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER: needs OIDC_CLIENT_ID'],
    ['an issuer that is no address', { OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER: must be an http'],
    ['a placeholder', { OIDC_CLIENT_SECRET: 'change-me' }, 'OIDC_CLIENT_SECRET: is a placeholder'],
    ['scopes without openid', { OIDC_SCOPES: 'profile email' }, 'OIDC_SCOPES: must include openid'],
    ['a group without a team', { OIDC_TEAMS: 'a=b,c' }, 'OIDC_TEAMS: "c" is not a pair'],
    ['a domain that is none', { OIDC_SIGN_UP: 'all' }, 'OIDC_SIGN_UP: must be everyone, nobody, or domains'],
    [
      'no passwords and no provider',
      { OIDC_ISSUER: '', PASSWORD_LOGIN: 'off' },
      'PASSWORD_LOGIN: off needs OIDC_ISSUER',
    ],
  ])('refuse %s', (_what, env, message) => {
    expect(settingsRefusal({ ...BASE, ...env })).toContain(message);
  });
});

describe('rights', () => {
  test('come from groups, of which the settings name those that count', () => {
    const oidc = settings({ OIDC_ADMIN_GROUP: 'operators', OIDC_TEAMS: 'dev=Blue, ops=blue,a=b=green' });
    const rights = (groups: unknown) => rightsOf({ groups }, oidc);
    expect(rights(['dev', 'ops', 'other'])).toEqual({ admin: false, teams: ['blue'] });
    expect(rights(['operators', 'a=b'])).toEqual({ admin: true, teams: ['green'] });
    expect(rights('operators')).toEqual({ admin: true, teams: [] });
    for (const none of [undefined, null, 7, [7, { operators: true }], { operators: true }, 'dev operators']) {
      expect(rights(none)).toEqual({ admin: false, teams: [] });
    }
  });

  test('to administer are nobody else’s business without a group for them', () => {
    expect(rightsOf({ groups: ['x'] }, settings())).toEqual({ admin: undefined, teams: [] });
  });

  test('are found by the name of their claim, or by a path', () => {
    const of = (claim: string, claims: object) =>
      rightsOf({ ...claims }, settings({ OIDC_GROUPS_CLAIM: claim, OIDC_ADMIN_GROUP: 'a' })).admin;
    expect(of('realm_access.roles', { realm_access: { roles: ['a'] } })).toBe(true);
    expect(of('https://x.example/groups', { 'https://x.example/groups': ['a'] })).toBe(true);
    expect(of('constructor.name', {})).toBe(false);
    expect(of('__proto__.a', {})).toBe(false);
  });
});

test('people sign up by domain only with an address that the provider has verified', () => {
  const of = (email: unknown, email_verified: unknown = true) => maySignUp({ email, email_verified }, ['example.org']);
  expect([of('a@example.org'), of('a@EXAMPLE.ORG'), of('"a@b"@example.org')]).toEqual([true, true, true]);
  for (const other of [
    'a@example.org.evil',
    'a@sub.example.org',
    'example.org@evil',
    '',
    undefined,
    ['a@example.org'],
  ]) {
    expect(of(other)).toBe(false);
  }
  expect([of('a@example.org', false), of('a@example.org', 'true')]).toEqual([false, false]);
  expect([maySignUp({}, 'everyone'), maySignUp({}, 'nobody')]).toEqual([true, false]);
});

test.each([
  [{ preferred_username: 'Ada.Lovelace' }, 'ada.lovelace'],
  [{ preferred_username: '  Zoë  Müller ' }, 'zoe-muller'],
  [{ preferred_username: '../../etc' }, 'etc'],
  [{ preferred_username: '李', email: 'Li@example.org' }, 'li@example.org'],
  [{ preferred_username: 7, sub: 'AUTH0|123' }, 'auth0-123'],
  [{ preferred_username: 'x'.repeat(100) }, 'x'.repeat(60)],
  [{}, 'person'],
])('%j is called %s', (claims, name) => {
  expect(usernameFor(claims, settings())).toBe(name);
});
