import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, expectAccessible, openBrowser, visitor } from './browser.ts';
import { expectFits, until } from './looks.ts';

const PHONE = { width: 390, height: 800 };
const ORANGE = /^rgb\(217, 72, 15\)|^rgb\(255, 169, 77\)/;

// What only a browser shows of the small things. Everything else about them is in `test/ui/small-things.app.test.ts`.
describe.skipIf(browserPath === null)('small things in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await openBrowser();
    await createUser(app.client, 'ada', { admin: true, password: PASSWORD });
    await untilAnswersAreLoaded(app);
    page = await visitor(browser, app.urls[0] as string, { viewport: PHONE, locale: 'en-GB' });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** Waits until a field has the focus, which a page gives with its first frame. */
  const untilFocused = (name: string) => until(page, `document.activeElement.name === '${name}'`);
  /** What has the focus: its name, or its text. */
  const focused = () => page.evaluate('document.activeElement.name || document.activeElement.textContent.trim()');
  /** Presses the tabulator until a result has the focus; returns how often, or what had the focus instead. */
  async function stopsToResult(): Promise<number | string[]> {
    const seen: string[] = [];
    for (let stops = 1; stops <= 5; stops++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(`document.activeElement.matches('[data-result] .title-link')`)) return stops;
      seen.push(String(await focused()));
      if (await page.evaluate(`document.activeElement.matches('.skip')`)) await page.keyboard.press('Enter');
    }
    return seen;
  }

  test('a refused password has the focus, a ring that is not the colour of the notice, and can be shown', async () => {
    await page.goto('/login');
    await untilFocused('username');
    await page.fill('[name=username]', 'ada');
    await page.fill('[name=password]', 'wrong');
    await page.keyboard.press('Enter');
    await page.locator('.notice.problem').waitFor();
    await untilFocused('password');
    const field = page.locator('[name=password]');
    const ring = String(await page.evaluate('getComputedStyle(document.activeElement).outlineColor'));
    expect(ring).toMatch(/^rgb/);
    expect(ring).not.toMatch(ORANGE);
    await field.fill(PASSWORD);
    const show = page.getByRole('button', { name: 'Show password' });
    await show.click();
    await page.getByRole('button', { name: 'Hide password' }).waitFor();
    expect(await field.getAttribute('type')).toBe('text');
    await expectFits(page);
    await expectAccessible(page);
    await field.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('a question mark in the empty box of the home page opens the help', async () => {
    await page.goto('/');
    await untilFocused('q');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Keyboard shortcuts').waitFor();
    expect(await page.inputValue('#q')).toBe('');
    await page.keyboard.press('Escape');
    await page.focus('#q');
    await page.keyboard.type('what?');
    expect(await page.inputValue('#q')).toBe('what?');
  });

  test('a long host fits a phone, and a date stands before a text from right to left', async () => {
    const host = `${'a-very-long-name-of-a-host.'.repeat(4)}example`;
    await cannedAnswers.brave(app, [
      { url: `https://${host}/with/a/path`, title: 'Long', description: 'A long host.' },
      { url: 'https://b.example/text', title: 'שלום', description: 'טקסט בעברית', age: '3 days ago' },
    ]);
    await page.goto('/?q=long+host&engine=engine_a');
    await expectFits(page);
    // The separator is between the date and the text, which goes on to its left.
    const [date, text] = (await page.evaluate(`[...document.querySelectorAll('.snippet bdi')].flatMap((date) => {
      const separator = document.createRange();
      separator.selectNodeContents(date.nextSibling);
      return [date.getBoundingClientRect().left, separator.getBoundingClientRect().left];
    })`)) as [number, number];
    expect(text).toBeLessThan(date);
    await app.reset();
  });

  test('the first result is within five stops of the tabulator', async () => {
    for (const path of ['/?q=linux', '/?q=climate&tab=news', '/?q=space&tab=videos']) {
      await page.goto(path);
      expect([path, await stopsToResult()]).toEqual([path, expect.any(Number)]);
    }
  });

  test('a countdown has the right plurals', async () => {
    await page.clock.install({ time: new Date() });
    await page.goto('/?q=days+until+2030-01-01');
    const units = page.locator('instant-countdown [data-unit]');
    await units.first().waitFor();
    const until = Number(await page.locator('instant-countdown').getAttribute('data-until'));
    await page.clock.setFixedTime(until - (37 * 86_400 + 3_600 + 2 * 60 + 1) * 1_000);
    await page.clock.runFor(1_000);
    expect(await units.allTextContents()).toEqual(['37 days', '1 hour', '2 minutes', '1 second']);
  });

  test('a map without tiles has land, cities and pins that fit a phone', async () => {
    await page.goto('/?q=Paris&tab=maps');
    await page.locator('.outline .land').waitFor();
    await expectFits(page);
    await expectAccessible(page);
    // A pin that stands for several marks all of them.
    await page.locator('.pin.several').first().hover();
    expect(await page.locator('.place.marked').count()).toBeGreaterThan(1);
  });

  test('on paper, results have their whole address, and nothing to press', async () => {
    await page.goto('/?q=linux');
    await page.emulateMedia({ media: 'print' });
    const written = await page.evaluate(
      `getComputedStyle(document.querySelector('.result .title-link'), '::after').content`,
    );
    const href = await page.locator('.result .title-link').first().getAttribute('href');
    expect(written).toBe(`" (${href})"`);
    for (const part of ['header', '.filters', '.foot']) {
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
    }
    expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toMatchObject({ height: expect.any(Number) });
    await page.emulateMedia({ media: 'screen' });
  });
});
