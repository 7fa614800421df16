import type { Page } from 'playwright-core';
import { PASSWORD } from '../harness/visitor.ts';

/** Signs in with a password on the page that people use, and waits for the search page. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  const { href } = new URL('.', page.url());
  await page.fill('[name=username]', username);
  await page.fill('[name=password]', password);
  await page.click('main button[type=submit]');
  await page.waitForURL(href);
}
