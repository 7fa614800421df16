import type { ImageResult } from '../endpoints/images.ts';
import type { NewsResult } from '../endpoints/news.ts';
import type { VideoResult } from '../endpoints/videos.ts';
import type { WebResult } from '../endpoints/web.ts';

/** Results in Brave's shape. What is not known is left out, as Brave does. */

/** A result of a web search. */
export function webRow(row: WebResult): object {
  const { title, url, description, favicon_url: favicon, sitelinks } = row;
  const { hostname, origin } = new URL(url);
  const buttons = sitelinks.map((link) => ({ type: 'button_result', ...link }));
  return {
    type: 'search_result',
    title,
    url,
    description,
    ...ageOf(row),
    profile: { name: hostname, url: origin, long_name: hostname, img: favicon },
    meta_url: { ...metaUrl(url), favicon },
    ...(buttons.length > 0 && { deep_results: { buttons } }),
  };
}

/** A result of a news search. */
export function newsRow(row: NewsResult): object {
  const { title, url, description, source, thumbnail } = row;
  const shown = { title, url, description, source, ...ageOf(row), meta_url: metaUrl(url) };
  return { type: 'news_result', ...shown, ...thumbnailOf(thumbnail) };
}

/** A result of a video search. */
export function videoRow(row: VideoResult): object {
  const { title, url, source, duration, thumbnail } = row;
  const video = { ...(duration && { duration }), publisher: source };
  return { type: 'video_result', title, url, ...ageOf(row), video, meta_url: metaUrl(url), ...thumbnailOf(thumbnail) };
}

/** A result of an image search. */
export function imageRow({ title, url, source, thumbnail, image_url, width, height }: ImageResult): object {
  const size = width && height ? { width, height } : {};
  const properties = { url: image_url || thumbnail, placeholder: thumbnail, ...size };
  return { type: 'image_result', title, url, source, ...thumbnailOf(thumbnail), properties, meta_url: metaUrl(url) };
}

/** The date without a time zone, as Brave writes it. */
function ageOf({ age, published = '' }: { age: string; published?: string | undefined }): object {
  return published === '' ? {} : { age, page_age: new Date(published).toISOString().slice(0, 19) };
}

function thumbnailOf(src: string): object {
  return src === '' ? {} : { thumbnail: { src, original: src } };
}

function metaUrl(url: string): object {
  const { protocol, host, hostname, pathname } = new URL(url);
  const path = pathname
    .split('/')
    .filter(Boolean)
    .map((part) => `› ${part}`);
  return { scheme: protocol.slice(0, -1), netloc: host, hostname, path: path.join('  ') };
}
