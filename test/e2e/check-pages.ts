import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, expectAccessible, openBrowser, visitor } from './browser.ts';
import { type ListedPage, type Role, type Scene, SEARCHES_A_MINUTE } from './page-list.ts';

/** Both widths and both sets of colours, but not each with each: neither changes what the other does. */
const LOOKS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Tests of these pages, in a deployment and a browser of their own. */
export function checkPages(pages: readonly ListedPage[]): void {
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
        // A call that failed, for the queue dashboard to show.
        await stack.knobs('brave', { status: 500, times: 1 });
        await stack.get('/api/v1/web/?q=failing&engine=engine_a', { key });
        const link = /\/setup\?token=[\w-]+/;
        const [setUp = ''] = await eventually('the set-up link is printed', () =>
          link.exec(stack.webs[0]?.output ?? ''),
        );
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

      test.each(pages)(
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
}
