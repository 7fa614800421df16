import { betterDescription } from './description.ts';
import type { ImageRow, NewsRow, VideoRow, WebRow } from './results.ts';

/** How two rows of the same result become one: the first is preferred, and the other fills its gaps. */

/** Fills a web result that was found for a query. */
export const fillWeb =
  (q?: string) =>
  (row: WebRow, other: WebRow): WebRow => ({
    ...row,
    ...fillPage(row, other),
    ...fillAge(row, other),
    description: betterDescription(row.description, other.description, q),
    // A copy on another host has its own.
    ...(row.key === other.key && {
      faviconUrl: row.faviconUrl || other.faviconUrl,
      sitelinks: row.sitelinks.length > 0 ? row.sitelinks : other.sitelinks,
    }),
  });

/** Fills an image. It keeps its own page, because the address of another page would belong to another image. */
export function fillImage(row: ImageRow, other: ImageRow): ImageRow {
  const page = row.key === other.key ? fillPage(row, other) : { title: row.title || other.title };
  const { width, height } = row.width > 0 && row.height > 0 ? row : other;
  return {
    ...row,
    ...page,
    ...(row.thumbnail === '' && { thumbnail: other.thumbnail, thumbnailKey: other.thumbnailKey }),
    ...(row.imageUrl === '' && { imageUrl: other.imageUrl, imageKey: other.imageKey }),
    width,
    height,
    license: row.license || other.license,
  };
}

/** Fills a news article that was found for a query. */
export const fillNews =
  (q?: string) =>
  (row: NewsRow, other: NewsRow): NewsRow => ({
    ...row,
    ...fillReport(row, other),
    description: betterDescription(row.description, other.description, q),
  });

/** Fills a video. */
export function fillVideo(row: VideoRow, other: VideoRow): VideoRow {
  return { ...row, ...fillReport(row, other), duration: row.duration || other.duration };
}

type Report = Pick<NewsRow, 'key' | 'url' | 'title' | 'date' | 'ageText' | 'publisher' | 'thumbnail'>;

function fillReport(row: Report, other: Report): Omit<Report, 'key'> {
  return {
    ...fillPage(row, other),
    ...fillAge(row, other),
    publisher: row.publisher || other.publisher,
    thumbnail: row.thumbnail || other.thumbnail,
  };
}

interface Page {
  key: string;
  url: string;
  title: string;
}

/** Keeps the address unless the other one is the same with https instead of http. */
function fillPage(row: Page, other: Page): Omit<Page, 'key'> {
  const isSafer = row.key === other.key && row.url.startsWith('http:') && other.url.startsWith('https:');
  return {
    url: isSafer ? other.url : row.url,
    title: row.title || other.title,
  };
}

interface Aged {
  date: string;
  ageText: string;
}

/** Date and age text belong together: both come from the same engine. */
function fillAge(row: Aged, other: Aged): Aged {
  const { date, ageText } = row.date !== '' || row.ageText !== '' ? row : other;
  return { date, ageText };
}
