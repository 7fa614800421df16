import type { QueuedPage } from '../../lib/crawl/crawl-request.ts';
import { decompress, type Unreadable } from '../../lib/decompress.ts';
import { PageFailure, tooLarge } from '../../lib/net/page-failure.ts';
import { NO_NOTES } from '../../lib/net/robots-notes.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import type { PageThreads, Turn } from '../pages/page-threads.ts';
import { MAX_SITEMAP_BYTES } from '../pages/wanted.ts';
import type { SitePolicy } from './site-robots.ts';

/** What a sitemap names. */
export interface Named {
  pages: string[];
  sitemaps: QueuedPage[];
  /** Whether there is more, or was to be something, that could not be read. */
  lost: boolean;
}

const NOTHING: Named = { pages: [], sitemaps: [], lost: false };

/** Sitemaps of sitemaps of sitemaps: nobody needs more. */
const MAX_DEPTH = 3;
const MAX_SITEMAPS = 500;
const MAX_REDIRECTS = 5;

/** The sitemaps of a site: those that its robots.txt names, or else the usual one. */
export function sitemapsOf(page: QueuedPage, policy: SitePolicy): Named {
  const { sitemaps: named, moreSitemaps } = 'notes' in policy ? policy.notes : NO_NOTES;
  if (named.length > 0) {
    return { pages: [], sitemaps: named.map((url) => sitemapAt(url, page.depth + 1)), lost: moreSitemaps === true };
  }
  const usual = sitemapAt(new URL('/sitemap.xml', page.url).href, page.depth + 1);
  return { ...NOTHING, sitemaps: [{ ...usual, guessed: true }] };
}

const sitemapAt = (url: string, depth: number): QueuedPage => ({ url, depth, lists: 0, hops: [] });

/** How a sitemap ends that could not be read. Sites without one are no failures, but what is named is to be there. */
export function unread({ guessed }: QueuedPage, reason: string) {
  return { outcome: 'read', entry: '', lost: !guessed || reason === TOO_LARGE.reason } as const;
}

const TOO_LARGE = tooLarge(MAX_SITEMAP_BYTES);

/** Reads a sitemap that its server has sent. Rejects with a `PageFailure` if there is none. */
export async function readSitemapAnswer(
  answer: Pick<Exclude<Fetched, { notModified: true }>, 'status' | 'headers' | 'body'>,
  page: QueuedPage,
  { threads }: { threads: Pick<PageThreads, 'run'> },
  turn: Turn,
): Promise<Named> {
  const { status, headers, body } = answer;
  const { location } = headers;
  if (status >= 300 && status < 400 && location && page.hops.length < MAX_REDIRECTS) {
    if (!URL.canParse(location, page.url)) throw new PageFailure('its address is not valid');
    const moved = { ...page, url: new URL(location, page.url).href, hops: [...page.hops, page.url] };
    return { ...NOTHING, sitemaps: [moved] };
  }
  if (status !== 200) throw new PageFailure(`it answered with status ${status}`);
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const unreadable: Unreadable = (problem) =>
    problem === 'too large' ? TOO_LARGE : new PageFailure('its encoding is broken');
  const plain = isPacked ? await decompress(body, 'gzip', MAX_SITEMAP_BYTES, unreadable) : body;
  const read = await threads.run('crawledSitemap', [new Uint8Array(plain)], turn);
  if (read === null) throw new PageFailure('it is not a sitemap');
  const { pages, sitemaps, isCut = false } = read;
  const further = page.depth < MAX_DEPTH ? sitemaps.slice(0, MAX_SITEMAPS) : [];
  return {
    pages: pages.map(({ url }) => url),
    sitemaps: further.map((url) => sitemapAt(url, page.depth + 1)),
    lost: isCut || further.length < sitemaps.length,
  };
}
