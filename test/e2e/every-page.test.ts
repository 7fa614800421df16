import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../api/app.ts';
import { InstantPool } from '../../api/instant/pool.ts';
import { createServices } from '../../api/services.ts';
import { createUser } from '../../lib/accounts/account-store.ts';
import { readConfig } from '../../lib/config.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import { createLog } from '../../lib/log.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, expectAccessible, openBrowser, visitor } from './browser.ts';
import { listedPages, notPages, type Role, type Scene, SEARCHES_A_MINUTE } from './page-list.ts';

/** Every GET route of the application, as it is registered. */
async function registeredRoutes(): Promise<string[]> {
  const urls: string[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      if ([method].flat().includes('GET')) urls.push(url);
    });
  };
  subscribe('fastify.initialization', listen);
  const services = createServices(readConfig({}), createLog('routes', 'silent'), new InstantPool(0));
  try {
    const app = await buildApp(services);
    await app.close();
  } finally {
    unsubscribe('fastify.initialization', listen);
    await services.close();
  }
  return urls;
}

test('the list has every page that is registered, and no other', async () => {
  const pages = (await registeredRoutes()).filter((url) => !notPages.some((other) => other.test(url)));
  const listed = listedPages.map(({ route }) => route).filter((route) => route !== '*');
  expect([...new Set(listed)].sort()).toEqual([...new Set(pages)].sort());
});

/** Both widths and both sets of colours, but not each with each: neither changes what the other does. */
const LOOKS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

describe.skipIf(browserPath === null)(
  'every page is accessible and fits, light and dark, on a phone and a desk',
  () => {
    let scene: Scene;
    let browser: Browser;
    const people = new Map<Role, Page>();

    beforeAll(async () => {
      const env = { API_MONTHLY_LIMIT: '1000', API_THROTTLE_BURST: `${SEARCHES_A_MINUTE}/min` };
      const stack = await Stack.start({ env });
      await createUser(stack.client, 'member', { password: PASSWORD });
      const { key, prefix } = await createKey(stack.client, 'member', { name: 'laptop' });
      for (const path of ['web/?q=linux', 'images/?q=linux']) await stack.get(`/api/v1/${path}`, { key });
      const link = /\/setup\?token=[\w-]+/;
      const [setUp = ''] = await eventually('the set-up link is printed', () => link.exec(stack.webs[0]?.output ?? ''));
      scene = { stack, setUp, prefix: `trib_${prefix}` };
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await scene?.stack.stop();
    });

    async function visit(role: Role): Promise<Page> {
      const page = people.get(role) ?? (await visitor(browser, scene.stack.urls[0] as string));
      if (!people.has(role) && role !== 'nobody') {
        if (role !== 'member') {
          await createUser(scene.stack.client, role, { password: PASSWORD, admin: role === 'administrator' });
        }
        await page.goto('/login');
        await page.fill('[name=username]', role);
        await page.fill('[name=password]', PASSWORD);
        await page.click('main button[type=submit]');
        await page.waitForURL((url) => url.pathname === '/');
      }
      people.set(role, page);
      return page;
    }

    test.each(listedPages)(
      '$what ($route)',
      { timeout: 60_000 },
      async ({ as, status = 200, known, darkWith = '', open }) => {
        const page = await visit(as);
        expect((await open(page, scene))?.status()).toBe(status);
        for (const { width, colorScheme } of LOOKS) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          if (darkWith !== '') {
            await page.locator(darkWith).waitFor({ state: colorScheme === 'dark' ? 'attached' : 'detached' });
          }
          await expectAccessible(page, `${colorScheme}, ${width} px`, known);
          const excess = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect([page.url(), width, excess]).toEqual([page.url(), width, 0]);
        }
      },
    );
  },
);
