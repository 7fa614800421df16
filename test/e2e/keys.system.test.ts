import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getKey } from '../../lib/keys/key-store.ts';
import { changeKey, createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser } from './browser.ts';
import { signedInPage } from './sign-in.ts';
import { expectGood, SIZES } from './ways.ts';

// A key from its creation to the team that it is handed to, as people go; each step needs those before it. What the list of
// pages looks at is not looked at here.
describe.skipIf(browserPath === null)('keys in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  /** Ada at a desk; Root on a phone, without scripts. */
  let ada: Page;
  let root: Page;
  let key = '';
  const works = async (secret: string) => (await app.get('/api/v1/web/?q=linux', { key: secret })).status;
  const prefixOf = (secret: string) => secret.slice('trib_'.length, secret.indexOf('.'));

  beforeAll(async () => {
    app = await TestApp.start();
    browser = await openBrowser();
    await createUser(app.client, 'ada', { password: PASSWORD });
    await createUser(app.client, 'root', { password: PASSWORD, admin: true });
    ada = await signedInPage({ browser, app }, 'ada', { ...SIZES.desk, locale: 'en-GB' });
    root = await signedInPage({ browser, app }, 'root', { ...SIZES.phone, locale: 'en-GB', javaScriptEnabled: false });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const shownSecret = async (page: Page) => (await page.locator('#new-key').textContent())?.trim() ?? '';
  const notice = (page: Page) => page.locator('.notice').first().textContent();

  test('a key is made with a name and a button, or with limits that say where they are wrong', async () => {
    await ada.goto('/settings/api-keys');
    expect(await ada.locator('[name=burst]').isVisible()).toBe(false);
    await ada.fill('[name=name]', 'bot of the laboratory');
    await ada.getByText('Limits, rights and more').click();
    await ada.fill('[name=burst]', '7 a minute');
    await ada.fill('[name=addresses]', '127.0.0.1\nnot-a-network');
    await ada.getByLabel('Search the web').check();
    await ada.getByRole('button', { name: 'Create key' }).click();
    expect(await notice(ada)).toContain('Nothing was saved');
    expect(await ada.getByLabel('Burst limit').getAttribute('aria-invalid')).toBe('true');
    expect(await ada.inputValue('[name=addresses]')).toBe('127.0.0.1\nnot-a-network');
    await ada.fill('[name=burst]', '7/min');
    await ada.fill('[name=addresses]', '127.0.0.0/8');
    await ada.getByRole('button', { name: 'Create key' }).click();
    key = await shownSecret(ada);
    expect(await works(key)).toBe(200);
    expect((await app.get('/api/v1/maps/?q=paris', { key })).status).toBe(403);
  });

  test('its page says what binds, what is left and what was refused, and changes its limits', async () => {
    await ada.goto('/settings/api-keys');
    await ada.getByRole('link', { name: 'bot of the laboratory' }).click();
    await ada.getByText('6 of 7 per minute left, by the limit of this key.').waitFor();
    await ada.getByText('1 request outside its rights').waitFor();
    expect(await ada.locator('.facts').textContent()).toMatch(/from 127\.0\.0\.0\/24 by undici/);
    await ada.fill('[name=monthly]', '50');
    await ada.fill('[name=labels]', 'app=bot');
    await ada.fill('[name=note]', 'For the laboratory.');
    await ada.getByRole('button', { name: 'Save' }).click();
    expect(await notice(ada)).toContain('Saved.');
    await ada.getByText('49 of 50 left, by the limit of this key.').waitFor();
  });

  test('it gets a new secret while the old one goes on working, and warns of its end', async () => {
    const end = new Date(Date.now() + 9.6 * 86_400_000).toISOString();
    await changeKey(app.client, prefixOf(key), { expires_at: end }, { maxDays: null });
    await ada.reload();
    await ada.getByText('This key expires in 10 days.').waitFor();
    await ada.getByLabel('The current secret works').selectOption('for 60 minutes more');
    await ada.getByRole('button', { name: 'Make a new secret' }).click();
    const old = key;
    key = await shownSecret(ada);
    expect([prefixOf(key), key === old]).toEqual([prefixOf(old), false]);
    expect([await works(old), await works(key)]).toEqual([200, 200]);
    await expectGood(ada);
    await ada.getByLabel('The current secret works').selectOption('no longer');
    await ada.getByRole('button', { name: 'Make a new secret' }).click();
    const last = await shownSecret(ada);
    expect([await works(old), await works(key), await works(last)]).toEqual([401, 401, 200]);
    key = last;
  });

  test('it is switched off and on, and the list warns of its end', async () => {
    await ada.getByRole('button', { name: 'Disable' }).click();
    expect(await notice(ada)).toContain('Key disabled.');
    expect(await works(key)).toBe(403);
    await ada.goto('/settings/api-keys');
    expect(await ada.locator('td .wrong').innerText()).toContain('in 10 days');
    await expectGood(ada);
    await ada.getByRole('link', { name: 'bot of the laboratory' }).click();
    await ada.getByRole('button', { name: 'Enable' }).click();
    expect(await works(key)).toBe(200);
  });

  test('a team is made on a phone without scripts, and its key outlives whoever made it', async () => {
    await root.goto('/settings/teams');
    await root.fill('[name=name]', 'blue');
    await root.getByRole('button', { name: 'Create team' }).click();
    await root.fill('[name=username]', 'ada');
    await root.getByRole('button', { name: 'Add' }).click();
    expect(await notice(root)).toBe('Member added.');

    await ada.goto('/settings/teams');
    await expectGood(ada);
    await ada.getByRole('link', { name: 'blue' }).click();
    await ada.fill('[name=name]', 'of the team');
    await ada.getByRole('button', { name: 'Create key' }).click();
    key = await shownSecret(ada);
    expect(await getKey(app.client, prefixOf(key))).toMatchObject({ username: 'blue', madeBy: 'ada' });
    expect(await works(key)).toBe(200);

    await root.reload();
    await root.getByRole('button', { name: 'Remove: ada' }).click();
    expect(await works(key)).toBe(200);
    expect((await ada.goto('/settings/teams/blue'))?.status()).toBe(404);

    await root.getByRole('link', { name: 'Limits of the team' }).click();
    await root.fill('form[action$="/limits"] [name=monthly]', '1');
    await root.getByRole('button', { name: 'Save limits' }).click();
    expect(await notice(root)).toBe('Limits saved.');
    await expectGood(root);
    expect(await works(key)).toBe(429);
  });
});
