import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { cannedRows, type MediaTab } from '../harness/canned-answers.ts';
import { expectAccessible } from './browser.ts';
import { movementOf } from './check-pages.ts';
import type { Site } from './site.ts';

const PHONE = { viewport: { width: 390, height: 800 } };
/** The sizes of the pictures; 0 where the engine does not know. The proxied ones are all squares. */
const SIZES = [
  [1_600, 900],
  [900, 1_600],
  [0, 0],
  [1_000, 1_000],
  [3_000, 1_000],
  [1_200, 800],
  [800, 1_200],
  [2_400, 1_350],
  [1_024, 768],
  [1_500, 1_490],
] as const;
const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>';

const image = ([width, height]: readonly [number, number], index: number) => ({
  title: `Picture ${index}`,
  url: `https://pictures.example/${index}`,
  thumbnail: { src: `https://pictures.example/${index}-small.png` },
  properties: { url: `https://pictures.example/${index}-full.png`, ...(width > 0 ? { width, height } : {}) },
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const BOXES = `(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
})`;
const boxesOf = (page: Page, selector: string) =>
  page.evaluate(`(${BOXES})(${JSON.stringify(selector)})`) as Promise<Box[]>;
const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');
const shownIn = (page: Page) => page.locator('.pane:popover-open h3');
export function media(get: () => Site): void {
  let searches = 0;

  /** Opens the results of a search that finds these rows. The pictures of the other sites come when the page is shown. */
  async function open(
    tab: MediaTab,
    rows: readonly object[],
    { full = 200, ...options }: BrowserContextOptions & { full?: number } = {},
  ): Promise<Page> {
    const { stack } = get().scene;
    await cannedRows(stack, 'brave', tab, rows);
    const page = await get().people.again('member', options);
    await page.route('**/img/**', async (route) => {
      const address = Buffer.from(route.request().url().split('/').at(-1) ?? '', 'base64url').toString();
      const status = address.endsWith('-full.png') ? full : 200;
      await route.fulfill({ status, contentType: 'image/svg+xml', body: status === 200 ? SQUARE : 'No such picture.' });
    });
    searches += 1;
    await page.goto(`/?q=media+${searches}&tab=${tab}&engine=engine_a`);
    return page;
  }
  const openImages = (options: Parameters<typeof open>[2] = {}) => open('images', SIZES.map(image), options);

  afterEach(() => get().scene.stack.healUpstreams());

  test.each<[string, BrowserContextOptions]>([
    ['a desk', { viewport: { width: 1_280, height: 800 } }],
    ['a phone', PHONE],
    ['a phone on its side, without scripts', { viewport: { width: 800, height: 390 }, javaScriptEnabled: false }],
  ])('pictures are in rows of one height, in their proportions, and nothing moves: %s', async (_, options) => {
    const page = await openImages(options);
    await page.waitForLoadState('networkidle');
    const boxes = await boxesOf(page, '.images .open');
    expect(boxes).toHaveLength(SIZES.length);
    for (const [index, { width, height }] of boxes.entries()) {
      const [w, h] = SIZES[index] ?? [0, 0];
      expect(Math.abs(width / height / (w > 0 ? w / h : 4 / 3) - 1)).toBeLessThan(0.025);
    }
    const [grid] = await boxesOf(page, '.images');
    const tops = [...new Set(boxes.map(({ y }) => Math.round(y)))];
    const all = tops.map((top) => boxes.filter(({ y }) => Math.round(y) === top));
    expect(all.length).toBeGreaterThan(1);
    for (const [index, row] of all.entries()) {
      const heights = row.map(({ height }) => height);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
      const end = Math.max(...row.map(({ x, width }) => x + width));
      // All but the last row end where the grid ends.
      if (index < all.length - 1) expect(end).toBeCloseTo((grid?.x ?? 0) + (grid?.width ?? 0), 0);
    }
    if (options.javaScriptEnabled !== false) expect(await movementOf(page)).toEqual([]);
  });

  test('a pane shows the picture; arrows go to its neighbours, Escape closes it, and the focus returns', async () => {
    const page = await openImages();
    await page.locator('.open').nth(1).click();
    expect(await shownIn(page).textContent()).toBe('Picture 1');
    expect(await page.locator('.pane:popover-open dl').textContent()).toContain('900 × 1600');
    expect(await focused(page)).toBe('Close');
    // The pane is beside the grid.
    const [pane] = await boxesOf(page, '.pane:popover-open');
    for (const { x, width } of await boxesOf(page, '.images .open'))
      expect(x + width).toBeLessThanOrEqual(pane?.x ?? 0);
    await page.waitForFunction('document.querySelector(".pane:popover-open .full img").naturalWidth > 0');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme);
    }
    await page.keyboard.press('ArrowRight');
    expect(await shownIn(page).textContent()).toBe('Picture 2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await shownIn(page).textContent()).toBe('Picture 0');
    // There is nothing before the first.
    await page.keyboard.press('ArrowLeft');
    expect(await shownIn(page).textContent()).toBe('Picture 0');
    expect(await page.getByRole('button', { name: 'Previous picture' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next picture' }).click();
    expect(await focused(page)).toBe('Next picture');
    expect(await shownIn(page).textContent()).toBe('Picture 1');
    await page.keyboard.press('Escape');
    await shownIn(page).waitFor({ state: 'detached' });
    await page.waitForFunction('document.activeElement.getAttribute("aria-label") === "Show Picture 1, 900 × 1600"');
    await page.keyboard.press('Enter');
    expect(await shownIn(page).textContent()).toBe('Picture 1');
    // A click on another picture changes to it.
    await page.locator('.open').nth(3).click();
    expect(await shownIn(page).textContent()).toBe('Picture 3');
    expect(await shownIn(page).count()).toBe(1);
  });

  test('where the full picture cannot be had, the pane shows the thumbnail', async () => {
    const page = await openImages({ full: 404 });
    await page.locator('.open').first().click();
    await page.waitForFunction('document.querySelector(".pane:popover-open .full img").hidden');
    await page.waitForFunction('document.querySelector(".pane:popover-open .under img").naturalWidth > 0');
    expect(await page.locator('.pane:popover-open .under img').isVisible()).toBe(true);
  });

  test('on a phone the pane is all of the screen', async () => {
    const page = await openImages(PHONE);
    await page.locator('.open').first().click();
    expect(await boxesOf(page, '.pane:popover-open')).toEqual([{ x: 0, y: 0, width: 390, height: 800 }]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await shownIn(page).count()).toBe(0);
  });

  test('the pane works without JavaScript, and leads to similar pictures', async () => {
    const page = await openImages({ javaScriptEnabled: false });
    await page.locator('.open').nth(2).click();
    expect(await shownIn(page).textContent()).toBe('Picture 2');
    expect(await page.getByRole('button', { name: 'Next picture' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await shownIn(page).count()).toBe(0);
    await page.locator('.open').nth(2).click();
    await page.getByRole('link', { name: 'Similar images' }).click();
    await page.waitForURL((url) => url.searchParams.get('similar') === 'https://pictures.example/2');
    expect(await page.locator('.images > li').count()).toBe(SIZES.length - 1);
  });

  const many = (tab: MediaTab) =>
    Array.from({ length: tab === 'images' ? 45 : 25 }, (_, at) => ({
      ...image([1_600, 900], at),
      // Titles that share no word are stories of their own.
      title: `word${at} only${at} here${at}`,
    }));
  const keysOn = (page: Page) =>
    page.locator('[data-result]').evaluateAll((items) => items.map((item) => item.getAttribute('data-result')));

  test.each(['images', 'news', 'videos'] as const)(
    'more %s continue the list in place, without a repetition',
    async (tab) => {
      const page = await open(tab, many(tab));
      const first = await keysOn(page);
      await page.getByRole('link', { name: 'More results' }).click();
      await page.locator(`[data-result]:nth-child(${first.length + 1})`).waitFor();
      const all = await keysOn(page);
      expect(all.slice(0, first.length)).toEqual(first);
      expect(new Set(all).size).toBe(many(tab).length);
      expect(all).toHaveLength(many(tab).length);
      if (tab !== 'images') return;
      await page.locator('.open').nth(first.length).click();
      expect(await shownIn(page).textContent()).toBe(many(tab)[first.length]?.title);
      await page.keyboard.press('ArrowLeft');
      expect(await shownIn(page).textContent()).toBe(many(tab)[first.length - 1]?.title);
    },
  );

  test.each(['images', 'news', 'videos'] as const)('more %s are the next page without JavaScript', async (tab) => {
    const page = await open(tab, many(tab), { javaScriptEnabled: false });
    const first = await keysOn(page);
    await page.getByRole('link', { name: 'More results' }).click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    const second = await keysOn(page);
    expect(second).toHaveLength(5);
    expect(second.filter((key) => first.includes(key))).toEqual([]);
  });

  test('videos are a grid on a desk and rows on a phone, with their length on the picture', async () => {
    const rows = ['One', 'Two', 'Three'].map((title) => ({
      title,
      url: `https://videos.example/${title}`,
      video: { duration: '04:13', creator: 'A channel' },
      thumbnail: { src: `https://videos.example/${title}.png` },
    }));
    const page = await open('videos', rows);
    await page.waitForLoadState('networkidle');
    expect(await movementOf(page)).toEqual([]);
    const columns = new Set((await boxesOf(page, '.videos > li')).map(({ x }) => x)).size;
    expect(columns).toBe(3);
    const isOn = (inner: Box | undefined, outer: Box | undefined) =>
      inner && outer && inner.x > outer.x && inner.x + inner.width < outer.x + outer.width && inner.y > outer.y;
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const [frames, lengths] = [await boxesOf(page, '.frame'), await boxesOf(page, '.length')];
      for (const [index, frame] of frames.entries()) {
        expect(frame.width / frame.height).toBeCloseTo(16 / 9, 1);
        expect(isOn(lengths[index], frame)).toBe(true);
      }
    }
    const [frame] = await boxesOf(page, '.frame');
    const [title] = await boxesOf(page, '.videos .title');
    expect(title?.x).toBeGreaterThan((frame?.x ?? 0) + (frame?.width ?? 0));
  });

  test('the other sources of a story open', async () => {
    const titles = ['Heavy rain floods the old town of Passau', 'Old town of Passau floods after heavy rain'];
    const rows = titles.map((title, index) => ({ title, url: `https://news${index}.example/`, description: 'Rain.' }));
    const page = await open('news', rows);
    const other = page.getByRole('link', { name: titles[1] as string });
    expect(await other.isVisible()).toBe(false);
    await page.getByText('1 more source').click();
    expect(await other.isVisible()).toBe(true);
    await expectAccessible(page);
  });
}
