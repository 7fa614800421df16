import type { EndedPage } from '../../lib/crawl/crawl-request.ts';
import { type Crawl, type CrawlState, endedPages, fetchedPages, MAX_REPLY_CHARS } from '../../lib/crawl/read-crawl.ts';
import { firecrawlDocument } from '../../lib/firecrawl/document.ts';
import { uuidOf } from '../../lib/firecrawl/uuid.ts';
import { cursorAt } from '../../lib/list-cursor.ts';
import type { Seal } from '../../lib/seal.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { searchesFor } from '../lookups/pages.ts';
import { ownAddress } from '../plugins/base-path.ts';
import type { Version } from './firecrawl-params.ts';

/** The states in Firecrawl's words. Its clients know no `partial`, and wait for ever for the end of one. */
const STATES: Readonly<Record<CrawlState, string>> = {
  running: 'scraping',
  completed: 'completed',
  partial: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** Errors of one reply. */
const MAX_ERRORS = 10_000;
const AT_A_TIME = 1_000;

/** The state of a crawl with its pages from one on. `next` is there only if it has pages now: clients follow it until it is gone. */
export async function statusOf(
  { request, services: { redis, config } }: RequestContext<unknown>,
  crawl: Crawl,
  seals: readonly Seal[],
  { version, skip, limit }: { version: Version; skip: number; limit: number },
): Promise<Record<string, unknown>> {
  const { state, reason, fetched, asked: paid, queued, createdAt, endedAt, request: asked } = crawl;
  const { items } = await fetchedPages(redis, crawl, { limit, cursor: cursorAt([String(skip)]) }, seals);
  const texts = asked.dialect?.texts ?? [asked.options.format === 'html' ? 'html' : 'markdown'];
  const isRunning = state === 'running';
  const after = skip + items.length;
  const end = endedAt ?? Date.now();
  return {
    success: true,
    status: STATES[state],
    completed: fetched,
    total: isRunning ? Math.max(fetched, Math.min(crawl.limit, fetched + queued)) : fetched,
    creditsUsed: searchesFor(paid),
    expiresAt: new Date(end + config.crawl.keepMs).toISOString(),
    ...(version === 'v2' && {
      createdAt: new Date(createdAt).toISOString(),
      ...(endedAt !== null && { completedAt: new Date(endedAt).toISOString() }),
      duration: Math.max(0, Math.round((end - createdAt) / 1_000)),
    }),
    ...(items.length > 0 && after < fetched && { next: addressFrom(request, config.publicUrl, after, limit) }),
    ...noteOf(crawl),
    // What a crawl was asked for and does not do is said once, and not at each page.
    data: items.map(({ url, page }) => firecrawlDocument(url, page, texts)),
    ...(state === 'failed' && { error: reason }),
  };
}

function noteOf({ state, reason, request }: Crawl): { warning?: string } {
  const lost = 'A sitemap could not be read whole: pages may be missing.';
  const end = reason === 'sitemap' ? lost : `A limit ended it: ${reason}.`;
  const lines = [request.dialect?.warning ?? '', state === 'partial' ? end : ''];
  const warning = lines.filter(Boolean).join(' ');
  return warning === '' ? {} : { warning };
}

function addressFrom(request: Parameters<typeof ownAddress>[0], publicUrl: string, skip: number, limit: number) {
  const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  return `${ownAddress(request, publicUrl)}${path}?skip=${skip}&limit=${limit}`;
}

/** The pages that could not be read, and those that robots.txt forbids, as many as fit: its clients cannot ask for the rest. */
export async function errorsOf(
  context: RequestContext<unknown>,
  crawl: Crawl,
  seals: readonly Seal[],
): Promise<Record<string, unknown>> {
  const { redis } = context.services;
  const list = async (state: 'failed' | 'skipped', isWanted: (page: EndedPage) => boolean, wanted: number) => {
    const found: EndedPage[] = [];
    let cursor: string | undefined;
    let chars = 0;
    for (let from = 0; from < MAX_ERRORS && found.length < wanted && chars < MAX_REPLY_CHARS / 2; from += AT_A_TIME) {
      const { items } = await endedPages(redis, crawl, state, { limit: AT_A_TIME, cursor }, seals);
      for (const page of items) {
        if (!isWanted(page)) continue;
        chars += page.url.length + page.reason.length;
        found.push(page);
      }
      if (items.length < AT_A_TIME) break;
      cursor = cursorAt([String(from + AT_A_TIME)]);
    }
    return found;
  };
  const failed = await list('failed', () => true, crawl.failed.total);
  const blocked = await list('skipped', ({ reason }) => reason === 'robots', crawl.skipped.reasons.robots ?? 0);
  return {
    errors: failed.map(({ url, reason }, at) => ({ id: `${uuidOf(crawl.id)}-${at}`, url, error: reason })),
    robotsBlocked: blocked.map(({ url }) => url),
  };
}
