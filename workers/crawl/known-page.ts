import type { QueuedPage } from '../../lib/crawl/crawl-request.ts';
import type { Seal } from '../../lib/seal.ts';
import type { KeptPage } from '../pages/page-cache.ts';
import type { Turn } from '../pages/page-threads.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import { inputFor, resultOf, type Visit } from './visit-page.ts';

/** A page that was read before and is young enough, for a batch that takes such pages; else null. */
export async function keptPage(
  { cache, clock }: Pick<CrawlServices, 'cache' | 'clock'>,
  page: QueuedPage,
  crawl: CrawlInWork,
  seals: readonly Seal[],
): Promise<KeptPage | null> {
  const { maxAgeMs = 0 } = crawl.seal.request.options;
  if (cache === null || maxAgeMs === 0 || page.hops.length > 0) return null;
  const [seal] = seals as [Seal];
  const kept = await cache.get(seal, cache.keyOf(seal, inputFor(page, crawl)));
  const now = clock.now();
  return kept?.pages.main && kept.freshUntil > now && now - kept.fetchedAt <= maxAgeMs ? kept : null;
}

/** What is wanted of a page that was read before: nobody is asked. */
export async function readKept(
  { pages, finalUrl, status, usage }: KeptPage,
  page: QueuedPage,
  crawl: CrawlInWork,
  { threads }: Pick<CrawlServices, 'threads'>,
  turn: Turn,
): Promise<Visit> {
  const task = { fetched: null, pages, forms: [], isKept: false, input: inputFor(page, crawl) };
  const work = await threads.run('page', [task], turn);
  if ('unreadable' in work) throw new Error('A page that was read before cannot be read.');
  return resultOf(page, crawl, { finalUrl, status, usage, cached: true, ...work.view }, work.digest);
}
