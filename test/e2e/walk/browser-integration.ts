import { expect, test } from 'vitest';
import type { Sites } from '../site.ts';

/**
 * "Browser integration: OpenSearch with suggestions that work by session; `robots`, favicon, manifest; share links that do
 * not contain a session." What a browser does with them by itself is the same in every way; the links are walked in all.
 */
export function browserIntegration(get: () => Sites): void {
  test('OpenSearch with suggestions that work by session', async () => {
    const { people, url } = get().root;
    const member = await people.visit('member');
    await member.goto('/');
    const address = (await member.locator('link[rel=search]').getAttribute('href')) ?? '';
    const description = await (await member.request.get(new URL(address, url).href)).text();
    const template = /x-suggestions\+json" method="get" template="([^"]+)"/.exec(description)?.[1] ?? '';
    const suggest = template.replaceAll('&amp;', '&').replace('{searchTerms}', 'linu');
    expect(suggest.startsWith(url)).toBe(true);
    const [asked, suggested] = await (await member.request.get(suggest)).json();
    expect(asked).toBe('linu');
    expect(suggested).toContain('linux');
    const stranger = await people.visit('nobody');
    expect((await stranger.request.get(suggest)).status()).toBe(401);
  });

  test('`robots`, favicon and manifest, without a session', async () => {
    const { people, url } = get().root;
    const nobody = await people.visit('nobody');
    await nobody.goto('/login');
    expect(await (await nobody.request.get(`${url}/robots.txt`)).text()).toContain('Disallow: /');
    const hrefs = ['icon', 'apple-touch-icon', 'manifest'].map((rel) =>
      nobody.locator(`link[rel="${rel}"]`).getAttribute('href'),
    );
    for (const href of [...(await Promise.all(hrefs)), '/favicon.ico']) {
      const reply = await nobody.request.get(new URL(href ?? '', url).href);
      expect([href, reply.status()]).toEqual([href, 200]);
    }
    const manifest = await (await nobody.request.get(`${url}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: 'Tributary', start_url: '/', display: 'standalone' });
    for (const { src } of manifest.icons) expect((await nobody.request.get(url + src)).status()).toBe(200);
  });

  test('share links that do not contain a session', () =>
    get().ways.both(async ({ page }) => {
      await page.goto('/');
      await page.fill('#q', 'linux');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.search === '?q=linux');
      const cookies = await page.context().cookies();
      const secrets = cookies.filter(({ httpOnly }) => httpOnly).map(({ value }) => value);
      expect(secrets.length).toBeGreaterThan(0);
      const addresses = (await page.evaluate(
        'location.href + [...document.links].map(({ href }) => href).join(" ")',
      )) as string;
      expect(secrets.filter((secret) => addresses.includes(secret))).toEqual([]);
    }));

  test('who opens a shared link without a session signs in first, and is led back', async () => {
    const nobody = await get().root.people.visit('nobody');
    await nobody.goto('/?q=linux');
    expect(new URL(nobody.url()).pathname).toBe('/login');
    expect(new URL(nobody.url()).searchParams.get('next')).toBe('/?q=linux');
  });
}
