import { expect, test } from 'vitest';
import type { Nginx } from '../harness/nginx.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { askedBy } from './pages/check-pages.ts';
import { signIn } from './sign-in.ts';
import type { Site } from './site.ts';

/** What a proxy with TLS and a path may break. */
export function behindProxy(get: () => Site): void {
  const site = () => {
    const { nginx, ...rest } = get();
    return { ...rest, nginx: nginx as Nginx, key: rest.scene.key };
  };

  test('the set-up link that is printed leads here', () => {
    expect(site().web.output).toContain(`"${site().url}/setup?token=`);
  });

  test('cookies are for this path, and for HTTPS', async () => {
    const { basePath, people, url } = site();
    await people.visit('member');
    const page = await people.stranger();
    await signIn(page, 'member');
    await page.goto('/settings/preferences');
    await page.fill('[name=sites]', 'docs https://docs.example/?q=%s');
    await page.click('main button[type=submit]');
    await page.waitForLoadState();
    const cookies = await page.context().cookies(`${url}/`);
    const safe = cookies.map(({ name, path, secure, httpOnly, sameSite }) => [name, path, secure, httpOnly, sameSite]);
    const path = basePath || '/';
    const prefix = basePath ? '__Secure-' : '__Host-';
    expect(safe.sort()).toEqual([
      [`${prefix}tributary`, path, true, true, 'Lax'],
      [`${prefix}tributary_device`, path, true, true, 'Lax'],
      ['tributary_preferences', path, true, true, 'Lax'],
      ['tributary_sites', path, true, true, 'Lax'],
      ['tributary_tz', path, true, false, 'Lax'],
    ]);
  });

  test('the dashboard reads its queues, and changes one', async () => {
    const { basePath, nginx, people, url } = site();
    const page = await people.visit('administrator');
    const asked = await askedBy(page, site(), () =>
      Promise.all([
        page.waitForResponse((reply) => reply.url().includes('/api/queues')),
        page.goto('/admin/queues/queue/fan-out'),
      ]),
    );
    const calls = asked.filter((reply) => reply.url().includes('/api/'));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      // Nobody keeps a history of metrics; on a slow machine the page asks for it before it is left.
      const status = call.url().includes('/api/metrics/history') ? 404 : 200;
      expect([call.status(), call.url()]).toEqual([status, expect.stringContaining(`${url}/admin/queues/api/`)]);
    }
    const pause = await page.request.put(`${url}/admin/queues/api/queues/fan-out/pause`, {
      headers: { origin: nginx.origin },
    });
    const resume = await page.request.put(`${url}/admin/queues/api/queues/fan-out/resume`, {
      headers: { origin: nginx.origin },
    });
    expect([pause.status(), resume.status()]).toEqual([200, 200]);
    const above = page.getByRole('navigation', { name: 'Above this page' }).getByRole('link');
    const leadTo = await above.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(leadTo).toEqual(['/', '/admin', '/admin/processes'].map((path) => basePath + path));
  });

  test('a program finds every endpoint that the API names', async () => {
    const { basePath, key, nginx, url } = site();
    const headers = { authorization: `Api-Key ${key}` };
    const named = (await (await nginx.fetch(`${basePath}/api/v1/`, { headers })).json()) as Record<string, string>;
    expect(Object.keys(named).length).toBeGreaterThan(10);
    for (const [name, address] of Object.entries(named)) {
      expect(address.startsWith(`${url}/api/v1/`), address).toBe(true);
      // Without its parameters, or with GET where it takes POST, a search is refused by the endpoint itself.
      const { status } = await nginx.fetch(address.slice(nginx.origin.length), { headers });
      expect([200, 400, 405], name).toContain(status);
    }
    expect((await nginx.fetch(`${basePath}/api/v1/web/?q=linux`, { headers })).status).toBe(200);
  });

  test('a browser can add it to its search engines', async () => {
    const { basePath, nginx, url } = site();
    const description = await (await nginx.fetch(`${basePath}/opensearch.xml`)).text();
    expect(description).toContain(`template="${url}/?q={searchTerms}"`);
    const icon = new RegExp(`>${url}(/static/[^<]+)<`).exec(description)?.[1];
    expect((await nginx.fetch(`${basePath}${icon}`)).status).toBe(200);
  });
}

/** What only a path may break, or what other tests show at the root. */
export function belowPath(get: () => Site): void {
  test('a search is suggested and sent', async () => {
    const { basePath, people } = get();
    const page = await people.visit('member');
    await page.goto('/');
    await page.locator('#q').pressSequentially('lin');
    await page.locator('#suggestions [role=option]').first().click();
    await page.waitForURL((address) => address.pathname === `${basePath}/` && address.searchParams.has('q'));
    await page.locator('main h2, main h3').first().waitFor();
  });

  test('a person signs out, and in again to where they were going', async () => {
    const { basePath, people, url } = get();
    const page = await people.visit('newcomer');
    await page.goto('/settings/usage');
    await page.getByRole('button', { name: 'Sign out newcomer' }).click();
    await page.waitForURL(`${url}/login`);
    expect((await page.context().cookies(`${url}/`)).map(({ name }) => name)).not.toContain('__Secure-tributary');
    await page.goto('/settings/password');
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`);
    await page.fill('[name=username]', 'newcomer');
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL(`${url}/settings/password`);
  });
}
