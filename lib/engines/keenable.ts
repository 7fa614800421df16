import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY, jsonObject } from '../providers/stand-in.ts';
import { searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const MAX_RESULTS = 10;
const SNIPPET_CHARS = 300;
const MAX_QUERY_CHARS = 400;

const responseSchema = z.object({ results: z.array(looseObject) });

/** Keenable, a general index for agents. Without a key it answers a limited number of calls. */
export const keenable: Adapter = {
  slug: 'keenable',
  name: 'Keenable',
  docs: { about: 'A general index. Without a key, a limited number of calls.', keyFrom: 'https://keenable.ai' },
  defaultUrl: 'https://api.keenable.ai/v1',
  apiKey: 'optional',
  publicRate: { limit: 60, windowMs: 60_000 },
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      keepsToDays: true,
      supports: ({ page }) => page === 1 || 'Keenable has one page',
      request(input, { url, apiKey }) {
        const { from, to } = daysOf(input, new Date());
        return {
          method: 'POST',
          url: `${url}/search${apiKey ? '' : '/public'}`,
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            'x-keenable-title': 'Tributary',
            ...(apiKey ? { 'x-api-key': apiKey } : {}),
          },
          body: JSON.stringify({
            query: queryFor(input.q, MAX_QUERY_CHARS),
            mode: 'realtime',
            max_results: MAX_RESULTS,
            snippet_max_length: SNIPPET_CHARS,
            // It takes one site; several are left to our own filter.
            ...(input.site?.length === 1 ? { site: input.site[0] } : {}),
            ...(from ? { published_after: from } : {}),
            ...(to ? { published_before: to } : {}),
          }),
        };
      },
      parse(response) {
        requireOk(response);
        const { results } = readJson(response, responseSchema);
        return {
          correction: '',
          results: webRows(
            results.map(({ url, title, description, snippet, published_at }) => ({
              url,
              title,
              description: snippet || description,
              date: published_at,
            })),
          ),
        };
      },
    },
  },
  standIn: {
    covers: {
      pages: {
        reference: 80,
        documentation: 85,
        'small-web': 60,
        news: 75,
        forum: 60,
        institution: 75,
        commercial: 70,
      },
    },
    titleWeight: 1.5,
    answer({ method, path, headers, body }, find) {
      const key = headers['x-api-key'];
      if (key === BAD_KEY) return { status: 401, body: { error: 'Invalid API key' } };
      if (method !== 'POST' || path !== (key ? '/v1/search' : '/v1/search/public')) return { status: 404, body: {} };
      if (!headers['x-keenable-title']) return { status: 400, body: { error: 'X-Keenable-Title is required' } };
      const asked = jsonObject<{ query?: unknown; max_results?: number; published_after?: string }>(body);
      const { query, max_results = 10, published_after } = asked ?? {};
      if (typeof query !== 'string' || query === '' || max_results > 10) return { status: 400, body: { error: 'Bad' } };
      const since = published_after === undefined ? undefined : Date.parse(published_after);
      const rows = find.pages({ text: query, since }).slice(0, max_results);
      return {
        status: 200,
        body: {
          results: rows.map(({ url, title, text, date }) => ({
            url,
            title,
            description: text,
            snippet: text,
            ...(date ? { published_at: date.toISOString() } : {}),
          })),
        },
      };
    },
  },
};
