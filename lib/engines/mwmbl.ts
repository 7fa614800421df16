import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { hasTime, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const MAX_QUERY_CHARS = 300;

const responseSchema = z.array(looseObject);

/** Joins a text that Mwmbl sends in pieces, some of which are bold. */
function joined(pieces: unknown): string {
  return objectsIn(pieces)
    .map(({ value }) => (typeof value === 'string' ? value : ''))
    .join('');
}

/** Mwmbl, a search engine of volunteers with its own small index. Needs no key. */
export const mwmbl: Adapter = {
  slug: 'mwmbl',
  name: 'Mwmbl',
  docs: { about: 'A small index built by volunteers.' },
  defaultUrl: 'https://api.mwmbl.org/api/v1',
  apiKey: 'none',
  publicRate: { limit: 60, windowMs: 60_000 },
  // Its index is small, so its first result is often only the best page that it knows.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      supports(input) {
        if (hasTime(input)) return 'Mwmbl cannot filter by date';
        return input.page === 1 || 'Mwmbl has one page';
      },
      request: ({ q }, { url }) => ({
        url: `${url}/search/?${new URLSearchParams({ s: queryFor(q, MAX_QUERY_CHARS) })}`,
        headers: { accept: 'application/json' },
      }),
      parse(response) {
        requireOk(response);
        return {
          correction: '',
          results: webRows(
            readJson(response, responseSchema).map(({ url, title, extract }) => ({
              url,
              title: joined(title),
              description: joined(extract),
            })),
          ),
        };
      },
    },
  },
  // Mwmbl has no pages and sends texts in pieces.
  standIn: {
    covers: {
      pages: {
        reference: 60,
        documentation: 60,
        'small-web': 60,
        news: 20,
        forum: 40,
        institution: 40,
        commercial: 20,
      },
    },
    titleWeight: 4,
    answer({ path, query }, find) {
      if (path !== '/api/v1/search/') return { status: 404, body: { detail: 'Not Found' } };
      const text = query.get('s');
      if (text === null) {
        return { status: 422, body: { detail: [{ type: 'missing', loc: ['query', 's'], msg: 'Field required' }] } };
      }
      const asked = text.toLowerCase().split(/\s+/);
      /** The words of the query are bold. */
      const pieces = (whole: string) =>
        whole.split(/(?<=\s)(?=\S)/).map((value) => ({ value, is_bold: asked.includes(value.trim().toLowerCase()) }));
      const rows = find.pages({ text }).slice(0, 30);
      return {
        status: 200,
        body: rows.map((row) => ({
          url: row.url,
          title: pieces(row.title),
          extract: pieces(row.text),
          source: 'mwmbl',
        })),
      };
    },
  },
};
