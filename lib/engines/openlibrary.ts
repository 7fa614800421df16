import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { hasTime, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';
import { aboutLine, firstNames } from './about-line.ts';

const SITE = 'https://openlibrary.org';
const PER_PAGE = 20;
const MAX_QUERY_CHARS = 200;
const FIELDS = 'key,title,author_name,first_publish_year,first_sentence,cover_i';

const responseSchema = z.object({ docs: z.array(looseObject) });
type Book = Readonly<Record<string, unknown>>;

/** `Jane Austen · 1813 · It is a truth universally acknowledged …` */
function aboutOf({ author_name, first_publish_year, first_sentence }: Book): string {
  const authors = Array.isArray(author_name) ? firstNames(author_name.filter((name) => typeof name === 'string')) : '';
  const year = typeof first_publish_year === 'number' ? String(first_publish_year) : '';
  const sentence = Array.isArray(first_sentence) ? first_sentence[0] : first_sentence;
  return aboutLine(authors, year, sentence);
}

/** Open Library, the Internet Archive's catalogue of books. Needs no key. */
export const openlibrary: Adapter = {
  slug: 'openlibrary',
  name: 'Open Library',
  docs: { about: 'Books.' },
  defaultUrl: SITE,
  apiKey: 'none',
  publicRate: { limit: 60, windowMs: 60_000 },
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      supports: (input) => !hasTime(input) || 'Open Library cannot filter by date',
      request({ q, page }, { url, userAgent }) {
        const params = new URLSearchParams({
          q: queryFor(q, MAX_QUERY_CHARS),
          page: String(page),
          limit: String(PER_PAGE),
          fields: FIELDS,
        });
        return {
          url: `${url}/search.json?${params}`,
          headers: { accept: 'application/json', 'user-agent': userAgent },
        };
      },
      parse(response) {
        requireOk(response);
        return {
          correction: '',
          results: webRows(
            readJson(response, responseSchema).docs.map((book) => ({
              url: typeof book.key === 'string' && book.key.startsWith('/') ? `${SITE}${book.key}` : '',
              title: book.title,
              description: aboutOf(book),
            })),
          ),
        };
      },
    },
  },
  standIn: {
    titleWeight: 4,
    answer({ path, query }, find) {
      if (path !== '/search.json') return { status: 404, body: { error: 'notfound' } };
      const limit = Number(query.get('limit') ?? 100);
      const start = (Number(query.get('page') ?? 1) - 1) * limit;
      const found = find.pages({ text: query.get('q') ?? '' });
      const docs = found.slice(start, start + limit).map(({ id, title, text }) => ({
        key: `/works/OL${id}W`,
        title,
        author_name: ['Jane Doe', 'John Doe'],
        first_publish_year: 1900 + (id % 120),
        first_sentence: [text],
        cover_i: id,
      }));
      return { status: 200, body: { numFound: found.total, start, numFoundExact: true, q: query.get('q'), docs } };
    },
  },
};
