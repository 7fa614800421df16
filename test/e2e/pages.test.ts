import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { Stack } from '../harness/stack.ts';
import { browserPath, expectAccessible, openBrowser, visitor } from './browser.ts';

const PASSWORD = 'correct horse battery';
const TABS = [
  '/',
  '/?q=linux',
  '/?q=retriever&tab=images',
  '/?q=climate&tab=news',
  '/?q=space&tab=videos',
  '/?q=paris&tab=maps',
  '/?tab=translate',
  '/?q=linux&page=99',
  '/preferences',
];

const suggestionsOn = (page: Page) => page.locator('.suggestions [role=option]');

/** Types into the box until something is suggested: on a busy machine the first answer may come too late, and be empty. */
async function typeForSuggestions(page: Page, text: string): Promise<void> {
  const answer = () =>
    page.waitForResponse((response) => response.url().endsWith(`/suggest.json?q=${encodeURIComponent(text)}`));
  let answered = answer();
  await page.keyboard.type(text);
  while (!(await (await answered).json()).suggestions?.length) {
    answered = answer();
    await page.keyboard.press('ArrowDown');
  }
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
}

let stack: Stack;
let browser: Browser;

describe.skipIf(browserPath === null)('in a browser', () => {
  beforeAll(async () => {
    stack = await Stack.start();
    await createUser(stack.client, 'ada', { password: PASSWORD });
    await createUser(stack.client, 'root', { password: PASSWORD, admin: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

  /** Opens a browser in which ada has signed in before. */
  async function adas(options: BrowserContextOptions = {}): Promise<Page> {
    session ??= await (await signedIn({}, 'ada', '/')).context().storageState();
    return visitor(browser, stack.urls[0] as string, { ...options, storageState: session });
  }

  async function signedIn(options: BrowserContextOptions, username: string, next: string): Promise<Page> {
    const page = await visitor(browser, stack.urls[0] as string, options);
    await page.goto(`/login?next=${next}`);
    await page.fill('[name=username]', username);
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL((url) => url.pathname === next);
    return page;
  }

  describe('the search page', () => {
    test('suggests while one types; arrows choose, Escape gives back what was typed, Enter searches', async () => {
      const page = await adas();
      await page.goto('/?q=redis');
      await page.keyboard.press('/');
      const box = page.getByRole('combobox', { name: 'Search for' });
      expect(await page.evaluate('document.activeElement.id')).toBe('q');
      await typeForSuggestions(page, 'linu');
      expect(await box.getAttribute('aria-expanded')).toBe('true');
      await expectAccessible(page);

      await page.keyboard.press('ArrowDown');
      const first = suggestionsOn(page).first();
      expect(await first.getAttribute('aria-selected')).toBe('true');
      expect(await box.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
      expect(await box.inputValue()).toBe(await first.textContent());

      await page.keyboard.press('Escape');
      expect(await box.inputValue()).toBe('linu');
      expect(await box.getAttribute('aria-expanded')).toBe('false');

      await page.keyboard.press('ArrowDown');
      await first.waitFor();
      await page.keyboard.press('ArrowUp');
      const last = await suggestionsOn(page).last().textContent();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('q') === last);
    });

    test('a suggestion is chosen with the mouse', async () => {
      const page = await adas();
      await page.goto('/');
      await typeForSuggestions(page, 'linu');
      const first = suggestionsOn(page).first();
      const text = await first.textContent();
      await first.click();
      await page.waitForURL((url) => url.searchParams.get('q') === text);
    });

    test("answers about time are in the browser's zone", async () => {
      const page = await signedIn({ timezoneId: 'Asia/Kolkata' }, 'ada', '/');
      await page.goto('/?q=what+time+is+it');
      expect(await page.locator('.instant').textContent()).toContain('UTC+05:30');
    });

    test('works without JavaScript', async () => {
      const page = await adas({ javaScriptEnabled: false });
      await page.goto('/');
      await page.fill('#q', 'linux');
      await page.locator('summary').click();
      await page.selectOption('[name=engine]', 'engine_b');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.waitForURL(/engine=engine_b/);
      expect(await page.locator('article.result').count()).toBeGreaterThan(0);
      expect(await page.locator('.engines').textContent()).toContain('Mojeek');
      await page.getByRole('link', { name: 'Translate' }).click();
      await page.fill('textarea', 'good morning');
      await page.selectOption('[name=target]', 'de');
      await page.getByRole('button', { name: 'Translate' }).click();
      expect((await page.locator('#translation').textContent())?.toLowerCase()).toBe('guten morgen');
      expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(false);
    });

    test('fetches nothing but its own when pictures are off', { timeout: 60_000 }, async () => {
      const page = await adas();
      await page.goto('/preferences');
      await page.uncheck('[name=pictures]');
      await page.getByRole('button', { name: 'Save' }).click();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).host));
      for (const address of TABS) await page.goto(address);
      expect([...new Set(asked)]).toEqual([new URL(stack.urls[0] as string).host]);
    });
  });

  describe('the main navigation of an administrator', () => {
    const signedInAsRoot = (width: number, javaScriptEnabled: boolean) =>
      signedIn({ viewport: { width, height: 740 }, javaScriptEnabled }, 'root', '/settings/password');

    const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
    const buttonOf = (page: Page) => page.getByRole('button', { name: 'Menu' });

    test.each([true, false])(
      'on a phone is one line and a menu that opens and closes; scripts: %s',
      async (scripts) => {
        const page = await signedInAsRoot(360, scripts);
        const header = await page.locator('header.top').boundingBox();
        const brand = await page.locator('.brand').boundingBox();
        expect(header?.height).toBeLessThan(2.5 * (brand?.height ?? 0));
        expect(await menuOf(page).isVisible()).toBe(false);

        await buttonOf(page).focus();
        await page.keyboard.press('Enter');
        expect(await menuOf(page).isVisible()).toBe(true);
        await page.keyboard.press('Escape');
        expect(await menuOf(page).isVisible()).toBe(false);

        await buttonOf(page).click();
        await menuOf(page).getByRole('link', { name: 'Providers' }).click();
        await page.waitForURL('**/admin/providers');
        await buttonOf(page).click();
        await menuOf(page).getByRole('button', { name: 'Sign out root' }).click();
        await page.waitForURL('**/login');
      },
    );

    test('with room is a line of links, without a button', async () => {
      const page = await signedInAsRoot(1280, false);
      expect(await buttonOf(page).isVisible()).toBe(false);
      await menuOf(page).getByRole('link', { name: 'Queues' }).click();
      await page.waitForURL('**/admin/queues');
    });
  });
});
