import type { Seal } from '../seal.ts';
import { pageKey } from '../sites/page-key.ts';
import type { SkipReason } from '../sites/scope.ts';
import { shapeOf } from '../sites/traps.ts';
import type { CrawlSeal, QueuedPage } from './crawl-request.ts';
import type { FoundPage } from './crawl-steps.ts';

/** What a page that was found is known by. */
export interface PageMarks {
  key: string;
  shape: string;
}

/** What is equal for two addresses of the same page in a crawl; null for what is no address. */
export function keyIn({ request }: CrawlSeal, address: string): string | null {
  return pageKey(address, request.ignoresQuery);
}

/** The digests by which a crawl knows a page; null for what is no address. */
export function marksOf(url: URL, seal: CrawlSeal): PageMarks | null {
  const key = keyIn(seal, url.href);
  return key === null ? null : { key: seal.digest(key), shape: seal.digest(shapeOf(url)) };
}

/** The name of a host in Redis. All crawls share its gate, so it is the same for all. */
export function hostMark(url: URL, instance: Pick<Seal, 'fingerprint'>): string {
  return instance.fingerprint(`crawl ${url.host}`);
}

/**
 * How far a page is from the start, for its turn. Lists lead on as far as they go, but not before what is nearer: the posts
 * of a blog, one after the other, would use up the limit.
 */
export function distanceOf({ depth, lists }: Pick<QueuedPage, 'depth' | 'lists'>): number {
  return depth + lists;
}

/** A page as it is added to a crawl. */
export function foundPage(
  page: QueuedPage,
  { key, shape }: PageMarks,
  { seal, instance }: { seal: CrawlSeal; instance: Pick<Seal, 'fingerprint'> },
  skip: SkipReason | null = null,
): FoundPage {
  const host = hostMark(new URL(page.url), instance);
  return { key, host, shape, entry: seal.sealed(page), distance: distanceOf(page), skip, isSitemap: false };
}

/** A sitemap as it is added to a crawl, or with `namesSitemaps` those that the site names. */
export function foundSitemap(
  page: QueuedPage,
  { seal, instance }: { seal: CrawlSeal; instance: Pick<Seal, 'fingerprint'> },
): FoundPage {
  const key = seal.digest(`${page.namesSitemaps ? 'sitemaps' : 'sitemap'} ${page.url}`);
  return { ...foundPage(page, { key, shape: '' }, { seal, instance }), isSitemap: true };
}

/** What these take in Redis, roughly: the entry, and what is noted about it. */
export function bytesOf(found: readonly FoundPage[]): number {
  return found.reduce((sum, { entry }) => sum + entry.length + 200, 0);
}

/** The pages with which a crawl begins. */
export function firstPages(seal: CrawlSeal, instance: Pick<Seal, 'fingerprint'>): FoundPage[] {
  const { urls, follows, sitemap } = seal.request;
  const begins = { seal, instance };
  const at = (url: string) => ({ url, depth: 0, lists: 0, hops: [] });
  const sitemaps = follows && sitemap !== 'skip' ? urls : [];
  const pages = follows && sitemap === 'only' ? [] : urls;
  return [
    ...sitemaps.map((url) => foundSitemap({ ...at(new URL('/', url).href), namesSitemaps: true }, begins)),
    ...pages.flatMap((url) => {
      const marks = marksOf(new URL(url), seal);
      return marks === null ? [] : [foundPage(at(url), marks, begins)];
    }),
  ];
}
