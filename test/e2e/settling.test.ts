import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
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
    // Each has results that only the slow engines know.
    const queries = ['linux', 'climate', 'space', 'redis'].values();
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

  test('an answer and a correction that come late move nothing, and open on a click', async () => {
    await cannedAnswers.brave(app, [{ title: 'Krona', url: 'https://krona.example/', description: 'Money.' }]);
    const page = await openEarly('/?q=19+sek+to+nok&engine=engine_a,engine_c', 'mojeek', 'frankfurter');
    const place = () => page.locator('section > ol > li').first().boundingBox();
    const before = await place();
    await app.knobs('frankfurter', {});
    const answer = page.getByRole('button', { name: /^Answer: .*NOK/ });
    await answer.waitFor();
    expect(await page.evaluate('document.readyState')).toBe('loading');
    expect(await page.locator('.instant').isVisible()).toBe(false);
    expect(await place()).toEqual(before);
    await app.healUpstreams();
    await page.waitForLoadState();
    expect(await place()).toEqual(before);
    await expectAccessible(page);
    await answer.click();
    expect(await page.locator('.instant').isVisible()).toBe(true);
    expect(await page.locator('.instant').count()).toBe(1);
    expect(await answer.count()).toBe(0);

    const misspelt = await openEarly('/?q=linx', 'mojeek');
    const start = await misspelt.locator('section > ol > li').first().boundingBox();
    await app.healUpstreams();
    await misspelt.waitForLoadState();
    const correction = misspelt.getByRole('button', { name: 'Did you mean linux?' });
    await correction.waitFor();
    expect(await misspelt.locator('section > ol > li').first().boundingBox()).toEqual(start);
    await correction.click();
    expect(await misspelt.getByRole('link', { name: 'linux', exact: true }).first().isVisible()).toBe(true);
  });

  test('tells a story once, also if a better article about it comes late', async () => {
    const row = (title: string, host: string) => ({ title, url: `https://${host}.example/`, description: 'Rain.' });
    const told = row('Old town of Passau floods after heavy rain', 'one');
    await cannedRows(app, 'brave', 'news', [row('Bavarian brewery reopens', 'a'), row('A museum moves', 'b'), told]);
    const better = {
      ...row('Heavy rain floods the old town of Passau', 'two'),
      content: 'Rain.',
      template: 'default.html',
    };
    const body = JSON.stringify({ query: 'passau', results: [better], unresponsive_engines: [] });
    // What is held back could not be another answer than the usual one.
    await app.knobs('searxng', { status: 200, body, delayMs: 1_500 });
    const page = await openEarly('/?q=passau&tab=news&engine=engine_a,engine_b');
    expect(await textsOn(page)).toHaveLength(3);
    await page.waitForLoadState();
    await app.healUpstreams();
    expect((await page.locator('.engines li').allTextContents()).join()).toContain('SearXNG answered');
    expect(await textsOn(page)).toHaveLength(3);
  });

  test('has cards that come late beside the results, or below them with a link to them', async () => {
    await cannedAnswers.brave(app, [{ title: 'Paris', url: 'https://paris.example/', description: 'A city.' }]);
    const page = await openEarly('/?q=paris&engine=engine_a,engine_c', 'mojeek', 'wikipedia');
    await page.setViewportSize({ width: 390, height: 800 });
    const place = () => page.locator('section > ol > li').first().boundingBox();
    const before = await place();
    await app.healUpstreams();
    await page.waitForLoadState();
    const link = page.locator('.settling-note').getByRole('link', { name: 'Paris' });
    await link.waitFor();
    expect(await place()).toEqual(before);
    await expectAccessible(page);
    await link.click();
    await page.locator('.entity:target').waitFor();
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await link.isVisible()).toBe(false);
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
