import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { siteQuery } from '../search/domains.ts';
import { languageOf } from '../search/language-tag.ts';
import { type Freshness, type SearchInput, searchInputSchema } from '../search/query.ts';
import { type WebSlice, webRows, webSliceSchema } from '../search/results.ts';
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
};
