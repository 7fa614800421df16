import { ApiError } from '../../lib/errors.ts';
import { firecrawlDocument } from '../../lib/firecrawl/document.ts';
import { tooLate } from '../../lib/net/page-failure.ts';
import type { PageOptions, PageResult } from '../lookups/pages.ts';
import { ignoredLine, type ScrapeOptions, screenshotIn, textsIn } from './firecrawl-params.ts';

/** Reads pages in one format. */
export type ReadFormat = (urls: readonly string[], wanted: Partial<PageOptions>) => Promise<PageResult[]>;

/** A page in Firecrawl's shape, or why it could not be read. */
export type Scraped = { document: Record<string, unknown> } | { reason: string; fetched: boolean };

/** Reads pages in all formats that are asked for. */
export async function scrape(urls: readonly string[], options: ScrapeOptions, read: ReadFormat): Promise<Scraped[]> {
  const { maxAge } = options;
  const screenshot = screenshotIn(options);
  const { names, ...texts } = textsIn(options);
  const wanted = {
    ...texts,
    ...(maxAge !== undefined && { maxAgeMs: maxAge }),
    ...(screenshot && { screenshot, render: 'on' as const }),
  };
  return (await read(urls, wanted)).map((result) => scrapedFrom(result, names, options));
}

function scrapedFrom(result: PageResult, names: readonly string[], options: ScrapeOptions): Scraped {
  if (!('page' in result)) return { reason: result.reason, fetched: result.fetched };
  return { document: firecrawlDocument(result.url, result.page, names, ignoredLine(options)) };
}

/** The error for a page or a site that could not be read: too slow, or anything else. */
export function unreadable(what: 'page' | 'site', done: 'read' | 'mapped', reason: string): ApiError {
  return new ApiError(reason === tooLate().reason ? 408 : 422, `The ${what} could not be ${done}: ${reason}.`);
}
