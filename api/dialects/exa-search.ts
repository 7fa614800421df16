import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { MAX_URLS } from '../contract/page-params.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { MAX_LIMIT } from '../contract/tab-params.ts';
import { news } from '../endpoints/news.ts';
import { web } from '../endpoints/web.ts';
import { readingCost } from '../lookups/pages.ts';
import type { Found } from '../search/search-reply.ts';
import { contentsOf, readingOf } from './exa-contents.ts';
import type { ExaParams } from './exa-params.ts';
import { readFound } from './page-reading.ts';

/** What every tab knows of a result. */
interface Row {
  title: string;
  url: string;
  description: string;
  score?: number | undefined;
  published?: string | undefined;
  favicon_url?: string;
  thumbnail?: string;
}

/** The tab that a search is in. */
export function tabOf({ category }: ExaParams): 'web' | 'news' {
  return category === 'news' ? 'news' : 'web';
}

/** How many pages a search reads at most. */
export function pagesWanted({ contents, numResults }: ExaParams): number {
  return contents?.text || contents?.highlights ? Math.min(numResults, MAX_URLS) : 0;
}

/** Searches, and reads the first pages if something of them is wanted. */
export async function exaSearch(context: RequestContext<ExaParams>): Promise<Found<{ results: object[] }>> {
  const { params } = context;
  const tabContext = { ...context, params: tabParamsOf(params) };
  const { body, ...found } = await (tabOf(params) === 'news' ? news.find(tabContext) : web.find(tabContext));
  const rows: Row[] = body.results;
  const wanted = pagesWanted(params);
  const contents = params.contents ?? {};
  const urls = rows.slice(0, wanted).map(({ url }) => url);
  const read = (await readFound(context, urls, readingOf(contents, params.query))).map(refuseErrorPage);
  const pages = read.map((result) => ('page' in result ? result.page : null));
  const results = rows.map((row, at) => ({
    ...resultOf(row, pages[at]?.author),
    ...contentsOf(contents, pages[at] ?? null, row.description),
  }));
  // What was read is not kept: pages have a cache of their own.
  const isLasting = wanted === 0 && found.isLasting !== false;
  return { ...found, body: { results }, isLasting, ...(wanted > 0 && { searches: 1 + readingCost(read) }) };
}

function tabParamsOf(params: ExaParams): TabQuery {
  const { query: q, numResults, includeDomains, excludeDomains } = params;
  return {
    q,
    limit: Math.min(numResults, MAX_LIMIT),
    ...(includeDomains.length > 0 && { site: includeDomains }),
    ...(excludeDomains.length > 0 && { exclude_site: excludeDomains }),
    from: params.startPublishedDate,
    to: params.endPublishedDate,
    country: params.userLocation,
    safe: params.moderation,
    detail: 'full',
    fresh: '1',
  };
}

/** A result. Its address is its id, by which clients ask for its contents. */
function resultOf(row: Row, author = ''): object {
  const { title, url, score = 0, published = '', favicon_url: favicon, thumbnail: image } = row;
  return {
    id: url,
    title,
    url,
    ...(published && { publishedDate: new Date(published).toISOString() }),
    ...(author && { author }),
    score,
    ...(image && { image }),
    ...(favicon && { favicon }),
  };
}
