import { randomUUID } from 'node:crypto';
import { payFor } from '../../lib/crawl/crawl-list.ts';
import type { QueuedPage } from '../../lib/crawl/crawl-request.ts';
import { type DueHost, finishPage, stopCrawl, type TakenPage, takePage } from '../../lib/crawl/crawl-steps.ts';
import { hostMark } from '../../lib/crawl/found-page.ts';
import { type GateAnswer, HostGate } from '../../lib/crawl/host-gate.ts';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import type { Seal } from '../../lib/seal.ts';
import type { KeptPage } from '../pages/page-cache.ts';
import type { Turn } from '../pages/page-threads.ts';
import { askGate } from './ask-gate.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import type { GatedRequest } from './gated-request.ts';
import { keptPage } from './known-page.ts';
import type { SitePolicy, SiteRobots } from './site-robots.ts';
import { again, failed, skipped, type Visit } from './visit-page.ts';
import { unread } from './visit-sitemap.ts';

/** A page that may be asked for now, or what must be asked first: the robots.txt of its site. */
export interface DuePage {
  taken: TakenPage;
  page: QueuedPage;
  /** Null, or where it is, if the robots.txt must be asked. */
  policy: SitePolicy | null;
  request: GatedRequest;
  /** The page, if it was read before and is young enough. */
  kept: KeptPage | null;
}

/** Pages that need no request, of one host at a time: other crawls have their turn, too. */
const MAX_WITHOUT_REQUEST = 20;
/** When another worker asks for the robots.txt of a site. */
const ASKED_AGAIN_MS = 200;
const REFUSES = 'its site refuses further requests';

/**
 * Takes the next page of a host, if its gate lets a request through. Pages that need none end here: those that robots.txt
 * does not allow, and those of a host that refuses everything. Returns the page, if there is one, and in how many
 * milliseconds the host may be asked again.
 */
export async function takeDue(
  services: CrawlServices,
  robots: SiteRobots,
  crawl: CrawlInWork,
  { at, host }: DueHost,
  turn: Turn,
  seals: readonly Seal[],
): Promise<{ due: DuePage | null; waitMs: number | null }> {
  const { passed, request } = await askGate(services, host, crawl);
  if (passed.answer === 'wait') return { due: null, waitMs: passed.waitMs };
  const isRefusing = passed.answer === 'refusing';
  let due: DuePage | null = null;
  try {
    for (let taken = 0; taken < MAX_WITHOUT_REQUEST && due === null; taken += 1) {
      const next = await takePaid(services, crawl, at, passed.gapMs);
      if (next === null) break;
      const decided = await needsRequest(services, robots, crawl, next, { host, passed, request, turn, seals });
      if (decided === 'later') break;
      if (decided !== 'ended') due = decided;
    }
  } finally {
    if (due === null && !isRefusing) await request.end('unused');
  }
  return { due, waitMs: null };
}

/** Takes a page, after its search was counted. A month that is used up ends the crawl. */
async function takePaid(
  services: CrawlServices,
  crawl: CrawlInWork,
  at: string,
  gapMs: number,
): Promise<TakenPage | null> {
  const { redis, config } = services;
  const { id, key } = crawl;
  for (let paid = 0; ; ) {
    const next = await takePage(redis, id, { at, token: randomUUID(), paid, gapMs });
    if (typeof next === 'string') return null;
    if (!('pay' in next)) return next;
    if (next.pay === paid) return null;
    paid = next.pay;
    const payment = await payFor(redis, { id, key, payment: paid }, config.limits, config.crawl.keepMs);
    if (payment.paid === 'month' || payment.paid === 'key') {
      await stopCrawl(redis, id, 'partial', payment.paid);
      return null;
    }
    if (payment.paid === 'now') services.records.add(paymentRecord(services, crawl, paid, payment.labels));
  }
}

/** The record of a search that was counted: nobody sent a request for it. */
function paymentRecord(
  { clock }: Pick<CrawlServices, 'clock'>,
  { id, account, key }: CrawlInWork,
  payment: number,
  labels: RequestRecord['labels'],
): RequestRecord {
  const [who, what] = [
    { account, key, labels },
    { endpoint: 'crawl', status: 200, reason: null, cost: 1, cached: false },
  ];
  const rest = { ms: 0, isUntimed: true, engines: [], trace: null, program: null } as const;
  return { id: `${id}-${payment}`, at: Math.round(clock.now()), ...who, ...what, ...rest };
}

/** What a page needs to be decided on. */
interface Deciding {
  host: string;
  passed: GateAnswer;
  request: GatedRequest;
  turn: Turn;
  seals: readonly Seal[];
}

/**
 * The page, if a request is to be made for it or for the robots.txt of its site; else it has ended, or waits until another
 * worker has that robots.txt.
 */
async function needsRequest(
  services: CrawlServices,
  robots: SiteRobots,
  crawl: CrawlInWork,
  taken: TakenPage,
  { host, passed, request, turn, seals }: Deciding,
): Promise<DuePage | 'ended' | 'later'> {
  const page = crawl.seal.opened<QueuedPage>(taken.entry);
  const isSitemap = taken.member.startsWith('s');
  const over = async (end: Visit['end']) => {
    // A page for which nobody was asked costs nothing.
    const asked = page.isAsked ? 1 : 0;
    await finishPage(services.redis, crawl.id, taken, { ...end, asked, plans: false, found: [] });
    return 'ended' as const;
  };
  if (passed.answer === 'refusing') return over(isSitemap ? unread(page, REFUSES) : failed(page, crawl, REFUSES, true));
  const policy = await robots.policy(new URL(page.url), seals);
  const later = async (waitMs: number) => {
    const ended = { ...again(page, crawl), asked: 0, waitMs, plans: false, found: [] };
    await finishPage(services.redis, crawl.id, taken, ended);
    return 'later' as const;
  };
  const isAsking = policy === null ? !(await robots.mayAsk(new URL(page.url), seals)) : 'asking' in policy;
  if (isAsking) return later(ASKED_AGAIN_MS);
  if (policy === null) return { taken, page, policy, request, kept: null };
  if ('elsewhere' in policy) {
    const there = new URL(policy.elsewhere);
    if (there.host === new URL(page.url).host) return { taken, page, policy, request, kept: null };
    // The gate of the other host decides.
    await request.end('unused');
    const other = await askGate(services, hostMark(there, crawl.instance), crawl);
    if (other.passed.answer !== 'pass') return later(other.passed.waitMs);
    return { taken, page, policy, request: other.request, kept: null };
  }
  const delayMs = 'notes' in policy ? (policy.notes.crawlDelayS ?? 0) * 1_000 : 0;
  if (delayMs > passed.gapMs + 1) {
    // The gate has forgotten it, or was told by the robots.txt of http:// what https:// does not say. Nobody knows when the
    // last request was made.
    await new HostGate(services.redis, host, services.config.crawl.gapMs).setDelay(delayMs);
    return later((await request.end('failed')).waitMs);
  }
  // A site that names a sitemap wants it to be read.
  const objection = isSitemap ? null : await robots.objection(new URL(page.url), policy, turn);
  if (objection === null) {
    const kept = isSitemap ? null : await keptPage(services, page, crawl, seals);
    if (kept) await request.end('unused');
    return { taken, page, policy, request, kept };
  }
  return over(objection === 'robots' ? skipped(page, crawl, 'robots') : failed(page, crawl, objection));
}
