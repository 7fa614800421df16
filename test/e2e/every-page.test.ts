import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../api/app.ts';
import { InstantPool } from '../../api/instant/pool.ts';
import { createServices } from '../../api/services.ts';
import { addDashboard } from '../../api/ui/dashboard-app.ts';
import { readConfig } from '../../lib/config.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import { createLog } from '../../lib/log.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import type { LogReader } from '../harness/test-system.ts';
import { browserPath, openBrowser } from './browser.ts';
import { checkBehindNginx } from './check-behind-nginx.ts';
import { checkLinks, checkLooks, openListed, type Site } from './check-pages.ts';
import { notPages, onePerRoute, otherPages, setUpPage } from './page-list.ts';
import { People } from './people.ts';
import { prepareScene, SCENE_SETTINGS } from './scene.ts';

/** Every GET route of the application, as it is registered, and of the dashboard, which its first request builds. */
async function registeredRoutes(): Promise<string[]> {
  const urls: string[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      if ([method].flat().includes('GET')) urls.push(url);
    });
  };
  subscribe('fastify.initialization', listen);
  const services = createServices(readConfig({}), createLog('routes', 'silent'), new InstantPool(1));
  try {
    const app = await buildApp(services);
    await app.close();
    const dashboard = fastify();
    await addDashboard(dashboard, '/admin/queues', services);
    await dashboard.close();
  } finally {
    unsubscribe('fastify.initialization', listen);
    await services.close();
  }
  return urls;
}

test('the list has every page that is registered, and no other', async () => {
  const pages = (await registeredRoutes()).filter((url) => !notPages.some((other) => other.test(url)));
  const listed = [setUpPage, ...otherPages].map(({ route }) => route).filter((route) => route !== '*');
  expect([...new Set(listed)].sort()).toEqual([...new Set(pages)].sort());
});

/** Accepts the certificate, which no authority has signed. */
const TRUSTING = { ignoreHTTPSErrors: true };
const SLOW = { timeout: 120_000 };

/**
 * One deployment, which nginx serves twice: its pages are below a path, and at the root. Without nginx, a web process
 * serves them itself.
 */
describe.skipIf(browserPath === null)('every page', SLOW, () => {
  let stack: Stack;
  let browser: Browser;
  let belowPath: Site;
  let atRoot: Site;
  let key: string;

  beforeAll(async () => {
    const env = { ...SCENE_SETTINGS, TRUST_PROXY: '127.0.0.1', DASHBOARD_WRITE: 'true' };
    stack = await Stack.start({ web: 0, env });
    browser = await openBrowser();
    belowPath = await site(nginxProgram === null ? null : '/search');
    atRoot = nginxProgram === null ? belowPath : await site('');
    await stack.untilReady();
    const { prefix } = await prepareScene(stack);
    // The web process that started last has made the link that is valid.
    const link = () => /\/setup\?token=[\w-]+/.exec(stack.webs.at(-1)?.output ?? '');
    const [setUp] = await eventually('the set-up link is printed', link);
    for (const { scene } of [belowPath, atRoot]) Object.assign(scene, { prefix, setUp });
    key = (await createKey(stack.client, 'member', { name: 'curl' })).key;
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await belowPath?.nginx?.stop();
    await atRoot?.nginx?.stop();
    await stack?.stop();
  });

  /** Starts a web process, and nginx before it, which answers 404 for what is not below the path; null: no nginx. */
  async function site(basePath: string | null): Promise<Site> {
    const port = await Nginx.port();
    const publicUrl = `https://127.0.0.1:${port}${basePath}`;
    const address = await stack.addWeb(basePath === null ? {} : { PUBLIC_URL: publicUrl });
    const url = basePath === null ? address : publicUrl;
    return {
      url,
      basePath: basePath ?? '',
      nginx: basePath === null ? null : await Nginx.start({ port, webs: [address], basePath }),
      web: stack.webs.at(-1) as LogReader,
      people: new People(browser, url, stack.client, TRUSTING),
      scene: { stack, setUp: '', prefix: '' },
      followed: new Set(),
    };
  }

  // It goes with the first administrator: both are looked at before there is one.
  test.skipIf(nginxProgram === null)('set-up (/setup) at the root: its files and links are found', async () => {
    await checkLinks(await openListed(setUpPage, atRoot), atRoot);
  });

  test.each([setUpPage, ...otherPages])(
    '$what ($route) is accessible and fits, light and dark, on a phone and a desk; its files and links are below the path',
    async (listed) => {
      const page = await openListed(listed, belowPath);
      await checkLooks(page, listed);
      await checkLinks(page, belowPath);
    },
  );

  describe.skipIf(nginxProgram === null)('behind nginx', () => {
    describe('below a path', () => checkBehindNginx(() => ({ ...belowPath, key })));

    describe('at the root', () => {
      test.each(onePerRoute)('$what ($route): its files and links are found', async (listed) => {
        await checkLinks(await openListed(listed, atRoot), atRoot);
      });

      checkBehindNginx(() => ({ ...atRoot, key }));
    });
  });
});
