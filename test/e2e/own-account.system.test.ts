import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions as german } from '../../api/ui/texts/sessions-de.ts';
import { sessions as english } from '../../api/ui/texts/sessions-en.ts';
import { getUser } from '../../lib/accounts/account-store.ts';
import { makeLink } from '../../lib/accounts/password-link.ts';
import { createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser } from './browser.ts';
import { People } from './people.ts';
import { signIn } from './sign-in.ts';
import { expectGood, SIZES } from './ways.ts';

const NEW_PASSWORD = 'another long password';
const ROOT = { via: 'page', account: 'root' } as const;

describe.skipIf(browserPath === null)('one’s own account in a browser', { timeout: 180_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let people: People;

  beforeAll(async () => {
    app = await TestApp.start({ workers: 0 });
    await createUser(app.client, 'root', { admin: true, password: PASSWORD });
    browser = await openBrowser();
    people = new People(browser, app.urls[0] as string, app.client);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test.each([
    ['desk', true, 'en-GB', english],
    ['phone', false, 'de-DE', german],
  ] as const)(
    'invitation, sessions, reset link, export and deletion, at a %s, scripts: %s, %s',
    async (size, scripts, locale, texts) => {
      const name = `guest-${locale}`.toLowerCase();
      const options = { ...SIZES[size], locale, javaScriptEnabled: scripts };
      await createUser(app.client, name);
      const page = await people.stranger(options);

      const invitation = await makeLink(app.client, ROOT, name, 'invitation');
      await page.goto(`/set-password?token=${invitation}`);
      await page.getByRole('heading', { name: texts.passwordLink.title.invitation }).waitFor();
      await expectGood(page, { axe: scripts });
      await page.getByLabel(texts.passwordLink.password).fill(PASSWORD);
      await button(page, texts.passwordLink.send.invitation).click();
      await page.waitForURL(new URL('.', `${people.url}/`).href);
      await page.goto(`/set-password?token=${invitation}`);
      expect(await page.locator('main').innerText()).not.toContain(texts.passwordLink.send.invitation);
      await expectGood(page, { axe: scripts });

      const elsewhere = await people.stranger(options);
      await signIn(elsewhere, name, PASSWORD);
      await page.goto('/settings/sessions');
      await page.getByRole('heading', { name: texts.sessions.title }).waitFor();
      expect(await page.locator('tbody tr').count()).toBe(2);
      await expectGood(page, { axe: scripts });
      await button(page, texts.sessions.endOthers).click();
      await page.getByText(texts.sessions.done.others).waitFor();
      await page.waitForLoadState();
      expect(await page.locator('tbody tr').count()).toBe(1);
      await elsewhere.goto('/settings/sessions');
      expect(new URL(elsewhere.url()).pathname).toBe('/login');

      await elsewhere.goto(`/set-password?token=${await makeLink(app.client, ROOT, name, 'reset')}`);
      await elsewhere.getByRole('heading', { name: texts.passwordLink.title.reset }).waitFor();
      await elsewhere.getByLabel(texts.passwordLink.password).fill(NEW_PASSWORD);
      await button(elsewhere, texts.passwordLink.send.reset).click();
      await elsewhere.getByText(texts.passwordLink.resetDone).waitFor();
      await expectGood(elsewhere, { axe: scripts });
      await signIn(elsewhere, name, NEW_PASSWORD);

      await elsewhere.goto('/settings/data');
      await expectGood(elsewhere, { axe: scripts });
      const [download] = await Promise.all([
        elsewhere.waitForEvent('download'),
        elsewhere.getByText(texts.ownData.download, { exact: true }).click(),
      ]);
      const exported = await readFile(await download.path(), 'utf8');
      expect(exported).toContain(name);
      expect(exported).not.toContain(NEW_PASSWORD);

      await elsewhere.getByLabel(texts.access.typeName(name)).fill('somebody else');
      await button(elsewhere, texts.access.delete).click();
      await elsewhere.getByText(texts.access.otherName).first().waitFor();
      await expectGood(elsewhere, { axe: scripts });
      await elsewhere.getByLabel(texts.access.typeName(name)).fill(name);
      await button(elsewhere, texts.access.delete).click();
      await elsewhere.getByText(texts.ownData.deleted).waitFor();
      await expectGood(elsewhere, { axe: scripts });
      expect(await getUser(app.client, name)).toBeNull();
    },
  );

  test.each([
    ['desk', 'en-GB', english],
    ['phone', 'de-DE', german],
  ] as const)('what an administrator does about the access of others, at a %s, %s', async (size, locale, texts) => {
    const name = `other-${locale}`.toLowerCase();
    await createUser(app.client, name);
    const page = await people.stranger({ ...SIZES[size], locale });
    await signIn(page, 'root', PASSWORD);
    const open = () => page.goto(`/admin/accounts/${name}`);

    await open();
    await button(page, texts.access.invite).click();
    await page.getByRole('heading', { name: texts.passwordLink.made.invitation(name) }).waitFor();
    const link = await page.locator('#password-link').innerText();
    await expectGood(page);
    const guest = await people.stranger({ ...SIZES[size], locale });
    await guest.goto(new URL(link).pathname + new URL(link).search);
    await guest.getByLabel(texts.passwordLink.password).fill(PASSWORD);
    await button(guest, texts.passwordLink.send.invitation).click();
    await guest.waitForURL(new URL('.', `${people.url}/`).href);

    await open();
    await button(page, texts.access.reset).click();
    await page.getByRole('heading', { name: texts.passwordLink.made.reset(name) }).waitFor();
    await expectGood(page);
    await open();
    await button(page, texts.access.signOut).click();
    await page.getByText(texts.access.done['signed-out']).waitFor();
    await expectGood(page);
    await guest.goto('/settings/sessions');
    expect(new URL(guest.url()).pathname).toBe('/login');

    await page.getByRole('link', { name: texts.access.delete, exact: true }).click();
    await page.getByRole('heading', { name: texts.access.deleteHeading(name) }).waitFor();
    await expectGood(page);
    await page.getByLabel(texts.access.typeName(name)).fill(name);
    await button(page, texts.access.delete).click();
    await page.getByText(texts.access.done.deleted).waitFor();
    expect(await getUser(app.client, name)).toBeNull();
  });
});
