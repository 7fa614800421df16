import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { getUser } from '../../lib/accounts/account-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { startSession } from '../harness/as-tester.ts';
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

/** Gives a browser the cookie of a session, which is called as the instance at this address calls it. */
export async function giveSession(page: Page, address: string, session: string): Promise<Page> {
  const { protocol, hostname: domain, pathname: path } = new URL(address);
  const secure = protocol === 'https:';
  const name = secure ? `${path === '/' ? '__Host-' : '__Secure-'}tributary` : 'tributary';
  await page.context().addCookies([{ name, value: session, domain, path, secure, httpOnly: true, sameSite: 'Lax' }]);
  return page;
}

/** What a file of tests needs to open pages: a browser, and the instance. */
export interface Opened {
  browser: Browser;
  app: { urls: readonly string[]; client: Redis };
}

/** A page of somebody who has just signed in, in a browser profile of its own. */
export async function signedInPage(
  { browser, app }: Opened,
  username: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const [address = ''] = app.urls;
  const account = await getUser(app.client, username);
  if (!account) throw new Error(`There is no account ${username}.`);
  return giveSession(await visitor(browser, address, options), address, await startSession(app.client, account));
}
