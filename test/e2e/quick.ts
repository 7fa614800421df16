import { EventEmitter, once } from 'node:events';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { movementOf } from './check-pages.ts';
import type { Site } from './site.ts';

/** The home page, and the results of each tab. */
export const SEARCHES = [
  '/',
  '/?q=linux',
  '/?q=weather+in+berlin',
  '/?q=retriever&tab=images',
  '/?q=climate&tab=news',
  '/?q=space&tab=videos',
  '/?q=paris&tab=maps',
  '/?q=good+morning&tab=translate',
];
const MAX_BYTES = 40 * 1_024;
const MAX_SCRIPT_MS = 50;
const SLOW_ENGINE_MS = 1_500;
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
  return () => ({ loaded, origins: [...new Set([...urls.values()].map((url) => new URL(url).origin))] });
}

/**
 * The CPU time that scripts took of the page's thread since it began to load. How long a task lasts says little on a
 * machine that runs everything else as well, so this does not count the time that the thread waits. All tasks together
 * take less than one of them may.
 */
async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
}

export function quick(get: () => Site): void {
  /** A browser that has loaded nothing yet. */
  const members = (options: BrowserContextOptions = {}) => get().people.again('member', options);

  /** Opens a page and checks what it loads, and what its scripts do. */
  async function expectLight(page: Page, path: string): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const weighed = await weigh(session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const busyMs = await scriptMs(session);
    expect(busyMs).toBeGreaterThan(0);
    expect(busyMs).toBeLessThan(MAX_SCRIPT_MS);
    const { loaded, origins } = weighed();
    expect(origins).toEqual([new URL(get().url).origin]);
    const sizes = loaded.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`);
    expect(sizes.some((size) => size.endsWith('.js'))).toBe(true);
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total, sizes.join(', ')).toBeLessThanOrEqual(MAX_BYTES);
  }

  afterEach(() => get().scene.stack.healUpstreams());

  test.each(SEARCHES)(
    'has at most 40 KB of our own, scripts of 50 ms, and nothing from elsewhere: %s',
    async (path) => {
      await expectLight(await members(), path);
    },
  );

  test('has at most 40 KB if it is sent in parts', async () => {
    const page = await members();
    await page.goto('/');
    const cold = await get().people.stranger({ storageState: await page.context().storageState() });
    await get().scene.stack.knobs('brave', { delayMs: SLOW_ENGINE_MS });
    await expectLight(cold, '/?q=linux+kernel');
    expect(await cold.content()).toContain('/static/settling.');
  });

  test.each(SEARCHES)('paints its content first, and waits for nothing but stylesheets: %s', async (path) => {
    const page = await members();
    // The second time, all is in the cache, and the page comes whole.
    for (let visit = 0; visit < 2; visit++) await page.goto(path);
    const largest = await page.evaluate(`${ENTRIES('largest-contentful-paint')}.then((entries) => {
      const { element } = entries.at(-1);
      // The text in a field is no element of the page.
      const isContent = element ? document.querySelector('main').contains(element) : document.querySelector('main textarea');
      return isContent ? '' : (element?.outerHTML ?? 'nothing of the page');
    })`);
    expect(largest).toBe('');
    const blocking = (await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => name).sort()`)) as string[];
    const sheets = await page.evaluate(
      `[...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href).sort()`,
    );
    expect(blocking).toEqual(sheets);
  });

  describe.each<[string, BrowserContextOptions]>([
    ['a desk', { viewport: { width: 1_280, height: 800 } }],
    ['a phone', { viewport: { width: 390, height: 740 }, hasTouch: true }],
  ])('on %s', (_, options) => {
    test('the header does not move while the rest of it comes', async () => {
      const page = await members(options);
      await page.goto('/?q=linux');
      const place = async (part: string) => {
        const { x = 0, y = 0, width = 0 } = (await page.locator(part).boundingBox()) ?? {};
        return [part, Math.round(x), Math.round(y), Math.round(width)];
      };
      const [mark, box] = [await place('.brand'), await place('.search-bar')];
      await page.evaluate('document.querySelectorAll(".menu-button, .tabs").forEach((part) => part.remove())');
      expect(await place('.search-bar')).toEqual(box);
      await page.evaluate('document.querySelector(".search-bar").remove()');
      expect(await place('.brand')).toEqual(mark);
    });

    test.each(SEARCHES)('nothing moves, also when the pictures come: %s', async (path) => {
      const page = await members(options);
      const painted = new EventEmitter();
      const isPainted = once(painted, 'painted');
      await page.route('**/img/**', async (route) => {
        await isPainted;
        await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.evaluate(ENTRIES('paint'));
      painted.emit('painted');
      await page.waitForLoadState('networkidle');
      // Pictures further down come when they are seen.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.waitForLoadState('networkidle');
      expect(await movementOf(page)).toEqual([]);
    });
  });
}
