import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenshotOf } from '../../../workers/pages/screenshot.ts';
import { ChromiumServer, chromiumPath } from '../../harness/chromium-server.ts';

let server: ChromiumServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (chromiumPath === null) return;
  server = await ChromiumServer.start();
  browser = await chromium.connectOverCDP(server.url);
  page = await (await browser.newContext({ viewport: { width: 1_280, height: 800 } })).newPage();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page of which each pixel is another, which no format makes smaller. */
const noise = (
  height: number,
) => `<body style="margin:0"><canvas width="1280" height="${height}" style="display:block"></canvas><script>
  const context = document.querySelector('canvas').getContext('2d');
  const image = context.createImageData(1280, ${height});
  for (let at = 0; at < image.data.length; at += 1) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  context.putImageData(image, 0, 0);</script>`;

const sizeOf = (dataUri: string) => {
  const png = Buffer.from(dataUri.replace(/^data:image\/png;base64,/, ''), 'base64');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes: png.length };
};

describe.skipIf(chromiumPath === null)('a screenshot', () => {
  test('that is too large is cut below, and the noisiest window fits', async () => {
    await page.setContent(noise(1_600));
    const { dataUri, cut } = await screenshotOf(page, 'page');
    const { width, height, bytes } = sizeOf(dataUri);
    expect([width, cut]).toEqual([1_280, true]);
    expect(height).toBeGreaterThanOrEqual(800);
    expect(height).toBeLessThan(1_600);
    expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
    const window = await screenshotOf(page, 'viewport');
    expect([sizeOf(window.dataUri).height, window.cut]).toEqual([800, false]);
  }, 120_000);

  test('of a page that lies about its height is one of a window', async () => {
    await page.setContent(
      `<p>Short</p><script>Object.defineProperty(document.documentElement, 'scrollHeight', { get: () => ({}) })</script>`,
    );
    expect(sizeOf((await screenshotOf(page, 'page')).dataUri).height).toBe(800);
  }, 60_000);
});
