import { Parser } from 'htmlparser2';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { requireOk } from '../providers/responses.ts';
import { withEntities } from '../providers/wire-wording.ts';
import { hasTime, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 300;
const FIELD = 'all:';
const MAX_ENTRIES = 100;
const MAX_FIELD_CHARS = 10_000;

type Entry = Record<'id' | 'title' | 'summary' | 'published', string>;

/** Reads the entries of an Atom feed. The parser knows no entities but those of HTML, so none can grow. */
function entriesIn({ headers, body }: UpstreamResponse): Entry[] {
  if (/^\s*text\/html/i.test(headers['content-type'] ?? '') || !/<feed[\s>]/.test(body.slice(0, 2_000))) {
    throw new UpstreamFailure('upstream', 'answered with something that is not a feed');
  }
  const entries: Entry[] = [];
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name);
        if (name === 'entry') entries.push({ id: '', title: '', summary: '', published: '' });
        if (entries.length > MAX_ENTRIES || open.length > MAX_ENTRIES) parser.pause();
      },
      ontext(text) {
        const [parent, field] = open.slice(-2);
        const entry = entries.at(-1);
        if (parent !== 'entry' || !entry || !field || !Object.hasOwn(entry, field)) return;
        const name = field as keyof Entry;
        entry[name] = (entry[name] + text).slice(0, MAX_FIELD_CHARS);
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(body);
  parser.end();
  return entries;
}

/** arXiv's preprints. Needs no key; it asks for three seconds between calls. */
export const arxiv: Adapter = {
  slug: 'arxiv',
  name: 'arXiv',
  docs: { about: 'Preprints in physics, mathematics, computer science and more.' },
  groups: ['papers'],
  defaultUrl: 'https://export.arxiv.org/api',
  apiKey: 'none',
  publicRate: { limit: 1, windowMs: 3_000 },
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      // A call makes all others wait for three seconds, and new papers come once a day.
      cacheTtlS: 3_600,
      supports: (input) => !hasTime(input) || 'arXiv cannot filter by date',
      request({ q, page }, { url, userAgent }) {
        const params = new URLSearchParams({
          search_query: `${FIELD}${queryFor(q, MAX_QUERY_CHARS - FIELD.length)}`,
          start: String((page - 1) * PER_PAGE),
          max_results: String(PER_PAGE),
        });
        return { url: `${url}/query?${params}`, headers: { accept: 'application/atom+xml', 'user-agent': userAgent } };
      },
      parse(response) {
        requireOk(response);
        const entries = entriesIn(response);
        // A refusal is an entry, too.
        if (entries.some(({ id }) => id.includes('/api/errors'))) {
          throw new UpstreamFailure('rejected', 'cannot search for this');
        }
        return {
          correction: '',
          results: webRows(
            entries.map(({ id, title, summary, published }) => ({
              url: id.trim().replace(/^http:/, 'https:'),
              title,
              description: summary,
              date: published.trim(),
            })),
          ),
        };
      },
    },
  },
  standIn: {
    answer({ path, query }, find) {
      if (path !== '/api/query') return { status: 404, body: 'Not Found' };
      const start = Number(query.get('start') ?? 0);
      const found = find.pages({ text: (query.get('search_query') ?? '').replace(/^all:/, '') });
      const entries = found
        .slice(start, start + Number(query.get('max_results') ?? 10))
        .map(
          ({ id, title, text, date }) =>
            `<entry><id>http://arxiv.org/abs/${2_000 + (id % 600)}.${String(id % 100_000).padStart(5, '0')}v1</id>` +
            `<published>${(date ?? new Date(Date.UTC(2024, id % 12, 1))).toISOString()}</published>` +
            `<title>${withEntities(title)}</title><summary>${withEntities(text)}</summary>` +
            '<author><name>Jane Doe</name></author></entry>',
        );
      return {
        status: 200,
        headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`,
      };
    },
  },
};
