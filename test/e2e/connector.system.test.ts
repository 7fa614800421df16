import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { Program, RESOURCE } from '../harness/connector.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';
import { expectGood, SIZES } from './ways.ts';

// A program is connected and disconnected, as people go; each step needs those before it.
describe.skipIf(browserPath === null)('connected programs in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let waiting: Server;
  let redirect: string;
  let url: string;
  beforeAll(async () => {
    app = await TestApp.start({ workers: 0, env: { PUBLIC_URL: new URL(RESOURCE).origin } });
    url = app.urls[0] as string;
    await createUser(app.client, 'ada', { password: PASSWORD });
    browser = await openBrowser();
    waiting = createServer((_request, reply) => reply.end('You can go back to the program.'));
    waiting.listen(0, '127.0.0.1');
    await once(waiting, 'listening');
    redirect = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    await browser?.close();
    waiting?.closeAllConnections();
    waiting?.close();
    await app?.stop();
  });

  async function signIn(page: Page): Promise<void> {
    await page.fill('[name=username]', 'ada');
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
  }

  test('without scripts on a phone, in German: somebody signs in, is told who asks, and refuses', async () => {
    const program = await Program.registered(url, { redirect_uris: [redirect], client_name: 'Assistent' });
    const page = await visitor(browser, url, { ...SIZES.phone, locale: 'de-DE', javaScriptEnabled: false });
    await page.goto(program.authorizePath());
    await signIn(page);
    expect(await page.locator('h1').textContent()).toBe('Assistent verbinden?');
    expect(await page.locator('main').innerText()).toContain('läuft auf Ihrem eigenen Rechner');
    await expectGood(page);
    await page.getByRole('button', { name: 'Ablehnen' }).click();
    await page.waitForURL(/\?error=access_denied&state=a\+state&iss=/);
  });

  test('with scripts on a desk: a wrong limit is told, consent makes a key, and it is disconnected', async () => {
    const program = await Program.registered(url, { redirect_uris: [redirect], client_name: 'Assistant' });
    const page = await visitor(browser, url, { ...SIZES.desk, locale: 'en-GB' });
    await page.goto(program.authorizePath({ scope: 'search read' }));
    await signIn(page);
    expect(await page.getByLabel('Search the web').isChecked()).toBe(true);
    expect(await page.getByLabel('Translate').isChecked()).toBe(false);
    await expectGood(page);
    await page.getByText('Limits and expiry').click();
    await page.fill('[name=monthly]', 'many');
    await page.getByRole('button', { name: 'Allow' }).click();
    expect(await page.locator('.notice').first().textContent()).toContain('Please check: Searches a month');
    await expectGood(page);
    await page.fill('[name=monthly]', '100');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/callback\?code=/);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    expect((await program.exchange(code)).body.scope).toBe('search read');

    await page.goto('/settings/programs');
    await expectGood(page);
    expect(await page.locator('main').innerText()).toContain(new URL(redirect).host);
    await page.goto('/settings/api-keys');
    expect(await page.locator('main').innerText()).toContain('connected program');
    await page.getByRole('link', { name: 'Assistant' }).click();
    expect(await page.inputValue('[name=monthly]')).toBe('100');
    await page.goto('/settings/programs');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Disconnect Assistant' }).click();
    await page.getByText('No programs are connected yet.').waitFor();
    expect(await page.locator('.notice').first().textContent()).toContain('Program disconnected.');
  });
});
