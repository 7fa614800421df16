import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { newSignInLink } from '../../lib/accounts/sign-in-link.ts';
import { createKey, createUser, TESTER } from '../harness/as-tester.ts';
import { TestProvider } from '../harness/oidc.ts';
import { testPort } from '../harness/ports.ts';
import { askAfter } from '../harness/sso-visitor.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';
import { expectGood, SIZES } from './ways.ts';

// A person from their first sign-in at the provider to the day they leave; each step needs those before it.
describe.skipIf(browserPath === null)('single sign-on in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let provider: TestProvider;
  let browser: Browser;
  let url: string;
  /** Ada at a desk; Grace on a phone, without scripts, in German. */
  let ada: Page;
  let grace: Page;

  beforeAll(async () => {
    app = await TestApp.start({ web: 0, workers: 0 });
    const port = await testPort();
    url = `http://127.0.0.1:${port}`;
    provider = await TestProvider.start(url);
    await app.addWeb({
      ...provider.settings,
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_SIGN_UP: 'everyone',
      OIDC_ADMIN_GROUP: 'operators',
    });
    browser = await openBrowser();
    ada = await visitor(browser, url, { ...SIZES.desk, locale: 'en-GB' });
    grace = await visitor(browser, url, { ...SIZES.phone, locale: 'de-DE', javaScriptEnabled: false });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await provider?.stop();
  });

  /** Fills in the pages of the provider until it leads back. */
  async function passProvider(page: Page, name: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/interaction/**`);
    await page.fill('[name=name]', name);
    await page.click('button');
    await page.waitForURL((at) => at.origin === url || at.pathname.startsWith('/interaction/'));
    while (page.url().startsWith(provider.issuer)) {
      await page.click('button');
      await page.waitForURL((at) => at.origin === url || at.pathname.startsWith('/interaction/'));
    }
  }

  test('a newcomer signs in with one button and gets where they wanted to go', async () => {
    provider.people.set('ada', { preferred_username: 'ada', groups: ['operators'] });
    await ada.goto('/settings/api-keys');
    await expectGood(ada);
    await ada.getByRole('link', { name: `Sign in with ${new URL(provider.issuer).host}` }).click();
    await passProvider(ada, 'ada');
    expect(new URL(ada.url()).pathname).toBe('/settings/api-keys');
    await ada.goto('/admin/accounts');
    await ada.getByRole('heading', { level: 1, name: /^Accounts/ }).waitFor();
  });

  test('an account of that name is linked after its password, on a phone without scripts', async () => {
    await createUser(app.client, 'grace', { password: PASSWORD });
    provider.people.set('grace', { preferred_username: 'grace' });
    await grace.goto('/login');
    await grace.getByRole('link', { name: 'Mit 127.0.0.1' }).click();
    await passProvider(grace, 'grace');
    await grace.getByRole('heading', { name: 'Wessen Konto ist es?' }).waitFor();
    await expectGood(grace);
    await grace.fill('[name=password]', 'a guess at it');
    await grace.getByRole('button', { name: 'Das ist mein Konto' }).click();
    await grace.getByText('Benutzername oder Passwort ist falsch.').first().waitFor();
    await expectGood(grace);
    await grace.fill('[name=password]', PASSWORD);
    await grace.getByRole('button', { name: 'Das ist mein Konto' }).click();
    await grace.waitForURL(`${url}/`);
    expect((await getUser(app.client, 'grace'))?.isLinked).toBe(true);
  });

  test('who leaves the provider is signed out, and their key is refused', async () => {
    const { key } = await createKey(app.client, 'ada', { name: 'bot' });
    provider.people.delete('ada');
    await askAfter(app, 'ada');
    await ada.goto('/settings/api-keys');
    expect(new URL(ada.url()).pathname).toBe('/login');
    expect((await app.get('/api/v1/key/', { key })).status).not.toBe(200);
    expect(await getUser(app.client, 'ada')).toMatchObject({ admin: false, disabled: true });
  });

  test('while the provider is away, the page says who failed, and a password or a link of the operator lets in', async () => {
    await provider.stop();
    await ada.getByRole('link', { name: 'Sign in with 127.0.0.1' }).click();
    await ada.getByText('cannot be reached').waitFor();
    await expectGood(ada);
    await ada.fill('[name=username]', 'grace');
    await ada.fill('[name=password]', PASSWORD);
    await ada.click('main button[type=submit]');
    await ada.waitForURL(`${url}/settings/api-keys`);
    await grace.context().clearCookies();
    const token = await newSignInLink(app.client, TESTER, 'grace');
    await grace.goto(`/login/link?token=${token}`);
    await expectGood(grace);
    await grace.getByRole('button', { name: 'Als grace anmelden' }).click();
    await grace.waitForURL(`${url}/`);
  });
});
