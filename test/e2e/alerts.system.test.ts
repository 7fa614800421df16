import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Condition } from '../../lib/alerts/alert-rules.ts';
import { changeAlerts, noteDevice } from '../../lib/alerts/alert-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { listEndpoints } from '../../lib/webhooks/endpoint-store.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { answerWith, type Receiver, startReceiver } from '../harness/webhooks.ts';
import { browserPath, openBrowser } from './browser.ts';
import { People } from './people.ts';
import { expectGood, SIZES } from './ways.ts';

const budget: Condition = {
  id: 'budget_80:Brave:month',
  kind: 'budget_80',
  subject: 'Brave',
  account: null,
  facts: { period: 'month', used: 1_640, limit: 2_000 },
};
const key: Condition = {
  id: 'key_ends:trib_1a2B3c4D',
  kind: 'key_ends',
  subject: 'trib_1a2B3c4D',
  account: 'ada',
  facts: { ends_at: '2026-12-01T00:00:00.000Z' },
};

describe.skipIf(browserPath === null)('alerts in a browser', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let people: People;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await TestApp.start({ env: { EXTRACT_ALLOW: '127.0.0.1' } });
    browser = await openBrowser();
    people = new People(browser, app.urls[0] as string, app.client);
    // The alerts here are made up: a look by the clock would end them.
    await app.client.set(redisKeys.alertTurn('look'), 'of this test');
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  test.each([
    {
      ...{
        size: 'desk' as const,
        scripts: true,
        locale: 'en-GB',
        title: 'Alerts',
        url: 'Address of the server',
        add: 'Add',
      },
      ...{
        secret: 'Secret of this webhook',
        sendTest: 'Send a test',
        delivered: 'delivered',
        none: 'Nothing needs attention.',
      },
      ...{ failed: 'waiting', mail: 'Mail address', open: 'More than 80% of the budget for Brave' },
    },
    {
      ...{
        size: 'phone' as const,
        scripts: false,
        locale: 'de-DE',
        title: 'Warnungen',
        url: 'Adresse des Servers',
        add: 'Hinzufügen',
      },
      ...{
        secret: 'Geheimnis dieses Webhooks',
        sendTest: 'Test senden',
        delivered: 'zugestellt',
        none: 'Es gibt nichts zu tun.',
      },
      ...{ failed: 'wartet', mail: 'E-Mail-Adresse', open: 'Mehr als 80 % des Budgets sind verbraucht' },
    },
  ] as const)(
    'are looked at, sent to a server and to a person, at a $size, scripts: $scripts, $locale',
    async ({ size, scripts, locale, title, url, add, secret, sendTest, delivered, none, failed, mail, open }) => {
      await app.client.del('{trib:accounts}:open-alerts', '{trib:accounts}:instance-webhooks');
      receiver.answer = answerWith(204);
      const page = await people.signIn('administrator', {
        ...SIZES[size as keyof typeof SIZES],
        locale,
        javaScriptEnabled: scripts,
      });
      await page.goto('/admin/alerts');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByText(none).waitFor();
      await expectGood(page, { axe: scripts });

      await changeAlerts(app.client, [budget, key], ['budget_80', 'key_ends']);
      await page.getByLabel(url).fill(`${receiver.url}/a-rather-long-path-for-alerts`);
      await page.getByRole('button', { name: add }).first().click();
      await page.getByRole('heading', { name: secret }).waitFor();
      await page.getByText(open).first().waitFor();
      await expectGood(page, { axe: scripts });

      await page.goto('/admin/alerts');
      await page.getByLabel(mail).fill('ada@example.org');
      await page.getByRole('button', { name: add }).last().click();
      await page.waitForURL(/done=added/);
      const sent = receiver.got.length;
      await page.getByRole('button', { name: `${sendTest}: ${receiver.url}` }).click();
      await page.waitForURL(/done=tested/);
      await page.getByRole('button', { name: `${sendTest}: ada@example.org` }).click();
      await eventually('the test has arrived', () => receiver.got.length > sent);
      await eventually('both outcomes are on the page', async () => {
        await page.goto('/admin/alerts');
        const text = await page.innerText('main');
        return text.includes(delivered) && text.includes(failed) && text.includes('SMTP_URL');
      });
      await expectGood(page, { axe: scripts });
      expect(await listEndpoints(app.client, '')).toHaveLength(2);
    },
  );

  test.each([
    ['desk', 'en-GB', 'Sign-ins from new devices', 'Your mail address'],
    ['phone', 'de-DE', 'Anmeldungen von neuen Geräten', 'Ihre E-Mail-Adresse'],
  ] as const)('of new devices are on the page of sessions, at a %s, %s', async (size, locale, title, label) => {
    const page = await people.signIn('member', { ...SIZES[size], locale });
    await page.goto('/settings/sessions');
    const username = 'member';
    await noteDevice(app.client, {
      username,
      fingerprint: 'x',
      isKnown: false,
      facts: { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' },
    });
    await page.goto('/settings/sessions');
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByLabel(label).waitFor();
    await expectGood(page, { axe: locale === 'en-GB' });
  });
});
