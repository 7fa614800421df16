import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY, bearerKey, jsonObject, type StandInReply } from '../providers/stand-in.ts';
import { passageFor } from '../search/passage.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import {
  newsRows,
  newsSliceSchema,
  type RawReport,
  type RawWebResult,
  webRows,
  webSliceSchema,
} from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const MAX_RESULTS = 20;
const MAX_QUERY_CHARS = 400;
const TIME_RANGE = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
/** Tavily's own codes: the limit of the plan, and the limit that the operator set for further costs. */
const USED_UP: readonly number[] = [432, 433];

const responseSchema = z.object({ results: z.array(looseObject) });

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The country to search from, by its English name, which only web searches take. */
function countryOf(topic: string, { country }: SearchInput): string {
  return topic === 'general' && country ? (countryNames.of(country) ?? '').toLowerCase() : '';
}

function searchRequest(
  topic: string,
  input: SearchInput,
  { url, apiKey }: ProviderSettings,
  country = countryOf(topic, input),
): UpstreamRequest {
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
      include_favicon: true,
      ...(country ? { country } : {}),
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
  read: (results: (RawReport & RawWebResult)[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    supports: ({ page }) => page === 1 || 'Tavily has one page',
    request: (input, settings) => searchRequest(topic, input, settings),
    // It has its own names of some countries.
    followUp: ({ status }, input, settings) =>
      status === 400 && countryOf(topic, input) ? searchRequest(topic, input, settings, '') : null,
    parse(response, { q }) {
      if (USED_UP.includes(response.status)) {
        throw new UpstreamFailure('rate_limited', 'our credits there are used up');
      }
      requireOk(response);
      const { results } = readJson(response, responseSchema);
      return read(
        results.map(({ url, title, content, published_date, favicon }) => ({
          url,
          title,
          // The raw text of the page, or of a part of it.
          description: passageFor(q, content),
          date: published_date,
          favicon,
        })),
      );
    },
  };
}

/** Tavily's search API. */
export const tavily: Adapter = {
  slug: 'tavily',
  name: 'Tavily',
  docs: { about: 'Made for agents.', keyFrom: 'https://app.tavily.com' },
  defaultUrl: 'https://api.tavily.com',
  apiKey: 'required',
  operations: {
    web: searching('general', webSliceSchema, (results) => ({ correction: '', results: webRows(results) })),
    news: searching('news', newsSliceSchema, (results) => ({ results: newsRows(results) })),
  },
  // Tavily has no pages.
  standIn: {
    covers: {
      pages: {
        reference: 85,
        documentation: 85,
        'small-web': 40,
        news: 80,
        forum: 60,
        institution: 80,
        commercial: 70,
      },
    },
    answer({ method, path, headers, body }, find) {
      if (path !== '/search') return failure(404, 'Not Found');
      if (method !== 'POST') return failure(405, 'Method Not Allowed');
      const key = bearerKey(headers);
      if (!key || key === BAD_KEY) return failure(401, 'Unauthorized: missing or invalid API key.');
      const asked = jsonObject<Asked>(body);
      const invalid = asked ? invalidField(asked) : 'body';
      if (!asked || invalid) return failure(400, `Invalid ${invalid}.`);
      const { query, topic = 'general', max_results = 5, time_range = '' } = asked;
      const wanted = { text: query, withinDays: RANGE_DAYS[time_range] };
      const row = { score: 0.9, raw_content: null };
      const pages = () =>
        find
          .pages(wanted)
          .slice(0, max_results)
          .map(({ title, url, text }) => ({ title, url, content: text, ...row }));
      const articles = () =>
        find
          .articles(wanted)
          .slice(0, max_results)
          .map(({ title, url, text, date }) => ({
            title,
            url,
            content: text,
            published_date: date.toUTCString(),
            ...row,
          }));
      return {
        status: 200,
        body: {
          query,
          follow_up_questions: null,
          answer: null,
          images: [],
          results: topic === 'news' ? articles() : pages(),
          response_time: 0.9,
          request_id: '00000000-0000-4000-8000-000000000000',
        },
      };
    },
  },
};

const RANGE_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 365 };

interface Asked {
  query: string;
  topic?: string;
  search_depth?: string;
  max_results?: number;
  time_range?: string;
}

function invalidField({ query, topic, search_depth, max_results, time_range }: Asked): string | null {
  if (typeof query !== 'string' || query.trim() === '' || query.length > MAX_QUERY_CHARS) return 'query';
  if (topic !== undefined && !['general', 'news'].includes(topic)) return 'topic';
  if (search_depth !== undefined && !['basic', 'advanced'].includes(search_depth)) return 'search depth';
  if (max_results !== undefined && !(max_results >= 0 && max_results <= MAX_RESULTS)) return 'number of results';
  if (time_range !== undefined && !Object.hasOwn(RANGE_DAYS, time_range)) return 'time range';
  return null;
}

function failure(status: number, error: string): StandInReply {
  return { status, body: { detail: { error } } };
}
