import { reserveBytes } from '../../lib/crawl/crawl-list.ts';
import type { QueuedPage } from '../../lib/crawl/crawl-request.ts';
import { addPages, type FoundPage, siftPages } from '../../lib/crawl/crawl-steps.ts';
import { bytesOf, foundPage, foundSitemap, marksOf } from '../../lib/crawl/found-page.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { inScope, type SkipReason } from '../../lib/sites/scope.ts';
import { isTrap } from '../../lib/sites/traps.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';

/** An address that a page or a sitemap names. */
export interface NamedPage {
  url: string;
  /** Whether it leads on in a list. */
  continues: boolean;
}

/** Pages that lead on in lists count against this, and not against the depth. */
const MAX_LISTS = 2_000;

/** What is new among the addresses that a page names, as it is added to the crawl. Those of other sites are no finds. */
export async function newPages(
  redis: Redis,
  crawl: CrawlInWork,
  from: Pick<QueuedPage, 'depth' | 'lists'>,
  named: readonly NamedPage[],
): Promise<FoundPage[]> {
  const { depth, follows } = crawl.seal.request;
  if (!follows) return [];
  const site = { ...crawl.scope, include: [], exclude: [], rules: [] };
  const pages = named.flatMap(({ url, continues }) => {
    const page = {
      url,
      depth: from.depth + (continues ? 0 : 1),
      lists: from.lists + (continues ? 1 : 0),
      hops: [],
    };
    const address = URL.canParse(url) ? new URL(url) : null;
    if (address === null || page.depth > depth || !inScope(address, site)) return [];
    address.hash = '';
    const marks = marksOf(address, crawl.seal);
    return marks === null ? [] : [{ page: { ...page, url: address.href }, address, marks }];
  });
  const keys = new Set<string>();
  // Lists lead on after what they list.
  pages.sort((one, other) => one.page.lists - other.page.lists);
  // The first of several addresses of a page is the one that people follow.
  const each = pages.filter(({ marks }) => !keys.has(marks.key) && keys.add(marks.key));
  const sifted = await siftPages(
    redis,
    crawl.id,
    each.map(({ marks }) => marks),
  );
  const ofShape = new Map<string, number>();
  return each.flatMap(({ page, address, marks }, at) => {
    const { isNew, ofShape: before } = sifted[at] ?? { isNew: false, ofShape: 0 };
    if (!isNew) return [];
    const here = ofShape.get(marks.shape) ?? 0;
    let skip: SkipReason | null = null;
    if (!inScope(address, crawl.scope)) skip = 'scope';
    else if (isTrap(address, before + here)) skip = 'trap';
    else if (page.lists > MAX_LISTS) skip = 'limit';
    if (skip === null) ofShape.set(marks.shape, here + 1);
    // What was cut counts for no shape: it would make the rest a trap as well.
    return [foundPage(page, skip === null ? marks : { ...marks, shape: '' }, crawl, skip)];
  });
}

/** More at once would keep this process from answering others. */
const NAMED_AT_ONCE = 500;

/** Enters the pages and further sitemaps of a sitemap into a crawl. Returns false if there is no room for them. */
export async function addFromSitemap(
  { redis, config }: Pick<CrawlServices, 'redis' | 'config'>,
  crawl: CrawlInWork,
  { pages, sitemaps }: { pages: readonly string[]; sitemaps: readonly QueuedPage[] },
): Promise<boolean> {
  const add = async (found: readonly FoundPage[]) => {
    if (found.length === 0) return true;
    if ((await reserveBytes(redis, crawl, bytesOf(found), config.crawl)) !== 'ok') return false;
    await addPages(redis, crawl.id, found);
    return true;
  };
  if (!(await add(sitemaps.map((sitemap) => foundSitemap(sitemap, crawl))))) return false;
  for (let at = 0; at < pages.length; at += NAMED_AT_ONCE) {
    const named = pages.slice(at, at + NAMED_AT_ONCE).map((url) => ({ url, continues: false }));
    if (!(await add(await newPages(redis, crawl, { depth: 0, lists: 0 }, named)))) return false;
  }
  return true;
}
