import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldOf } from '../../lib/budgets/budget.ts';
import type { FailureCode } from '../../lib/outcome.ts';
import { CallBatch } from '../../lib/providers/call-batch.ts';
import { recordStatistics } from '../../lib/providers/statistics.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { reportCall } from '../harness/health.ts';
import { PATIENCE } from '../harness/patience.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser } from './browser.ts';
import { signedInPage } from './sign-in.ts';
import { expectGood, SIZES } from './ways.ts';

const HOUR_MS = 3_600_000;
const PATHS = ['/admin/engines', '/admin/engines/engine_a', '/admin/budgets', '/admin/processes'];
const REASONS: readonly FailureCode[] = ['timeout', 'upstream', 'rate_limited', 'refused', 'rejected', 'internal'];

// Pages of engines with a week behind them, as an administrator reads them and acts on them.
describe.skipIf(browserPath === null)('engines in a browser', { timeout: 180_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  /** English, with scripts; and German, without. */
  let english: Page;
  let german: Page;

  beforeAll(async () => {
    const env = {
      ...PATIENCE,
      BRAVE_BUDGET: '100/day,2000/month',
      BRAVE_PRICE: '5',
      BUDGET_CURRENCY: 'EUR',
      MOJEEK_BUDGET: '50/day',
    };
    app = await TestApp.start({ env });
    await rememberWeek();
    browser = await openBrowser();
    await createUser(app.client, 'root', { password: PASSWORD, admin: true });
    english = await signedIn({ ...SIZES.desk, locale: 'en-GB' });
    german = await signedIn({ ...SIZES.phone, locale: 'de-DE', javaScriptEnabled: false });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const signedIn = (options: BrowserContextOptions) => signedInPage({ browser, app }, 'root', options);

  /** A week of calls: the first engine has lost a field, fails now and then, and nears the end of its budget. */
  async function rememberWeek(): Promise<void> {
    const now = Date.now();
    for (let ago = 160; ago >= 0; ago--) {
      const batch = new CallBatch();
      const at = now - ago * HOUR_MS;
      const fields = new Set(['web', 'web.results', 'web.results.title', ...(ago > 20 ? ['web.results.date'] : [])]);
      for (let i = 0; i < 20 + 15 * Math.sin(ago / 4); i++) {
        batch.add({ failure: null, startedAt: at - 200 - 40 * i, endedAt: at }, { fields });
      }
      const code = REASONS[Math.floor(ago / 7) % REASONS.length] ?? 'timeout';
      const failure = { code, reason: 'the service said something long about what was wrong with it' };
      for (let i = 0; i < ago % 5; i++) {
        batch.add({ failure, startedAt: at, endedAt: at }, { requestId: crypto.randomUUID() });
      }
      await recordStatistics(app.client, 'brave', batch, at);
    }
    const units = {
      [fieldOf('day', now - 24 * HOUR_MS)]: 90,
      [fieldOf('day', now)]: 85,
      [fieldOf('month', now)]: 1_700,
    };
    await app.client.hset(redisKeys.providerSpent('brave'), units);
    await app.client.hset(redisKeys.providerSpent('mojeek'), { [fieldOf('day', now)]: 50 });
    await reportCall(app.client, 'brave', null);
    for (let i = 0; i < 3; i++) await reportCall(app.client, 'marginalia', { code: 'upstream', reason: 'HTTP 502' });
  }

  const notice = (page: Page) => page.locator('.notice').first().textContent();

  test.each(PATHS)(
    '%s reads well at a desk and on a phone, in the light and in the dark, in English and German',
    async (path) => {
      for (const page of [english, german]) {
        await page.goto(path);
        await expectGood(page, { axe: page === english });
      }
    },
  );

  test('the list leads to an engine, whose page says what has changed and shows values on focus', async () => {
    await english.goto('/admin/providers');
    expect(new URL(english.url()).pathname).toBe('/admin/engines');
    expect(await english.locator('main').textContent()).toContain('answers have changed');
    await english.getByRole('link', { name: 'Brave', exact: true }).first().click();
    await english.getByText('Nearly every reply had web.results.date.').waitFor();
    const point = english.locator('figure', { hasText: 'Calls by hour' }).locator('.point').last();
    await point.focus();
    expect(await point.getAttribute('aria-label')).toMatch(/answered: \d+/);
    await english.getByText('Fields of its replies').click();
    await english.getByRole('rowheader', { name: 'web.results.title' }).waitFor();
    // Its colours are those of any table.
    await expectGood(english, { axe: false });
  });

  test('without scripts, an engine is paused with a reason, tested meanwhile, and resumed', async () => {
    await german.goto('/admin/engines/engine_a');
    await german.getByText('Anhalten …').click();
    // Its colours are those of any form, and of the page as it was.
    await expectGood(german, { axe: false });
    await german.fill('[name=reason]', 'Die Ergebnisse haben kein Datum mehr, siehe Nachricht des Betreibers');
    await german.selectOption('[name=for]', '24h');
    await german.getByRole('button', { name: 'Anhalten' }).click();
    expect(await notice(german)).toContain('Angehalten.');
    await expectGood(german);
    await german.getByText('Das kostet eine Einheit des Budgets.').waitFor();
    await german.getByRole('button', { name: 'Jetzt testen' }).click();
    expect(await notice(german)).toMatch(/Test: Antwort nach .* mit \d+ Ergebnissen\./);
    await german.goto('/admin/engines');
    expect(await german.locator('main').textContent()).toMatch(/angehalten\s*bis .* UTC\s*von root/);
    // The colours of the word are those on its page.
    await expectGood(german, { axe: false });
    await german.getByRole('link', { name: 'Brave', exact: true }).first().click();
    await german.getByRole('button', { name: 'Fortsetzen' }).click();
    expect(await notice(german)).toContain('Fortgesetzt.');
    await german.getByText('Anhalten …').waitFor();
  });
});
