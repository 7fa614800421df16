import type { Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { expectWidth } from '../looks.ts';
import type { Site } from '../site.ts';
import type { ListedPage } from './listed-page.ts';

const NOT_MODIFIED = 304;
const FILES = ['stylesheet', 'script', 'image', 'font'];
const PHONE_WIDTH = 360;

const isOwn = (address: string, { url }: Site) => new URL(address).origin === new URL(url).origin;
const isBelow = (address: string, { basePath }: Site) => new URL(address).pathname.startsWith(`${basePath}/`);
/** Whether it is a picture of a result, which would come from a host that is out of reach here. */
const isPicture = (address: string, { basePath }: Site) => new URL(address).pathname.startsWith(`${basePath}/img/`);

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

/** The page is accessible, and fits a phone. Its colours in the dark are those of the page of components. */
export async function expectGoodLooks(page: Page, { known, isOfPhone, darkWith = '' }: ListedPage): Promise<void> {
  await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
  await expectWidth(page);
  if (isOfPhone) await expectAccessible(page, '', { known });
  await page.setViewportSize({ width: 1280, height: 800 });
  if (!isOfPhone) await expectAccessible(page, '', { known });
  if (darkWith === '') return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(darkWith).waitFor({ state: colorScheme === 'dark' ? 'attached' : 'detached' });
  }
}
