import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, spent } from '../providers/responses.ts';
import { BAD_KEY, bearerKey, jsonObject } from '../providers/stand-in.ts';
import { searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const MAX_RESULTS = 20;
const MAX_QUERY_CHARS = 500;

/** Linkup reports an empty list, and that nothing is left of what we paid for, as errors. */
const NO_RESULT = 'SEARCH_QUERY_NO_RESULT';
const NO_CREDITS = 'INSUFFICIENT_FUNDS_CREDITS';

const responseSchema = z.object({ results: z.array(looseObject) });
const errorSchema = z.object({ error: z.object({ code: z.string() }) });

/** The code of an error; empty if the response is none, or another one. */
function errorCodeIn(response: UpstreamResponse): string {
  if (response.status < 400 || response.status === 401 || response.status === 403) return '';
  try {
    return readJson(response, errorSchema).error.code;
  } catch (error) {
    // An error in words alone, or a page: its status says enough.
    if (error instanceof UpstreamFailure) return '';
    throw error;
  }
}

/** Linkup's search API. */
export const linkup: Adapter = {
  slug: 'linkup',
  name: 'Linkup',
  docs: { about: 'Made for agents.', keyFrom: 'https://app.linkup.so' },
  defaultUrl: 'https://api.linkup.so/v1',
  apiKey: 'required',
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      keepsToDays: true,
      supports: ({ page }) => page === 1 || 'Linkup has one page',
      request(input, { url, apiKey }) {
        const { from, to } = daysOf(input, new Date());
        return {
          method: 'POST',
          url: `${url}/search`,
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            authorization: `Bearer ${apiKey}`,
          },
          body: JSON.stringify({
            q: queryFor(input.q, MAX_QUERY_CHARS),
            // The other depths cost more and take longer.
            depth: 'fast',
            outputType: 'searchResults',
            maxResults: MAX_RESULTS,
            includeImages: false,
            ...(from ? { fromDate: from } : {}),
            ...(to ? { toDate: to } : {}),
          }),
        };
      },
      parse(response) {
        const code = errorCodeIn(response);
        if (code === NO_RESULT) return { correction: '', results: [] };
        if (code === NO_CREDITS) throw spent(response);
        requireOk(response);
        const pages = readJson(response, responseSchema).results.filter(({ type }) => type !== 'image');
        const results = webRows(
          pages.map(({ url, name, content, favicon }) => ({ url, title: name, description: content, favicon })),
        );
        return { correction: '', results };
      },
    },
  },
  standIn: {
    covers: {
      pages: {
        reference: 85,
        documentation: 80,
        'small-web': 50,
        news: 85,
        forum: 55,
        institution: 85,
        commercial: 70,
      },
    },
    answer({ method, path, headers, body }, find) {
      const key = bearerKey(headers);
      if (!key || key === BAD_KEY) return { status: 401, body: { statusCode: 401, message: 'Unauthorized' } };
      if (method !== 'POST' || path !== '/v1/search')
        return { status: 404, body: { statusCode: 404, message: 'Not Found' } };
      const {
        q,
        maxResults = 10,
        fromDate,
      } = jsonObject<{ q?: unknown; maxResults?: number; fromDate?: string }>(body) ?? {};
      if (typeof q !== 'string' || q === '') return { status: 400, body: { statusCode: 400, message: 'Bad Request' } };
      const since = fromDate === undefined ? undefined : Date.parse(fromDate);
      const rows = find.pages({ text: q, since }).slice(0, maxResults);
      return {
        status: 200,
        body: {
          results: rows.map(({ url, title, text }) => ({
            type: 'text',
            name: title,
            url,
            content: text,
            favicon: `${new URL(url).origin}/favicon.ico`,
          })),
        },
      };
    },
  },
};
