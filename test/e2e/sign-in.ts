import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD } from '../harness/visitor.ts';
import { visitor } from './browser.ts';

/** Signs in with a password on the page that people use, and waits for the search page. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  const { href } = new URL('.', page.url());
  await page.fill('[name=username]', username);
  await page.fill('[name=password]', password);
  await page.click('main button[type=submit]');
  await page.waitForURL(href);
}

/** What a file of tests needs to open pages: a browser, and the instance. */
export interface Opened {
  browser: Browser;
  app: { urls: readonly string[] };
}

/** A page of somebody who has just signed in with the password of tests, in a browser profile of its own. */
export async function signedInPage(
  { browser, app }: Opened,
  username: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await visitor(browser, app.urls[0] as string, options);
  await signIn(page, username);
  return page;
}
