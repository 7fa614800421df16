import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readerAddress } from '../../api/ui/reader-address.tsx';
import { makeSeal } from '../../lib/seal.ts';
import { createUser, newSearchLink } from '../harness/as-tester.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, expectAccessible, openBrowser, visitor } from './browser.ts';
import { expectFits } from './looks.ts';
import { signedInPage } from './sign-in.ts';
import { expectLight } from './walk/quick.ts';

const INSTANCE_SECRET = 'a secret that this test shares with the instance';
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', javaScriptEnabled: false } as const;
const TEXT = `A river flows. <table><tr><th>${'A wide head '.repeat(9)}</th><td>${'wide'.repeat(60)}</td></tr></table>`;

describe.skipIf(browserPath === null)('reading a result, and the search link', { timeout: 120_000 }, () => {
  let app: TestApp;
  let site: PageServer;
  let browser: Browser;
  let river: string;

  beforeAll(async () => {
    site = await PageServer.start();
    river = site.serve('/article', article('On rivers', TEXT));
    const denied = { EXTRACT_ALLOW: '127.0.0.1', EXTRACT_DENY: 'example.org' };
    app = await TestApp.start({ env: { INSTANCE_SECRET, REQUEST_DEADLINE_MS: '20000', ...denied } });
    await createUser(app.client, 'ada', { password: PASSWORD });
    const results = ['one', 'two'].map((name) => ({ title: `Page ${name}`, url: `https://example.org/${name}` }));
    await cannedAnswers.brave(
      app,
      results.map((result) => ({ ...result, description: 'A page.' })),
    );
    await cannedAnswers.mojeek(app, []);
    await cannedAnswers.marginalia(app, []);
    browser = await openBrowser();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await site?.close();
  });

  const signedIn = (options: BrowserContextOptions) => signedInPage({ browser, app }, 'ada', options);
  const looksGood = async (page: Page) => {
    await expectFits(page);
    await expectAccessible(page);
  };
  const isRead = (name: string) => (url: URL) =>
    url.pathname === '/read' && url.searchParams.get('url') === `https://example.org/${name}`;

  test('r reads the chosen result, and its menu closes by Escape and by a click elsewhere', async () => {
    const page = await signedIn(DESK);
    await page.goto('/?q=rivers');
    const menus = page.locator('.result-menu');
    await menus.nth(1).locator('summary').click();
    await looksGood(page);
    await page.keyboard.press('Escape');
    expect(await page.locator('.result-menu[open]').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.matches("summary")')).toBe(true);
    await menus.nth(0).locator('summary').click();
    await menus.nth(1).locator('summary').press('Enter');
    expect(await page.locator('.result-menu[open]').count()).toBe(1);
    await page.locator('h1').click({ force: true });
    expect(await page.locator('.result-menu[open]').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('r');
    await page.waitForURL(isRead('one'));
    expect(await page.locator('main h1').textContent()).toBe('This page cannot be read here');
    await looksGood(page);
    const { origin } = new URL(app.urls[0] as string);
    await expectLight(page, origin, () => page.goto(readerAddress(makeSeal(INSTANCE_SECRET), 'ada', river)));
    await page.context().close();
  });

  test('without scripts, the menu opens, leads to the text, and offers no copying', async () => {
    const page = await signedIn(PHONE);
    await page.goto('/?q=rivers');
    const menu = page.locator('.result-menu').first();
    await menu.locator('summary').click();
    expect(await menu.locator('a, button').filter({ visible: true }).allTextContents()).toEqual([
      'Read here',
      'More from this site',
      'Block this site',
      'Lower this site',
      'Raise this site',
      'Pin this site',
    ]);
    await looksGood(page);
    await menu.getByRole('link', { name: 'Read here' }).click();
    await page.waitForURL(isRead('one'));
    await page.goto(readerAddress(makeSeal(INSTANCE_SECRET), 'ada', river));
    expect(await page.locator('main h1').textContent()).toBe('On rivers');
    await looksGood(page);
    await page.context().close();
  });

  test('a search link works in a private window, and its links do too', async () => {
    const token = await newSearchLink(app.client, 'ada');
    const page = await visitor(browser, app.urls[0] as string, DESK);
    await page.goto(`/s/${token}/?q=rivers`);
    await looksGood(page);
    expect(await page.locator('.result').count()).toBe(2);
    await page.locator('.result-menu summary').first().click();
    await page.getByRole('link', { name: 'More from this site' }).click();
    await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('q') === 'rivers site:example.org');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.context().close();
  });
});
