import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFactors } from '../../lib/accounts/factors/factor-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { testPort } from '../harness/ports.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { codeOf } from '../ui/factors.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';
import { expectGood, SIZES } from './ways.ts';

const SECURITY = '/settings/security';

// A person's way from a password alone to factors of every kind; each step needs those before it.
describe.skipIf(browserPath === null)('second factors in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let url: string;
  /** Ada at a desk with a device that has passkeys; Bob on a phone, without scripts. */
  let ada: Page;
  let bob: Page;
  let device: CDPSession;
  let authenticatorId: string;
  /** What scripts threw and what the policy of a page refused. */
  const faults: string[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ workers: 0 });
    const port = await testPort();
    url = `http://localhost:${port}`;
    await app.addWeb({ PORT: String(port), PUBLIC_URL: url });
    browser = await openBrowser();
    for (const name of ['ada', 'bob']) await createUser(app.client, name, { password: PASSWORD });
    ada = await visitor(browser, url, { ...SIZES.desk, locale: 'en-GB' });
    bob = await visitor(browser, url, { ...SIZES.phone, locale: 'de-DE', javaScriptEnabled: false });
    for (const page of [ada, bob]) {
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text());
      });
    }
    device = await ada.context().newCDPSession(ada);
    await device.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const added = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    authenticatorId = added.authenticatorId;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    expect(faults).toEqual([]);
  });

  async function typePassword(page: Page, name: string): Promise<void> {
    await page.goto('/login');
    await page.fill('[name=username]', name);
    await page.fill('[name=password]', PASSWORD);
    await page.click('form[action="/login"] button[type=submit]');
  }

  const notice = (page: Page) => page.locator('.notice').first().textContent();
  const tenMinutesPass = async () => {
    for (const key of await app.keys(redisKeys.confirmed('*'))) await app.client.del(key);
  };
  const signOut = async (page: Page) => {
    await page.goto(SECURITY);
    await page.locator('form[action="/logout"] button').click();
    await page.waitForURL(`${url}/login`);
  };

  test('a passkey is added with a name', async () => {
    await typePassword(ada, 'ada');
    await ada.waitForURL(`${url}/`);
    await ada.goto(SECURITY);
    await expectGood(ada);
    await ada.fill('[name=name]', 'laptop');
    await ada.press('[name=name]', 'Enter');
    await ada.getByText('Second factor added.').waitFor();
    expect(await ada.locator('.fresh-codes li').count()).toBe(10);
    await expectGood(ada);
    expect(await ada.locator('tbody th').textContent()).toBe('laptop');
  });

  test('it signs in without a password, once it has checked that it is its person', async () => {
    await signOut(ada);
    await expectGood(ada);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    const signIn = ada.getByRole('button', { name: 'Sign in with a passkey' });
    await signIn.click();
    await ada.locator('.passkey-said', { hasText: 'The passkey was not used.' }).waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await signIn.click();
    await ada.waitForURL(`${url}/`);
    const [factor] = (await listFactors(app.client, 'ada')).all;
    expect(String(factor?.lastUsedAt) > String(factor?.createdAt)).toBe(true);
  });

  test('it is a second factor after the password, and its answer works once', async () => {
    await signOut(ada);
    await typePassword(ada, 'ada');
    await ada.waitForURL((address) => address.pathname === '/login/factor');
    await expectGood(ada);
    let sent = '';
    ada.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/login/factor')) sent = request.postData() ?? '';
    });
    await ada.getByRole('button', { name: 'Use a passkey' }).click();
    await ada.waitForURL(`${url}/`);
    // Somebody who has the password and has read the answer.
    const thief = await visitor(browser, url);
    await typePassword(thief, 'ada');
    await thief.waitForURL((address) => address.pathname === '/login/factor');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
    const reply = await thief.request.post('/login/factor', { data: sent, headers, maxRedirects: 0 });
    expect([sent.includes('passkey=%7B'), reply.status()]).toEqual([true, 401]);
    await thief.context().close();
  });

  test('it confirms, and what was typed is done', async () => {
    await tenMinutesPass();
    await ada.goto('/settings/api-keys');
    await ada.fill('[name=name]', 'made after a passkey');
    await ada.getByRole('button', { name: 'Create key' }).click();
    await ada.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await expectGood(ada);
    await ada.getByRole('button', { name: 'Use a passkey' }).click();
    await ada.getByText('Key created.').waitFor();
    await ada.getByRole('link', { name: 'made after a passkey' }).waitFor();
  });

  test('a copy of it, whose counter is behind, is refused', async () => {
    const [credential] = (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    await device.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential?.credentialId ?? '' });
    if (!credential) throw new Error('The device has the passkey.');
    await device.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
    await signOut(ada);
    await ada.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await ada.waitForURL((address) => address.searchParams.get('failed') === 'passkey');
    expect(await notice(ada)).toContain('This passkey is not known here');
  });

  test('without scripts, an authenticator app does all of it', async () => {
    await typePassword(bob, 'bob');
    await bob.waitForURL(`${url}/`);
    await bob.goto(SECURITY);
    expect(await bob.locator('[name=passkey], [name=name]').filter({ visible: true }).count()).toBe(0);
    await bob.getByText('Passkeys brauchen JavaScript und einen Browser').waitFor();
    await bob.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
    await expectGood(bob);
    const secret = ((await bob.locator('code.wrap').textContent()) ?? '').replaceAll(' ', '');
    await bob.fill('main [name=name]', 'Telefon');
    await bob.fill('[name=code]', codeOf({ secret }));
    await bob.getByRole('button', { name: 'Einrichten', exact: true }).click();
    await bob.getByText('Zweiter Faktor eingerichtet.').waitFor();
    await expectGood(bob);

    await tenMinutesPass();
    await bob.getByRole('button', { name: 'Neue Wiederherstellungscodes' }).click();
    await expectGood(bob);
    await bob.fill('[name=confirm_code]', codeOf({ secret }, 1));
    await bob.locator('form:has([name=confirm_code]) button').click();
    const [code] = await bob.locator('.fresh-codes code').allTextContents();
    await bob.context().clearCookies();
    await typePassword(bob, 'bob');
    await expectGood(bob);
    await bob.fill('[name=code]', code ?? '');
    await bob.locator('main button[type=submit]').click();
    expect(await notice(bob)).toContain('Angemeldet mit einem Wiederherstellungscode');
  });
});
