import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createKey } from '../../lib/keys/key-store.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { Stack } from '../harness/stack.ts';
import type { LogReader } from '../harness/test-system.ts';
import { browserPath, openBrowser } from './browser.ts';
import { checkBehindNginx } from './check-behind-nginx.ts';
import { checkLinks, checkLooks, openListed, type Site } from './check-pages.ts';
import { allPages } from './page-list.ts';
import { People } from './people.ts';
import { prepareScene, SCENE_SETTINGS } from './scene.ts';

/** Accepts the certificate, which no authority has signed. */
const TRUSTING = { ignoreHTTPSErrors: true };

/**
 * Tests every page of a deployment that nginx serves below this path, and answers 404 for what is not. Without nginx, the
 * web process itself serves the root. With `axe`, all pages are checked for accessibility, which takes most of the time:
 * where a page finds all of its files and fits, its path does not change what it shows.
 */
export function checkSite(basePath: string, { axe }: { axe: boolean }): void {
  const isServed = nginxProgram !== null || basePath === '';
  describe.skipIf(browserPath === null || !isServed)(`at ${basePath || '/'}`, { timeout: 120_000 }, () => {
    let stack: Stack;
    let browser: Browser;
    let site: Site;
    let key: string;

    beforeAll(async () => {
      const port = await Nginx.port();
      const publicUrl = `https://127.0.0.1:${port}${basePath}`;
      const proxy = nginxProgram === null ? {} : { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' };
      stack = await Stack.start({ env: { ...SCENE_SETTINGS, DASHBOARD_WRITE: 'true', ...proxy } });
      const [address = ''] = stack.urls;
      const url = nginxProgram === null ? address : publicUrl;
      browser = await openBrowser();
      site = {
        url,
        basePath,
        nginx: nginxProgram === null ? null : await Nginx.start({ port, webs: [address], basePath }),
        web: stack.webs[0] as LogReader,
        people: new People(browser, url, stack.client, TRUSTING),
        scene: await prepareScene(stack),
        followed: new Set(),
      };
      key = (await createKey(stack.client, 'member', { name: 'curl' })).key;
    }, 180_000);
    afterAll(async () => {
      await browser?.close();
      await site?.nginx?.stop();
      await stack?.stop();
    });

    const looks = axe ? 'is accessible and fits' : 'fits';
    test.each(allPages)(
      `$what ($route) ${looks}, light and dark, on a phone and a desk; its files and links are found`,
      async (listed) => {
        const page = await openListed(listed, site);
        await checkLooks(page, listed, axe);
        await checkLinks(page, site);
      },
    );

    describe.skipIf(nginxProgram === null)('behind nginx', () => checkBehindNginx(() => ({ ...site, key })));
  });
}
