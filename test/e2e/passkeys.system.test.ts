import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFactors } from '../../lib/accounts/factors/factor-store.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { giveApp } from '../ui/factors.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';
import { expectGood, SIZES } from './ways.ts';

const SECURITY = '/settings/security';

// A passkey on a phone, in German, each step once without Redis and once with an answer of Redis that is lost.
describe.skipIf(browserPath === null)('a passkey on a phone', { timeout: 120_000 }, () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let browser: Browser;
  let url: string;
  let page: Page;

  beforeAll(async () => {
    app = await TestApp.start({ ownRedis: true, workers: 0 });
    proxy = await TcpProxy.to(app.redis.port);
    const port = await testPort();
    url = `http://localhost:${port}`;
    await app.addWeb({ PORT: String(port), PUBLIC_URL: url, REDIS_URL: proxy.url });
    for (const name of ['carl', 'first']) await createUser(app.client, name, { password: PASSWORD });
    // Redis knows the scripts afterwards.
    await giveApp(app, 'first');
    browser = await openBrowser();
    page = await visitor(browser, url, { ...SIZES.phone, locale: 'de-DE' });
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await proxy?.close();
  });

  const isServed = async () => (await fetch(`${url}/login/link?token=x`)).status === 403;
  /** The page says that nothing came of it while Redis is out of reach. */
  async function withoutRedis(act: () => Promise<void>): Promise<void> {
    proxy.refuse();
    await act();
    await page.locator('.passkey-said', { hasText: 'Passkey' }).waitFor();
    proxy.admit();
    await eventually('Redis is back', isServed);
  }
  /** The page says that it may have been done when the answer of Redis to this event is lost. */
  async function withLostReply(event: string, act: () => Promise<void>): Promise<void> {
    proxy.holdReplies(`"action":"${event}"`);
    await act();
    await eventually('Redis has answered', () => proxy.isHolding);
    proxy.cut();
    proxy.letGo();
    await page.getByText('Vielleicht wurde getan, was abgeschickt wurde').waitFor();
    await eventually('Redis is back', isServed);
  }
  const count = async () => (await listFactors(app.client, 'carl')).all.length;
  const usePasskey = () => page.locator('button.passkey').first().click();

  test('is added', async () => {
    await page.goto('/login');
    await page.fill('[name=username]', 'carl');
    await page.fill('[name=password]', PASSWORD);
    await page.click('form[action="/login"] button[type=submit]');
    await page.waitForURL(`${url}/`);
    await page.goto(SECURITY);
    await expectGood(page);
    await page.fill('[name=name]', 'Handy');
    await withoutRedis(() => page.press('[name=name]', 'Enter'));
    expect(await count()).toBe(0);
    await withLostReply('second factor added', usePasskey);
    expect(await count()).toBe(1);
    await page.goto(SECURITY);
    await expectGood(page);
    expect(await page.locator('tbody th').textContent()).toBe('Handy');
  });

  test('signs in', async () => {
    await page.context().clearCookies();
    await page.goto('/login');
    await expectGood(page);
    await withoutRedis(usePasskey);
    await withLostReply('signed in', usePasskey);
    await page.goto('/login');
    await usePasskey();
    await page.waitForURL(`${url}/`);
  });

  test('confirms, and what was typed is done', async () => {
    await app.client.del(...(await app.client.keys(redisKeys.confirmed('*'))));
    await page.goto('/settings/api-keys');
    await page.fill('[name=name]', 'Skript');
    await page.press('[name=name]', 'Enter');
    await page.getByRole('heading', { name: 'Bitte bestätigen' }).waitFor();
    await expectGood(page);
    await withoutRedis(usePasskey);
    expect(await listKeys(app.client, 'carl')).toEqual([]);
    await withLostReply('key created', usePasskey);
    expect((await listKeys(app.client, 'carl')).map(({ name }) => name)).toEqual(['Skript']);
  });
});
