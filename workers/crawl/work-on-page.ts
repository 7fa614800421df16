import { reserveBytes } from '../../lib/crawl/crawl-list.ts';
import type { CrawlRequest, QueuedPage } from '../../lib/crawl/crawl-request.ts';
import { finishPage, isRunning, type PageEnd } from '../../lib/crawl/crawl-steps.ts';
import { bytesOf, hostMark } from '../../lib/crawl/found-page.ts';
import { HostGate } from '../../lib/crawl/host-gate.ts';
import { storeResult } from '../../lib/crawl/store-result.ts';
import { PageFailure, tooLate, tooLong, tooMany } from '../../lib/net/page-failure.ts';
import { retryAfterMs } from '../../lib/providers/responses.ts';
import { isRedisAway } from '../../lib/redis/redis.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import { BrowserLost } from '../pages/page-renderer.ts';
import type { Turn } from '../pages/page-threads.ts';
import { isRefusal } from '../pages/robots-policy.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import { addFromSitemap, newPages } from './found-links.ts';
import { readKept } from './known-page.ts';
import { MovedByScript, renderPage } from './render-page.ts';
import type { Errand, SiteRobots } from './site-robots.ts';
import type { DuePage } from './take-due.ts';
import { again, failed, readAnswer, redirect, type Visit } from './visit-page.ts';
import { type Named, readSitemapAnswer, sitemapsOf, unread } from './visit-sitemap.ts';

/** A page that does not come in time is asked for so often once more. */
const MAX_LATE = 2;

/** A delivery without the text of its page. */
const TOLD_BYTES = 1_200;

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
    if (!(error instanceof PageFailure)) errors.unlessAway('read a page of a crawl')(error);
    // What fails here says nothing about the page.
    const isOurs = closing.aborted || isRedisAway(error);
    visit = { ...NOTHING, end: isOurs ? again(due.page, crawl) : endOf(error, due, crawl, isSitemap) };
  }
  const asked = request.wasTried;
  const refused = fetched !== null && !(fetched as Fetched).notModified && isRefusal(fetched);
  const answered = fetched === null ? 'failed' : 'answered';
  const after = await request.end(asked ? (refused ? 'refused' : answered) : 'unused', refused ? waitOf(fetched) : 0);
  if (refused && !isSitemap && after.isRefusing) {
    visit = { ...NOTHING, end: failed(due.page, crawl, 'its site refuses further requests', true) };
  }
  const { end, isFull: isTextLeft } = await stored(services, crawl, taken.member, taken.token, visit);
  const isFull = isTextLeft || visit.noRoom === true;
  const found = isFull ? [] : await newPages(redis, crawl, due.page, visit.named);
  const isRoom = found.length === 0 || (await hasRoom(services, crawl, bytesOf(found)));
  const isOver = end.outcome !== 'again' && end.outcome !== 'moved';
  const isAsked = !asked || !isOver ? 0 : due.page.render ? 2 : 1;
  const stops = isFull || !isRoom ? { stops: 'size' as const } : {};
  const ended = { ...end, asked: isAsked, plans: true, waitMs: after.waitMs, found: isRoom ? found : [], ...stops };
  const { state, plan } = await finishPage(redis, crawl.id, taken, ended);
  await queue.add(crawl.id, plan);
  return state;
}

/** What the server of a page answers, or the server of its robots.txt: then the page is taken again. */
async function attempt(
  services: CrawlServices,
  robots: SiteRobots,
  crawl: CrawlInWork,
  { taken, page: before, policy, request, kept }: DuePage,
  errand: Errand,
  seals: readonly Seal[],
  onFetched: (fetched: Fetched | null) => void,
): Promise<Visit> {
  const { fetcher, sitemapFetcher } = services;
  // Each way from here makes a request, but for a page that was read before.
  const page = { ...before, isAsked: true } as const;
  const later: Visit = { ...NOTHING, end: again(page, crawl) };
  if (policy === null || 'elsewhere' in policy) {
    const asking = { ...errand, hasRoom: (bytes: number) => hasRoom(services, crawl, bytes) };
    const said = await robots.ask(new URL(page.url), policy, asking, seals);
    if ('notes' in said.policy) await setDelay(services, crawl, page, said.policy.notes.crawlDelayS);
    onFetched(said.fetched);
    return said.isFull ? { ...later, noRoom: true } : later;
  }
  const isSitemap = taken.member.startsWith('s');
  if (page.namesSitemaps) {
    return readNamed(services, crawl, sitemapsOf(page, policy));
  }
  if (kept) return readKept(kept, before, crawl, services, errand);
  if (page.render) {
    const answer = await renderPage(services, crawl, page, request, errand);
    onFetched(answer);
    return readAnswer(answer, page, crawl, policy, services, errand, answer.renderedMs);
  }
  const fetched = await (isSitemap ? sitemapFetcher : fetcher).fetch({ url: page.url, ...errand });
  onFetched(fetched);
  if (fetched.notModified) throw new PageFailure('it answered with no page');
  if (isRefusal(fetched)) return later;
  if (!isSitemap) return readAnswer(fetched, page, crawl, policy, services, errand);
  return readNamed(services, crawl, await readSitemapAnswer(fetched, page, services, errand));
}

/** The robots.txt of a page was read. It may have come from another host, whose gate it says nothing about. */
async function setDelay(
  { redis, config }: CrawlServices,
  { instance }: CrawlInWork,
  { url }: QueuedPage,
  delayS: number | null,
): Promise<void> {
  const gate = new HostGate(redis, hostMark(new URL(url), instance), config.crawl.gapMs);
  await gate.setDelay(delayS === null ? null : delayS * 1_000);
}

async function readNamed(services: CrawlServices, crawl: CrawlInWork, named: Named): Promise<Visit> {
  const isAdded = await addFromSitemap(services, crawl, named);
  return { ...NOTHING, end: { outcome: 'read', entry: '', lost: named.lost }, ...(isAdded ? {} : { noRoom: true }) };
}

function endOf(error: unknown, { page, request }: DuePage, crawl: CrawlInWork, isSitemap: boolean): Visit['end'] {
  const { url, depth, lists, hops } = page;
  if (error instanceof MovedByScript) return redirect(error.to, { url, depth, lists, hops, isAsked: true }, crawl);
  const reason = error instanceof PageFailure ? error.reason : 'it could not be read';
  if (reason === tooMany().reason) return again(page, crawl);
  const { late = 0 } = page;
  // Either side was busy, perhaps. A sitemap that was given up would be pages that nobody finds.
  const isLost = error instanceof BrowserLost;
  const isLate = isLost || reason === tooLate().reason || (isSitemap && reason === tooLong().reason);
  const asked = request.wasTried ? ({ isAsked: true } as const) : {};
  if (isLate && late < MAX_LATE) return again({ ...page, ...asked, late: late + 1 }, crawl);
  return isSitemap ? unread(page, reason) : failed(page, crawl, reason);
}

/** Makes room for what comes of a page, and stores its text. */
async function stored(
  services: CrawlServices,
  crawl: CrawlInWork,
  member: string,
  token: string,
  { end, page }: Visit,
): Promise<{ end: Visit['end'] & Partial<PageEnd>; isFull: boolean }> {
  const full = { end: { outcome: 'skipped', reason: 'size', entry: end.entry }, isFull: true } as const;
  // It has the addresses before as well.
  if (end.outcome === 'moved' && !(await hasRoom(services, crawl, end.moved?.length ?? 0))) return full;
  if (page === null) return { end, isFull: false };
  const packed = crawl.seal.packed(page);
  const bytes = packed.length + toldBytes(crawl.seal.request, packed.length);
  if (!(await hasRoom(services, crawl, bytes))) return full;
  const field = `${member}:${token}`;
  await storeResult(services.redis, crawl.id, { field, packed, keepMs: services.config.crawl.keepMs });
  return { end: { ...end, field }, isFull: false };
}

/** What telling a webhook of a page takes in Redis, roughly: clients of another service are told its text, which is sealed anew. */
function toldBytes({ webhook, dialect }: CrawlRequest, packed: number): number {
  if (!webhook?.events.includes('page')) return 0;
  return TOLD_BYTES + (dialect ? Math.ceil((packed * 4) / 3) : 0);
}

async function hasRoom({ redis, config }: CrawlServices, crawl: CrawlInWork, bytes: number): Promise<boolean> {
  return (await reserveBytes(redis, crawl, bytes, config.crawl)) === 'ok';
}

function waitOf(fetched: Fetched | null): number {
  if (fetched === null || fetched.notModified) return 0;
  return retryAfterMs({ headers: fetched.headers }) ?? 0;
}
