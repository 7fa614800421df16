import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY, jsonObject } from '../providers/stand-in.ts';
import { siteQuery } from '../search/domains.ts';
import { languageOf } from '../search/language-tag.ts';
import { hasTime, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';

const MAX_RESULTS = 20;
const MAX_QUERY_CHARS = 500;

const responseSchema = z.object({ webResults: z.array(looseObject) });

/** Microsoft Web IQ, which sells Bing's results since Bing's own API is retired. */
export const webiq: Adapter = {
  slug: 'webiq',
  name: 'Bing (Web IQ)',
  docs: { about: 'Bing’s results, from Microsoft Web IQ.', keyFrom: 'https://microsoft.ai' },
  index: 'bing',
  defaultUrl: 'https://api.microsoft.ai/v3',
  apiKey: 'required',
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      supports(input) {
        if (hasTime(input)) return 'Web IQ cannot filter by date';
        return input.page === 1 || 'Web IQ has one page';
      },
      request(input, { url, apiKey }) {
        const language = languageOf(input.lang);
        return {
          method: 'POST',
          url: `${url}/search/web`,
          headers: { accept: 'application/json', 'content-type': 'application/json', 'x-apikey': apiKey },
          body: JSON.stringify({
            query: siteQuery(input, { maxChars: MAX_QUERY_CHARS, or: true }),
            maxResults: MAX_RESULTS,
            contentFormat: 'passage',
            ...(language ? { language } : {}),
          }),
        };
      },
      parse(response) {
        requireOk(response);
        const { webResults } = readJson(response, responseSchema);
        const results = webRows(webResults.map(({ url, title, content }) => ({ url, title, description: content })));
        return { correction: '', results };
      },
    },
  },
  standIn: {
    covers: {
      pages: {
        reference: 92,
        documentation: 90,
        'small-web': 35,
        news: 90,
        forum: 80,
        institution: 90,
        commercial: 92,
      },
    },
    answer({ method, path, headers, body }, find) {
      const key = headers['x-apikey'];
      if (!key || key === BAD_KEY) return { status: 401, body: { error: { message: 'Access denied' } } };
      if (method !== 'POST' || path !== '/v3/search/web')
        return { status: 404, body: { error: { message: 'Not found' } } };
      const asked = jsonObject<{ query?: unknown; maxResults?: number; language?: string }>(body);
      const { query, maxResults = 10, language = '' } = asked ?? {};
      if (typeof query !== 'string' || query === '' || maxResults > 50) {
        return { status: 400, body: { error: { message: 'Invalid request' } } };
      }
      const rows = find.pages({ text: query, lang: language }).slice(0, maxResults);
      return { status: 200, body: { webResults: rows.map(({ url, title, text }) => ({ url, title, content: text })) } };
    },
  },
};
