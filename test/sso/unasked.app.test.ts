import { afterAll, beforeAll, expect, test } from 'vitest';
import { getUser, writeAccount } from '../../lib/accounts/account-store.ts';
import { needsSetUp } from '../../lib/accounts/set-up.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { unconfirmedChange } from '../../lib/sso/changes.ts';
import { changeLinked, linkPerson, readLinked } from '../../lib/sso/linked-account.ts';
import { createKey, createTeam, newSearchLink, setPassword, TESTER } from '../harness/as-tester.ts';
import { TestProvider } from '../harness/oidc.ts';
import { testPort } from '../harness/ports.ts';
import { askAfter, SsoVisitor } from '../harness/sso-visitor.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';

/** The provider gives no token to ask after people with. */
const KEYS = '/settings/api-keys';
const HOUR_MS = 3_600_000;
let app: TestApp;
let provider: TestProvider;
let url: string;

beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0 });
  const port = await testPort();
  url = `http://127.0.0.1:${port}`;
  provider = await TestProvider.start(url);
  await app.addWeb({
    ...provider.settings,
    OIDC_SCOPES: 'openid profile email',
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_SIGN_UP: 'everyone',
  });
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

async function arrive(name: string, browser = new SsoVisitor(url)) {
  provider.people.set(name, { preferred_username: name });
  const { url: at, status, notice } = await browser.signIn(name);
  expect([at.pathname, status, notice]).toEqual([KEYS, 200, '']);
  return browser;
}
/** An hour after the last sign-in, a process looks. */
async function anHourLater(name: string) {
  await app.client.hset(redisKeys.user(name), 'sso_checked_at', Date.now() - HOUR_MS);
  await look(name);
}
const look = (name: string) => askAfter(app, name);
const dueInMs = async (name: string) => Number(await app.client.zscore(redisKeys.ssoChecks, name)) - Date.now();
const statusOf = async (key: string) => (await app.get('/api/v1/key/', { key })).status;
const byPassword = async (username: string) =>
  (await new SsoVisitor(url).step('/login', new URLSearchParams({ username, password: PASSWORD }))).status;

test('whoever has not signed in at the provider for an hour loses session, password, role, keys and search link until they do', async () => {
  const browser = await arrive('ada');
  await app.client.hset(redisKeys.user('ada'), 'admin', '1');
  await setPassword(app.client, 'ada', PASSWORD);
  await browser.signIn('ada');
  await createTeam(app.client, 'blue');
  const own = await createKey(app.client, 'ada', { name: 'bot' });
  const manages = await createKey(app.client, 'ada', { name: 'manages', fields: { scopes: 'manage' } });
  const ofTeam = await createKey(app.client, 'blue', { name: 'of the team', madeBy: 'ada' });
  const link = await newSearchLink(app.client, 'ada');
  const accounts = async () => (await app.get('/api/v1/admin/accounts/', { key: manages.key })).status;
  expect([await statusOf(own.key), await accounts(), await byPassword('ada')]).toEqual([200, 200, 303]);

  await anHourLater('ada');
  expect((await browser.get(KEYS)).url.pathname).toBe('/login');
  expect([await statusOf(own.key), await accounts(), await byPassword('ada')]).toEqual([403, 403, 401]);
  expect((await new SsoVisitor(url).get(`/s/${link}`)).url.pathname).not.toBe('/');
  expect(await statusOf(ofTeam.key)).toBe(200);
  const [[, [, text = '']] = ['', []]] = await app.client.xrevrange(redisKeys.audit, '+', '-', 'COUNT', 1);
  const reason = 'not signed in at the provider for an hour';
  expect(JSON.parse(text)).toMatchObject({ action: 'account suspended', target: 'ada', after: { reason } });
  // The instance still has an administrator, and offers nobody to set it up.
  expect(await needsSetUp(app.client)).toBe(false);

  expect((await browser.signIn('ada')).url.pathname).toBe(KEYS);
  expect([await statusOf(own.key), await accounts(), await byPassword('ada')]).toEqual([200, 200, 303]);
});

test('the hour counts from the last sign-in there, whatever an account is due for', async () => {
  const browser = await arrive('early');
  const afterSignIn = await dueInMs('early');
  await look('early');
  const afterLook = await dueInMs('early');
  for (const dueMs of [afterSignIn, afterLook]) {
    expect(dueMs).toBeGreaterThan(50 * 60_000);
    expect(dueMs).toBeLessThanOrEqual(HOUR_MS);
  }
  expect((await browser.get(KEYS)).url.pathname).toBe(KEYS);
});

test('a sign-in in the same moment is not overtaken by the end of the hour', async () => {
  await arrive('quick');
  const before = await readLinked(app.client, 'quick');
  if (!before) throw new Error('Nobody is linked.');
  await app.client.hset(redisKeys.user('quick'), 'sso_checked_at', before.checkedAt + 1);
  await changeLinked(app.client, TESTER, before, unconfirmedChange(before));
  expect(await getUser(app.client, 'quick')).toMatchObject({ disabled: false });
});

test('a link that went no further than its record is good for an hour as well', async () => {
  await arrive('halfway');
  const identity = { issuer: provider.issuer, subject: 'half', claims: {}, refreshToken: '', isFresh: true };
  expect(await linkPerson(app.client, TESTER, identity, { newName: 'half' })).toBe('ok');
  expect(await app.client.zscore(redisKeys.ssoChecks, 'half')).not.toBeNull();
  expect((await readLinked(app.client, 'half'))?.checkedAt).toBeGreaterThan(Date.now() - HOUR_MS);
  await anHourLater('half');
  expect(await getUser(app.client, 'half')).toMatchObject({ isSuspended: true });
});

test('an administrator who enables such an account keeps it until the next sign-in at the provider', async () => {
  await arrive('kept');
  const { key } = await createKey(app.client, 'kept', { name: 'bot' });
  await anHourLater('kept');
  expect(await statusOf(key)).toBe(403);
  await writeAccount(app.client, TESTER, 'kept', { disabled: '' });
  await look('kept');
  expect(await statusOf(key)).toBe(200);
  await arrive('kept');
  await anHourLater('kept');
  expect(await statusOf(key)).toBe(403);
});
