import type { QueuedPage } from '../../lib/crawl/crawl-request.ts';
import { decompress } from '../../lib/decompress.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import type { Turn } from '../pages/page-threads.ts';
import { MAX_SITEMAP_BYTES } from '../pages/wanted.ts';
import type { CrawlServices } from './crawl-services.ts';
import type { SitePolicy } from './site-robots.ts';

/** What a sitemap names. */
export interface Named {
  pages: string[];
  sitemaps: string[];
}

/** Sitemaps of sitemaps of sitemaps: nobody needs more. */
const MAX_DEPTH = 3;
const MAX_SITEMAPS = 500;
const MAX_REDIRECTS = 5;

/** The sitemaps of a site: those that its robots.txt names, or else the usual one. */
export function sitemapsOf({ url }: QueuedPage, policy: SitePolicy): Named {
  const named = 'notes' in policy ? policy.notes.sitemaps : [];
  return { pages: [], sitemaps: named.length > 0 ? named : [new URL('/sitemap.xml', url).href] };
}

/** Reads a sitemap that its server has sent. What is none names nothing: sites without one are no failures. */
export async function readSitemapAnswer(
  answer: Exclude<Fetched, { notModified: true }>,
  page: QueuedPage,
  { threads }: Pick<CrawlServices, 'threads'>,
  turn: Turn,
): Promise<Named> {
  const { status, headers, body } = answer;
  if (status >= 300 && status < 400 && headers.location && page.hops.length < MAX_REDIRECTS) {
    const target = URL.canParse(headers.location, page.url) ? new URL(headers.location, page.url).href : null;
    return { pages: [], sitemaps: target === null ? [] : [target] };
  }
  if (status !== 200) return { pages: [], sitemaps: [] };
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const unreadable = () => new PageFailure('its encoding is broken');
  const plain = isPacked ? await decompress(body, 'gzip', MAX_SITEMAP_BYTES, unreadable) : body;
  const { pages, sitemaps } = await threads.run('crawledSitemap', [new Uint8Array(plain)], turn);
  const further = page.depth < MAX_DEPTH ? sitemaps.slice(0, MAX_SITEMAPS) : [];
  return { pages: pages.map(({ url }) => url), sitemaps: further };
}
