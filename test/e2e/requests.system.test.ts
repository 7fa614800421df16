import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RequestLog } from '../../lib/requests/request-log.ts';
import { changeKey, createKey } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { sampleRequest, sampleRequests } from '../lib/requests/sample-requests.ts';
import { browserPath, openBrowser } from './browser.ts';
import { boxOf, expectFits, expectWholeLists } from './looks.ts';
import { People } from './people.ts';
import { expectGood, SIZES } from './ways.ts';

describe.skipIf(browserPath === null)('the log of requests in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let people: People;
  let key: string;
  let prefix: string;

  beforeAll(async () => {
    app = await TestApp.start();
    browser = await openBrowser();
    people = new People(browser, app.urls[0] as string, app.client);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** A list as it looks after some hours. */
  async function fill(account: string): Promise<void> {
    ({ key, prefix } = await createKey(app.client, account, { name: 'support bot' }));
    await changeKey(app.client, prefix, { labels: { team: 'support', stage: 'production' } }, { maxDays: null });
    const labels = { team: 'support', stage: 'production' };
    // Processes write requests soon after they end, by which they are found.
    const now = Date.now() - 1_000;
    await new RequestLog(app.client, { hours: 24, bytes: 20 * 1024 * 1024 }).keep([
      ...sampleRequests(40, { account, key: prefix, labels, program: 'python-requests/2.32.3' }, now),
      ...sampleRequests(3, { account, key: prefix, labels, status: 429, reason: 'burst', engines: [], cost: 0 }, now),
      sampleRequest({
        account,
        key: prefix,
        at: now,
        status: 503,
        reason: 'timeout',
        cost: 0,
        endpoint: 'mcp/web_search',
        trace: '4bf92f3577b34da6a3ce929d0e0e4736',
        engines: ['engine_a', 'engine_b', 'engine_c'].map((engine) => ({ engine, outcome: 'timeout', ms: 4_500 })),
      }),
      sampleRequest({ account, key: null, endpoint: 'page/web', program: 'Mozilla/5.0', at: now }),
      sampleRequest({
        account,
        key: null,
        id: 'long-words',
        endpoint: 'page/web',
        program: 'Mozilla/5.0',
        at: now,
        status: 400,
        reason: 'engines',
        engines: ['suspended', 'rate_limited', 'budget'].map((outcome, at) => ({
          engine: `engine_${'abc'.charAt(at)}`,
          outcome,
          ms: null,
        })),
      }),
    ]);
  }

  const rows = (page: Page) => page.locator('.requests tbody tr');

  test('a new request arrives without a reload, after a break as well, and can be paused', async () => {
    const ada = await people.signIn('member', { ...SIZES.desk, locale: 'en-GB' });
    await fill('member');
    await ada.goto('/settings/requests');
    await ada.getByText('New requests appear by themselves.').waitFor();
    const before = await rows(ada).count();
    await app.get('/api/v1/web/?q=live', { key, headers: { 'x-request-id': 'arrives-live' } });
    await ada.getByText('arrives-live').waitFor();
    expect(await rows(ada).count()).toBe(before + 1);
    expect(await rows(ada).first().textContent()).toContain('support bot');
    await expectGood(ada);

    await ada.context().setOffline(true);
    await ada.context().setOffline(false);
    await ada.getByRole('button', { name: 'Pause' }).click();
    await ada.getByText('Paused.').waitFor();
    await app.get('/api/v1/web/?q=missed', { key, headers: { 'x-request-id': 'meanwhile' } });
    await ada.getByRole('button', { name: 'Go on' }).click();
    await ada.getByText('meanwhile').waitFor();
    expect(await ada.getByText('arrives-live').count()).toBe(1);
  });

  test.each([
    ['desk', true, 'en-GB', 'Requests', 'engines too slow'],
    ['phone', false, 'de-DE', 'Anfragen', 'Suchmaschinen zu langsam'],
  ] as const)(
    'is filtered, and a request opens, at a %s, scripts: %s, %s',
    async (size, scripts, locale, title, late) => {
      const ada = await people.again('member', { ...SIZES[size], locale, javaScriptEnabled: scripts });
      await ada.goto('/settings/requests');
      await ada.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expectGood(ada, { axe: scripts });
      await ada.getByRole('link', { name: late }).click();
      await ada.waitForURL((url) => url.search === '?reason=timeout');
      expect(await rows(ada).count()).toBe(1);
      await expectGood(ada, { axe: scripts });
      await ada.getByRole('link', { name: 'mcp/web_search' }).click();
      await ada.getByText('4bf92f3577b34da6a3ce929d0e0e4736').waitFor();
      // The way to the list is all there is: nothing separates it from what follows.
      expect(await ada.evaluate(`getComputedStyle(document.querySelector('.breadcrumb a'), '::after').content`)).toBe(
        'none',
      );
      await expectGood(ada, { axe: scripts });
      await ada.goto('/settings/requests');
      await ada.getByRole('heading', { name: title, level: 1 }).waitFor();
    },
  );

  test.each([
    ['en-GB', 'engine_a: paused, engine_b: rate-limited, engine_c: budget spent', 'no key'],
    ['de-DE', 'engine_a: angehalten, engine_b: gedrosselt, engine_c: Budget verbraucht', 'kein Schlüssel'],
  ])('every row shows all its words at a desk: %s', async (locale, engines, sender) => {
    const root = await people.again('administrator', { ...SIZES.desk, locale, javaScriptEnabled: false });
    for (const path of ['/admin/requests', '/settings/requests?account=member']) {
      await root.goto(path);
      const row = rows(root).filter({ hasText: 'long-words' });
      for (const words of ['page/web', 'Mozilla/5.0', 'long-words', engines, sender]) {
        await row.getByText(words, { exact: true }).waitFor();
      }
      await expectFits(root);
      await expectWholeLists(root);
      // What is shown beside it with scripts begins there as well.
      expect((await boxOf(root, '.live .reload')).x).toBe((await boxOf(root, '.live')).x);
    }
  });

  test('administrators find a request by its id among those of all', async () => {
    const root = await people.signIn('administrator', { ...SIZES.desk, locale: 'en-GB' });
    await root.goto('/admin/requests');
    await expectGood(root);
    await root.getByText('Filter', { exact: true }).click();
    await root.getByLabel('Request ID').fill('arrives-live');
    await root.getByRole('button', { name: 'Show' }).click();
    await root.waitForURL(/id=arrives-live/);
    expect(await rows(root).count()).toBe(1);
    expect(await rows(root).textContent()).toContain('member');
  });
});
