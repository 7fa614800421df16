import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { BAD_KEY } from '../providers/stand-in.ts';
import { siteQuery } from '../search/domains.ts';
import { hasTime, type SearchInput, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { type WebSlice, webSliceSchema } from '../search/results.ts';

const MAX_QUERY_CHARS = 500;
const PER_PAGE = 20;
/** As with every provider, the longest wait: which day it is there is unknown. */
const SPENT_MS = 3_600_000;
/** Marginalia requires every word to match: long questions find nothing, but their first words often do. */
const SHORT_QUERY_WORDS = 4;

/** The languages of Marginalia's index; its server fails on any other. */
const LANGUAGES = new Set(['en', 'de', 'fr', 'sv']);

const responseSchema = z.object({ results: z.array(looseObject) });

function webRequest(
  input: SearchInput,
  settings: ProviderSettings,
  { nsfw = input.safe ? '2' : '0', words = Number.POSITIVE_INFINITY } = {},
): UpstreamRequest {
  const params = new URLSearchParams({
    query: siteQuery(input, { maxChars: MAX_QUERY_CHARS, maxWords: words, prefix: '*.' }),
    count: String(PER_PAGE),
    page: String(input.page),
    nsfw,
  });
  const [language = ''] = input.lang.toLowerCase().split('-');
  if (LANGUAGES.has(language)) params.set('lang', language);
  return {
    url: `${settings.url}/search?${params}`,
    headers: { accept: 'application/json', 'api-key': settings.apiKey },
  };
}

function parseWeb(response: UpstreamResponse): WebSlice {
  if (response.status === 504) throw new UpstreamFailure('timeout', 'timed out on its side (HTTP 504)');
  if (response.status === 503) {
    throw new UpstreamFailure('rate_limited', 'limits us (HTTP 503)', retryAfterMs(response));
  }
  requireOk(response);
  const { results } = readJson(response, responseSchema);
  // `quality` is a distance: lower is better. The list should already be sorted; this makes sure.
  const distance = ({ quality }: Record<string, unknown>) => (typeof quality === 'number' ? quality : 0);
  const best = [...results].sort((a, b) => distance(a) - distance(b));
  return {
    correction: '',
    results: webRows(best.map(({ url, title, description }) => ({ url, title, description }))),
  };
}

/** Marginalia Search, an independent index of the small web. Its key `public` is shared by everyone. */
export const marginalia: Adapter = {
  slug: 'marginalia',
  name: 'Marginalia',
  docs: {
    about: 'The small web. The key `public` is free for non-commercial use, but often overloaded.',
    keyFrom: 'https://about.marginalia-search.com/article/api/',
  },
  defaultUrl: 'https://api2.marginalia-search.com',
  apiKey: 'required',
  publicApiKey: 'public',
  publicRate: { limit: 60, windowMs: 60_000 },
  // Its index is a small part of the web, so its first result is often only the best page that it knows.
  weight: 0.6,
  pauseMs: ({ headers }) => (headers['api-remaining-daily-capacity'] === '0' ? SPENT_MS : 0),
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      supports: (input) => !hasTime(input) || 'Marginalia cannot filter by date',
      request: (input, settings) => webRequest(input, settings),
      parse: parseWeb,
      followUp(response, input, settings) {
        // Older servers have only two levels of the filter.
        if (response.status === 400 && input.safe) return webRequest(input, settings, { nsfw: '1' });
        const long = input.q.split(/\s+/).length > SHORT_QUERY_WORDS;
        if (response.status === 200 && input.page === 1 && long && foundNothing(response)) {
          return webRequest(input, settings, { words: SHORT_QUERY_WORDS });
        }
        return null;
      },
    },
  },
  // Marginalia sends errors as plain text.
  standIn: {
    covers: {
      pages: {
        reference: 50,
        documentation: 55,
        'small-web': 100,
        news: 10,
        forum: 55,
        institution: 35,
        commercial: 5,
      },
    },
    titleWeight: 4,
    everyWord: true,
    answer({ path, query, headers }, find) {
      const key = headers['api-key'];
      if (!key) return { status: 400, body: 'Missing API-Key header' };
      if (key === BAD_KEY) return { status: 401, body: '' };
      if (path !== '/search') return { status: 404, body: 'Not Found' };
      const q = query.get('query') ?? '';
      const count = Number(query.get('count') ?? 20);
      const page = Number(query.get('page') ?? 1);
      const lang = query.get('lang') ?? 'en';
      if (q === '' || count < 1 || count > 100 || page < 1) return { status: 400, body: 'Bad parameters' };
      if (!LANGUAGES.has(lang)) return { status: 500, body: 'Internal Server Error' };
      const found = find.pages({ text: q, lang, safe: query.get('nsfw') !== '0' });
      const details = [q.split(/\s+/).map((keyword) => ({ keyword, count: 1, flagsUnstableAPI: [] }))];
      return {
        status: 200,
        headers: { 'api-event-type': found.total === 0 ? 'NoResults' : 'UnderLimit' },
        body: {
          license: 'CC-BY-NC-SA 4.0',
          query: q,
          page,
          pages: Math.ceil(found.total / count),
          results: found.slice((page - 1) * count, page * count).map(({ url, title, text }, rank) => ({
            url,
            title,
            description: text,
            quality: 1 + rank * 0.25,
            format: 'html',
            resultsFromDomain: 1,
            details,
          })),
        },
      };
    },
  },
};

function foundNothing(response: UpstreamResponse): boolean {
  try {
    return readJson(response, responseSchema).results.length === 0;
  } catch {
    // Another body than the documented one: the status decides.
    return false;
  }
}
