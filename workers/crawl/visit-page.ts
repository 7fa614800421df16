import type { EndedPage, QueuedPage } from '../../lib/crawl/crawl-request.ts';
import type { PageEnd } from '../../lib/crawl/crawl-steps.ts';
import { distanceOf, hostMark, keyIn } from '../../lib/crawl/found-page.ts';
import type { CrawledPage } from '../../lib/crawl/read-crawl.ts';
import { signalsFor } from '../../lib/net/robots-notes.ts';
import { objectionIn, usageOf } from '../../lib/net/usage-signals.ts';
import { pageKind } from '../../lib/pages/page-kind.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import { inScope, type SkipReason } from '../../lib/sites/scope.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import type { Turn } from '../pages/page-threads.ts';
import { formsFor, NEEDS_BROWSER, type PageWork } from '../pages/page-work.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import type { NamedPage } from './found-links.ts';
import type { SitePolicy } from './site-robots.ts';

/** What came of a page whose server has answered: its text, how else it ended, and what it names. */
export interface Visit {
  end: Omit<PageEnd, 'found' | 'asked' | 'plans'>;
  page: CrawledPage | null;
  named: NamedPage[];
  /** What a sitemap names, or what the site says to robots, has no room. */
  noRoom?: true;
}

/** What a server has answered. */
export type Answer = Exclude<Fetched, { notModified: true }>;

const MAX_REDIRECTS = 5;

/** Reads what the server of a page has answered. Rejects with a `PageFailure`. */
export async function readAnswer(
  answer: Answer,
  page: QueuedPage,
  crawl: CrawlInWork,
  policy: SitePolicy,
  { threads, config }: Pick<CrawlServices, 'threads' | 'config'>,
  turn: Turn,
  renderedMs?: number,
): Promise<Visit> {
  const { status, headers } = answer;
  if (status >= 300 && status < 400 && headers.location) return nothingOf(redirect(headers.location, page, crawl));
  if (status < 200 || status >= 300) return nothingOf(failed(page, crawl, `it answered with status ${status}`));
  const { url, contentType, body, isChallenge } = answer;
  const { pathname, search } = new URL(url);
  const usage = usageOf(answer.usage, 'notes' in policy ? signalsFor(policy.notes, pathname + search) : {});
  const objection = config.extract.respectsSignals ? objectionIn(usage) : null;
  if (objection !== null) {
    return nothingOf(failed(page, crawl, `its site does not allow programs to use it (${objection})`));
  }
  const input = inputFor(page, crawl);
  const task = {
    fetched: { url, contentType, body, status, isChallenge },
    pages: {},
    forms: formsFor(input),
    isKept: false,
    input,
  };
  const isPdf = pageKind(contentType, body) === 'pdf';
  const { work, links, canonical } = isPdf
    ? { work: await threads.run('pdf', [task], turn), links: [], canonical: null }
    : await threads.run('crawl', [task], turn);
  const named = [...links, ...(canonical === null ? [] : [{ url: canonical, continues: true }])];
  if (wantsBrowser(crawl, work, !isPdf && renderedMs === undefined)) {
    return nothingOf(again({ ...page, render: true }, crawl));
  }
  if ('unreadable' in work) return { end: failed(page, crawl, work.unreadable), page: null, named };
  const rendered = renderedMs === undefined ? {} : { renderedMs };
  const read = { finalUrl: url, status, usage, cached: false, ...work.view, ...rendered };
  return { ...resultOf(page, crawl, read, work.digest), named };
}

/** Whether a page that was read is to be rendered. A browser shows no more of what is no HTML. */
function wantsBrowser({ seal }: CrawlInWork, work: PageWork, isUnrendered: boolean): boolean {
  const { render = 'off' } = seal.request.options;
  if (!isUnrendered || render === 'off') return false;
  if ('unreadable' in work) return work.unreadable.startsWith(NEEDS_BROWSER);
  return render === 'on' && work.view.contentType === 'text/html';
}

/** A page that was read, as it is kept. What is kept may be cut, so its digest is of all of it. */
export function resultOf(page: QueuedPage, { seal }: CrawlInWork, read: Omit<ReadPage, 'ok'>, digest: string): Visit {
  const text = seal.digest(digest);
  const result = { url: addressOf(page), depth: page.depth, page: { ok: true as const, ...read } };
  return { end: { outcome: 'fetched', entry: seal.sealed(page), text }, page: result, named: [] };
}

/** A page that has failed, with the reason that its caller reads. It is counted by its words without details. */
export function failed(page: QueuedPage, { seal }: CrawlInWork, reason: string, refused = false): Visit['end'] {
  const entry: EndedPage = { url: addressOf(page), depth: page.depth, reason };
  const word = (reason.split(/:| \(/, 1)[0] ?? '').slice(0, 100);
  return { outcome: 'failed', entry: seal.sealed(entry), word, refused };
}

/** A page that is not read. */
export function skipped(page: QueuedPage, { seal }: CrawlInWork, reason: SkipReason): Visit['end'] {
  return { outcome: 'skipped', reason, entry: seal.sealed({ ...page, url: addressOf(page) }) };
}

/** A page that is taken again later, as it is. */
export function again(page: QueuedPage, { seal }: CrawlInWork): Visit['end'] {
  return { outcome: 'again', entry: '', moved: seal.sealed(page) };
}

/** A page that redirects takes another turn at its new address, unless that is known or outside. */
export function redirect(location: string, page: QueuedPage, crawl: CrawlInWork): Visit['end'] {
  // Headers are read as bytes, and sites write UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  if (!URL.canParse(text, page.url)) return failed(page, crawl, 'its address is not valid');
  const target = new URL(text, page.url);
  target.hash = '';
  const before = [...page.hops, page.url];
  if (before.includes(target.href)) return failed(page, crawl, 'it redirects in a circle');
  if (before.length > MAX_REDIRECTS) return failed(page, crawl, `it redirects more than ${MAX_REDIRECTS} times`);
  const key = keyIn(crawl.seal, target.href);
  if (key === null) return failed(page, crawl, 'its address is not http or https');
  const { seal, instance, scope } = crawl;
  if (seal.request.follows && !inScope(target, scope)) return skipped(page, crawl, 'scope');
  const isOwn = before.some((url) => keyIn(seal, url) === key);
  return {
    outcome: 'moved',
    entry: seal.sealed({ ...page, url: addressOf(page) }),
    moved: seal.sealed({ ...page, url: target.href, hops: before }),
    host: hostMark(target, instance),
    key: isOwn ? '' : seal.digest(key),
    distance: distanceOf(page),
  };
}

const nothingOf = (end: Visit['end']): Visit => ({ end, page: null, named: [] });

/** The address by which a page was found. */
function addressOf({ url, hops }: QueuedPage): string {
  return hops[0] ?? url;
}

/** What is wanted of a page. */
export function inputFor({ url }: QueuedPage, { seal }: CrawlInWork): ReadInput {
  const { isFull: _, scope = '', ...options } = seal.request.options;
  return { url, whole: false, also: [], ...options, render: 'off', maxAgeMs: 0, scope };
}
