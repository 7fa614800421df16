import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY, type StandInReply } from '../providers/stand-in.ts';
import { siteQuery } from '../search/domains.ts';
import { languageOf } from '../search/language-tag.ts';
import { type Freshness, type SearchInput, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { type WebSlice, webSliceSchema } from '../search/results.ts';
import { dayAfter, firstDay } from '../search/since.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 500;

const resultsSchema = z.array(looseObject);
const responseSchema = z.object({
  response: z.object({
    status: z.string(),
    // Some replies nest the list; it is missing if the status is an error.
    results: z
      .union([
        resultsSchema,
        z.object({ standard: z.object({ results: resultsSchema }) }).transform(({ standard }) => standard.results),
      ])
      .optional(),
  }),
});

/** The date filter: Mojeek has day, month and year, but a week must be a date. */
export function mojeekSince(date: Freshness, now: Date): string {
  if (date === 'd') return 'day';
  if (date === 'm') return 'month';
  if (date === 'y') return 'year';
  return firstDay(date, now).replaceAll('-', '');
}

function webRequest(input: SearchInput, settings: ProviderSettings): UpstreamRequest {
  const params = new URLSearchParams({
    q: siteQuery(input, { maxChars: MAX_QUERY_CHARS }),
    fmt: 'json',
    t: String(PER_PAGE),
    safe: input.safe ? '1' : '0',
    date: '1',
    api_key: settings.apiKey,
  });
  // The first page omits `s`: Mojeek takes a request with it for a robot's.
  if (input.page > 1) params.set('s', String((input.page - 1) * PER_PAGE + 1));
  if (input.from) params.set('since', input.from.replaceAll('-', ''));
  else if (input.date) params.set('since', mojeekSince(input.date, new Date()));
  if (input.to) params.set('before', dayAfter(input.to).replaceAll('-', ''));
  if (input.country) {
    params.set('rb', input.country);
    params.set('rbb', '10');
  }
  const language = languageOf(input.lang);
  if (language) {
    params.set('lb', language.toUpperCase());
    params.set('lbb', '100');
  }
  return { url: `${settings.url}/search?${params}`, headers: { accept: 'application/json' } };
}

/** Mojeek reports errors with HTTP 200 and a status in the body. */
function requireMojeekOk(status: string): void {
  if (status === 'OK') return;
  if (/limit|quota|too many/i.test(status)) throw new UpstreamFailure('rate_limited', 'our limit there is used up');
  if (/key|auth|denied|forbidden|subscription|payment|account/i.test(status)) {
    throw new UpstreamFailure('refused', 'refused our key');
  }
  throw new UpstreamFailure('upstream', 'reports an error of its own');
}

function parseWeb(response: UpstreamResponse): WebSlice {
  requireOk(response);
  const body = readJson(response, responseSchema).response;
  requireMojeekOk(body.status);
  if (!body.results) throw new UpstreamFailure('upstream', 'answered without a list of results');
  return {
    correction: '',
    results: webRows(
      body.results.map((result) => ({
        url: result.url,
        title: result.title,
        description: result.desc,
        date: result.pdate || result.timestamp,
      })),
    ),
  };
}

/** Mojeek's web search API. The key is part of the address, so the address must never be logged. */
export const mojeek: Adapter = {
  slug: 'mojeek',
  name: 'Mojeek',
  docs: { about: 'Its own index, from Britain.', keyFrom: 'https://www.mojeek.com/services/search/' },
  defaultUrl: 'https://api.mojeek.com',
  apiKey: 'required',
  cacheCeilingS: 3_600,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      keepsToDays: true,
      request: webRequest,
      parse: parseWeb,
    },
  },
  // Mojeek sends errors with HTTP 200 and a status line.
  standIn: {
    covers: {
      pages: {
        reference: 80,
        documentation: 75,
        'small-web': 70,
        news: 65,
        forum: 45,
        institution: 80,
        commercial: 70,
      },
    },
    answer({ path, query }, find) {
      if (path !== '/search') return { status: 404, body: 'Not Found' };
      if (query.get('fmt') !== 'json') {
        return { status: 200, headers: { 'content-type': 'text/xml' }, body: '<?xml version="1.0"?><response/>' };
      }
      const key = query.get('api_key');
      if (!key || key === BAD_KEY) return failure('Invalid API Key');
      const q = query.get('q') ?? '';
      if (q === '') return failure('No query given');
      const start = Number(query.get('s') ?? 1);
      const since = query.get('since') ?? '';
      const found = find.pages({
        text: q,
        lang: (query.get('lb') ?? 'en').toLowerCase(),
        safe: query.get('safe') === '1',
        ...(/^\d{8}$/.test(since)
          ? { since: Date.parse(since.replace(/(....)(..)(..)/, '$1-$2-$3')) }
          : { withinDays: SINCE_DAYS[since] }),
      });
      const results = found
        .slice(start - 1, start - 1 + Number(query.get('t') ?? 10))
        .map(({ url, title, text, date }) => ({
          url,
          title: title.replaceAll('&', '&amp;'),
          desc: text.replaceAll('&', '&amp;'),
          ...(query.get('date') === '1' && date
            ? { timestamp: Math.floor(date.getTime() / 1_000), date: date.toUTCString() }
            : {}),
        }));
      const head = { query: q, nword: q.split(/\s+/).length, start, return: results.length, results: found.total };
      return { status: 200, body: { response: { status: 'OK', head, results } } };
    },
  },
};

const SINCE_DAYS: Readonly<Record<string, number>> = { day: 1, month: 31, year: 365 };

function failure(message: string): StandInReply {
  return { status: 200, body: { response: { status: `ERROR: ${message}` } } };
}
