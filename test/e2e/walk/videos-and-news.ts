import { afterEach, expect, test } from 'vitest';
import type { MediaTab } from '../../harness/canned-answers.ts';
import { type Box, boxesOf, boxOf, expectFitsZoomed, keysOf, movementOf } from '../looks.ts';
import type { Sites } from '../site.ts';
import { openCanned, withPictures } from './canned-media.ts';

const VIDEOS = ['One', 'Two', 'Three'].map((title) => ({
  title,
  url: `https://videos.example/${title}`,
  age: '2026-01-02T00:00:00',
  video: { duration: '04:13', creator: 'A channel' },
  thumbnail: { src: `https://videos.example/${title}.png` },
}));
const TITLES = ['Heavy rain floods the old town of Passau', 'Old town of Passau floods after heavy rain'] as const;
const STORY = TITLES.map((title, index) => ({
  ...{ title, url: `https://news${index}.example/`, description: 'Rain.', age: '3 hours ago' },
  thumbnail: { src: `https://news${index}.example/small.png` },
}));
/** Titles that share no word are stories of their own. */
const many = (tab: MediaTab) =>
  Array.from({ length: tab === 'images' ? 45 : 25 }, (_, at) => ({
    title: `word${at} only${at} here${at}`,
    url: `https://many.example/${at}`,
    thumbnail: { src: `https://many.example/${at}-small.png` },
    properties: { url: `https://many.example/${at}-full.png`, width: 1_600, height: 900 },
  }));

const isOn = (inner: Box | undefined, outer: Box) =>
  inner && inner.x > outer.x && inner.x + inner.width < outer.x + outer.width && inner.y > outer.y;

/** "Videos: length on the thumbnail, channel and age; news: source, age, picture, grouped by story when titles agree." */
export function videosAndNews(get: () => Sites): void {
  afterEach(() => get().app.healUpstreams());

  test('videos: length on the thumbnail, channel and age; a grid on a desk and rows on a phone', async () => {
    const path = await openCanned(get().app, 'videos', VIDEOS);
    await get().ways.both((way) =>
      withPictures(way.page, async () => {
        const { page, size } = way;
        await way.goto(path);
        const [frames, lengths] = [await boxesOf(page, '.frame'), await boxesOf(page, '.length')];
        expect(frames).toHaveLength(VIDEOS.length);
        for (const [index, frame] of frames.entries()) {
          expect(frame.width / frame.height).toBeCloseTo(16 / 9, 1);
          expect(isOn(lengths[index], frame)).toBe(true);
        }
        expect(await page.locator('.length').first().innerText()).toContain('4:13');
        expect(await page.locator('.videos .source').first().innerText()).toContain('A channel');
        expect(await page.locator('.videos time').first().innerText()).toMatch(/ago/);
        const columns = new Set((await boxesOf(page, '.videos > li')).map(({ x }) => x)).size;
        expect(columns).toBe(size === 'desk' ? 3 : 1);
        const [frame, title] = [await boxOf(page, '.frame'), await boxOf(page, '.videos .title')];
        if (size === 'phone') expect(title.x).toBeGreaterThan(frame.x + frame.width);
        await page.waitForLoadState('networkidle');
        expect(await movementOf(page)).toEqual([]);
      }),
    );
  });

  test('news: source, age and picture; the other sources of a story open', async () => {
    const path = await openCanned(get().app, 'news', STORY);
    await get().ways.both((way) =>
      withPictures(way.page, async () => {
        const { page } = way;
        await way.goto(path);
        expect(await page.locator('.story').count()).toBe(1);
        expect(await page.locator('.story .source').first().innerText()).toMatch(/news0\.example.*3 hours ago/s);
        expect(await page.locator('.story .thumbnail img').isVisible()).toBe(true);
        const other = page.getByRole('link', { name: TITLES[1] });
        expect(await other.isVisible()).toBe(false);
        await page.getByText('1 more source').click();
        expect(await other.isVisible()).toBe(true);
        await way.expectGoodLooks('main');
      }),
    );
  });

  test.each(['images', 'news', 'videos'] as const)(
    'more %s continue the list in place, or are page 2; none twice',
    async (tab) => {
      const rows = many(tab);
      const path = await openCanned(get().app, tab, rows);
      await get().ways.both((way) =>
        withPictures(way.page, async () => {
          const { page, scripts } = way;
          await way.goto(path);
          const first = await keysOf(page);
          await page.getByRole('link', { name: 'More results' }).click();
          if (!scripts) {
            await page.waitForURL((url) => url.searchParams.get('page') === '2');
            const second = await keysOf(page);
            expect(second).toHaveLength(5);
            expect(second.filter((key) => first.includes(key))).toEqual([]);
            return;
          }
          await page.locator(`[data-result]:nth-child(${first.length + 1})`).waitFor();
          const all = await keysOf(page);
          expect(all.slice(0, first.length)).toEqual(first);
          expect(new Set(all).size).toBe(rows.length);
          expect(all).toHaveLength(rows.length);
          if (tab !== 'images') return;
          const shown = page.locator('.pane:popover-open h3');
          await page.locator('.open').nth(first.length).click();
          expect(await shown.textContent()).toBe(rows[first.length]?.title);
          await page.keyboard.press('ArrowLeft');
          expect(await shown.textContent()).toBe(rows[first.length - 1]?.title);
        }),
      );
    },
  );

  test.each([
    ['images', '/?q=retriever&tab=images'],
    ['news', '/?q=climate&tab=news'],
    ['videos', '/?q=space&tab=videos'],
  ])('%s look good', async (_, path) => {
    await get().ways.both(async (way) => {
      await way.goto(path);
      expect(await way.page.locator('[data-result]').count()).toBeGreaterThan(1);
      await way.expectGoodLooks();
      if (way.size === 'desk') await expectFitsZoomed(way.page);
    });
  });
}
