import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Operation, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { siteQuery } from '../search/domains.ts';
import { type LookupInput, type SearchInput, searchInputSchema } from '../search/query.ts';
import { spanOf } from '../search/since.ts';
import { braveCountry, braveLang } from './brave-languages.ts';

/** Requests to Brave and its error replies; brave.ts parses the results. */

/** `offset` is a page index, not a result index, and its maximum is 9. */
const MAX_PAGE = 10;
const PER_PAGE = 20;
/** Images have no offset: a page is a part of one longer list, which ends at 200. */
export const IMAGES_PER_PAGE = 50;
const MAX_IMAGES = 200;
const MAX_QUERY_CHARS = 400;
/** Brave's limit for the words of a query. */
export const MAX_QUERY_WORDS = 50;
const FRESHNESS = { d: 'pd', w: 'pw', m: 'pm', y: 'py' } as const;

const errorDetailSchema = z.object({
  code: z.string().catch(''),
  meta: z
    .looseObject({
      errors: z.array(z.looseObject({ loc: z.array(z.unknown()) })).catch([]),
      quota_limit: z.number().catch(0),
      quota_current: z.number().catch(0),
    })
    .optional()
    .catch(undefined),
});
const errorBodySchema = z.union([
  z.object({ error: errorDetailSchema }).transform(({ error }) => error),
  z.object({ errors: z.array(errorDetailSchema).min(1) }).transform(({ errors }) => errors[0]),
]);

/** One kind of search: its path, what it supports, and the parameters that it adds to the common ones. */
export interface SearchKind {
  path: string;
  supports(input: SearchInput): true | string;
  pageSize: number;
  keepsToDays?: true;
  params(input: SearchInput): Record<string, string>;
}

function searchRequest(
  kind: SearchKind,
  input: SearchInput,
  settings: ProviderSettings,
  lang = braveLang(input.lang),
): UpstreamRequest {
  const params = new URLSearchParams({
    q: siteQuery(input, { maxChars: MAX_QUERY_CHARS, maxWords: MAX_QUERY_WORDS, or: true }),
    safesearch: input.safe ? 'strict' : 'off',
    spellcheck: 'true',
    country: braveCountry(input.lang),
    ...kind.params(input),
  });
  if (lang) params.set('search_lang', lang);
  return authorisedRequest(`${kind.path}?${params}`, settings);
}

/** A search with pages and a date filter: web, news and videos. */
export function paged(path: string, extra: Readonly<Record<string, string>> = {}): SearchKind {
  return {
    path,
    pageSize: PER_PAGE,
    supports: ({ page }) => page <= MAX_PAGE || `Brave has ${MAX_PAGE} pages`,
    keepsToDays: true,
    params: (input) => ({
      count: String(PER_PAGE),
      offset: String(input.page - 1),
      ...freshness(input),
      ...extra,
    }),
  };
}

/** The date filter. A range has both ends. */
function freshness(input: SearchInput): Record<string, string> {
  const span = spanOf(input, new Date());
  if (span) return { freshness: `${span.from}to${span.to}` };
  return input.date ? { freshness: FRESHNESS[input.date] } : {};
}

/** Image search, which has neither an offset nor a date filter. */
export const imageSearch: SearchKind = {
  path: '/images/search',
  pageSize: IMAGES_PER_PAGE,
  supports: ({ page, date }) => {
    if (date) return 'Brave cannot filter images by date';
    return page * IMAGES_PER_PAGE <= MAX_IMAGES || `Brave has ${MAX_IMAGES} images`;
  },
  params: ({ page }) => ({ count: String(page * IMAGES_PER_PAGE) }),
};

/** A request with our key in its header. */
export function authorisedRequest(pathAndQuery: string, { url, apiKey }: ProviderSettings): UpstreamRequest {
  return { url: `${url}${pathAndQuery}`, headers: { accept: 'application/json', 'x-subscription-token': apiKey } };
}

/**
 * An operation for one kind of search. Brave rejects some languages of its own list (`jp`), so the search is repeated
 * without a language.
 */
export function searching<Slice>(
  kind: SearchKind,
  output: z.ZodType<Slice>,
  parse: (response: UpstreamResponse, input: SearchInput) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    supports: kind.supports,
    pageSize: kind.pageSize,
    ...(kind.keepsToDays && { keepsToDays: true }),
    request: (input, settings) => searchRequest(kind, input, settings),
    parse(response, input) {
      requireBraveOk(response);
      return parse(response, input);
    },
    followUp: (response, input, settings) =>
      blamesLanguage(response, input) ? searchRequest(kind, input, settings, '') : null,
  };
}

/** Whether Brave rejected the request because of the language that we sent. */
export function blamesLanguage(response: UpstreamResponse, { lang }: Pick<LookupInput, 'lang'>): boolean {
  if (response.status !== 422 || braveLang(lang) === '') return false;
  const blamed = errorOf(response)?.meta?.errors.flatMap(({ loc }) => loc) ?? [];
  return blamed.includes('search_lang') || blamed.includes('lang');
}

/**
 * Throws unless Brave accepted the request. A wrong key and a wrong parameter are both HTTP 422; only the code in the
 * body distinguishes them.
 */
export function requireBraveOk(response: UpstreamResponse): void {
  if (response.status >= 200 && response.status < 300) return;
  const error = errorOf(response);
  switch (error?.code) {
    case 'SUBSCRIPTION_TOKEN_INVALID':
    case 'SUBSCRIPTION_NOT_FOUND':
    case 'OPTION_NOT_IN_PLAN':
      throw new UpstreamFailure('refused', `refused our key (${error.code})`);
    case 'RATE_LIMITED':
    case 'QUOTA_LIMITED':
      throw new UpstreamFailure('rate_limited', `limits us (${error.code})`, waitMs(response, isSpent(error)));
    case 'VALIDATION':
      throw new UpstreamFailure('rejected', 'rejected our parameters (VALIDATION)');
    default:
      requireOk(response);
  }
}

function errorOf(response: UpstreamResponse): z.infer<typeof errorBodySchema> {
  try {
    return readJson(response, errorBodySchema);
  } catch {
    // Another body than the documented one: the status decides.
    return undefined;
  }
}

/** Whether the quota of the month is used up, which Brave may call a rate limit. */
function isSpent({ code, meta }: NonNullable<ReturnType<typeof errorOf>>): boolean {
  const { quota_limit = 0, quota_current = 0 } = meta ?? {};
  return code === 'QUOTA_LIMITED' || (quota_limit > 0 && quota_current >= quota_limit);
}

/** `X-RateLimit-Reset` lists the seconds for each window, shortest window first: `1, 1419704`. */
function waitMs(response: UpstreamResponse, isMonth: boolean): number | undefined {
  const asked = retryAfterMs(response);
  if (asked !== undefined) return asked;
  const resets = (response.headers['x-ratelimit-reset'] ?? '').split(',').map((part) => Number.parseFloat(part));
  const seconds = isMonth ? resets.at(-1) : resets[0];
  return seconds !== undefined && Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 3_600) * 1_000 : undefined;
}
