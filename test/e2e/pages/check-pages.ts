import type { Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { expectWidth } from '../looks.ts';
import type { Site } from '../site.ts';
import { MAX_BYTES } from '../walk/quick.ts';
import type { ListedPage } from './listed-page.ts';

const NOT_MODIFIED = 304;
const FILES = ['stylesheet', 'script', 'image', 'font'];
/** The links of a page: the name of the element and the address. */
const LINKS = `['href', 'src', 'action', 'formaction'].flatMap((name) => [...document.querySelectorAll('[' + name + ']')].map(
  (element) => [element.localName, new URL(element.getAttribute(name), document.baseURI).href]))`;

/**
 * Both widths and both sets of colours, but not each with each: neither changes what the other does. Rules about names and
 * structure are for one look; those of the other are about what colours and room decide.
 */
const LOOKS = [
  { width: 360, colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'] },
  { width: 1280, colorScheme: 'light' },
] as const;

const isOwn = (address: string, { url }: Site) => new URL(address).origin === new URL(url).origin;
const isBelow = (address: string, { basePath }: Site) => new URL(address).pathname.startsWith(`${basePath}/`);
/** Whether it is a picture of a result, which would come from a host that is out of reach here. */
const isPicture = (address: string, { basePath }: Site) => new URL(address).pathname.startsWith(`${basePath}/img/`);
const isSamePage = (address: string, shown: string) => new URL(address).pathname === new URL(shown).pathname;

/** What the page asked of the site's host while this ran. */
export async function askedBy(page: Page, site: Site, act: () => Promise<unknown>): Promise<Response[]> {
  const asked: Response[] = [];
  const listen = (response: Response) => {
    if (isOwn(response.url(), site)) asked.push(response);
  };
  page.on('response', listen);
  await act();
  await page.waitForLoadState();
  page.off('response', listen);
  return asked;
}

/** Opens a page as one who may see it: it has its status, and what it asks for is found below the site's path. */
export async function openListed(listed: ListedPage, site: Site, mayRetry = true): Promise<Page> {
  const { as, status = 200, open } = listed;
  const page = await site.people.visit(as);
  let shown = 0;
  const lost: string[] = [];
  // Nobody misses what a page was still loading when it was left.
  const listen = (request: Request) => {
    const { errorText = '' } = request.failure() ?? {};
    if (isOwn(request.url(), site) && errorText !== 'net::ERR_ABORTED') lost.push(`${errorText} ${request.url()}`);
  };
  page.on('requestfailed', listen);
  const asked = await askedBy(page, site, async () => {
    shown = (await open(page, site.scene))?.status() ?? 0;
  });
  page.off('requestfailed', listen);
  // Chromium itself gives up a request over HTTP/2 now and then. The page must come whole the next time.
  if (mayRetry && lost.some((line) => line.startsWith('net::ERR_TOO_MANY_RETRIES'))) {
    return openListed(listed, site, false);
  }
  expect(lost).toEqual([]);
  expect(shown, await page.locator('body').innerText()).toBe(status);
  // Replies of a proxy itself have no request ID.
  const strays = asked.filter((reply) => !isBelow(reply.url(), site) || !reply.headers()['x-request-id']);
  expect(strays.map((reply) => `${reply.status()} ${reply.url()}`)).toEqual([]);
  const files = asked.filter((reply) => FILES.includes(reply.request().resourceType()));
  const isFound = (reply: Response) => reply.ok() || reply.status() === NOT_MODIFIED || isPicture(reply.url(), site);
  expect(files.filter((reply) => !isFound(reply)).map((reply) => reply.url())).toEqual([]);
  return page;
}

/** The page fits and is accessible, light and dark, on a phone and a desk. */
export async function expectGoodLooks(page: Page, { known, isOfPhone, darkWith = '' }: ListedPage): Promise<void> {
  for (const { width, colorScheme, ...look } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (darkWith !== '') {
      await page.locator(darkWith).waitFor({ state: colorScheme === 'dark' ? 'attached' : 'detached' });
    }
    await expectAccessible(page, `${colorScheme}, ${width} px`, { known, ...(isOfPhone ? {} : look) });
    await expectWidth(page);
  }
}

/** The address and the bytes, without those of headers, of what the page is made of; a map's library is not ours. */
const PARTS = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].flatMap(
  ({ name, entryType, encodedBodySize }) => entryType === 'navigation' || /\\.(css|js)$/.test(name)
    && !name.includes('/static/leaflet.') ? [encodedBodySize + ' ' + new URL(name).pathname] : [])`;

/** The page with its styles and scripts is small, as it was sent. The dashboard is an application of its own. */
export async function expectSmall(page: Page, { known }: ListedPage): Promise<void> {
  if (known) return;
  const parts = (await page.evaluate(PARTS)) as string[];
  const total = parts.reduce((sum, part) => sum + Number.parseInt(part, 10), 0);
  expect(parts.some((part) => part.endsWith('.css'))).toBe(true);
  expect(total).toBeGreaterThan(1_024);
  expect(total, parts.join(', ')).toBeLessThanOrEqual(MAX_BYTES);
}

/** Every link of the page leads below the site's path, and to something. */
export async function expectFoundLinks(page: Page, site: Site): Promise<void> {
  const all = (await page.evaluate(LINKS)) as [string, string][];
  const own = all.filter(([, address]) => /^https?:/.test(address) && isOwn(address, site));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(([, address]) => !isBelow(address, site))).toEqual([]);
  for (const [element, address] of own) {
    // Forms are sent by the tests of what they do; `base` is only the start of other addresses.
    const isPlace = element !== 'form' && element !== 'base' && !isPicture(address, site);
    const isFollowed = isPlace && !isSamePage(address, page.url());
    if (!isFollowed || site.followed.has(new URL(address).pathname)) continue;
    site.followed.add(new URL(address).pathname);
    const reply = await page.request.get(address, { maxRedirects: 0 });
    // An engine's failure may be of a request that is not in the log: of a probe, or of what a page asks beside a search.
    const isLogged = !new URL(address).pathname.includes('/admin/requests/');
    expect(isLogged ? [200, 303] : [200, 404], `${reply.status()} ${address}`).toContain(reply.status());
  }
}
