import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { teamsOf } from '../../lib/accounts/team-store.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createKey, createTeam, createUser, setDisabled, setPassword } from '../harness/as-tester.ts';
import { TestProvider } from '../harness/oidc.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { askAfter, SsoVisitor } from '../harness/sso-visitor.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';

const KEYS = '/settings/api-keys';
let app: TestApp;
let provider: TestProvider;
let url: string;

const visitor = () => new SsoVisitor(url);
/** Adds a person to the provider, who then signs in. */
async function arrive(name: string, claims: object = {}, browser = visitor()) {
  provider.people.set(name, { preferred_username: name, ...claims });
  return browser.signIn(name);
}
const audited = async (stream = redisKeys.audit as string) =>
  (await app.client.xrange(stream, '-', '+')).map(([, [, text = '']]) => JSON.parse(text));
const askAgain = (username: string, web = 0) => askAfter(app, username, web);

beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0, ownRedis: true });
  const ports = [await testPort(), await testPort()];
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  url = addresses[0] as string;
  provider = await TestProvider.start(...addresses);
  for (const port of ports) {
    await app.addWeb({
      ...provider.settings,
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_SIGN_UP: 'everyone',
      OIDC_ADMIN_GROUP: 'operators',
      OIDC_TEAMS: 'searchers=blue,/path/of=a group=green,lost=nowhere',
    });
  }
  await createTeam(app.client, 'blue');
  await createTeam(app.client, 'green');
  // Otherwise each web process offers a link to set up.
  await createUser(app.client, 'root', { admin: true, password: PASSWORD });
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

describe('signing in at the provider', () => {
  test('makes an account at the first time, and finds it at the second, whatever its name there is by then', async () => {
    expect(await arrive('ada')).toMatchObject({ status: 200, url: new URL(`${url}${KEYS}`) });
    expect(await getUser(app.client, 'ada')).toMatchObject({ admin: false, hasPassword: false, isLinked: true });
    expect(await arrive('ada', { preferred_username: 'countess' })).toMatchObject({ status: 200 });
    expect(await getUser(app.client, 'countess')).toBeNull();
  });

  test('is begun on the page that asks for a password', async () => {
    const { text } = await visitor().get('/login?next=/settings/usage');
    expect(text).toContain(`Sign in with ${new URL(provider.issuer).host}`);
    expect(text).toContain('href="/login/sso?next=%2Fsettings%2Fusage"');
    expect(text).toContain('type="password"');
  });

  test('ends at another web process than the one that began it', async () => {
    provider.people.set('wanderer', { preferred_username: 'wanderer' });
    const browser = visitor();
    const back = await browser.almostSignIn('wanderer');
    // Another process at the same address, as behind a proxy: cookies belong to a host.
    browser.cookies(new URL(app.urls[1] as string).host);
    browser.cookies(back.host).forEach((value, name) => {
      browser.cookies(new URL(app.urls[1] as string).host).set(name, value);
    });
    const { status, location } = await browser.step(new URL(`${back.pathname}${back.search}`, app.urls[1]));
    expect([status, location?.pathname]).toEqual([303, KEYS]);
  });

  test('leads nowhere else than to a page of this instance', async () => {
    provider.people.set('ada', {});
    const browser = visitor();
    expect((await browser.signIn('ada', '//evil.example/')).url.href).toBe(`${url}/`);
  });

  test('goes on after the provider has changed its keys', async () => {
    const browser = visitor();
    expect((await arrive('rotated', {}, browser)).status).toBe(200);
    await provider.rotateKeys();
    expect((await arrive('rotated')).status).toBe(200);
    await askAgain('rotated');
    expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
  });

  test('is recorded with who, from where and by which provider', async () => {
    await arrive('recorded');
    const entries = (await audited()).filter(({ target }) => target === 'recorded');
    expect(entries.map(({ action }) => action)).toEqual(['account created', 'signed in']);
    expect(entries[0]).toMatchObject({
      via: 'single sign-on',
      account: 'recorded',
      address: '127.0.0.1',
      after: { issuer: provider.issuer, subject: 'recorded' },
    });
  });

  test('keeps the token of the provider sealed', async () => {
    await arrive('sealed');
    const stored = await app.client.hget(redisKeys.user('sealed'), 'sso_token');
    expect(stored).toMatch(/^[\w-]{60,}$/);
    const log = app.webs.map(({ output }) => output).join('');
    expect(log).not.toContain('refresh_token');
  });
});

describe('a sign-in of another browser', () => {
  test('signs nobody in, and is still good in its own', async () => {
    provider.people.set('mallory', { preferred_username: 'mallory' });
    const attacker = visitor();
    const address = await attacker.almostSignIn('mallory');
    const victim = visitor();
    expect(await victim.get(address.href)).toMatchObject({ status: 400 });
    // Not even while the victim signs in.
    await victim.step('/login/sso');
    const answer = await victim.get(address.href);
    expect(answer.status).toBe(400);
    expect(answer.notice).toContain('was begun in another browser');
    expect((await victim.get(KEYS)).url.pathname).toBe('/login');
    expect((await attacker.get(address.href)).url.pathname).toBe(KEYS);
  });

  test('is good once', async () => {
    provider.people.set('twice', { preferred_username: 'twice' });
    const browser = visitor();
    const address = await browser.almostSignIn('twice');
    const thief = visitor();
    thief.take(browser, new URL(url).host);
    expect((await browser.get(address.href)).status).toBe(200);
    expect((await thief.get(address.href)).status).toBe(400);
  });

  test('with a code of another sign-in is refused by the provider', async () => {
    provider.people.set('mixed', { preferred_username: 'mixed' });
    const [own, other] = [visitor(), visitor()];
    const address = await own.almostSignIn('mixed');
    const stolen = await other.almostSignIn('mixed');
    address.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await own.get(address.href)).toMatchObject({ status: 403 });
    expect((await own.get(KEYS)).url.pathname).toBe('/login');
    const failure = { action: 'sign-in failed', via: 'single sign-on', after: { reason: 'refused' } };
    expect((await audited(redisKeys.auditFailures)).at(-1)).toMatchObject(failure);
  });

  test('with an issuer that is not ours is refused', async () => {
    provider.people.set('mixed', { preferred_username: 'mixed' });
    const browser = visitor();
    const address = await browser.almostSignIn('mixed');
    expect(address.searchParams.get('iss')).toBe(provider.issuer);
    address.searchParams.set('iss', 'https://other.example');
    const answer = await browser.get(address.href);
    expect([answer.status, answer.notice]).toEqual([403, expect.stringContaining('could not be verified')]);
  });
});

describe('a name that is taken', () => {
  test('by somebody with a password is theirs after it was entered, and only then', async () => {
    await createUser(app.client, 'grace', { password: PASSWORD });
    const browser = visitor();
    const page = await arrive('grace', {}, browser);
    expect(page.url.pathname).toBe('/login/sso/link');
    expect(page.text).toContain('There is an account grace here.');
    expect((await getUser(app.client, 'grace'))?.isLinked).toBe(false);
    const flow = page.url.searchParams.get('flow') ?? '';
    const wrong = await browser.send('/login/sso/link', { flow, username: 'grace', password: 'a guess at it' });
    expect([wrong.status, wrong.notice]).toEqual([401, 'Wrong username or password.']);
    // Neither the page nor its form is of use elsewhere.
    expect((await visitor().get(page.url.href)).status).toBe(400);
    const right = { flow, username: 'grace', password: PASSWORD };
    expect((await visitor().send('/login/sso/link', right)).status).toBe(400);
    expect((await getUser(app.client, 'grace'))?.isLinked).toBe(false);

    expect((await browser.send('/login/sso/link', right)).url.pathname).toBe(KEYS);
    expect(await getUser(app.client, 'grace')).toMatchObject({ isLinked: true, hasPassword: true });
    expect((await arrive('grace')).url.pathname).toBe(KEYS);
    expect((await audited()).filter(({ target }) => target === 'grace').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account linked', 'signed in']),
    );
  });

  test('is left to its owner by somebody who gets another one', async () => {
    await createUser(app.client, 'common', { password: PASSWORD });
    const browser = visitor();
    const page = await arrive('common', {}, browser);
    expect(page.text).toContain('Create the account common-2');
    const flow = page.url.searchParams.get('flow') ?? '';
    expect((await browser.send('/login/sso/link', { flow, create: '1' })).url.pathname).toBe(KEYS);
    expect(await getUser(app.client, 'common-2')).toMatchObject({ isLinked: true });
    expect(await getUser(app.client, 'common')).toMatchObject({ isLinked: false });
  });

  test.each([
    ['a team', (name: string) => createTeam(app.client, name)],
    ['an account without a password', (name: string) => createUser(app.client, name)],
  ])('by %s is never theirs', async (what, make) => {
    const name = what.replaceAll(' ', '-');
    await make(name);
    expect((await arrive(name)).url.pathname).toBe(KEYS);
    expect((await getUser(app.client, name))?.isLinked).toBe(false);
    expect((await getUser(app.client, `${name}-2`))?.isLinked).toBe(true);
  });

  test('by an account that was deleted and made anew is not found by the old person', async () => {
    await arrive('reborn');
    await app.client.del(redisKeys.user('reborn'));
    await app.client.srem(redisKeys.users, 'reborn');
    await createUser(app.client, 'reborn', { password: PASSWORD });
    expect((await arrive('reborn')).url.pathname).toBe('/login/sso/link');
  });
});

describe('groups', () => {
  test('make and unmake administrators and members at each sign-in; what people gave stays', async () => {
    await arrive('chef', { groups: ['operators', 'searchers', '/path/of=a group', 'lost'] });
    expect(await getUser(app.client, 'chef')).toMatchObject({ admin: true });
    const teams = async () => (await teamsOf(app.client, 'chef')).map(({ team, role }) => `${team} ${role}`);
    expect(await teams()).toEqual(['blue member', 'green member']);

    await app.client.hdel(redisKeys.user('chef'), 'sso_teams');
    await addMember(app.client, 'green', 'chef', 'owner');
    await arrive('chef', { groups: ['searchers'] });
    expect(await getUser(app.client, 'chef')).toMatchObject({ admin: false });
    await arrive('chef', { groups: [] });
    // Both memberships are as if people had given them: the provider takes neither.
    expect(await teams()).toEqual(['blue member', 'green owner']);

    await arrive('sous', { groups: ['searchers'] });
    await arrive('sous', { groups: [] });
    expect(await teamsOf(app.client, 'sous')).toEqual([]);
    const actions = (await audited()).filter(({ account }) => account === 'sous').map(({ action }) => action);
    expect(actions).toEqual(['account created', 'team member added', 'signed in', 'team member removed', 'signed in']);
  });

  test('that an administrator loses end the session and refuse the keys until the next sign-in', async () => {
    const browser = visitor();
    await arrive('admin', { groups: ['operators'] }, browser);
    const { key } = await createKey(app.client, 'admin', { name: 'bot' });
    expect((await browser.get('/admin/accounts')).status).toBe(200);
    await askAgain('admin');
    expect((await browser.get('/admin/accounts')).status).toBe(200);
    provider.people.set('admin', { preferred_username: 'admin', groups: [] });
    await askAgain('admin', 1);
    expect((await browser.get('/admin/accounts')).url.pathname).toBe('/login');
    expect((await app.get('/api/v1/key/', { key })).status).not.toBe(200);
    expect(await getUser(app.client, 'admin')).toMatchObject({ admin: false, disabled: true });

    expect((await browser.signIn('admin')).url.pathname).toBe(KEYS);
    expect((await app.get('/api/v1/key/', { key })).status).toBe(200);
    expect((await browser.get('/admin/accounts')).status).toBe(403);
  });
});

describe('a person whom the provider no longer knows', () => {
  test('loses the session, the role and the use of their keys, and gets the keys back with a new sign-in', async () => {
    const browser = visitor();
    await arrive('leaver', { groups: ['operators', 'searchers'] }, browser);
    const { key } = await createKey(app.client, 'leaver', { name: 'bot' });
    const link = await createKey(app.client, 'blue', { name: 'of the team', madeBy: 'leaver' });
    provider.people.delete('leaver');
    await askAgain('leaver');
    expect((await browser.get(KEYS)).url.pathname).toBe('/login');
    expect((await app.get('/api/v1/key/', { key })).status).not.toBe(200);
    expect((await app.get('/api/v1/key/', { key: link.key })).status).toBe(200);
    expect(await getUser(app.client, 'leaver')).toMatchObject({ admin: false, disabled: true, isSuspended: true });
    const root = visitor();
    await root.send('/login', { username: 'root', password: PASSWORD });
    expect((await root.get('/admin/accounts')).text).toContain('by single sign-on');
    expect(await teamsOf(app.client, 'leaver')).toEqual([]);
    const entries = (await audited()).filter(({ target }) => target === 'leaver');
    expect(entries.at(-2)).toMatchObject({
      action: 'account suspended',
      via: 'single sign-on',
      after: { reason: 'refused by the provider' },
    });

    expect((await arrive('leaver')).url.pathname).toBe(KEYS);
    expect((await app.get('/api/v1/key/', { key })).status).toBe(200);
  });

  test('cannot use the password of an account that was linked', async () => {
    await arrive('sly');
    await setPassword(app.client, 'sly', PASSWORD);
    provider.people.delete('sly');
    await askAgain('sly');
    const { status } = await visitor().step('/login', new URLSearchParams({ username: 'sly', password: PASSWORD }));
    expect(status).toBe(401);
  });

  test('is asked after within an hour of a sign-in, and of each answer', async () => {
    const dueInMs = async () => Number(await app.client.zscore(redisKeys.ssoChecks, 'soon')) - Date.now();
    const browser = visitor();
    await arrive('soon', {}, browser);
    const afterSignIn = await dueInMs();
    await askAgain('soon');
    const afterAnswer = await dueInMs();
    for (const dueMs of [afterSignIn, afterAnswer]) {
      expect(dueMs).toBeGreaterThan(30 * 60_000);
      // With the process that takes it and dies.
      expect(dueMs).toBeLessThanOrEqual(57 * 60_000);
    }
  });

  test('stays disabled if an administrator has disabled them meanwhile', async () => {
    await arrive('banned');
    provider.people.delete('banned');
    await askAgain('banned');
    await setDisabled(app.client, 'banned', true);
    const answer = await arrive('banned');
    expect([answer.status, answer.notice]).toEqual([403, expect.stringContaining('is disabled')]);
  });

  test('is asked after by one process, however many look', async () => {
    provider.people.set('once', { preferred_username: 'once' });
    const browser = visitor();
    await browser.signIn('once');
    // Each refresh replaces the token. A second process with the old one would end everything.
    await app.client.zadd(redisKeys.ssoChecks, 0, 'once');
    await Promise.all(app.webs.map(({ running }) => running.checks?.look()));
    await askAgain('once');
    expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
  });
});

describe('a person without a password', () => {
  test('confirms that it is them by signing in again at the provider, as the same person', async () => {
    const browser = visitor();
    await arrive('keymaker', {}, browser);
    const csrf = /name="csrf" value="([\w-]+)"/.exec((await browser.get(KEYS)).text)?.[1] ?? '';
    const makeKey = (fields: Record<string, string>) => browser.send(KEYS, { csrf, ...fields });
    // They have just typed their name there.
    expect((await makeKey({ name: 'first' })).status).toBe(200);
    for (const key of await app.client.keys(redisKeys.confirmed('*'))) await app.client.del(key);
    const asked = await makeKey({ name: 'second' });
    expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('Sign in again with')]);
    expect(asked.text).not.toContain('type="password"');
    const form = /name="confirm_form" value="([\w-]+)"/.exec(asked.text)?.[1] ?? '';
    expect((await makeKey({ confirm_form: form })).status).toBe(401);

    // Somebody else at the provider, in the same browser.
    provider.people.set('stranger', { preferred_username: 'stranger' });
    const known = new Map(browser.cookies(new URL(provider.issuer).host));
    browser.cookies(new URL(provider.issuer).host).clear();
    const wrong = await browser.atProvider(await browser.get('/login/sso?confirm=1'), 'stranger');
    expect([wrong.status, wrong.notice]).toEqual([403, expect.stringContaining('as somebody else')]);
    expect((await makeKey({ confirm_form: form })).status).toBe(401);

    // The provider still knows who they are, and asks all the same.
    for (const [name, value] of known) browser.cookies(new URL(provider.issuer).host).set(name, value);
    const page = await browser.get('/login/sso?confirm=1');
    expect(page.text).toContain('name="name"');
    expect((await browser.atProvider(page, 'keymaker')).text).toContain('Close this tab');
    expect((await makeKey({ confirm_form: form })).status).toBe(200);
    expect((await listKeys(app.client, 'keymaker')).map(({ name }) => name).sort()).toEqual(['first', 'second']);
  });
});

describe('while the provider is away', () => {
  test('a page says who failed, passwords work, and sessions go on for a while', async () => {
    const browser = visitor();
    await arrive('patient', {}, browser);
    const { key } = await createKey(app.client, 'patient', { name: 'bot' });
    const begun = visitor();
    const address = await begun.almostSignIn('patient');
    await provider.stop();
    try {
      for (const answer of [await visitor().get('/login/sso'), await begun.get(address.href)]) {
        expect(answer.status).toBe(503);
        expect(answer.notice).toContain(`${new URL(provider.issuer).host} cannot be reached`);
        expect(answer.text).toContain('type="password"');
      }
      const { status } = await visitor().step('/login', new URLSearchParams({ username: 'root', password: PASSWORD }));
      expect(status).toBe(303);

      await askAgain('patient');
      expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
      await app.client.hset(redisKeys.user('patient'), { sso_checked_at: Date.now() - 2 * 3_600_000 - 1_000 });
      await askAgain('patient');
      expect((await browser.get(KEYS)).url.pathname).toBe('/login');
      expect((await app.get('/api/v1/key/', { key })).status).toBe(200);
      expect((await audited()).at(-1)).toMatchObject({ action: 'sessions lapsed', target: 'patient' });
    } finally {
      await provider.listen();
    }
    expect((await browser.signIn('patient')).url.pathname).toBe(KEYS);
    await askAgain('patient');
    expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
  });
});

test('settings of another client take nobody for gone', async () => {
  const browser = visitor();
  await arrive('mover', {}, browser);
  const port = await testPort();
  const web = app.webs.length;
  await app.addWeb({ ...provider.settings, OIDC_CLIENT_ID: 'other', PORT: String(port), PUBLIC_URL: url });
  await askAgain('mover', web);
  expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
  await app.webs[web]?.stop();
});

test('accounts that came from a backup are asked after', async () => {
  await arrive('restored');
  await app.client.del(redisKeys.ssoChecks);
  const port = await testPort();
  const web = app.webs.length;
  await app.addWeb({ ...provider.settings, PORT: String(port), PUBLIC_URL: url });
  // It looks by itself once it is connected.
  await eventually('it is asked after', () => app.client.zscore(redisKeys.ssoChecks, 'restored'));
  await app.webs[web]?.stop();
});

describe('an outage of Redis', () => {
  // Whoever is due is asked after now, and not while a test waits for the provider to be asked.
  beforeAll(() => askAgain('ada'));
  /** Redis stops while the provider makes the tokens of the next step. Resolves once it has. */
  function stopMeanwhile(): Promise<void> {
    return new Promise((resolve) => {
      provider.meanwhile = async () => {
        provider.meanwhile = async () => {};
        await app.redis.kill('SIGTERM');
        resolve();
      };
    });
  }
  /** A page that needs Redis says that its link is outdated; the sign-in page is shown without Redis as well. */
  const isBack = () =>
    expect.poll(async () => (await visitor().get('/login/link?token=x')).status, { timeout: 20_000 }).toBe(403);

  test('in the middle of a sign-in leaves nobody signed in, and a page that says so', async () => {
    provider.people.set('unlucky', { preferred_username: 'unlucky' });
    const browser = visitor();
    void stopMeanwhile();
    const answer = await browser.signIn('unlucky');
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('Not available right now')]);
    await app.redis.start();
    await isBack();
    expect(await getUser(app.client, 'unlucky')).toBeNull();
    expect((await browser.get(KEYS)).url.pathname).toBe('/login');
    expect((await browser.signIn('unlucky')).url.pathname).toBe(KEYS);
  });

  test('before an account is linked leaves it as it was', async () => {
    await createUser(app.client, 'linker', { password: PASSWORD });
    const browser = visitor();
    const page = await arrive('linker', {}, browser);
    const form = { flow: page.url.searchParams.get('flow') ?? '', username: 'linker', password: PASSWORD };
    await app.redis.kill('SIGTERM');
    expect((await browser.send('/login/sso/link', form)).status).toBe(503);
    await app.redis.start();
    await isBack();
    expect((await getUser(app.client, 'linker'))?.isLinked).toBe(false);
    expect((await browser.send('/login/sso/link', form)).url.pathname).toBe(KEYS);
  });

  test('after the provider has replaced the token of a person loses neither', async () => {
    const browser = visitor();
    await arrive('kept', {}, browser);
    const token = () => app.client.hget(redisKeys.user('kept'), 'sso_token');
    const before = await token();
    await app.client.zadd(redisKeys.ssoChecks, 0, 'kept');
    const stopped = stopMeanwhile();
    // A look that the application has just begun by itself may be the one that asks.
    void app.webs[0]?.running.checks?.look();
    await stopped;
    await app.redis.start();
    await expect.poll(token, { timeout: 20_000 }).not.toBe(before);
    // The provider takes the old token for a stolen one, and would end everything.
    await askAgain('kept');
    expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
  });
});
