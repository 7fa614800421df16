import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../lib/keys/key-store.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { browserPath, openBrowser, visitor } from './browser.ts';
import type { ListedPage, Scene } from './page-list.ts';
import { People } from './people.ts';
import { prepareScene, SCENE_SETTINGS } from './scene.ts';

/** Accepts the certificate, which no authority has signed. */
const TRUSTING = { ignoreHTTPSErrors: true };
const FILES = ['stylesheet', 'script', 'image', 'font'];
/** The links of a page: the name of the element and the address. */
const LINKS = `['href', 'src', 'action', 'formaction'].flatMap((name) => [...document.querySelectorAll('[' + name + ']')].map(
  (element) => [element.localName, new URL(element.getAttribute(name), document.baseURI).href]))`;

/** Tests of a deployment that nginx serves with TLS under this path; nginx itself answers 404 for any other path. */
export function checkBehindNginx(basePath: string, pages: readonly ListedPage[]): void {
  describe.skipIf(browserPath === null || nginxProgram === null)(`behind nginx at ${basePath || '/'}`, () => {
    let scene: Scene;
    let nginx: Nginx;
    let browser: Browser;
    let people: People;
    let url: string;
    let key: string;
    /** Paths of links that were followed. */
    const followed = new Set<string>();

    beforeAll(async () => {
      const port = await Nginx.port();
      url = `https://127.0.0.1:${port}${basePath}`;
      const env = { ...SCENE_SETTINGS, PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1', DASHBOARD_WRITE: 'true' };
      const stack = await Stack.start({ env });
      scene = { stack, setUp: '', prefix: '' };
      nginx = await Nginx.start({ port, webs: stack.urls, basePath });
      scene = await prepareScene(stack);
      key = (await createKey(stack.client, 'member', { name: 'curl' })).key;
      browser = await openBrowser();
      people = new People(browser, url, stack.client, TRUSTING);
    }, 180_000);
    afterAll(async () => {
      await browser?.close();
      await nginx?.stop();
      await scene?.stack.stop();
    });

    const isOwn = (address: string) => new URL(address).origin === nginx.origin;
    const isSamePage = (address: string, shown: string) => new URL(address).pathname === new URL(shown).pathname;
    const isBelow = (address: string) => new URL(address).pathname.startsWith(`${basePath}/`);

    /** What the page asked of this host while this ran. */
    async function askedBy(page: Page, act: () => Promise<unknown>): Promise<Response[]> {
      const asked: Response[] = [];
      const listen = (response: Response) => {
        if (isOwn(response.url())) asked.push(response);
      };
      page.on('response', listen);
      await act();
      await page.waitForLoadState();
      page.off('response', listen);
      return asked;
    }

    /** Every link of the page leads below the path, and to something. */
    async function checkLinks(page: Page): Promise<void> {
      const all = (await page.evaluate(LINKS)) as [string, string][];
      const own = all.filter(([, address]) => /^https?:/.test(address) && isOwn(address));
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter(([, address]) => !isBelow(address))).toEqual([]);
      for (const [element, address] of own) {
        // Forms are sent by the tests of what they do; `base` is only the start of other addresses.
        const isFollowed = element !== 'form' && element !== 'base' && !isSamePage(address, page.url());
        if (!isFollowed || followed.has(new URL(address).pathname)) continue;
        followed.add(new URL(address).pathname);
        const reply = await page.request.get(address, { maxRedirects: 0 });
        expect([200, 303], `${reply.status()} ${address}`).toContain(reply.status());
      }
    }

    test.each(pages)(
      '$what ($route): the page, its files and its links are below the path',
      { timeout: 120_000 },
      async ({ as, status = 200, open }) => {
        const page = await people.visit(as);
        let shown = 0;
        const asked = await askedBy(page, async () => {
          shown = (await open(page, scene))?.status() ?? 0;
        });
        expect(shown).toBe(status);
        // Replies of nginx itself have no request ID.
        const strays = asked.filter((reply) => !isBelow(reply.url()) || !reply.headers()['x-request-id']);
        expect(strays.map((reply) => `${reply.status()} ${reply.url()}`)).toEqual([]);
        const files = asked.filter((reply) => FILES.includes(reply.request().resourceType()));
        expect(files.filter((reply) => !reply.ok()).map((reply) => reply.url())).toEqual([]);
        await checkLinks(page);
      },
    );

    test('the set-up link that is printed leads here', () => {
      expect(scene.stack.webs[0]?.output).toContain(`"${url}/setup?token=`);
    });

    test('cookies are for this path, and for HTTPS', { timeout: 120_000 }, async () => {
      const page = await people.visit('member');
      await page.goto('/preferences');
      await page.click('main button[type=submit]');
      await page.waitForLoadState();
      const cookies = await page.context().cookies(`${url}/`);
      const safe = cookies.map(({ name, path, secure, httpOnly, sameSite }) => [
        name,
        path,
        secure,
        httpOnly,
        sameSite,
      ]);
      const path = basePath || '/';
      const prefix = basePath ? '__Secure-' : '__Host-';
      expect(safe.sort()).toEqual([
        [`${prefix}tributary`, path, true, true, 'Lax'],
        [`${prefix}tributary_device`, path, true, true, 'Lax'],
        ['tributary_preferences', path, true, true, 'Lax'],
        ['tributary_tz', path, true, false, 'Lax'],
      ]);
    });

    test('a search is suggested and sent', { timeout: 120_000 }, async () => {
      const page = await people.visit('member');
      await page.goto('/');
      await page.locator('#q').pressSequentially('lin');
      await page.locator('#suggestions [role=option]').first().click();
      await page.waitForURL((address) => address.pathname === `${basePath}/` && address.searchParams.has('q'));
      await page.locator('main h2, main h3').first().waitFor();
    });

    test('the dashboard reads its queues, and changes one', { timeout: 120_000 }, async () => {
      const page = await people.visit('administrator');
      const asked = await askedBy(page, () =>
        Promise.all([
          page.waitForResponse((reply) => reply.url().includes('/api/queues')),
          page.goto('/admin/queues/queue/fan-out'),
        ]),
      );
      const calls = asked.filter((reply) => reply.url().includes('/api/'));
      expect(calls.length).toBeGreaterThan(0);
      for (const call of calls)
        expect([call.status(), call.url()]).toEqual([200, expect.stringContaining(`${url}/admin/queues/api/`)]);
      const pause = await page.request.put(`${url}/admin/queues/api/queues/fan-out/pause`, {
        headers: { origin: nginx.origin },
      });
      const resume = await page.request.put(`${url}/admin/queues/api/queues/fan-out/resume`, {
        headers: { origin: nginx.origin },
      });
      expect([pause.status(), resume.status()]).toEqual([200, 200]);
      expect(await page.content()).toContain(`"url":"${basePath}/admin/providers"`);
    });

    test('the API reference calls the API', { timeout: 120_000 }, async () => {
      const page = await visitor(browser, url, TRUSTING);
      await page.goto('/docs');
      await page.locator('.authorize').first().click();
      await page.locator('.auth-container input').fill(`Api-Key ${key}`);
      await page.locator('.auth-btn-wrapper .authorize').click();
      await page.locator('.auth-btn-wrapper .btn-done').click();
      const operation = page.locator('#operations-About-status');
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('.try-out__btn').click();
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.url().includes('/api/v1/status/')),
        operation.locator('.execute').click(),
      ]);
      expect([response.status(), response.url()]).toEqual([200, `${url}/api/v1/status/`]);
      await page.context().close();
    });

    test('a program finds every endpoint that the API names', async () => {
      const headers = { authorization: `Api-Key ${key}` };
      const named = (await (await nginx.fetch(`${basePath}/api/v1/`, { headers })).json()) as Record<string, string>;
      expect(Object.keys(named).length).toBeGreaterThan(10);
      for (const [name, address] of Object.entries(named)) {
        expect(address.startsWith(`${url}/api/v1/`), address).toBe(true);
        // Without its parameters a search is refused, by the endpoint itself.
        const { status } = await nginx.fetch(address.slice(nginx.origin.length), { headers });
        expect([200, 400], name).toContain(status);
      }
      expect((await nginx.fetch(`${basePath}/api/v1/web/?q=linux`, { headers })).status).toBe(200);
    });

    test('a browser can add it to its search engines', async () => {
      const description = await (await nginx.fetch(`${basePath}/opensearch.xml`)).text();
      expect(description).toContain(`template="${url}/?q={searchTerms}"`);
      const icon = new RegExp(`>${url}(/static/[^<]+)<`).exec(description)?.[1];
      expect((await nginx.fetch(`${basePath}${icon}`)).status).toBe(200);
    });

    test('a person signs out, and in again to where they were going', { timeout: 120_000 }, async () => {
      const page = await people.visit('newcomer');
      await page.goto('/settings/usage');
      await page.getByRole('button', { name: 'Sign out newcomer' }).click();
      await page.waitForURL(`${url}/login`);
      expect((await page.context().cookies(`${url}/`)).map(({ name }) => name)).not.toContain(
        `${basePath ? '__Secure-' : '__Host-'}tributary`,
      );
      await page.goto('/settings/password');
      expect(new URL(page.url()).pathname).toBe(`${basePath}/login`);
      await page.fill('[name=username]', 'newcomer');
      await page.fill('[name=password]', PASSWORD);
      await page.click('main button[type=submit]');
      await page.waitForURL(`${url}/settings/password`);
    });
  });
}
