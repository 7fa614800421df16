import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Stack } from '../harness/stack.ts';
import { browserPath, expectAccessible, openBrowser } from './browser.ts';
import type { ListedPage, Scene } from './page-list.ts';
import { People } from './people.ts';
import { prepareScene, SCENE_SETTINGS } from './scene.ts';

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
      let people: People;

      beforeAll(async () => {
        const stack = await Stack.start({ env: SCENE_SETTINGS });
        scene = await prepareScene(stack);
        browser = await openBrowser();
        people = new People(browser, stack.urls[0] as string, stack.client);
      });
      afterAll(async () => {
        await browser?.close();
        await scene?.stack.stop();
      });

      test.each(pages)(
        '$what ($route)',
        { timeout: 60_000 },
        async ({ as, status = 200, known, darkWith = '', open }) => {
          const page = await people.visit(as);
          const shown = (await open(page, scene))?.status();
          expect(shown, await page.locator('body').innerText()).toBe(status);
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
