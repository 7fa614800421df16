import { EventEmitter, once } from 'node:events';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { boxOf, movementOf } from '../looks.ts';
import type { Sites } from '../site.ts';
import { knowScripts, SIZES } from '../ways.ts';

/** The home page, and the results of each tab. */
const SEARCHES = [
  '/',
  '/?q=linux',
  '/?q=weather+in+berlin',
  '/?q=retriever&tab=images',
  '/?q=climate&tab=news',
  '/?q=space&tab=videos',
  '/?q=paris&tab=maps',
  '/?q=good+morning&tab=translate',
];
/** What a page of ours may weigh, with its styles and scripts, as it is sent. */
export const MAX_BYTES = 40 * 1_024;
/** Pages run up to 160. Going through a page of 30 elements for each of ten is at this. */
const MAX_STEPS = 300;
const OWN_KINDS = ['Document', 'Stylesheet', 'Script'];
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="160"><rect width="90" height="160"/></svg>';

/** The last entries of a kind, once there is one. */
const ENTRIES = (kind: string) => `new Promise((resolve) => new PerformanceObserver((list, observer) => {
  observer.disconnect();
  resolve(list.getEntries());
}).observe({ type: '${kind}', buffered: true }))`;

/** How much of us a page loads: the bytes of HTML, stylesheets and scripts over the wire, and everything it asks for. */
async function weigh(session: CDPSession) {
  const kinds = new Map<string, string>();
  const loaded: { url: string; bytes: number }[] = [];
  const urls = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    urls.set(requestId, request.url);
    kinds.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? '';
    const isOwn = OWN_KINDS.includes(kinds.get(requestId) ?? '') && !url.includes('/static/leaflet.');
    if (isOwn) loaded.push({ url, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return () => ({ loaded, origins: [...new Set([...urls.values()].map((url) => new URL(url).origin))] });
}

/**
 * How many blocks of code the scripts of a page have run, its own and Leaflet's. It is the same on every machine, which a
 * time is not; a script that goes through the page again for each of its parts runs many times as many.
 */
async function stepsOf(page: Page): Promise<number> {
  const scripts = await page.coverage.stopJSCoverage();
  const ranges = scripts.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** Checks what a page loads, and how much its scripts do, while it is opened by a browser that keeps nothing. */
export async function expectLight(page: Page, origin: string, open: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const weighed = await weigh(session);
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await open();
  await page.waitForLoadState('networkidle');
  const steps = await stepsOf(page);
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBeLessThan(MAX_STEPS);
  const { loaded, origins } = weighed();
  expect(origins).toEqual([origin]);
  const sizes = loaded.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`);
  expect(sizes.some((size) => size.endsWith('.js'))).toBe(true);
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, sizes.join(', ')).toBeLessThanOrEqual(MAX_BYTES);
  // With it goes that nothing is kept.
  await session.detach();
}

/**
 * The largest thing that is painted is content, and nothing but stylesheets delays it. The head of a page is painted
 * before its content comes, so this waits for the paint of what is larger.
 */
async function expectContentFirst(page: Page): Promise<void> {
  await page.evaluate(`new PerformanceObserver((list) => {
    window.largest = list.getEntries().at(-1).element;
  }).observe({ type: 'largest-contentful-paint', buffered: true })`);
  // The text in a field is no element of the page.
  const isContent = `window.largest === null ? document.querySelector('main textarea')
    : document.querySelector('main').contains(window.largest ?? document.body)`;
  await page.waitForFunction(isContent);
  const blocking = `performance.getEntriesByType('resource').filter(({ renderBlockingStatus }) =>
    renderBlockingStatus === 'blocking').map(({ name }) => name).sort()`;
  const sheets = `[...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href).sort()`;
  expect(await page.evaluate(blocking)).toEqual(await page.evaluate(sheets));
}

const originOf = ({ root }: Sites) => new URL(root.url).origin;

/**
 * "At most 40 KB of our own, nothing from elsewhere; Lighthouse-like checks with the real browser: largest paint, layout
 * shift 0, no long task over 50 ms", which is counted in steps. In a browser that has kept nothing. Every page of
 * the walk is checked for movement too, without scripts as well.
 */
export function quick(get: () => Sites): void {
  describe.each(['desk', 'phone'] as const)('on a %s', (size) => {
    let page: Page;
    beforeAll(async () => {
      page = await get().root.people.again('member', SIZES[size]);
    });
    // The server does not know whether it runs scripts.
    beforeEach(() => page.context().clearCookies({ name: 'tributary_tz' }));
    afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
    afterAll(() => page?.context().close());

    test.each(SEARCHES)('at most 40 KB, few steps, content painted first, nothing moves: %s', async (path) => {
      const painted = new EventEmitter();
      const isPainted = once(painted, 'painted');
      // The pictures come after everything else is painted.
      await page.route('**/img/**', async (route) => {
        await isPainted;
        await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
      });
      await expectLight(page, originOf(get()), async () => {
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.evaluate(ENTRIES('paint'));
        await expectContentFirst(page);
        painted.emit('painted');
      });
      // Pictures further down come when they are seen.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.waitForLoadState('networkidle');
      expect(await movementOf(page)).toEqual([]);
    });

    test('the header does not move while the rest of it comes', async () => {
      await page.goto('/?q=linux');
      const place = async (part: string) => {
        const { x, y, width } = await boxOf(page, part);
        return [part, Math.round(x), Math.round(y), Math.round(width)];
      };
      const [mark, box] = [await place('.brand'), await place('.search-bar')];
      await page.evaluate('document.querySelectorAll(".menu-button, .tabs").forEach((part) => part.remove())');
      expect(await place('.search-bar')).toEqual(box);
      await page.evaluate('document.querySelector(".search-bar").remove()');
      expect(await place('.brand')).toEqual(mark);
    });
  });
}

/** The same, while an engine is slow. */
export function quickInParts(get: () => Sites): void {
  afterEach(() => get().app.healUpstreams());

  test('at most 40 KB if it is sent in parts', async () => {
    const { people, url } = get().root;
    const page = await people.again('member', SIZES.desk);
    await knowScripts(page, url);
    await get().app.hold('brave');
    await expectLight(page, originOf(get()), async () => {
      await page.goto('/?q=linux+distribution', { waitUntil: 'commit' });
      await page.getByText('Asking more engines…').waitFor();
      await get().app.healUpstreams();
    });
    expect(await page.content()).toContain('/static/settling.');
    await page.context().close();
  });
}
