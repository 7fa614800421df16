import { z } from 'zod';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY, jsonObject, type StandInReply } from '../providers/stand-in.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows, webRows } from '../search/result-rows.ts';
import { newsSliceSchema, webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

/** The price of a search includes ten results with highlights. More results, and summaries, cost extra. */
const RESULTS_OF_A_UNIT = 10;
const MAX_RESULTS = 10;
const HIGHLIGHT_CHARS = 300;
const MAX_QUERY_CHARS = 500;

const responseSchema = z.object({ results: z.array(looseObject) });

function searchRequest(category: string, input: SearchInput, { url, apiKey }: ProviderSettings): UpstreamRequest {
  const { from, to } = daysOf(input, new Date());
  return {
    method: 'POST',
    url: `${url}/search`,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      query: queryFor(input.q, MAX_QUERY_CHARS),
      type: 'auto',
      numResults: MAX_RESULTS,
      moderation: input.safe,
      contents: { highlights: { maxCharacters: HIGHLIGHT_CHARS } },
      ...(category ? { category } : {}),
      ...(from ? { startPublishedDate: `${from}T00:00:00.000Z` } : {}),
      ...(to ? { endPublishedDate: `${to}T23:59:59.999Z` } : {}),
      ...(input.site ? { includeDomains: input.site } : {}),
      ...(input.excludeSite ? { excludeDomains: input.excludeSite } : {}),
      ...(input.country ? { userLocation: input.country } : {}),
    }),
  };
}

/** A result as a page or an article; what Exa calls highlights are the passages that fit the query best. */
function resultOf({ url, title, highlights, publishedDate, favicon, image }: Readonly<Record<string, unknown>>) {
  const passages = Array.isArray(highlights) ? highlights.filter((passage) => typeof passage === 'string') : [];
  return { url, title, description: passages.join(' … '), date: publishedDate, favicon, thumbnail: image };
}

function searching<Slice>(
  category: string,
  output: z.ZodType<Slice>,
  read: (results: ReturnType<typeof resultOf>[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    units: () => Math.ceil(MAX_RESULTS / RESULTS_OF_A_UNIT),
    supports: ({ page }) => page === 1 || 'Exa has one page',
    request: (input, settings) => searchRequest(category, input, settings),
    parse(response) {
      requireOk(response);
      return read(readJson(response, responseSchema).results.map(resultOf));
    },
  };
}

/** Exa's search API, which searches by meaning. */
export const exa: Adapter = {
  slug: 'exa',
  name: 'Exa',
  docs: { about: 'Searches by meaning.', keyFrom: 'https://dashboard.exa.ai' },
  defaultUrl: 'https://api.exa.ai',
  apiKey: 'required',
  operations: {
    web: searching('', webSliceSchema, (results) => ({ correction: '', results: webRows(results) })),
    news: searching('news', newsSliceSchema, (results) => ({ results: newsRows(results) })),
  },
  // Exa has no pages, and sends highlights only on request.
  standIn: {
    covers: {
      pages: {
        reference: 80,
        documentation: 85,
        'small-web': 75,
        news: 70,
        forum: 50,
        institution: 80,
        commercial: 60,
      },
    },
    titleWeight: 1.5,
    answer({ method, path, headers, body }, find) {
      if (path !== '/search' || method !== 'POST') return failure(404, 'NOT_FOUND', 'Not found');
      const key = headers['x-api-key'];
      if (!key || key === BAD_KEY) return failure(401, 'INVALID_API_KEY', 'Invalid API key');
      const asked = jsonObject<Asked>(body);
      const invalid = asked ? invalidField(asked) : 'body';
      if (!asked || invalid) return failure(400, 'INVALID_REQUEST_BODY', `Invalid ${invalid}`);
      const { query, category, numResults = 10, startPublishedDate, moderation = false } = asked;
      const since = startPublishedDate === undefined ? undefined : Date.parse(startPublishedDate);
      const wanted = { text: query, safe: moderation, since };
      const shown =
        category === 'news'
          ? find.articles(wanted).slice(0, numResults)
          : find
              .pages(wanted)
              .slice(0, numResults)
              .map((page) => ({ ...page, thumbnail: '' }));
      return {
        status: 200,
        body: {
          requestId: '00000000000000000000000000000000',
          resolvedSearchType: 'neural',
          results: shown.map(({ url, title, text, date, thumbnail }) => ({
            id: url,
            title,
            url,
            ...(date ? { publishedDate: date.toISOString() } : {}),
            author: '',
            score: 0.3,
            ...(thumbnail ? { image: thumbnail } : {}),
            favicon: `${new URL(url).origin}/favicon.ico`,
            ...(asked.contents?.highlights ? { highlights: [text], highlightScores: [0.4] } : {}),
          })),
          costDollars: { total: 0.007 },
        },
      };
    },
  },
};

interface Asked {
  query: string;
  type?: string;
  category?: string;
  numResults?: number;
  startPublishedDate?: string;
  moderation?: boolean;
  contents?: { highlights?: unknown };
}

function invalidField({ query, type, category, numResults, startPublishedDate }: Asked): string | null {
  if (typeof query !== 'string' || query.trim() === '') return 'query';
  if (type !== undefined && !['auto', 'fast', 'neural', 'keyword', 'deep'].includes(type)) return 'type';
  if (category !== undefined && category !== 'news') return 'category';
  if (numResults !== undefined && !(numResults >= 1 && numResults <= 100)) return 'numResults';
  if (startPublishedDate !== undefined && Number.isNaN(Date.parse(startPublishedDate))) return 'startPublishedDate';
  return null;
}

function failure(status: number, tag: string, error: string): StandInReply {
  return { status, body: { requestId: '00000000000000000000000000000000', error, tag } };
}
