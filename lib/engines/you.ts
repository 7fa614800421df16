import { z } from 'zod';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY } from '../providers/stand-in.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows, type RawReport, webRows } from '../search/result-rows.ts';
import { newsSliceSchema, webSliceSchema } from '../search/results.ts';
import { spanOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
const MAX_PAGE = 10;
const MAX_QUERY_CHARS = 400;
const FRESHNESS = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/** One reply has web pages and news; a list may be missing if there are none. */
const list = z.array(looseObject).optional();
const responseSchema = z.object({ results: z.object({ web: list, news: list }) });

function searchRequest(input: SearchInput, { url, apiKey }: ProviderSettings): UpstreamRequest {
  const params = new URLSearchParams({
    query: queryFor(input.q, MAX_QUERY_CHARS),
    count: String(PER_PAGE),
    offset: String(input.page - 1),
    safesearch: input.safe ? 'strict' : 'off',
  });
  const span = spanOf(input, new Date());
  if (span) params.set('freshness', `${span.from}to${span.to}`);
  else if (input.date) params.set('freshness', FRESHNESS[input.date]);
  if (input.country) params.set('country', input.country);
  if (input.lang && !input.lang.startsWith('und')) params.set('language', input.lang);
  // Without a key, another path answers callers by their address.
  return {
    url: `${url}${apiKey ? '' : '/agents'}/search?${params}`,
    headers: { accept: 'application/json', ...(apiKey ? { 'x-api-key': apiKey } : {}) },
  };
}

function searching<Slice>(
  key: 'web' | 'news',
  output: z.ZodType<Slice>,
  read: (results: (RawReport & { favicon: unknown })[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    supports: ({ page }) => page <= MAX_PAGE || `You.com has ${MAX_PAGE} pages`,
    request: searchRequest,
    parse(response) {
      requireOk(response);
      const found = readJson(response, responseSchema).results[key] ?? [];
      return read(
        found.map(({ url, title, description, snippets, page_age, thumbnail_url, favicon_url }) => ({
          url,
          title,
          description: description || (Array.isArray(snippets) ? snippets[0] : ''),
          date: page_age,
          thumbnail: thumbnail_url,
          favicon: favicon_url,
        })),
      );
    },
  };
}

/** You.com's search API. Without a key it answers a limited number of calls per address. */
export const you: Adapter = {
  slug: 'you',
  name: 'You.com',
  docs: { about: 'A general index. Without a key, a limited number of calls.', keyFrom: 'https://you.com/platform' },
  defaultUrl: 'https://api.you.com/v1',
  apiKey: 'optional',
  publicRate: { limit: 60, windowMs: 60_000 },
  operations: {
    web: searching('web', webSliceSchema, (results) => ({ correction: '', results: webRows(results) })),
    news: searching('news', newsSliceSchema, (results) => ({ results: newsRows(results) })),
  },
  standIn: {
    covers: {
      pages: {
        reference: 90,
        documentation: 85,
        'small-web': 45,
        news: 85,
        forum: 70,
        institution: 85,
        commercial: 85,
      },
    },
    answer({ path, query, headers }, find) {
      const key = headers['x-api-key'];
      if (key === BAD_KEY) return { status: 403, body: { detail: 'Forbidden' } };
      if (path !== (key ? '/v1/search' : '/v1/agents/search')) return { status: 404, body: { detail: 'Not Found' } };
      const count = Number(query.get('count') ?? 10);
      const offset = Number(query.get('offset') ?? 0);
      if (!(count >= 1 && count <= 100 && offset >= 0 && offset <= 9)) return { status: 422, body: { detail: [] } };
      const freshness = query.get('freshness') ?? '';
      const wanted = {
        text: query.get('query') ?? '',
        safe: query.get('safesearch') !== 'off',
        withinDays: { day: 1, week: 7, month: 31, year: 365 }[freshness],
        since: freshness.includes('to') ? Date.parse(freshness.slice(0, 10)) : undefined,
      };
      const row = ({ url, title, text, date }: { url: string; title: string; text: string; date: Date | null }) => ({
        url,
        title,
        description: text,
        snippets: [text],
        ...(date ? { page_age: date.toISOString().slice(0, 19) } : {}),
        favicon_url: `${new URL(url).origin}/favicon.ico`,
      });
      const [from, to] = [offset * count, (offset + 1) * count];
      const web = find.pages(wanted).slice(from, to).map(row);
      const news = find.articles(wanted).slice(from, to);
      return {
        status: 200,
        body: {
          results: { web, news: news.map((article) => ({ ...row(article), thumbnail_url: article.thumbnail })) },
          metadata: { query: wanted.text, search_uuid: '00000000-0000-4000-8000-000000000000', latency: 0.4 },
        },
      };
    },
  },
};
