import { z } from 'zod';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, spent } from '../providers/responses.ts';
import { BAD_KEY, bearerKey, jsonObject, type StandInReply } from '../providers/stand-in.ts';
import { passageFor } from '../search/passage.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { imageRows, newsRows, type RawReport, type RawWebResult, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, newsSliceSchema, webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const MAX_RESULTS = 20;
const MAX_QUERY_CHARS = 400;
const CREDITS = { basic: 1, advanced: 2 } as const;
const DEPTH: keyof typeof CREDITS = 'basic';
const TIME_RANGE = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
/** Tavily's own codes: the limit of the plan, and the limit that the operator set for further costs. */
const USED_UP: readonly number[] = [432, 433];

const responseSchema = z.object({ results: z.array(looseObject), images: z.array(looseObject).optional() });
type Item = Readonly<Record<string, unknown>>;
/** What differs between the tabs. */
type Asking = Readonly<Record<string, unknown>>;

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The country to search from, by its English name, which only web searches take. */
function countryOf({ topic }: Asking, { country }: SearchInput): string {
  return topic === 'general' && country ? (countryNames.of(country) ?? '').toLowerCase() : '';
}

function searchRequest(
  asked: Asking,
  input: SearchInput,
  { url, apiKey }: ProviderSettings,
  country = countryOf(asked, input),
): UpstreamRequest {
  return {
    method: 'POST',
    url: `${url}/search`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : { 'x-tavily-access-mode': 'keyless' }),
    },
    body: JSON.stringify({
      query: queryFor(input.q, MAX_QUERY_CHARS),
      ...asked,
      search_depth: DEPTH,
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
  asked: Asking,
  output: z.ZodType<Slice>,
  read: (found: z.infer<typeof responseSchema>, q: string) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    units: () => CREDITS[DEPTH],
    supports: ({ page }) => page === 1 || 'Tavily has one page',
    request: (input, settings) => searchRequest(asked, input, settings),
    // It has its own names of some countries.
    followUp: ({ status }, input, settings) =>
      status === 400 && countryOf(asked, input) ? searchRequest(asked, input, settings, '') : null,
    parse(response, { q }) {
      if (USED_UP.includes(response.status)) throw spent(response);
      requireOk(response);
      return read(readJson(response, responseSchema), q);
    },
  };
}

function report({ url, title, content, published_date, favicon }: Item, q: string): RawReport & RawWebResult {
  // Its text is the raw one of the page, or of a part of it.
  return { url, title, description: passageFor(q, content), date: published_date, favicon };
}

/** A picture and what it shows. Tavily does not tell its page, so that the picture is the result. */
function picture({ url, description }: Item) {
  return { url, title: description, thumbnail: url, image: url };
}

/** Tavily's search API. Without a key it answers a limited number of calls. */
export const tavily: Adapter = {
  slug: 'tavily',
  name: 'Tavily',
  docs: { about: 'A general index. Without a key, a limited number of calls.', keyFrom: 'https://app.tavily.com' },
  defaultUrl: 'https://api.tavily.com',
  apiKey: 'optional',
  publicRate: { limit: 60, windowMs: 60_000 },
  operations: {
    web: searching({ topic: 'general', max_results: MAX_RESULTS }, webSliceSchema, ({ results }, q) => ({
      correction: '',
      results: webRows(results.map((result) => report(result, q))),
    })),
    images: searching(
      { topic: 'general', max_results: 1, include_images: true, include_image_descriptions: true },
      imageSliceSchema,
      ({ images }) => ({ results: imageRows((images ?? []).map(picture)) }),
    ),
    news: searching({ topic: 'news', max_results: MAX_RESULTS }, newsSliceSchema, ({ results }, q) => ({
      results: newsRows(results.map((result) => report(result, q))),
    })),
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
      const isKeyless = headers['x-tavily-access-mode'] === 'keyless';
      if ((!key && !isKeyless) || key === BAD_KEY) return failure(401, 'Unauthorized: missing or invalid API key.');
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
          images: asked.include_images
            ? find
                .images(wanted)
                .slice(0, 5)
                .map(({ image, title }) => ({ url: image, description: title }))
            : [],
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
  include_images?: boolean;
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
