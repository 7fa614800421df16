import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { hasTime, type SearchInput } from '../search/query.ts';
import type { RawWebResult } from '../search/result-rows.ts';
import { cleanText, queryFor } from '../search/text.ts';

/** The Action API of MediaWiki, which Wikipedia, Commons and many other wikis share. */

/** The longest query that MediaWiki's search accepts. */
export const MAX_QUERY_CHARS = 300;
const TITLE_MAX_CHARS = 300;
/** Number of results of a full page. */
export const PER_PAGE = 20;
/** A width of thumbnails that Wikimedia serves; it refuses any that is not on its list. */
export const THUMBNAIL_WIDTH = 330;
/** How long a search that is too busy needs, unless it tells. */
const BUSY_MS = 5_000;

/** The date of a page is that of its last edit, so no wiki filters by age. */
export const supportsDate = (input: SearchInput) => !hasTime(input) || 'a wiki cannot filter by date';

/** A request to the API at this address: `https://en.wikipedia.org/w/api.php`. */
export function apiRequest(api: string, params: Record<string, string>): UpstreamRequest {
  return {
    url: `${api}?${new URLSearchParams({ format: 'json', ...params })}`,
    headers: { accept: 'application/json' },
  };
}

/** Reads a reply of the API, which reports errors with HTTP 200 and a code in the body. */
export function readApi<T>(response: UpstreamResponse, schema: z.ZodType<T>): T {
  requireOk(response);
  const { error } = asObject(readJson(response, z.unknown()));
  if (error === undefined) return readJson(response, schema);
  const code = cleanText(asObject(error).code, 40);
  if (/^(ratelimited|maxlag|readonly)$/.test(code)) {
    throw new UpstreamFailure('rate_limited', `asks us to slow down (${code})`, retryAfterMs(response));
  }
  if (/too-busy/.test(code)) {
    throw new UpstreamFailure('rate_limited', 'is too busy to search', retryAfterMs(response) ?? BUSY_MS);
  }
  if (/^(missingparam|badvalue|invalid|unknown_|no)/.test(code)) {
    throw new UpstreamFailure('rejected', 'rejected our parameters');
  }
  if (/blocked|denied|permission/.test(code)) throw new UpstreamFailure('refused', 'has blocked us');
  throw new UpstreamFailure('upstream', 'reports an error of its own');
}

/** The reply to a search for pages. `searchinfo` may be missing. */
export const searchSchema = z.object({
  query: z.object({ search: z.array(looseObject), searchinfo: looseObject.optional() }),
});

/** The parameters of a search for pages. `property` is what each hit has besides its title. */
export function searchParams(q: string, offset: number, limit: number, property: string) {
  return {
    action: 'query',
    formatversion: '2',
    list: 'search',
    srsearch: queryFor(q, MAX_QUERY_CHARS),
    srlimit: String(limit),
    sroffset: String(offset),
    srprop: property,
    srinfo: 'totalhits|suggestion',
  };
}

/** Characters that MediaWiki leaves bare in addresses, although encodeURIComponent escapes them. */
const BARE = /%(?:3B|40|24|2C|2F|3A)/g;

/** A title as MediaWiki writes it in an address, so that the same page has the same address on every engine. */
export function titleInUrl(title: string): string {
  return encodeURIComponent(title.replaceAll(' ', '_')).replace(BARE, decodeURIComponent).replaceAll("'", '%27');
}

/** Pages found, as raw results. The time of the last edit says nothing about a page's age, so they have no date. */
export function pagesFound(
  search: readonly Readonly<Record<string, unknown>>[],
  urlOf: (title: string) => string,
): RawWebResult[] {
  return search.map(({ title, snippet }) => {
    const name = cleanText(title, TITLE_MAX_CHARS);
    return { url: name === '' ? '' : urlOf(name), title, description: snippet };
  });
}
