import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, expectAccessible, openBrowser, visitor } from './browser.ts';

/** The search page while some engines have answered and others have not. */
describe.skipIf(browserPath === null)('a search page that settles', () => {
  let app: TestApp;
  let browser: Browser;
  let session: BrowserContextOptions;

  beforeAll(async () => {
    const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'mojeek' };
    app = await TestApp.start({ queue: 'redis', env: { ...slots, REQUEST_DEADLINE_MS: '20000' } });
    await createUser(app.client, 'ada', { password: PASSWORD });
    browser = await openBrowser();
    const page = await visitor(browser, app.urls[0] as string);
    await page.goto('/login?next=/');
    await page.fill('[name=username]', 'ada');
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL((url) => url.pathname === '/');
    session = { storageState: await page.context().storageState() };
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const textsOn = (page: Page) => page.locator('section > ol > li').allInnerTexts();

  /** Opens a page whose first results are there while the slow engines are still asked. */
  async function openEarly(path: string, ...slow: string[]): Promise<Page> {
    await app.hold(...slow);
    const page = await visitor(browser, app.urls[0] as string, session);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Asking more engines…').waitFor();
    await page.locator('section > ol > li').first().waitFor();
    expect(await page.evaluate('document.readyState')).toBe('loading');
    // The policy of the page refuses nothing that it does.
    expect(refused).toEqual([]);
    return page;
  }

  async function withoutScripts(path: string): Promise<string[]> {
    const plain = await visitor(browser, app.urls[0] as string, { ...session, javaScriptEnabled: false });
    await plain.goto(path);
    return textsOn(plain);
  }

  test('shows the first results at once, keeps them in place, and offers better ones', async () => {
    // On a busy machine, the slow engines' time may be over before the test lets them answer.
    const queries = ['linux', 'berlin', 'redis', 'climate', 'space'].values();
    const { path, page, first, place } = await eventually('the slow engines answer in time', async () => {
      const path = `/?q=${queries.next().value}`;
      const page = await openEarly(path, 'searxng', 'mojeek');
      const first = await textsOn(page);
      const place = await page.locator('section > ol > li').nth(1).boundingBox();
      await page.locator('section > ol a').nth(1).focus();
      await app.healUpstreams();
      await page.waitForLoadState();
      const outcomes = (await page.locator('.engines li').allTextContents()).join();
      return !outcomes.includes('did not answer') && { path, page, first, place };
    });
    const button = page.getByRole('button', { name: /^Show (\d+ better results?|the best order)$/ });
    await button.waitFor();
    expect((await textsOn(page)).slice(0, first.length)).toEqual(first);
    expect((await textsOn(page)).length).toBeGreaterThan(first.length);
    expect(await page.locator('section > ol > li').nth(1).boundingBox()).toEqual(place);
    expect(await page.evaluate('document.activeElement.closest("ol > li") !== null')).toBe(true);
    expect(await page.locator('.settling-note summary').innerText()).toMatch(/^3 engines answered in [\d.]+ s$/);
    expect((await page.locator('.engines li').allTextContents()).join()).toContain('Mojeek');
    await expectAccessible(page);

    await button.click();
    expect(await textsOn(page)).toEqual(await withoutScripts(path));
    expect(await button.count()).toBe(0);
    expect(await page.locator('.settled, .settling').count()).toBe(0);
    await expectAccessible(page);
  });

  test('settles by itself if nothing would move', async () => {
    const found = [1, 2].map((at) => ({ title: `Found ${at}`, url: `https://${at}.example/`, description: 'A page.' }));
    await cannedAnswers.brave(app, found);
    // No other engine finds this.
    const path = '/?q=zxqvblorp&engine=engine_a,engine_c';
    const page = await openEarly(path, 'mojeek');
    const first = await textsOn(page);
    const place = await page.locator('section > ol > li').first().boundingBox();
    await app.healUpstreams();
    await page.waitForLoadState();
    expect(await page.locator('.settling-note button').count()).toBe(0);
    expect(await page.locator('.settling-note').innerText()).not.toContain('Asking more engines');
    expect(await page.locator('section > ol > li').first().boundingBox()).toEqual(place);
    expect(await textsOn(page)).toEqual(first);
    expect(first).toEqual(await withoutScripts(path));
  });

  test('offers an answer that comes after the first results', async () => {
    const page = await openEarly('/?q=weather+berlin', 'searxng', 'open-meteo');
    await app.healUpstreams();
    await page.waitForLoadState();
    expect(await page.locator('.instant').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    expect(await page.locator('.instant').isVisible()).toBe(true);
  });

  test('shows images as they come', async () => {
    const path = '/?q=retriever&tab=images';
    const page = await openEarly(path, 'searxng');
    await app.healUpstreams();
    await page.waitForLoadState();
    const button = page.locator('.settling-note button');
    if ((await button.count()) > 0) await button.click();
    expect(await textsOn(page)).toEqual(await withoutScripts(path));
  });
});
