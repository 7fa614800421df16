import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows, newsSliceSchema, webRows, webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

/** The price of a search includes ten results with highlights. More results, and summaries, cost extra. */
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
    supports: ({ page }) => page === 1 || 'Exa has one page',
    request: (input, settings) => searchRequest(category, input, settings),
    parse(response) {
      if (response.status === 402) throw new UpstreamFailure('rate_limited', 'our credits there are used up');
      requireOk(response);
      return read(readJson(response, responseSchema).results.map(resultOf));
    },
  };
}

/** Exa's search API, which searches by meaning. */
export const exa: Adapter = {
  slug: 'exa',
  name: 'Exa',
  defaultUrl: 'https://api.exa.ai',
  apiKey: 'required',
  operations: {
    web: searching('', webSliceSchema, (results) => ({ correction: '', results: webRows(results) })),
    news: searching('news', newsSliceSchema, (results) => ({ results: newsRows(results) })),
  },
};
