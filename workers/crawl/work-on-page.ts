import { reserveBytes } from '../../lib/crawl/crawl-list.ts';
import { finishPage, isRunning, type PageEnd, stopCrawl } from '../../lib/crawl/crawl-steps.ts';
import { PageFailure, tooMany } from '../../lib/net/page-failure.ts';
import { retryAfterMs } from '../../lib/providers/responses.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import type { Turn } from '../pages/page-threads.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import { addFromSitemap, bytesOf, newPages } from './found-links.ts';
import { type Errand, isRefusal, type SiteRobots } from './site-robots.ts';
import type { DuePage } from './take-due.ts';
import { again, failed, readAnswer, type Visit } from './visit-page.ts';
import { readSitemapAnswer, sitemapsOf } from './visit-sitemap.ts';

const NOTHING: Omit<Visit, 'end'> = { page: null, named: [] };

/** Makes the request for a page that was taken, and ends the page. Returns the state of the crawl after it. */
export async function workOnPage(
  services: CrawlServices,
  robots: SiteRobots,
  crawl: CrawlInWork,
  due: DuePage,
  turn: Turn,
  seals: readonly Seal[],
): Promise<string> {
  const { redis, queue, errors, closing } = services;
  const { taken, request } = due;
  const beforeSending = async () => {
    await request.maySend(() => isRunning(redis, crawl.id));
    // It is sent in this turn of the loop. From the next one on, the gap counts.
    setImmediate(() => request.sent(errors));
  };
  let fetched: Fetched | null = null;
  const isSitemap = taken.member.startsWith('s');
  let visit: Visit;
  try {
    const errand = { ...turn, onRequest: request.onRequest, beforeSending };
    visit = await attempt(services, robots, crawl, due, errand, seals, (one) => {
      fetched = one;
    });
  } catch (error) {
    if (!(error instanceof PageFailure)) errors.report(error, 'read a page of a crawl');
    visit = { ...NOTHING, end: closing.aborted ? again(due.page, crawl) : endOf(error, due, crawl, isSitemap) };
  }
  const asked = request.wasTried;
  const refused = fetched !== null && isRefusal(fetched);
  const answered = fetched === null ? 'failed' : 'answered';
  const after = await request.end(asked ? (refused ? 'refused' : answered) : 'unused', refused ? waitOf(fetched) : 0);
  if (refused && !isSitemap && after.isRefusing) {
    visit = { ...NOTHING, end: failed(due.page, crawl, 'its site refuses further requests', true) };
  }
  const { end, isFull } = await stored(services, crawl, taken.member, taken.token, visit);
  const found = isFull ? [] : await newPages(redis, crawl, due.page, visit.named);
  const isRoom = found.length === 0 || (await reserve(services, crawl, bytesOf(found))) === 'ok';
  const isAsked = asked && end.outcome !== 'again' && end.outcome !== 'moved';
  const ended = { ...end, asked: isAsked, plans: true, waitMs: after.waitMs, found: isRoom ? found : [] };
  const { state, plan } = await finishPage(redis, crawl.id, taken, ended);
  if (isFull || !isRoom) {
    return (await stopCrawl(redis, crawl.id, 'partial', 'size')) ? 'partial' : state;
  }
  await queue.add(crawl.id, plan);
  return state;
}

/** What the server of a page answers, or the server of its robots.txt: then the page is taken again. */
async function attempt(
  services: CrawlServices,
  robots: SiteRobots,
  crawl: CrawlInWork,
  { taken, page, policy, request }: DuePage,
  errand: Errand,
  seals: readonly Seal[],
  onFetched: (fetched: Fetched | null) => void,
): Promise<Visit> {
  const { redis, fetcher, sitemapFetcher, threads } = services;
  const later: Visit = { ...NOTHING, end: again(page, crawl) };
  if (policy === null || 'elsewhere' in policy) {
    const said = await robots.ask(new URL(page.url), policy, errand, seals);
    if ('notes' in said.policy) await request.setDelay(said.policy.notes.crawlDelayS);
    onFetched(said.fetched);
    return later;
  }
  const isSitemap = taken.member.startsWith('s');
  if (page.namesSitemaps) {
    await addFromSitemap(redis, crawl, page, sitemapsOf(page, policy));
    return { ...NOTHING, end: { outcome: 'read', entry: '' } };
  }
  const fetched = await (isSitemap ? sitemapFetcher : fetcher).fetch({ url: page.url, ...errand });
  onFetched(fetched);
  if (fetched.notModified) throw new PageFailure('it answered with no page');
  if (isRefusal(fetched)) return later;
  if (!isSitemap) return readAnswer(fetched, page, crawl, threads, errand);
  await addFromSitemap(redis, crawl, page, await readSitemapAnswer(fetched, page, services, errand));
  return { ...NOTHING, end: { outcome: 'read', entry: '' } };
}

function endOf(error: unknown, { page }: DuePage, crawl: CrawlInWork, isSitemap: boolean): Visit['end'] {
  const reason = error instanceof PageFailure ? error.reason : 'it could not be read';
  if (reason === tooMany().reason) return again(page, crawl);
  return isSitemap ? { outcome: 'read', entry: '' } : failed(page, crawl, reason);
}

/** Stores the text of a page, if there is room for it. */
async function stored(
  services: CrawlServices,
  crawl: CrawlInWork,
  member: string,
  token: string,
  { end, page }: Visit,
): Promise<{ end: Visit['end'] & Partial<PageEnd>; isFull: boolean }> {
  if (page === null) return { end, isFull: false };
  const packed = crawl.seal.packed(page);
  if ((await reserve(services, crawl, packed.length)) !== 'ok') {
    return { end: { outcome: 'skipped', reason: 'size', entry: end.entry }, isFull: true };
  }
  const field = `${member}:${token}`;
  await services.redis.hset(redisKeys.crawlResults(crawl.id), field, packed);
  return { end: { ...end, field }, isFull: false };
}

function reserve({ redis, config }: CrawlServices, crawl: CrawlInWork, bytes: number): ReturnType<typeof reserveBytes> {
  return reserveBytes(redis, crawl, bytes, config.crawl);
}

function waitOf(fetched: Fetched | null): number {
  if (fetched === null || fetched.notModified) return 0;
  return retryAfterMs({ headers: fetched.headers }) ?? 0;
}
