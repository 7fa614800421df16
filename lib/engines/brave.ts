import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, Skip, UpstreamRequest, UpstreamResponse } from '../providers/provider.ts';
import { asObject, looseObject, readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { correctionFrom, type RawWebResult, type WebSlice, webRows, webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

/** `offset` is a page index, not a result index, and stops at 9. */
const MAX_PAGE = 10;
const MAX_QUERY_CHARS = 400;
const MAX_QUERY_WORDS = 50;
const FRESHNESS = { d: 'pd', w: 'pw', m: 'pm', y: 'py' } as const;

/** Brave's own list; any other value is an error there. */
const SEARCH_LANGS = new Set(
  (
    'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb ' +
    'pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'
  ).split(' '),
);
const LANG_ALIASES: Readonly<Record<string, string>> = {
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-sg': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  pt: 'pt-pt',
  no: 'nb',
  nn: 'nb',
  ja: 'jp',
};

/** Our language tag as one of Brave's, from the most exact to the plain language; empty when it has none. */
export function braveLang(lang: string): string {
  const tag = lang.toLowerCase();
  const [language = '', ...rest] = tag.split('-');
  for (const candidate of [tag, `${language}-${rest.at(0) ?? ''}`, `${language}-${rest.at(-1) ?? ''}`, language]) {
    const known = LANG_ALIASES[candidate] ?? candidate;
    if (SEARCH_LANGS.has(known)) return known;
  }
  return '';
}

const responseSchema = z.object({
  // Always there; without it this is no answer, however well it parses.
  query: z.looseObject({}),
  // Absent when nothing was found.
  web: z.object({ results: z.array(looseObject) }).nullish(),
});

const errorDetailSchema = z.object({
  code: z.string().catch(''),
  meta: z
    .looseObject({ errors: z.array(z.looseObject({ loc: z.array(z.unknown()) })) })
    .optional()
    .catch(undefined),
});
const errorBodySchema = z.union([
  z.object({ error: errorDetailSchema }).transform(({ error }) => error),
  z.object({ errors: z.array(errorDetailSchema).min(1) }).transform(({ errors }) => errors[0]),
]);

function webRequest(
  input: SearchInput,
  settings: ProviderSettings,
  lang = braveLang(input.lang),
): UpstreamRequest | Skip {
  if (input.page > MAX_PAGE) return { skip: `Brave has ${MAX_PAGE} pages` };
  const params = new URLSearchParams({
    q: queryFor(input.q, MAX_QUERY_CHARS, MAX_QUERY_WORDS),
    count: '20',
    offset: String(input.page - 1),
    safesearch: input.safe ? 'strict' : 'off',
    text_decorations: 'false',
    spellcheck: 'true',
    result_filter: 'web,query',
    country: 'ALL',
  });
  if (lang) params.set('search_lang', lang);
  if (input.date) params.set('freshness', FRESHNESS[input.date]);
  return {
    url: `${settings.url}/web/search?${params}`,
    headers: { accept: 'application/json', 'x-subscription-token': settings.apiKey },
  };
}

/** A wrong key is HTTP 422 here, and so is a wrong parameter: only the code in the body tells them apart. */
function requireBraveOk(response: UpstreamResponse): void {
  if (response.status >= 200 && response.status < 300) return;
  const error = errorOf(response);
  switch (error?.code) {
    case 'SUBSCRIPTION_TOKEN_INVALID':
    case 'SUBSCRIPTION_NOT_FOUND':
    case 'OPTION_NOT_IN_PLAN':
      throw new UpstreamFailure('refused', `refused our key (${error.code})`);
    case 'RATE_LIMITED':
    case 'QUOTA_LIMITED':
      throw new UpstreamFailure('rate_limited', `limits us (${error.code})`, waitMs(response, error.code));
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
    return undefined;
  }
}

/** `X-RateLimit-Reset` lists one number of seconds per window, shortest window first: `1, 1419704`. */
function waitMs(response: UpstreamResponse, code: string): number | undefined {
  const asked = retryAfterMs(response);
  if (asked !== undefined) return asked;
  const resets = (response.headers['x-ratelimit-reset'] ?? '').split(',').map((part) => Number.parseFloat(part));
  const seconds = code === 'QUOTA_LIMITED' ? resets.at(-1) : resets[0];
  return seconds !== undefined && Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 3_600) * 1_000 : undefined;
}

function sitelinksOf(deepResults: unknown): NonNullable<RawWebResult['sitelinks']> {
  const { buttons } = asObject(deepResults);
  return Array.isArray(buttons) ? buttons.map(asObject) : [];
}

function parseWeb(response: UpstreamResponse): WebSlice {
  requireBraveOk(response);
  const body = readJson(response, responseSchema);
  return {
    correction: correctionFrom(body.query.altered),
    results: webRows(
      (body.web?.results ?? []).map((result) => ({
        url: result.url,
        title: result.title,
        description: result.description,
        favicon: asObject(result.meta_url).favicon ?? asObject(result.profile).img,
        date: result.page_age,
        ageText: result.age,
        sitelinks: sitelinksOf(result.deep_results),
      })),
    ),
  };
}

/** Brave Search API. */
export const brave: Adapter = {
  slug: 'brave',
  name: 'Brave',
  defaultUrl: 'https://api.search.brave.com/res/v1',
  apiKey: 'required',
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      request: (input, settings) => webRequest(input, settings),
      parse: parseWeb,
      // Their list and their server do not always agree on languages (`jp`): ask once more without one.
      again(response, input, settings) {
        const error = response.status === 422 ? errorOf(response) : undefined;
        const blamesLang = error?.meta?.errors.some(({ loc }) => loc.includes('search_lang')) ?? false;
        if (!blamesLang || braveLang(input.lang) === '') return null;
        const request = webRequest(input, settings, '');
        return 'skip' in request ? null : request;
      },
    },
  },
};
