import type { Page } from 'playwright-core';
import { PageFailure } from '../../lib/net/page-failure.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';

export const VIEWPORT = { width: 1_280, height: 800 } as const;
/** A picture of a whole page ends here. */
const MAX_HEIGHT = 10_000;
/** Redis carries a picture to its reader, and keeps none. The largest picture of a viewport, which is noise, fits. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A browser with a window has bars, which are no part of a page. */
const NO_BARS = 'html { scrollbar-width: none !important }';

/** Takes a picture of a page. A page that is too large for one is cut at its end. */
export async function screenshotOf(
  page: Page,
  wanted: NonNullable<ReadInput['screenshot']>,
): Promise<NonNullable<ReadPage['screenshot']>> {
  const whole = wanted === 'page' ? await heightOf(page) : VIEWPORT.height;
  let height = Math.min(whole, MAX_HEIGHT);
  let png = await taken(page, height);
  if (png.length > MAX_BYTES && height > VIEWPORT.height) {
    // As much as would fit if it were equally rich everywhere, and less, as it is not.
    height = Math.max(VIEWPORT.height, Math.floor((height * MAX_BYTES * 0.7) / png.length));
    png = await taken(page, height);
    if (png.length > MAX_BYTES) {
      height = VIEWPORT.height;
      png = await taken(page, height);
    }
  }
  if (png.length > MAX_BYTES) throw new PageFailure(`its screenshot is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  return { dataUri: `data:image/png;base64,${png.toString('base64')}`, cut: wanted === 'page' && height < whole };
}

/** A page may lie about its height: it is asked how far it can be scrolled, and the answer is checked. */
async function heightOf(page: Page): Promise<number> {
  const height: unknown = await page.evaluate('document.documentElement.scrollHeight');
  return typeof height === 'number' && height >= 1 ? Math.ceil(height) : VIEWPORT.height;
}

function taken(page: Page, height: number): Promise<Buffer> {
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height };
  // The renderer has a deadline of its own.
  const how = { type: 'png', scale: 'css', animations: 'disabled', timeout: 0, style: NO_BARS } as const;
  return page.screenshot({ ...how, clip, fullPage: height > VIEWPORT.height });
}
