import { canonicalKey, parseHttpUrl } from '../../../lib/search/canonical-url.ts';
import type { ImageResult } from '../../endpoints/images.ts';

/** Names a picture in its list, by the picture and its page: one page has many pictures, often under one title. */
export function imageKey({ url, title, thumbnail, image_url: original = '' }: ImageResult): string {
  return `${pageKey(original || thumbnail) ?? title} ${pageKey(url)}`;
}

/** Equal for the addresses of the same page; null if it is none. */
export function pageKey(address: string | undefined): string | null {
  const url = parseHttpUrl(address);
  return url && canonicalKey(url);
}
