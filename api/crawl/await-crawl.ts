import { endInList, untoldCrawl } from '../../lib/crawl/crawl-list.ts';
import { stopCrawl } from '../../lib/crawl/crawl-steps.ts';
import {
  type Crawl,
  type CrawledPage,
  type CrawlSummary,
  fetchedPages,
  readCrawl,
} from '../../lib/crawl/read-crawl.ts';
import type { Deadline } from '../../lib/deadline.ts';
import { cursorAt } from '../../lib/list-cursor.ts';
import { Ending } from '../../lib/net/ending.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Services } from '../services.ts';

/** For callers that wait for a crawl in one request. */

const AT_A_TIME = 100;

/** Until when somebody waits: for the end of the crawl, or only until there is more. */
interface Patience {
  deadline: Deadline;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  isEnough?: (progress: CrawlSummary) => boolean;
}

/** The crawl when it has ended, when there is enough of it, or when time is up. */
export async function awaitCrawl(
  { redis, crawlLooks, stopping }: Pick<Services, 'redis' | 'crawlLooks' | 'stopping'>,
  first: Crawl,
  seals: readonly Seal[],
  { deadline, signal, isEnough = () => false }: Patience,
): Promise<Crawl> {
  const isAwaited = (progress: CrawlSummary) => progress.state === 'running' && !isEnough(progress);
  if (!isAwaited(first) || stopping.signal.aborted) return first;
  const ending = new Ending(deadline.leftMs(), signal);
  const end = () => ending.end();
  stopping.signal.addEventListener('abort', end);
  const over = new Promise<null>((resolve) => ending.signal.addEventListener('abort', () => resolve(null)));
  try {
    for (let progress: CrawlSummary | null = first; progress && isAwaited(progress) && !ending.signal.aborted; ) {
      progress = await Promise.race([crawlLooks.next(first), over]);
    }
  } finally {
    ending.clear();
    stopping.signal.removeEventListener('abort', end);
  }
  return (await readCrawl(redis, first.id, first.account, seals)) ?? first;
}

/** Ends a crawl that runs, and returns how it is then. */
export async function cancelCrawl(
  { redis, config }: Pick<Services, 'redis' | 'config'>,
  crawl: Crawl,
  seals: readonly Seal[],
): Promise<Crawl> {
  if (await stopCrawl(redis, crawl.id, 'cancelled', '')) {
    await endInList(redis, crawl, config.crawl.keepMs);
    // A worker looks for it within seconds.
    if (crawl.request.webhook) await untoldCrawl(redis, crawl.id, 0);
  }
  return (await readCrawl(redis, crawl.id, crawl.account, seals)) ?? crawl;
}

/** The pages of a crawl that are there from one on, until their texts and pictures have so many characters together. */
export async function pagesFrom(
  { redis }: Pick<Services, 'redis'>,
  crawl: Crawl,
  seals: readonly Seal[],
  { from = 0, chars, most = Number.POSITIVE_INFINITY }: { from?: number; chars: number; most?: number },
): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  for (let left = chars; left > 0 && pages.length < most; ) {
    const limit = Math.min(AT_A_TIME, most - pages.length);
    const cursor = cursorAt([String(from + pages.length)]);
    const { items } = await fetchedPages(redis, crawl, { limit, cursor }, seals);
    if (items.length === 0) break;
    for (const item of items) {
      if (left <= 0) break;
      left -= (item.page.images ?? []).reduce((sum, { url }) => sum + url.length, item.page.content.length);
      pages.push(item);
    }
  }
  return pages;
}
