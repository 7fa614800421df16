import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { type Answer, ForgedProvider } from '../harness/forged-oidc.ts';
import { CLIENT } from '../harness/oidc.ts';
import { testPort } from '../harness/ports.ts';
import { SsoVisitor } from '../harness/sso-visitor.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let provider: ForgedProvider;
let url: string;

beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0 });
  provider = await ForgedProvider.start();
  const port = await testPort();
  url = `http://127.0.0.1:${port}`;
  await app.addWeb({ ...provider.settings, PORT: String(port), PUBLIC_URL: url, OIDC_SIGN_UP: 'everyone' });
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

/** A page that says what happened, and nothing of what is inside: no stack, no file, no words of a library. */
function expectClear({ text, notice }: { text: string; notice: string }): void {
  expect(text).toMatch(/^<!doctype html>/i);
  expect(text).toContain('<h1');
  expect(notice).not.toBe('');
  expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.[jt]s:\d|OAUTH_|JW[STE]\b/);
}

/** A sign-in that the provider answers so. */
async function signIn(answer: Answer | null, change = (_back: URL) => {}) {
  const browser = new SsoVisitor(url);
  const { location, ...page } = await browser.step('/login/sso');
  if (!location) throw new Error(`Nobody was led to the provider: ${page.status} ${page.text}`);
  const back = provider.leadBack(location, answer);
  change(back);
  const { status, notice, text } = await browser.get(back.href);
  if (status >= 400) expectClear({ text, notice });
  const { url: at } = await browser.get('/settings/api-keys');
  return { status, notice, isSignedIn: at.pathname === '/settings/api-keys', asked: location, browser };
}

test('a correct token signs in', async () => {
  const { isSignedIn, asked } = await signIn({ claims: { preferred_username: 'Ädä Lovelace ' } });
  expect(isSignedIn).toBe(true);
  expect(await getUser(app.client, 'ada-lovelace')).not.toBeNull();
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: CLIENT.id,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    redirect_uri: `${url}/login/sso/callback`,
  });
});

test.each([
  ['a minute ago', 60, 200],
  ['an hour ago', 3_600, 401],
  ['at a time that it does not tell', undefined, 401],
])('whoever has shown the provider who they are %s makes a key with %i', async (_when, agoS, status) => {
  const auth_time = agoS === undefined ? undefined : Math.floor(Date.now() / 1_000) - agoS;
  const { browser } = await signIn({ claims: { auth_time } });
  const csrf = /name="csrf" value="([\w-]+)"/.exec((await browser.get('/settings/api-keys')).text)?.[1] ?? '';
  expect((await browser.send('/settings/api-keys', { csrf, name: 'a key' })).status).toBe(status);
});

test.each([-300, 300])('a provider whose clock is off by %i seconds signs in', async (clockS) => {
  expect(await signIn({ clockS })).toMatchObject({ isSignedIn: true });
});

describe('nobody is signed in by a token', () => {
  let earlier = '';
  const otherKey = generateKeyPair('RS256');

  test.each<[string, Answer]>([
    [
      'that another key has signed',
      {
        sign: async (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign((await otherKey).privateKey),
      },
    ],
    ['that nobody has signed', { sign: async (claims) => new UnsecuredJWT(claims).encode() }],
    [
      'that is signed with the secret that both know',
      {
        sign: (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT.secret)),
      },
    ],
    ['for another client', { claims: { aud: 'other' } }],
    ['for two clients that names neither as its user', { claims: { aud: [CLIENT.id, 'other'] } }],
    ['whose user is another client', { claims: { aud: [CLIENT.id, 'other'], azp: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['that has ended', { claims: { exp: Math.floor(Date.now() / 1_000) - 3_000 } }],
    ['of a clock that is an hour ahead', { clockS: 3_600 }],
    ['of a clock that is an hour behind', { clockS: -3_600, claims: { exp: Math.floor(Date.now() / 1_000) + 600 } }],
    ['beside what is known of somebody else', { userInfo: { sub: 'another' } }],
  ])('%s', async (_what, answer) => {
    const { status, notice, isSignedIn } = await signIn(answer);
    expect({ status, isSignedIn }).toEqual({ status: 403, isSignedIn: false });
    expect(notice).toContain('could not be verified');
  });

  test('of an earlier sign-in', async () => {
    const keep = async (claims: object) => {
      earlier = await provider.sign({ ...claims });
      return earlier;
    };
    expect(await signIn({ sign: keep })).toMatchObject({ isSignedIn: true });
    expect(await signIn({ sign: async () => earlier })).toMatchObject({ status: 403, isSignedIn: false });
  });
});

test('nobody is signed in by a provider that says it is another one', async () => {
  provider.saysItIs = 'https://other.example';
  const page = await new SsoVisitor(url).get('/login/sso');
  provider.saysItIs = '';
  expect([page.status, page.notice]).toEqual([503, expect.stringContaining('cannot be reached')]);
  expectClear(page);
});

test('nobody is signed in with the state of another sign-in', async () => {
  const { isSignedIn, status } = await signIn({}, (back) => back.searchParams.set('state', 'another'));
  expect({ status, isSignedIn }).toEqual({ status: 400, isSignedIn: false });
});

test('a provider that refuses says so, and one that never answers is not waited for', async () => {
  const denied = await signIn({}, (back) => back.searchParams.set('error', 'access_denied'));
  expect(denied).toMatchObject({ status: 403, isSignedIn: false });
  expect(denied.notice).toContain('did not sign you in');
  expect(await signIn(null)).toMatchObject({ status: 503, isSignedIn: false });
});
