import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { makeLink } from '../../lib/accounts/password-link.ts';
import { newSignInLink } from '../../lib/accounts/sign-in-link.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser, TESTER } from '../harness/as-tester.ts';
import { ForgedProvider } from '../harness/forged-oidc.ts';
import { testPort } from '../harness/ports.ts';
import { SsoVisitor } from '../harness/sso-visitor.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { codeOf, giveApp, wrongCode } from '../ui/factors.ts';

let app: TestApp;
let provider: ForgedProvider;
/** Addresses of web processes whose people may sign up or not. */
const at: Record<string, string> = {};

beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0 });
  provider = await ForgedProvider.start();
  const settings: Record<string, Record<string, string>> = {
    closed: {},
    domains: { OIDC_SIGN_UP: 'example.org, Example.com', OIDC_NAME_CLAIM: 'email' },
    below: { OIDC_SIGN_UP: 'everyone', PASSWORD_LOGIN: 'off' },
  };
  for (const [name, own] of Object.entries(settings)) {
    const port = await testPort();
    at[name] = `http://127.0.0.1:${port}${name === 'below' ? '/search' : ''}`;
    await app.addWeb({ ...provider.settings, PORT: String(port), PUBLIC_URL: at[name], ...own });
  }
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

async function signIn(web: string, claims: Record<string, unknown>, browser = new SsoVisitor(at[web] as string)) {
  const { location } = await browser.step(`${at[web]}/login/sso`);
  const back = provider.leadBack(location as URL, { claims });
  return browser.get(back.href);
}

describe('OIDC_SIGN_UP', () => {
  test('nobody: an account is linked by its name and password, and none is made', async () => {
    await createUser(app.client, 'ada', { password: PASSWORD });
    const browser = new SsoVisitor(at.closed as string);
    const page = await signIn('closed', { sub: 'a-lovelace', preferred_username: 'lovelace' }, browser);
    expect(page.url.pathname).toBe('/login/sso/link');
    expect(page.text).toContain('New accounts are not made here by signing in.');
    const flow = page.url.searchParams.get('flow') ?? '';
    const made = await browser.send('/login/sso/link', { flow, create: '1' });
    expect(made.status).toBe(403);
    expect(await getUser(app.client, 'lovelace')).toBeNull();
    const linked = await browser.send('/login/sso/link', { flow, username: 'ada', password: PASSWORD });
    expect([linked.status, linked.url.pathname]).toEqual([200, '/']);
  });

  test('an account with a second factor is linked with a code of it, not by its password alone', async () => {
    await createUser(app.client, 'careful', { password: PASSWORD });
    const phone = await giveApp(app, 'careful');
    const browser = new SsoVisitor(at.closed as string);
    const page = await signIn('closed', { sub: 'thief', preferred_username: 'thief' }, browser);
    const form = { flow: page.url.searchParams.get('flow') ?? '', username: 'careful', password: PASSWORD };
    const asked = await browser.send('/login/sso/link', form);
    expect([asked.status, asked.text.includes('name="code"')]).toEqual([401, true]);
    expect((await browser.send('/login/sso/link', { ...form, code: wrongCode(phone) })).status).toBe(401);
    expect((await getUser(app.client, 'careful'))?.isLinked).toBe(false);
    const linked = await browser.send('/login/sso/link', { ...form, code: codeOf(phone) });
    expect([linked.status, linked.url.pathname]).toEqual([200, '/']);
    expect((await getUser(app.client, 'careful'))?.isLinked).toBe(true);
  });

  test('domains: only a verified address counts, and only of exactly these', async () => {
    const made = async (email: string, email_verified: unknown) => {
      await signIn('domains', { sub: email, email, email_verified });
      return (await getUser(app.client, email.toLowerCase())) !== null;
    };
    expect(await made('Ada@example.org', true)).toBe(true);
    expect(await made('bob@EXAMPLE.com', true)).toBe(true);
    expect(await made('eve@example.org', false)).toBe(false);
    expect(await made('eva@example.org', 'true')).toBe(false);
    expect(await made('mallory@sub.example.org', true)).toBe(false);
    expect(await made('mallory@notexample.org', true)).toBe(false);
  });
});

test('guesses at a password to link an account are limited like those to sign in', async () => {
  await createUser(app.client, 'guessed', { password: PASSWORD });
  const browser = new SsoVisitor(at.closed as string);
  const page = await signIn('closed', { sub: 'guesser', preferred_username: 'guessed' }, browser);
  const flow = page.url.searchParams.get('flow') ?? '';
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    const fields = { flow, username: 'guessed', password: `guess number ${guess}` };
    statuses.push((await browser.send('/login/sso/link', fields)).status);
  }
  expect(statuses.at(-2)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

test('a person whom the provider cannot be asked after signs in again after an hour', async () => {
  const browser = new SsoVisitor(at.domains as string);
  await signIn('domains', { sub: 'hourly', email: 'hourly@example.org', email_verified: true }, browser);
  const isIn = async () => (await browser.get('/settings/api-keys')).url.pathname === '/settings/api-keys';
  expect(await isIn()).toBe(true);
  const keys = await app.client.keys(redisKeys.session('*'));
  const own = await Promise.all(
    keys.map(async (key) => ((await app.client.hget(key, 'username')) === 'hourly@example.org' ? [key] : [])),
  );
  const [session = ''] = own.flat();
  const left = await app.client.pttl(session);
  expect(left).toBeGreaterThan(3_500_000);
  expect(left).toBeLessThanOrEqual(3_600_000);
});

describe('PASSWORD_LOGIN=off', () => {
  test('shows no password field and takes no password', async () => {
    const browser = new SsoVisitor(at.below as string);
    const { text } = await browser.get(`${at.below}/login`);
    expect(text).toContain('/search/login/sso?next=');
    expect(text).not.toContain('type="password"');
    const answer = await browser.send(`${at.below}/login`, { username: 'ada', password: PASSWORD });
    expect([answer.status, answer.notice]).toEqual([403, 'Passwords are not accepted here.']);
  });

  test('takes no passkey alone either: the provider may have sent its person away', async () => {
    const offers = async (PASSWORD_LOGIN: string) => {
      const port = await testPort();
      const own = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, PASSWORD_LOGIN };
      await app.addWeb({ ...provider.settings, ...own });
      return (await fetch(`http://127.0.0.1:${port}/login`)).text();
    };
    expect(await offers('on')).toContain('action="/login/passkey"');
    expect(await offers('off')).not.toContain('passkey');
  });

  test('offers no password to anybody, and refuses links that were made before', async () => {
    await createUser(app.client, 'invited');
    await createUser(app.client, 'forgetful', { password: PASSWORD });
    const root = new SsoVisitor(at.below as string);
    await createUser(app.client, 'head', { admin: true });
    const token = await newSignInLink(app.client, TESTER, 'head');
    await root.send(`${at.below}/login/link`, { token });
    for (const name of ['invited', 'forgetful']) {
      const { text } = await root.get(`${at.below}/admin/accounts/${name}`);
      expect(text).toContain('Nobody is signed in to this account.');
      expect(text).not.toMatch(new RegExp(`accounts/${name}/(?:link|password)"|type="password"`));
    }
    const { text: list } = await root.get(`${at.below}/admin/accounts`);
    expect(list).not.toMatch(/value="invite"|type="password"/);
    const csrf = /name="csrf" value="([\w-]+)"/.exec(list)?.[1] ?? '';
    const attempts: [string, Record<string, string>][] = [
      ['accounts/invited/link', { form: 'A'.repeat(22) }],
      ['accounts/forgetful/link', { form: 'B'.repeat(22) }],
      ['accounts/forgetful/password', { password: 'another password for tests' }],
      ['accounts', { username: 'newcomer', how: 'invite' }],
      ['accounts', { username: 'newcomer', password: 'another password for tests' }],
    ];
    for (const [path, fields] of attempts) {
      const { status, text } = await root.send(`${at.below}/admin/${path}`, { csrf, ...fields });
      expect([path, status, text.includes('Passwords are not accepted here.')]).toEqual([path, 403, true]);
    }
    expect(await getUser(app.client, 'newcomer')).toBeNull();
    // An account whose keys work, and to which nobody signs in.
    const made = await root.send(`${at.below}/admin/accounts`, { csrf, username: 'service' });
    expect([made.status, made.url.searchParams.get('done')]).toEqual([200, 'created']);

    const kinds = [
      ['invited', 'invitation'],
      ['forgetful', 'reset'],
    ] as const;
    for (const [name, kind] of kinds) {
      const link = await makeLink(app.client, TESTER, name, kind);
      const browser = new SsoVisitor(at.below as string);
      const shown = await browser.get(`${at.below}/set-password?token=${link}`);
      const sent = await browser.send(`${at.below}/set-password`, {
        token: link,
        password: 'a new password for tests',
      });
      for (const { status, text } of [shown, sent]) {
        expect([kind, status, text.includes('Passwords are not accepted here.')]).toEqual([kind, 403, true]);
      }
      expect((await browser.get(`${at.below}/settings/usage`)).url.pathname).toBe('/search/login');
    }
    expect(await getUser(app.client, 'invited')).toMatchObject({ hasPassword: false });
  });

  test('lets people in at the provider, also below a path', async () => {
    const browser = new SsoVisitor(at.below as string);
    const { location } = await browser.step(`${at.below}/login/sso?next=/settings/usage`);
    expect(location?.searchParams.get('redirect_uri')).toBe(`${at.below}/login/sso/callback`);
    const back = provider.leadBack(location as URL, { claims: { sub: 'below', preferred_username: 'below' } });
    expect((await browser.get(back.href)).url.pathname).toBe('/search/settings/usage');
  });

  test('leaves the operator a link, which signs in once', async () => {
    await createUser(app.client, 'rescue', { admin: true });
    const source = { via: 'command line', account: 'operator' } as const;
    const token = await newSignInLink(app.client, source, 'rescue');
    const address = `${at.below}/login/link`;
    const browser = new SsoVisitor(at.below as string);
    // Looking at it does not use it up.
    for (let look = 0; look < 2; look++) {
      expect((await browser.get(`${address}?token=${token}`)).text).toContain('Sign in as rescue');
    }
    expect((await browser.send(address, { token })).url.pathname).toBe('/search/');
    expect((await browser.get(`${at.below}/admin/accounts`)).status).toBe(200);
    const late = await new SsoVisitor(at.below as string).send(address, { token });
    expect([late.status, late.notice]).toEqual([403, expect.stringContaining('was used already')]);
    const entries = (await app.client.xrange(redisKeys.audit, '-', '+')).map(([, [, text = '']]) => JSON.parse(text));
    expect(entries.filter(({ target }) => target === 'rescue').slice(-2)).toMatchObject([
      { action: 'sign-in link made', via: 'command line', account: 'operator', target: 'rescue' },
      { action: 'signed in', via: 'page', account: 'rescue' },
    ]);
    const ttl = await newSignInLink(app.client, source, 'rescue').then(async () => {
      const [key = ''] = await app.client.keys(redisKeys.signInLink('*'));
      return app.client.ttl(key);
    });
    expect(ttl).toBeGreaterThan(890);
    expect(ttl).toBeLessThanOrEqual(900);
  });

  test('makes no link for a team, a disabled account or nobody', async () => {
    await createUser(app.client, 'a-team', { kind: 'team' });
    const source = { via: 'command line', account: 'operator' } as const;
    for (const name of ['a-team', 'nobody']) await expect(newSignInLink(app.client, source, name)).rejects.toThrow();
  });
});

test('without a provider, its pages do not exist', async () => {
  const plain = await app.addWeb();
  const browser = new SsoVisitor(plain);
  for (const path of ['/login/sso', '/login/sso/callback?state=x', '/login/sso/link?flow=x']) {
    expect((await browser.get(path)).status).toBe(404);
  }
  expect((await browser.get('/login')).text).not.toContain('/login/sso');
});
