import { z } from 'zod';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { type Freshness, hasTime, type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows, newsSliceSchema, type RawReport, webRows, webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
/** The limit is 512 bytes, and a character can take three. */
const MAX_QUERY_CHARS = 170;

const DAY_S = 86_400;

const responseSchema = z.object({ hits: z.array(looseObject) });

function storiesRequest(input: SearchInput, { url }: ProviderSettings): UpstreamRequest {
  const { from, to } = daysOf(input, new Date());
  const params = new URLSearchParams({
    query: queryFor(input.q, MAX_QUERY_CHARS),
    tags: 'story',
    page: String(input.page - 1),
    hitsPerPage: String(PER_PAGE),
  });
  const filters = [
    ...(from ? [`created_at_i>=${Date.parse(from) / 1_000}`] : []),
    ...(to ? [`created_at_i<${Date.parse(to) / 1_000 + DAY_S}`] : []),
  ];
  if (filters.length > 0) params.set('numericFilters', filters.join(','));
  return { url: `${url}/search?${params}`, headers: { accept: 'application/json' } };
}

/** A story. One without an address of its own is a question to the readers: its page is the discussion. */
function storyOf({ url, objectID, title, story_text, created_at }: Readonly<Record<string, unknown>>): RawReport {
  const isNumber = typeof objectID === 'string' && /^\d+$/.test(objectID);
  return {
    url: url || (isNumber && `https://news.ycombinator.com/item?id=${objectID}`),
    title,
    description: story_text,
    date: created_at,
  };
}

/** A search for stories; `within` is the date filter of a search without one. */
function searching<Slice>(
  within: Freshness | null,
  output: z.ZodType<Slice>,
  read: (stories: RawReport[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    pageSize: PER_PAGE,
    keepsToDays: true,
    request: (input, settings) => storiesRequest(hasTime(input) ? input : { ...input, date: within }, settings),
    parse(response) {
      requireOk(response);
      return read(readJson(response, responseSchema).hits.map(storyOf));
    },
  };
}

/** Hacker News through Algolia's search: what programmers read and discuss. Needs no key. */
export const hackernews: Adapter = {
  slug: 'hackernews',
  name: 'Hacker News',
  defaultUrl: 'https://hn.algolia.com/api/v1',
  apiKey: 'none',
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: searching(null, webSliceSchema, (stories) => ({ correction: '', results: webRows(stories) })),
    // Stories of the last month by relevance: in order of their date, the first would be those that nobody read.
    news: searching('m', newsSliceSchema, (stories) => ({ results: newsRows(stories) })),
  },
};
