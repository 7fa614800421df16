import { ApiError, lineOf } from '../../lib/errors.ts';
import type { Cost } from '../../lib/limits/cost.ts';
import { type PageOptions, type PageResult, readPages, searchesFor } from '../lookups/pages.ts';
import type { RequestContext } from '../routes/endpoint.ts';
import { DEFAULT_CHARS, DEFAULT_CHUNKS } from '../routes/page-params.ts';

/** What a dialect wants of pages, as far as its request does not say otherwise. */
const USUAL: PageOptions = {
  format: 'markdown',
  whole: false,
  maxChars: DEFAULT_CHARS,
  links: false,
  images: false,
  query: '',
  chunks: DEFAULT_CHUNKS,
  maxAgeMs: Number.MAX_SAFE_INTEGER,
};

/** Reads pages for a request of a dialect. The request has the time limit of reading, or a shorter one of its client. */
export function readFor(
  context: RequestContext<unknown>,
  urls: readonly string[],
  wanted: Partial<PageOptions>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<PageResult[]> {
  const { services, reply } = context;
  const leftMs = Math.min(services.config.extract.deadlineMs, withinMs) - reply.elapsedTime;
  return readPages(urls, { ...USUAL, ...wanted }, services, { ...context, deadlineMs: Math.max(1, leftMs) });
}

/**
 * Reads the pages that a search has found. The search succeeds without them: if nothing can be read, for example because
 * reading is switched off, that is the reason for each page.
 */
export async function readFound(
  context: RequestContext<unknown>,
  urls: readonly string[],
  wanted: Partial<PageOptions>,
  withinMs?: number,
): Promise<PageResult[]> {
  if (urls.length === 0) return [];
  try {
    return await readFor(context, urls, wanted, withinMs);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return urls.map((url) => ({ url, reason: lineOf(error) }));
  }
}

/** The cost of a search that then reads up to so many of its pages: that of the search and of reading. */
export function withReading(search: Cost, pages: number): Cost {
  if (pages === 0) return search;
  return { entries: search.entries + 1, searches: { ...search.searches, extract: searchesFor(pages) } };
}
