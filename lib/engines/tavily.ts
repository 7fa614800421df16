import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows, newsSliceSchema, type RawReport, webRows, webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const MAX_RESULTS = 20;
const MAX_QUERY_CHARS = 400;
const TIME_RANGE = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
/** Tavily's own codes: the limit of the plan, and the limit that the operator set for further costs. */
const USED_UP: readonly number[] = [432, 433];

const responseSchema = z.object({ results: z.array(looseObject) });

function searchRequest(topic: string, input: SearchInput, { url, apiKey }: ProviderSettings): UpstreamRequest {
  return {
    method: 'POST',
    url: `${url}/search`,
    headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      query: queryFor(input.q, MAX_QUERY_CHARS),
      topic,
      // The other depth costs twice as much.
      search_depth: 'basic',
      max_results: MAX_RESULTS,
      ...(input.date ? { time_range: TIME_RANGE[input.date] } : {}),
      ...(input.from ? { start_date: input.from } : {}),
      ...(input.to ? { end_date: input.to } : {}),
      ...(input.site ? { include_domains: input.site } : {}),
      ...(input.excludeSite ? { exclude_domains: input.excludeSite } : {}),
    }),
  };
}

function searching<Slice>(
  topic: string,
  output: z.ZodType<Slice>,
  read: (results: RawReport[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    supports: ({ page }) => page === 1 || 'Tavily has one page',
    request: (input, settings) => searchRequest(topic, input, settings),
    parse(response) {
      if (USED_UP.includes(response.status)) {
        throw new UpstreamFailure('rate_limited', 'our credits there are used up');
      }
      requireOk(response);
      const { results } = readJson(response, responseSchema);
      return read(
        results.map(({ url, title, content, published_date }) => ({
          url,
          title,
          description: content,
          date: published_date,
        })),
      );
    },
  };
}

/** Tavily's search API. */
export const tavily: Adapter = {
  slug: 'tavily',
  name: 'Tavily',
  defaultUrl: 'https://api.tavily.com',
  apiKey: 'required',
  operations: {
    web: searching('general', webSliceSchema, (results) => ({ correction: '', results: webRows(results) })),
    news: searching('news', newsSliceSchema, (results) => ({ results: newsRows(results) })),
  },
};
